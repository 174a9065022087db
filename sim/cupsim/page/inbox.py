"""Orders from the pages' connections on their way to the thread in which the table lives."""

import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

MOST_ORDERS = 1000
"""Orders that may wait for a tick, from all pages together."""
WORK_A_TICK = 100

O = TypeVar("O")  # noqa: E741
R = TypeVar("R", contravariant=True)


class Receiving(Protocol[R]):
    """Who does what pages want."""

    def obey(self, connection: int, order: R) -> None:
        """Do what somebody at a page wants, if it is theirs to do."""

    def left(self, connection: int) -> None:
        """Somebody's page is gone."""


class Inbox(Generic[O]):
    """Takes messages in from any thread, and hands orders over in one."""

    def __init__(self, read: Callable[[str], O], begins: tuple[type, ...], work: Mapping[type, int]) -> None:
        """`read` raises MalformedMessage; `begins` are orders of which only the last counts.

        `work` is what orders cost that cost more than one.
        """
        self._read, self._begins, self._work = read, begins, work
        self._orders: deque[tuple[int, O | None]] = deque()
        self.has_mail = threading.Event()

    def heard(self, viewer: int, text: str) -> None:
        """Take a message in; when far too many wait, it is lost. Raises MalformedMessage."""
        order = self._read(text)
        if len(self._orders) < MOST_ORDERS:
            self._orders.append((viewer, order))
            self.has_mail.set()

    def left(self, viewer: int) -> None:
        """Tell that a page is gone."""
        self._orders.append((viewer, None))
        self.has_mail.set()

    def hand_over(self, reception: Receiving[O]) -> None:
        """Let all be done that was asked for, as much as fits into a tick; of new games only the last."""
        self.has_mail.clear()
        new_games = sum(isinstance(order, self._begins) for _, order in tuple(self._orders))
        work = 0
        while work < WORK_A_TICK and self._orders:
            viewer, order = self._orders.popleft()
            if isinstance(order, self._begins) and new_games > 1:
                new_games -= 1
                continue
            work += self._work.get(type(order), 1)
            if order is None:
                reception.left(viewer)
            else:
                reception.obey(viewer, order)
