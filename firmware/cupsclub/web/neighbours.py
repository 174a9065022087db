"""The processes that serve the same records on this computer: what one says, all others hear.

Each has an inbox, a pair of sockets that was made before any of them began, so it outlives every one. What is
said here is never the truth about a game, which stands in the records alone. Whose inbox is full, as that of
a process that hangs, is told later that it has missed something: then both tell each other all, as when one
begins.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from select import select
from typing import Any, Generic, TypeVar

import msgspec
from cupsboard.web.guard import Pace

PATIENCE_SECONDS = 0.5
"""A message waits this long for an inbox that is full; the next one does not wait."""
MOST_BYTES = 2**20
"""Of one message."""
BEGUN, MISSED = "begun", "missed"
MOST_HOUSEHOLDS = 1000
"""Of which is noted at once what they may ask for, beyond those who have to wait."""
Value = TypeVar("Value")


class Inbox:
    """Where a process hears the others."""

    def __init__(self) -> None:
        self.reading, self.writing = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (self.reading, self.writing):
            end.setblocking(False)
        self.writing.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * MOST_BYTES)


class Neighbours:
    """The other processes, as one of them hears and tells them; an only process has none to tell."""

    def __init__(self, index: int = 0, inboxes: Sequence[Inbox] = ()) -> None:
        """`index` is that of this process, whose inbox is at that place."""
        self.index, self._inboxes = index, inboxes
        self._hearers: dict[str, list[tuple[Callable[[int, Any], object], Any]]] = {}
        self.missed = set[int]()
        """Those whose inbox was full, until they have been told so."""

    @property
    def others(self) -> Sequence[int]:
        """The numbers of the other processes."""
        return [number for number in range(len(self._inboxes)) if number != self.index]

    def opened(self) -> None:
        """Begin to hear, in the running event loop, and ask the others for what they know."""
        if self.others:
            asyncio.get_running_loop().add_reader(self._inboxes[self.index].reading, self.read)
            self.tell(BEGUN, None)

    def close(self) -> None:
        """Hear no more."""
        if self.others:
            asyncio.get_running_loop().remove_reader(self._inboxes[self.index].reading)

    def hear(self, topic: str, hearer: Callable[[int, Any], object], kind: Any = None) -> None:
        """Call `hearer` with the number of a process and what it tells of a topic, which is of this kind."""
        self._hearers.setdefault(topic, []).append((hearer, kind))

    def tell(self, topic: str, said: object, to: int | None = None) -> None:
        """Tell one other process something, or all; from any thread."""
        message = msgspec.json.encode((self.index, topic, said))
        for number in self.others if to is None else [to]:
            if number in self.missed and not self._has_sent(number, self._missing(), 0.0):
                continue
            self.missed.discard(number)
            if len(message) > MOST_BYTES or not self._has_sent(number, message, PATIENCE_SECONDS):
                self.missed.add(number)

    def _missing(self) -> bytes:
        return msgspec.json.encode((self.index, MISSED, None))

    def _has_sent(self, number: int, message: bytes, patience_seconds: float) -> bool:
        writing = self._inboxes[number].writing
        for wait in (patience_seconds, 0.0):
            try:
                writing.send(message)
                return True
            except OSError:
                # Full; any other fault is no better.
                select([], [writing], [], wait)
        return False

    def read(self) -> None:
        """Hear what is in the inbox."""
        with suppress(BlockingIOError):
            while True:
                number, topic, said = msgspec.json.decode(self._inboxes[self.index].reading.recv(MOST_BYTES))
                if topic == MISSED:
                    topic = BEGUN
                    self.tell(BEGUN, None, number)
                self._hear(number, topic, said)

    def _hear(self, number: int, topic: str, said: Any) -> None:
        for hearer, kind in self._hearers.get(topic, ()):
            hearer(number, msgspec.convert(said, kind))


class Shared(dict[Any, Value], Generic[Value]):
    """What is noted in all processes: which writes an item last is right."""

    def __init__(self, neighbours: Neighbours, topic: str, kind: type[Value]) -> None:
        """`kind` is that of the values, which JSON can carry; the keys are texts or numbers."""
        super().__init__()
        self._neighbours, self._topic = neighbours, topic
        neighbours.hear(topic, self._heard, tuple[int | str, kind | None])  # type: ignore[valid-type]
        neighbours.hear(BEGUN, self._tell_all)

    def __setitem__(self, key: Any, value: Value) -> None:
        """Note an item here and elsewhere."""
        super().__setitem__(key, value)
        self._neighbours.tell(self._topic, (key, value))

    def taken(self, key: Any) -> Value | None:
        """Take an item out, here and elsewhere, and return it; None where it is not there."""
        self._neighbours.tell(self._topic, (key, None))
        return self.pop(key, None)

    def keep(self, is_kept: Callable[[Value], bool]) -> None:
        """Take out those that count no more, here alone."""
        for key in [key for key, value in self.items() if not is_kept(value)]:
            self.pop(key, None)

    def _heard(self, _: int, said: tuple[Any, Value | None]) -> None:
        key, value = said
        if value is None:
            self.pop(key, None)
        else:
            super().__setitem__(key, value)

    def _tell_all(self, number: int, _: None) -> None:
        for item in self.items():
            self._neighbours.tell(self._topic, item, number)


class Budgets:
    """What each household may still ask for, counted over all processes.

    Each tells what was spent there, and not what is left: that would undo what others spend meanwhile.
    """

    def __init__(self, neighbours: Neighbours, what: str, a_second: float, at_once: float) -> None:
        """`what` names what they ask for; `a_second` and `at_once` are as in `Pace`."""
        self._neighbours, self._what = neighbours, what
        self._a_second, self._at_once = a_second, at_once
        self._paces: dict[str, Pace] = {}
        neighbours.hear(what, self._heard, tuple[str, float, float])
        neighbours.hear(f"{what} so far", self._heard_so_far, tuple[str, Pace])
        neighbours.hear(BEGUN, self._tell_all)

    def pace(self, house: str, now: float) -> Pace:
        """Return the budget of a household; `now` is in seconds of a clock that all processes share."""
        return self._paces.get(house) or Pace.begun(self._a_second, self._at_once, now)

    def spend(self, house: str, count: float, now: float) -> None:
        """Count what a household asks for; below 0 it is given back."""
        self._heard(self._neighbours.index, (house, count, now))
        self._neighbours.tell(self._what, (house, count, now))

    def _heard(self, _: int, said: tuple[str, float, float]) -> None:
        house, count, at = said
        if len(self._paces) > MOST_HOUSEHOLDS:
            self._paces = {each: pace for each, pace in self._paces.items() if not pace.is_full(at)}
        pace = self.pace(house, at)
        # What is heard may be older than what was spent here.
        self._paces[house] = pace.spent(count, max(at, pace.at))

    def _heard_so_far(self, _: int, said: tuple[str, Pace]) -> None:
        house, told = said
        known = self.pace(house, told.at)
        at = max(known.at, told.at)
        self._paces[house] = min(known.spent(0.0, at), told.spent(0.0, at), key=lambda each: each.left)

    def _tell_all(self, number: int, _: None) -> None:
        for item in self._paces.items():
            self._neighbours.tell(f"{self._what} so far", item, number)
