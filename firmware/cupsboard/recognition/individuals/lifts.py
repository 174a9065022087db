"""Detect a lift while it happens: a place's weight falls by most of an individual within three samples.

An HX711 answers a step by a cubic B-spline of four conversions: 4 % after one, 50 % after two, 96 % after
three. So of two samples in a row the first has fallen by some percent and the second by about half, at the
latest three conversions after the last touch: 37.5 ms at 80 samples a second. A single odd sample is no lift.
"""

import math
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise, takewhile

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.individuals.trail import Sample, Trail, crossings, means

_COSTS = COSTS.individuals

HALF_SETTLED_CONVERSIONS = PHYSICS.settling_conversions / 2
"""After this many conversions half of a step shows."""


@dataclass
class Course:
    """The samples of one place since it last lay still, and its level then."""

    period_seconds: float
    level_grams: float = 0.0
    lightest_grams: float | None = None
    trail: Trail = field(default_factory=Trail)
    _begun: float = -math.inf
    """Time of the last sample at which it lay still, which begins the course."""
    _is_told: bool = False

    def begin(self, level_grams: float, lightest_grams: float | None) -> None:
        """Start a course at a level; `lightest_grams` is None if no individual stands there."""
        self.level_grams, self.lightest_grams = level_grams, lightest_grams
        latest = self.trail.latest
        self._begun = -math.inf if latest is None else latest[0]
        self._is_told = False

    @property
    def begun(self) -> float:
        """Return since when the place has not lain still."""
        return self._begun

    @property
    def samples(self) -> list[Sample]:
        """Return all samples since the place lay still."""
        return self.trail.since(self._begun)

    def add(self, time: float, grams: float) -> bool:
        """Take a sample. Return whether it shows a lift that was not reported before."""
        latest = self.trail.latest
        before = self.level_grams if latest is None else latest[1]
        self.trail.add(time, grams)
        if self._is_told or self.lightest_grams is None:
            return False
        had_begun = self.level_grams - before >= _COSTS.begun_share * self.lightest_grams
        self._is_told = had_begun and self.level_grams - grams >= _COSTS.fallen_share * self.lightest_grams
        return self._is_told

    def fallen(self) -> float:
        """Return the largest fall of the weight (g) since the place last lay still."""
        highest, fallen = self.level_grams, 0.0
        for _, grams in self.samples:
            highest = max(highest, grams)
            fallen = max(fallen, highest - grams)
        return fallen

    def risen_after(self, begin: float) -> float:
        """Return the largest rise of the weight (g) after a time, since the place last lay still."""
        lowest, risen = self.level_grams if begin <= self._begun else math.inf, 0.0
        for time, grams in self.samples:
            if time >= begin:
                lowest = min(lowest, grams)
                risen = max(risen, grams - lowest)
        return risen

    def changed_at(self, change_grams: float, from_grams: float = 0.0) -> float:
        """Return when a step came: where half of it was seen, less the time that takes to show.

        `change_grams` is negative for a lift, of which the first fall counts, because fingers press before
        it. Of a landing the last rise counts, because it stays, unless the place rang for a moment from a
        hit. The step started `from_grams` above the level. Exact to one sample.
        """
        half = self.level_grams + from_grams + change_grams / 2
        sign = 1.0 if change_grams > 0 else -1.0
        found = samples[-1][0] if (samples := self.samples) else 0.0
        short_for = _COSTS.rung_samples
        for (before, short), (after, past) in pairwise(samples):
            if sign * short >= sign * half:
                short_for = 0
                continue
            short_for += 1
            if sign * half <= sign * past and short_for >= _COSTS.rung_samples:
                crossed = before + (half - short) / (past - short) * (after - before)
                found = crossed - HALF_SETTLED_CONVERSIONS * self.period_seconds
                if sign < 0:
                    break
        return found

    def lost_at(self, lost_grams: float, came_grams: float) -> float:
        """Return when something was lifted, whether or not the arrivals were already there."""
        return min(self.changed_at(-lost_grams), self.changed_at(-lost_grams, came_grams))

    def touched_at(self, lifted_at: float) -> float | None:
        """Return since when a hand pressed there before a lift; None if only as long as fingers close."""
        before = [sample for sample in self.samples if sample[0] <= lifted_at]
        pressed = takewhile(
            lambda sample: sample[1] >= self.level_grams + _COSTS.closing_grams, reversed(before)
        )
        since = min((time for time, _ in pressed), default=lifted_at)
        return since if lifted_at - since > _COSTS.closing_seconds else None

    def last_fall_at(self, lost_grams: float) -> float:
        """Return when the place last fell by at least half of `lost_grams` to its lowest weight."""
        samples = self.samples
        lowest = min(means([grams for _, grams in samples]), default=self.level_grams)
        backwards = [(-time, grams) for time, grams in reversed(samples)]
        risen = next(iter(crossings(backwards, lowest + lost_grams / 2)), None)
        if risen is None:
            return samples[-1][0] if samples else 0.0
        return -risen - HALF_SETTLED_CONVERSIONS * self.period_seconds

    def first_rise_at(self, come_grams: float) -> float:
        """Return when the place first rose by half of `come_grams` above its lowest weight before."""
        samples, lowest = self.samples, math.inf
        for time, grams in samples:
            lowest = min(lowest, grams)
            if grams - lowest >= come_grams / 2:
                return time - HALF_SETTLED_CONVERSIONS * self.period_seconds
        return samples[-1][0] if samples else 0.0

    def weights_between(self, began: float, ended: float) -> list[float]:
        """Return the weights from one time to another."""
        return [grams for time, grams in self.samples if began <= time <= ended]

    def weights_below(self, grams: float, since: float) -> list[float]:
        """Return the weights of the first stretch after a time in which they are at most `grams`."""
        later = dropwhile(lambda sample: sample[1] > grams, self.trail.since(since))
        return [weight for _, weight in takewhile(lambda sample: sample[1] <= grams, later)]

    def mean_between(self, began: float, ended: float, settled_samples: int, least: int) -> float | None:
        """Return the mean weight above the level between two steps; None with fewer than `least` samples.

        A step has settled `settled_samples` samples after it came.
        """
        begin = began + (settled_samples + 0.5) * self.period_seconds
        weights = [grams for time, grams in self.samples if begin <= time <= ended]
        if len(weights) < least:
            return None
        # Fingers let go of the first one meanwhile: the later half is of the cup alone.
        later = weights[len(weights) // 2 :] if len(weights) >= 2 * least else weights
        return sum(later) / len(later) - self.level_grams
