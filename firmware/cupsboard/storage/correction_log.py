"""Every correction that the board makes of itself in play, as rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from cupsboard.loop import Moment
from cupsboard.ports import Gone, Rows
from cupsboard.recognition.corrections import Healing, MassLearnt, ZeroMoved
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.warm_up import Warmed, Warming
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage.ledger import Ledger

MOST_KEPT = 5000
"""Some hundred evenings; with the next correction the oldest goes."""

Corrected = ZeroMoved | MassLearnt | Warmed
"""What is written down."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The row of a correction: its number, counted from 1, and its line."""

    number: int
    words: str


class HealingLog:
    """A listener of the loop; `knowledge` gives what the core knows at that moment."""

    def __init__(
        self,
        ledger: Ledger,
        knowledge: Callable[[], Knowledge],
        time: float,
        tell: Callable[[Message], object],
    ) -> None:
        """`tell` is told, once, that the board warms up. Raises StoreError."""
        self._tell = tell
        self._ledger = ledger
        self._next = _next_number(ledger)
        self._knowledge = knowledge
        self._seen = knowledge()
        self._learning = Healing(self._seen)
        self._warming = Warming(time, self._seen)
        self.corrected: list[Corrected] = []
        """Everything that was told, the latest last."""

    def __call__(self, moment: Moment) -> None:
        """Look at what the core knows after one of its steps."""
        knowledge = self._knowledge()
        if knowledge is not self._seen:
            self._seen = knowledge
            self._look(moment.time, knowledge)

    def _look(self, time: float, knowledge: Knowledge) -> None:
        fresh: list[Corrected] = [*self._learning.step(time, knowledge)]
        if (warmed := self._warming.step(time, knowledge)) is not None:
            self._tell(_warming_up(warmed))
            fresh.append(warmed)
        self.corrected += fresh
        for each in fresh:
            self._ledger.gather(*_rows(self._next, describe(each)))
            self._next += 1


def by_hand(rows: Rows, date: str, words: str) -> Sequence[object]:
    """Return the rows of a correction that a person ordered. Raises StoreError."""
    return _rows(_next_number(rows), f"{date}  by hand: {words}")


def lines(rows: Rows) -> tuple[str, ...]:
    """Return the lines of all corrections that are kept, the latest last. Raises StoreError."""
    return tuple(each.words for each in rows.find(Correction))


def _rows(number: int, words: str) -> Sequence[object]:
    return Correction(number, words), Gone(Correction, number - MOST_KEPT)


def _next_number(rows: Rows) -> int:
    return 1 + sum(each.number for each in rows.newest(Correction))


def describe(corrected: Corrected) -> str:
    """A correction as a line."""
    match corrected:
        case ZeroMoved(time, place, before, after):
            return f"{time:10.1f} s  {place}: empty cup {before:.3f} g -> {after:.3f} g"
        case MassLearnt(time, before, after, kind):
            return f"{time:10.1f} s  a {kind}: {before:.4f} g -> {after:.4f} g"
        case Warmed(time):
            return f"{time:10.1f} s  {say(_warming_up(corrected))}"
        case _:
            assert_never(corrected)


def _warming_up(warmed: Warmed) -> Message:
    return Message("notes.warming-up", {"milligrams": round(1000 * warmed.typical_grams)})
