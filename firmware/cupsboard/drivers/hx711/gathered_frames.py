"""Frames of a table that lies still, sent some at a time, so that a board at rest is woken less often."""

from math import inf
from statistics import median

from cupsboard.scales.readings import Frame

GATHERED_SECONDS = 0.35
"""A frame is held back until the oldest that waits is that old: five travel together at 10 SPS, 29 at 80."""
QUIET_SECONDS = 5.0
"""How long no frame waits after a change: what the board decides by samples has come by then."""
MOVED_STEPS = 5.0
"""A reading that is off its level by this times the usual step, 4.8 standard deviations, has moved.

What moves by less is told half a second later at the most."""
LEVEL_READINGS = 16
"""A level is a mean over about this number of readings."""
GROWTH = 0.05
"""How much a larger step raises the usual one, and a smaller one lowers it, once the first few are known."""


class Level:
    """Where the readings of one cell lie (counts), and how large the step to the next reading usually is."""

    __slots__ = ("_counts", "_first_steps", "_latest", "_step")

    def __init__(self) -> None:
        self._counts = self._step = 0.0
        self._latest: int | None = None
        self._first_steps: list[int] = []

    def is_left_by(self, counts: int) -> bool:
        """Take one reading; return whether it has moved off the level, which then begins anew.

        The first one has.
        """
        latest, self._latest = self._latest, counts
        if latest is None:
            self._counts = counts
            return True
        self._learn(abs(counts - latest))
        off = counts - self._counts
        if abs(off) > MOVED_STEPS * self._step:
            self._counts = counts
            return True
        self._counts += off / LEVEL_READINGS
        return False

    def _learn(self, step: int) -> None:
        """Follow the median of the steps."""
        if len(self._first_steps) < LEVEL_READINGS:
            self._first_steps.append(step)
            usual = median(self._first_steps)
        else:
            usual = self._step * (1.0 + GROWTH if step > self._step else 1.0 - GROWTH)
        # A cell without any noise would leave its level with the first count of drift.
        self._step = max(1.0, usual)


class GatheredFrames:
    """Holds frames back while all cells stay on their levels; whatever moves sends all of them at once."""

    def __init__(self, cells: int) -> None:
        self._levels = [Level() for _ in range(cells)]
        self._held: list[Frame] = []
        self._moved_at = -inf

    def take(self, frame: Frame) -> tuple[Frame, ...]:
        """Take the newest frame; return those that are to be sent now, the oldest first."""
        for level, reading in zip(self._levels, frame.readings, strict=True):
            # A fault says nothing of the weight.
            if isinstance(reading, int) and level.is_left_by(reading):
                self._moved_at = frame.time
        self._held.append(frame)
        is_quiet = frame.time - self._moved_at > QUIET_SECONDS
        if is_quiet and frame.time - self._held[0].time < GATHERED_SECONDS:
            return ()
        sent, self._held = tuple(self._held), []
        return sent
