"""Detect times in which the buttons were not read: the computer stalled, and gestures are unknown."""

UNWATCHED_SECONDS = 0.45
"""A longer pause between two looks is such a time. A tap of 0.3 s with a pause of this length is still
shorter than a hold. The loop looks every 0.03 s, steps the core every 0.27 s or sooner, and after a stall
for the last look before it; computers have stalled for 4 and 7 s while an SD card was busy."""


class Watch:
    """Detects that the buttons were not read for a time, by the times of its calls."""

    def __init__(self) -> None:
        self._last: float | None = None

    def has_lapsed(self, now: float) -> bool:
        """Record that the buttons were read at `now` (s); return whether the pause before that was too long.

        Gestures in a pause of more than `UNWATCHED_SECONDS` are unknown. Return False for the first reading.
        """
        last, self._last = self._last, now
        return last is not None and now - last > UNWATCHED_SECONDS
