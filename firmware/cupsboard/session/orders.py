"""What a board's owner orders at the page, carried from the server's thread into that of the board.

An order is answered once: with what came of it, or with why it can't be done now.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, Full, Queue
from typing import Any

from cupsboard.rules.places import Place

MOST_WAITING = 16
"""More orders than a thumb gives in a fifth of a second."""


class OrderRefused(Exception):
    """An order that can't be carried out now; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Let the board be busy with something else; what it is busy with now is kept."""

    activity: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GoOn:
    """A press, as of a button of the board, for what is no game; `is_long` leaves out what was refused."""

    is_long: bool = False


@dataclass(frozen=True, slots=True)
class GoBack:
    """Take the last step of a procedure back."""


@dataclass(frozen=True, slots=True)
class Again:
    """Measure a place once more."""

    place: Place


@dataclass(frozen=True, slots=True)
class NewGame:
    """Put the game that is played aside, and begin another of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Change:
    """Change settings, by their names."""

    values: Mapping[str, Any]


Order = Begin | GoOn | GoBack | Again | NewGame | Change


class Orders:
    """The orders that wait for the board's thread."""

    def __init__(self) -> None:
        self._waiting: Queue[tuple[Order, Future[None]]] = Queue(MOST_WAITING)

    def give(self, order: Order) -> "Future[None]":
        """Hand an order in; its future ends when it was carried out, or with OrderRefused. For any thread."""
        answer: Future[None] = Future()
        try:
            self._waiting.put_nowait((order, answer))
        except Full:
            answer.set_exception(OrderRefused("the board has too many orders: wait a moment"))
        return answer

    def take(self) -> "Iterator[tuple[Order, Future[None]]]":
        """Yield the orders that wait, for the board's thread."""
        with suppress(Empty):
            while True:
                yield self._waiting.get_nowait()

    def refuse_all(self, why: str) -> None:
        """Answer all that wait: the board ends."""
        for _, answer in self.take():
            refuse(answer, OrderRefused(why))


def refuse(answer: "Future[None]", why: OrderRefused) -> None:
    """Answer an order with why it is not carried out, if the answer is still waited for."""
    if answer.set_running_or_notify_cancel():
        answer.set_exception(why)


def carried_out(answer: "Future[None]") -> None:
    """Answer an order that was carried out."""
    if answer.set_running_or_notify_cancel():
        answer.set_result(None)
