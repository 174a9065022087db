"""What a server may write into the log: no mistakes of callers, not its own end, its faults a few times."""

import logging
from asyncio import CancelledError
from threading import Lock
from time import monotonic

LINES_AT_ONCE = 5
SECONDS_A_LINE = 600.0
"""After the first lines, one more in so long: nobody in the network may fill a board's card."""

ENDING = "Cancel %s running task(s)"
"""So begins what uvicorn says when it ends before an answer was finished."""


class RateLimitedLog(logging.Filter):
    """Lets few records through."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._left = float(LINES_AT_ONCE)
        self._at = monotonic()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this record is written."""
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, UnicodeDecodeError):
            # A viewer sent what is no text; its connection ends, and that is all there is to it.
            return False
        if isinstance(fault, CancelledError) or str(record.msg).startswith(ENDING):
            # The server was told to end while it worked for a page.
            return False
        with self._lock:
            now = monotonic()
            self._left = min(LINES_AT_ONCE, self._left + (now - self._at) / SECONDS_A_LINE)
            self._at = now
            if self._left < 1.0:
                return False
            self._left -= 1.0
            return True
