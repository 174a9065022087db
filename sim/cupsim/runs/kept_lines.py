"""Results kept as lines of JSON in a file that only grows: read line by line, a torn end left out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cupsboard.formats import file_reading
from cupsboard.formats.file_reading import MOST_LINE_BYTES

from cupsim.errors import SimulatorError


def read_kept(path: Path, take: Callable[[Any], None], what: str, instead: str) -> int:
    """Give the data of each line to `take`; how many bytes are whole, before a line that a power cut tore.

    Raises SimulatorError where `take` raises ValueError, KeyError or TypeError: it says that a line is no
    `what`, and to name what to use `instead`. Raises OSError for a file that can't be read.
    """
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
