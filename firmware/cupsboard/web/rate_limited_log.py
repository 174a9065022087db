"""What a server may write into the log: no caller's mistakes, and a fault of its own a few times."""

import logging
from threading import Lock
from time import monotonic

LINES_AT_ONCE = 5
SECONDS_A_LINE = 600.0
"""After the first lines, one more in so long: nobody in the network may fill a board's card."""


class RateLimitedLog(logging.Filter):
    """Lets few records through."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._left = float(LINES_AT_ONCE)
        self._at = monotonic()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this record is written."""
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            # A viewer sent what is no text; its connection ends, and that is all there is to it.
            return False
        with self._lock:
            now = monotonic()
            self._left = min(LINES_AT_ONCE, self._left + (now - self._at) / SECONDS_A_LINE)
            self._at = now
            if self._left < 1.0:
                return False
            self._left -= 1.0
            return True
