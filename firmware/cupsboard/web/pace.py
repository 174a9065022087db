"""How fast another end may go, and how often a log may repeat itself; time is passed in."""

import logging
from asyncio import CancelledError
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class Pace:
    """A budget of `most` at once and `a_second` more each second; below 0 it is a debt."""

    a_second: float
    most: float
    left: float
    at: float

    @classmethod
    def begun(cls, a_second: float, most: float, now: float) -> "Pace":
        """Return a full budget; `now` is in seconds."""
        return cls(a_second, most, most, now)

    def spent(self, cost: float, now: float) -> "Pace":
        """Return the budget after an act of this cost."""
        return replace(self, left=self._left(now) - cost, at=now)

    def debt_seconds(self, now: float) -> float:
        """Return after how many seconds the budget is no debt any more; 0 where it is none."""
        return max(0.0, -self._left(now) / self.a_second)

    def is_full(self, now: float) -> bool:
        """Return whether nothing of what was spent counts any more."""
        return self._left(now) >= self.most

    def _left(self, now: float) -> float:
        return min(self.most, self.left + (now - self.at) * self.a_second)
