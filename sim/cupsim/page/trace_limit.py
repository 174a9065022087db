"""The trace of an evening, and a bound for what it may fill of a disk."""

from collections.abc import Callable
from io import FileIO
from pathlib import Path

from cupsboard.session.replay import Tracer
from cupsboard.session.trace import TraceHeader, TraceWriter

LARGEST_TRACE_BYTES = 100_000_000
"""An evening of several hours; a board that is forgotten overnight does not fill the disk."""


class EveningTrace:
    """A file that begins anew with every board that is switched on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: FileIO | None = None

    def begin(self, header: TraceHeader) -> Tracer:
        """Begin the file anew; what comes back is to listen to the board's loop."""
        self.end()
        self._file = self._path.open("wb", buffering=0)
        return Tracer(TraceWriter(limited(self._file.write, LARGEST_TRACE_BYTES), header))

    def end(self) -> None:
        """Write no more."""
        if self._file is not None:
            self._file.close()


def limited(write: Callable[[bytes], object], most_bytes: int) -> Callable[[bytes], object]:
    """Write until there is enough: what was written stays a whole trace."""
    left = most_bytes

    def writing(data: bytes) -> None:
        nonlocal left
        if len(data) <= left:
            left -= len(data)
            write(data)
        else:
            left = 0

    return writing
