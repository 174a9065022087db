"""Ignore a second press right after the press that ended a turn: fingers that tap twice mean one press.

As a new press it would show the score, just when the lights have to say whose turn it is now.
"""

from cupsboard.referee.events import Ending, TurnEnded
from cupsboard.rules.places import Side


class SamePress:
    """Remembers whose press has ended a turn last, and when."""

    def __init__(self, seconds: float) -> None:
        """Treat presses within `seconds` after the end of the turn as the same press."""
        self._seconds = seconds
        self._ended: tuple[Side, float] | None = None

    def note(self, ended: TurnEnded[Side], now: float) -> None:
        """Record the end of a turn."""
        self._ended = (ended.side, now) if ended.how is Ending.PRESSED else None

    def is_meant(self, side: Side, time: float) -> bool:
        """Return whether a press, with no move begun, only repeats the one that ended the turn."""
        return self._ended is not None and side is self._ended[0] and time <= self._ended[1] + self._seconds
