"""Enter in the terminal instead of a press, so that a board without buttons can be calibrated too."""

import os
import select
from collections.abc import Callable, Sequence
from typing import TextIO

from cupsboard.ports import Buttons
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Side

PRESS_SECONDS, HOLD_SECONDS = 0.15, 1.0
HOLD = "hold"
_CHUNK_BYTES = 4096
_LONGEST_LINE_BYTES = 4096
"""As much as a terminal takes in a line; more is no typing, and is forgotten."""


class TypedPresses:
    """The presses that were typed since, without waiting for any."""

    def __init__(self, stream: TextIO, explain: Callable[[], object]) -> None:
        """`explain` says how a press is typed; it is called for every line that is none."""
        self._descriptor = _descriptor(stream)
        self._explain = explain
        self._unread = b""

    @property
    def is_open(self) -> bool:
        """Return whether anything was typed, or may still be."""
        self._read()
        return self._descriptor is not None or b"\n" in self._unread

    def __call__(self) -> str | None:
        """Return the next press, HOLD for a long one, else ""; None if there is none yet."""
        line = self._line()
        if line is None or line in ("", HOLD):
            return line
        self._explain()
        return None

    def _read(self) -> None:
        """Take what was typed at a terminal, which Ctrl-D does not end, or came through a pipe."""
        if self._descriptor is None or not select.select([self._descriptor], [], [], 0)[0]:
            return
        is_terminal = os.isatty(self._descriptor)
        if is_terminal and _serves_another(self._descriptor):
            return
        try:
            chunk = os.read(self._descriptor, _CHUNK_BYTES)
        except OSError:
            # The terminal is gone.
            chunk, is_terminal = b"", False
        self._unread += chunk
        if not chunk and not is_terminal:
            self._descriptor = None

    def _line(self) -> str | None:
        """Return the next whole line, in small letters and without its end; None if there is none yet."""
        self._read()
        line, end, rest = self._unread.partition(b"\n")
        if not end:
            self._unread = line[-_LONGEST_LINE_BYTES:]
            return None
        self._unread = rest
        return line.decode("utf-8", "replace").strip().lower()


class TypedButton:
    """The buttons of a board, and one that is typed; implements `Buttons`."""

    def __init__(self, buttons: Buttons, typed: Callable[[], str | None]) -> None:
        self._buttons = buttons
        self._typed = typed
        self._released_at: float | None = None

    def edges(self, now: float) -> Sequence[Edge]:
        """See `Buttons`."""
        return [*self._buttons.edges(now), *self._typed_edges(now)]

    def _typed_edges(self, now: float) -> list[Edge]:
        if self._released_at is not None:
            if now < self._released_at:
                return []
            released_at, self._released_at = self._released_at, None
            return [Edge(Side.SOUTH.value, False, released_at)]
        line = self._typed()
        if line is None:
            return []
        self._released_at = now + (HOLD_SECONDS if line == HOLD else PRESS_SECONDS)
        return [Edge(Side.SOUTH.value, True, now)]


def _serves_another(terminal: int) -> bool:
    """Return whether another program is in front at this program's terminal: reading would stop this one."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:
        return False


def _descriptor(stream: TextIO) -> int | None:
    """Return what can be read from, or None for a program that was started without any input."""
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None
