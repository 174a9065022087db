"""A lift, seen as it happens: the weight of a place falls by most of an individual within three samples.

An HX711 answers a step by a cubic B-spline of four conversions: 4 % after one, 50 % after two, 96 % after
three. So of two samples in a row the first has fallen by some percent and the second by about half at the
latest three conversions after the last touch: 37.5 ms at 80 samples a second. A single odd sample is none.
"""

import math
from collections import deque
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise

from cupsboard.numbers import PHYSICS

BEGUN_SHARE, FALLEN_SHARE = 0.035, 0.45
"""Of the lightest individual there; a hundredth of it is above the noise of any board that may play."""
HALF_SETTLED_CONVERSIONS = PHYSICS.settling_conversions / 2
"""So long after a step half of it shows."""
RUNG_SAMPLES = 3
"""A cell that rings under what hit it swings back for fewer samples."""
_SAMPLES_KEPT = 1600
"""Twenty seconds at 80 a second: who holds a cup over its place for longer is timed from there."""


@dataclass
class Course:
    """The samples of one place since it last lay still, and the level it lay at."""

    period_seconds: float
    level_grams: float = 0.0
    lightest_grams: float | None = None
    _samples: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=_SAMPLES_KEPT))
    _is_told: bool = False

    def begin(self, level_grams: float, lightest_grams: float | None) -> None:
        """The place lies still at a level; nothing stands there if there is no lightest one."""
        self.level_grams, self.lightest_grams = level_grams, lightest_grams
        while len(self._samples) > 1:
            self._samples.popleft()
        self._is_told = False

    def add(self, time: float, grams: float) -> bool:
        """Take a sample; whether it shows a lift that was not told before."""
        before = self._samples[-1][1] if self._samples else self.level_grams
        self._samples.append((time, grams))
        if self._is_told or self.lightest_grams is None:
            return False
        had_begun = self.level_grams - before >= BEGUN_SHARE * self.lightest_grams
        self._is_told = had_begun and self.level_grams - grams >= FALLEN_SHARE * self.lightest_grams
        return self._is_told

    def changes(self) -> list[tuple[float, float]]:
        """What the place weighed more than its level, in grams at each time."""
        return [(time, grams - self.level_grams) for time, grams in self._samples]

    def extremes(self) -> tuple[float, float]:
        """By how much the weight has risen at most since it last lay still, and fallen, in grams."""
        lowest = highest = self.level_grams
        risen = fallen = 0.0
        for _, grams in self._samples:
            lowest, highest = min(lowest, grams), max(highest, grams)
            risen, fallen = max(risen, grams - lowest), max(fallen, highest - grams)
        return risen, fallen

    def risen_after(self, begin: float) -> float:
        """By how much the weight has risen at most after a time."""
        lowest, risen = math.inf, 0.0
        for time, grams in self._samples:
            if time >= begin:
                lowest = min(lowest, grams)
                risen = max(risen, grams - lowest)
        return risen

    def changed_at(self, change_grams: float, from_grams: float = 0.0) -> float:
        """When a step came: where half of it was seen, less the time that takes to show.

        `change_grams` is negative for what was lifted, of which the first fall counts: fingers press before
        it. Of what landed the last rise counts, for it stays, unless the place only rang for a moment as
        something hit it. It came on top of `from_grams` more than the level. To a sample's length.
        """
        half = self.level_grams + from_grams + change_grams / 2
        sign = 1.0 if change_grams > 0 else -1.0
        found = self._samples[-1][0] if self._samples else 0.0
        short_for = RUNG_SAMPLES
        for (before, short), (after, past) in pairwise(self._samples):
            if sign * short >= sign * half:
                short_for = 0
                continue
            short_for += 1
            if sign * half <= sign * past and short_for >= RUNG_SAMPLES:
                crossed = before + (half - short) / (past - short) * (after - before)
                found = crossed - HALF_SETTLED_CONVERSIONS * self.period_seconds
                if sign < 0:
                    break
        return found

    def lost_at(self, lost_grams: float, came_grams: float) -> float:
        """When something was lifted, whether what came to the same place was there by then or not."""
        return min(self.changed_at(-lost_grams), self.changed_at(-lost_grams, came_grams))

    def since_lost(self, time: float, lost_grams: float) -> list[tuple[float, float]]:
        """What the place weighed more than without what was lifted at a time, since that showed.

        It may have been put down there once more, and taken up at once by another hand.
        """
        level = self.level_grams - lost_grams
        later = [(at, grams - level) for at, grams in self._samples if at > time]
        return list(dropwhile(lambda sample: sample[1] >= lost_grams / 2, later))

    def mean_between(self, began: float, ended: float, settled_samples: int, least: int) -> float | None:
        """How much more than its level a place weighed in the mean between two steps; None for a moment.

        A step has settled so many samples after it came.
        """
        begin = began + (settled_samples + 0.5) * self.period_seconds
        weights = [grams for time, grams in self._samples if begin <= time <= ended]
        if len(weights) < least:
            return None
        # Fingers let go of the first one meanwhile: the later half is of the cup alone.
        later = weights[len(weights) // 2 :] if len(weights) >= 2 * least else weights
        return sum(later) / len(later) - self.level_grams
