"""A first cup as it is shown: sentences and a live line on the terminal, the file, and the page."""

import sys
from collections.abc import Callable, Sequence
from typing import Protocol, TextIO

from cupsboard.loop import Output
from cupsboard.procedures.scope.first_cup import FirstCup
from cupsboard.procedures.scope.recording import Recording, comments, report
from cupsboard.procedures.scope.verdict import FirstVerdict
from cupsboard.procedures.scope.view import BARS, line
from cupsboard.referee.edges import Edge
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.station.terminal.language import in_words

LINE_SECONDS, PUBLISH_SECONDS, FLUSH_SECONDS = 0.25, 0.2, 1.0
_CLEARED = "\r\N{ESCAPE}[K"
_ASCII_BARS = "_.-~=*^#"

Publish = Callable[[FirstCup, Message, float], object]
"""Lets the page show a cup with what is said at a time."""


class Recorded(Protocol):
    """Takes the lines of a recording, as a file does."""

    def write(self, text: str, /) -> object:
        """Take text for the end of the file."""

    def flush(self) -> None:
        """See to it that what was taken is written. Raises OSError."""


class ShownScope:
    """A first cup that is printed, written down and published; implements `Procedure`."""

    def __init__(self, cup: FirstCup, output: TextIO, file: Recorded | None, publish: Publish | None) -> None:
        """`file` gets the lines of the recording, after its beginning."""
        self.cup = cup
        self._output, self._file, self._publish = output, file, publish
        self._recording = Recording()
        self._said: Message | None = None
        self._told: FirstVerdict | None = None
        self._is_live = output.isatty()
        self._bars = BARS if _can_say(BARS, output) else _ASCII_BARS
        self._next_line = self._next_publish = self._next_flush = 0.0

    @property
    def is_finished(self) -> bool:
        """See `Procedure`."""
        return self.cup.is_finished

    @property
    def is_still(self) -> bool:
        """See `Procedure`."""
        return self.cup.is_still

    def begin(self, lines: str, date: str) -> None:
        """Write the beginning of the file, if there is one; `lines` says which lines of the header it is."""
        if self._file is not None:
            self._file.write(self._recording.begun(lines, date))

    def end(self) -> None:
        """Write the report into the file, and say it."""
        found = report(self.cup)
        self._say(*map(in_words, found))
        if self._file is not None:
            self._file.write(comments(map(say, found)))
            self._file.flush()

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """See `Procedure`."""
        told = self.cup.step(now, frame, edges)
        if self._file is not None and frame is not None:
            self._file.write(self._recording.taken(frame, self.cup.stage))
            if now >= self._next_flush:
                self._next_flush = now + FLUSH_SECONDS
                self._file.flush()
        message = told.scene.message
        is_new = message != self._said
        if is_new:
            self._said = message
            self._say(in_words(message))
        if self.cup.verdict is not None and self._told is None:
            self._told = self.cup.verdict
            self._say(*map(in_words, self._told.said))
        if self._is_live and now >= self._next_line:
            self._next_line = now + LINE_SECONDS
            self._output.write(_CLEARED + line(self.cup, self._bars))
            self._output.flush()
        if self._publish is not None and (is_new or now >= self._next_publish):
            self._next_publish = now + PUBLISH_SECONDS
            self._publish(self.cup, message, now)
        return told

    def _say(self, *lines: str) -> None:
        before = _CLEARED if self._is_live else ""
        for each in lines:
            self._output.write(f"{before}{each}\n")
        self._output.flush()


def _can_say(signs: str, output: TextIO) -> bool:
    try:
        signs.encode(output.encoding or sys.getdefaultencoding())
    except UnicodeEncodeError:
        return False
    return True
