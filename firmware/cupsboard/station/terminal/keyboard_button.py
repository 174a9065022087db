"""Enter in the terminal instead of a press, so that a board without buttons can be calibrated too."""

import os
import select
from collections.abc import Callable, Sequence
from typing import TextIO

from cupsboard.ports import Buttons
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Side

PRESS_SECONDS, HOLD_SECONDS = 0.15, 1.0
_CHUNK_BYTES = 4096
_LONGEST_LINE_BYTES = 4096
"""As much as a terminal takes in a line; more is no typing, and is forgotten."""


class TypedLines:
    """The lines that were typed since, without waiting for any."""

    def __init__(self, stream: TextIO) -> None:
        self._descriptor = _descriptor(stream)
        self._unread = b""

    @property
    def is_open(self) -> bool:
        """Whether anything may still be typed."""
        return self._descriptor is not None

    def __call__(self) -> str | None:
        """The next whole line, without its end; None if there is none yet."""
        if self._descriptor is not None and select.select([self._descriptor], [], [], 0)[0]:
            chunk = os.read(self._descriptor, _CHUNK_BYTES)
            self._unread += chunk
            if not chunk:
                self._descriptor = None
        line, end, rest = self._unread.partition(b"\n")
        if not end:
            self._unread = line[-_LONGEST_LINE_BYTES:]
            return None
        self._unread = rest
        return line.decode("utf-8", "replace").strip()


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
        self._released_at = now + (HOLD_SECONDS if line == "hold" else PRESS_SECONDS)
        return [Edge(Side.SOUTH.value, True, now)]


def _descriptor(stream: TextIO) -> int | None:
    """Return what can be read from, or None for a program that was started without any input."""
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None
