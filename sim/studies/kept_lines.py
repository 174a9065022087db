"""Results kept as lines of JSON in a file that only grows: read line by line, a torn end left out."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cupsboard.formats import file_reading
from cupsboard.formats.file_reading import MOST_LINE_BYTES
from cupsim.errors import SimulatorError


class KeptLines:
    """A file of results; what is torn at its end is cut off before something is added."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._whole_bytes: int | None = None
        """Up to where the file is whole, if its last line was being written when the plug was pulled."""

    def read(self, take: Callable[[Any], None], what: str, instead: str) -> None:
        """Give the data of each line to `take`; a file that isn't there has none.

        Raises SimulatorError where `take` raises ValueError, KeyError or TypeError: it says that a line is no
        `what`, and to name what to use `instead`. Raises OSError for a file that can't be read.
        """
        if not self._path.exists():
            return
        whole = _read(self._path, take, what, instead)
        if whole < self._path.stat().st_size:
            self._whole_bytes = whole

    def cut_torn_end(self) -> None:
        """Take away the line that was being written when the plug was pulled."""
        if self._whole_bytes is not None:
            os.truncate(self._path, self._whole_bytes)
            self._whole_bytes = None

    def add(self, data: object) -> None:
        """Add a line; it is on the disk when this returns."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self.cut_torn_end()
        with self._path.open("a", encoding="ascii") as file:
            file.write(json.dumps(data) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _read(path: Path, take: Callable[[Any], None], what: str, instead: str) -> int:
    """How many bytes are whole, before a line that a power cut tore."""
    whole = 0
    for number, line in enumerate(file_reading.lines(str(path)), start=1):
        is_too_long = len(line) > MOST_LINE_BYTES
        if line.startswith(b"{") and not line.endswith(b"\n") and not is_too_long:
            # Anything else at the end was not written here, and its file is not to be cut off.
            break
        try:
            take(None if is_too_long else json.loads(line))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise SimulatorError(
                f"{path}: line {number} is no {what}; take it out, or name {instead}"
            ) from None
        whole += len(line)
    return whole
