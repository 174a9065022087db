"""A lift, seen as it happens: the weight of a place falls by most of an individual within three samples.

An HX711 answers a step by a cubic B-spline of four conversions: 4 % after one, 50 % after two, 96 % after
three. So of two samples in a row the first has fallen by some percent and the second by about half at the
latest three conversions after the last touch: 37.5 ms at 80 samples a second. A single odd sample is none.
"""

import math
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise, takewhile

from cupsboard.numbers import PHYSICS
from cupsboard.recognition.individuals.trail import Sample, Trail, crossings, means

BEGUN_SHARE, FALLEN_SHARE = 0.035, 0.45
"""Of the lightest individual there; a hundredth of it is above the noise of any board that may play."""
HALF_SETTLED_CONVERSIONS = PHYSICS.settling_conversions / 2
"""So long after a step half of it shows."""
RUNG_SAMPLES = 3
"""A cell that rings under what hit it swings back for fewer samples."""


PRESSED_GRAMS, CLOSING_SECONDS = 2.0, 0.25
"""Fingers that close round a cup press on its place too, and for no longer; a hand that rests there may hide
that it went."""


@dataclass
class Course:
    """The samples of one place since it last lay still, and the level it lay at."""

    period_seconds: float
    level_grams: float = 0.0
    lightest_grams: float | None = None
    trail: Trail = field(default_factory=Trail)
    _begun: float = -math.inf
    """The latest sample of when it lay still is the first of the course."""
    _is_told: bool = False

    def begin(self, level_grams: float, lightest_grams: float | None) -> None:
        """The place lies still at a level; nothing stands there if there is no lightest one."""
        self.level_grams, self.lightest_grams = level_grams, lightest_grams
        latest = self.trail.latest
        self._begun = -math.inf if latest is None else latest[0]
        self._is_told = False

    @property
    def begun(self) -> float:
        """Since when the place has not lain still."""
        return self._begun

    @property
    def samples(self) -> list[Sample]:
        """All samples since the place lay still."""
        return self.trail.since(self._begun)

    def add(self, time: float, grams: float) -> bool:
        """Take a sample; whether it shows a lift that was not told before."""
        latest = self.trail.latest
        before = self.level_grams if latest is None else latest[1]
        self.trail.add(time, grams)
        if self._is_told or self.lightest_grams is None:
            return False
        had_begun = self.level_grams - before >= BEGUN_SHARE * self.lightest_grams
        self._is_told = had_begun and self.level_grams - grams >= FALLEN_SHARE * self.lightest_grams
        return self._is_told

    def fallen(self) -> float:
        """By how much the weight has fallen at most since the place last lay still, in grams."""
        highest, fallen = self.level_grams, 0.0
        for _, grams in self.samples:
            highest = max(highest, grams)
            fallen = max(fallen, highest - grams)
        return fallen

    def risen_after(self, begin: float) -> float:
        """By how much the weight has risen at most after a time, since the place last lay still."""
        lowest, risen = self.level_grams if begin <= self._begun else math.inf, 0.0
        for time, grams in self.samples:
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
        found = samples[-1][0] if (samples := self.samples) else 0.0
        short_for = RUNG_SAMPLES
        for (before, short), (after, past) in pairwise(samples):
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

    def touched_at(self, lifted_at: float) -> float | None:
        """Since when somebody pressed there before it fell, if for longer than fingers that close."""
        before = [sample for sample in self.samples if sample[0] <= lifted_at]
        pressed = takewhile(lambda sample: sample[1] >= self.level_grams + PRESSED_GRAMS, reversed(before))
        since = min((time for time, _ in pressed), default=lifted_at)
        return since if lifted_at - since > CLOSING_SECONDS else None

    def last_fall_at(self, lost_grams: float) -> float:
        """When the place fell for the last time by most of this to where it lies now."""
        samples = self.samples
        lowest = min(means([grams for _, grams in samples]), default=self.level_grams)
        backwards = [(-time, grams) for time, grams in reversed(samples)]
        risen = next(iter(crossings(backwards, lowest + lost_grams / 2)), None)
        if risen is None:
            return samples[-1][0] if samples else 0.0
        return -risen - HALF_SETTLED_CONVERSIONS * self.period_seconds

    def first_rise_at(self, come_grams: float) -> float:
        """When the place first rose by most of this from whatever it weighed least before."""
        samples, lowest = self.samples, math.inf
        for time, grams in samples:
            lowest = min(lowest, grams)
            if grams - lowest >= come_grams / 2:
                return time - HALF_SETTLED_CONVERSIONS * self.period_seconds
        return samples[-1][0] if samples else 0.0

    def weights_between(self, began: float, ended: float) -> list[float]:
        """What the place weighed from one time to another."""
        return [grams for time, grams in self.samples if began <= time <= ended]

    def weights_below(self, grams: float, since: float) -> list[float]:
        """What it weighed since a time, from when that was less than `grams` until it was more."""
        later = dropwhile(lambda sample: sample[1] > grams, self.trail.since(since))
        return [weight for _, weight in takewhile(lambda sample: sample[1] <= grams, later)]

    def mean_between(self, began: float, ended: float, settled_samples: int, least: int) -> float | None:
        """How much more than its level a place weighed in the mean between two steps; None for a moment.

        A step has settled so many samples after it came.
        """
        begin = began + (settled_samples + 0.5) * self.period_seconds
        weights = [grams for time, grams in self.samples if begin <= time <= ended]
        if len(weights) < least:
            return None
        # Fingers let go of the first one meanwhile: the later half is of the cup alone.
        later = weights[len(weights) // 2 :] if len(weights) >= 2 * least else weights
        return sum(later) / len(later) - self.level_grams
