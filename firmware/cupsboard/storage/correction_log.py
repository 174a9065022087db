"""Every correction that the board makes of itself in play, as lines of a file."""

from collections.abc import Callable, Sequence
from typing import assert_never

from cupsboard.loop import Moment
from cupsboard.ports import Store, StoreError
from cupsboard.recognition.corrections import Healing, MassLearnt, ZeroMoved
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.warm_up import Warmed, Warming
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage.spool import AllWritten, Spool, WriteRefused
from cupsboard.storage.writer import Writer, at_once

NAME = "healing.log"
LONGEST_BYTES = 500_000
"""Some thousand corrections; a longer log keeps its newer half."""

Corrected = ZeroMoved | MassLearnt | Warmed
"""What is written down."""


class HealingLog:
    """A listener of the loop; `knowledge` gives what the core knows at that moment."""

    def __init__(
        self,
        store: Store,
        knowledge: Callable[[], Knowledge],
        time: float,
        tell: Callable[[Message], object],
        writer: Writer[Sequence[str]] = at_once,
    ) -> None:
        """`tell` is told, once, what somebody should know: the board warms up, the log can't be written."""
        self._tell = tell
        self._spool = Spool(store, writer)
        self._is_unreadable = False
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
        match self._spool.step(moment.time):
            case WriteRefused(fault):
                self._tell(Message("notes.corrections-unwritten", {"why": str(fault)}))
            case AllWritten():
                self._tell(Message("notes.corrections-written"))
            case None:
                pass

    def _look(self, time: float, knowledge: Knowledge) -> None:
        fresh: list[Corrected] = [*self._learning.step(time, knowledge)]
        if (warmed := self._warming.step(time, knowledge)) is not None:
            self._tell(_warming_up(warmed))
            fresh.append(warmed)
        self.corrected += fresh
        if fresh and not self._is_unreadable:
            self._write("".join(f"{describe(each)}\n" for each in fresh).encode("utf-8"))

    def _write(self, lines: bytes) -> None:
        try:
            kept = self._spool.read(NAME) or b""
            if len(kept) < LONGEST_BYTES:
                self._spool.append(NAME, lines)
            else:
                _, _, newest = kept[-LONGEST_BYTES // 2 :].partition(b"\n")
                self._spool.replace(NAME, newest + lines)
        except StoreError as fault:
            # What it held must stay, and nobody knows what that is.
            self._is_unreadable = True
            self._tell(Message("notes.corrections-unread", {"why": str(fault)}))


def by_hand(date: str, words: str) -> bytes:
    """Return the line of the log for a correction that a person ordered."""
    return f"{date}  by hand: {words}\n".encode()


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
