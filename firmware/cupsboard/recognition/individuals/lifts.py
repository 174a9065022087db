"""Detect a lift while it happens: a place's weight falls by most of an individual within three samples.

An HX711 answers a step by a cubic B-spline of four conversions: 4 % after one, 50 % after two, 96 % after
three. So of two samples in a row the first has fallen by some percent and the second by about half, at the
latest three conversions after the last touch: 37.5 ms at 80 samples a second. A single odd sample is no lift.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise, permutations, takewhile

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.individuals.trail import Sample, Trail, crossings, levels, means
from cupsboard.rules.places import Kind

_COSTS = COSTS.individuals

HALF_SETTLED_CONVERSIONS = PHYSICS.settling_conversions / 2
"""Number of conversions after a weight step until half of the step shows."""


@dataclass
class Course:
    """The samples of one place since it last lay still or a lift from it was recorded.

    `level_grams` is the weight from which the course starts. `lightest_grams` is the mass of the lightest
    individual on the place; None if it holds none. `period_seconds` is the time between two samples.
    """

    period_seconds: float
    level_grams: float = 0.0
    lightest_grams: float | None = None
    trail: Trail = field(default_factory=Trail)
    begun: float = -math.inf
    """Time of the newest sample when the course began; negative infinity if there was none yet."""
    _is_told: bool = False

    def begin(self, level_grams: float, lightest_grams: float | None) -> None:
        """Start a new course at the weight `level_grams`, from the newest sample on.

        `lightest_grams` is the mass of the lightest individual on the place; None if it holds none.
        """
        self.level_grams, self.lightest_grams = level_grams, lightest_grams
        latest = self.trail.latest
        self.begun = -math.inf if latest is None else latest[0]
        self._is_told = False

    @property
    def samples(self) -> list[Sample]:
        """Return all samples since the course began."""
        return self.trail.since(self.begun)

    def add(self, time: float, grams: float) -> bool:
        """Add a sample of `grams` at `time` (in seconds). Return whether it shows a lift.

        A lift shows when the weight has fallen by most of the lightest individual's mass; it is reported once
        in a course.
        """
        latest = self.trail.latest
        before = self.level_grams if latest is None else latest[1]
        self.trail.add(time, grams)
        if self._is_told or self.lightest_grams is None:
            return False
        had_begun = self.level_grams - before >= _COSTS.begun_share * self.lightest_grams
        self._is_told = had_begun and self.level_grams - grams >= _COSTS.fallen_share * self.lightest_grams
        return self._is_told

    def fallen(self) -> float:
        """Return the largest fall of the weight in grams since the course began."""
        highest, fallen = self.level_grams, 0.0
        for _, grams in self.samples:
            highest = max(highest, grams)
            fallen = max(fallen, highest - grams)
        return fallen

    def risen_after(self, begin: float) -> float:
        """Return the largest rise of the weight in grams in this course, from the time `begin` on."""
        lowest, risen = self.level_grams if begin <= self.begun else math.inf, 0.0
        for time, grams in self.samples:
            if time >= begin:
                lowest = min(lowest, grams)
                risen = max(risen, grams - lowest)
        return risen

    def changed_at(self, change_grams: float, from_grams: float = 0.0) -> float:
        """Return the time of a weight step of `change_grams` (negative for a lift).

        The step started `from_grams` above the weight from which the course started. Its time is when the
        weight crossed half of the step, less the delay of the reading; exact to one sample. For a lift the
        first crossing counts, because fingers press before it. For a landing the last one counts, because the
        weight stays; a dip shorter than the ringing of a cell is ignored. If the weight never crossed, this
        is the time of the newest sample.
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
        """Return the earliest time at which `lost_grams` may have been lifted from the place.

        The lift may have been before or after the arrival of `came_grams`; see `changed_at`.
        """
        return min(self.changed_at(-lost_grams), self.changed_at(-lost_grams, came_grams))

    def touched_at(self, lifted_at: float) -> float | None:
        """Return the time from which a hand pressed without a break until the lift at `lifted_at`.

        None if it pressed on the place no longer than fingers need to close round a cup, because such a short
        press cannot hide an earlier lift.
        """
        before = [sample for sample in self.samples if sample[0] <= lifted_at]
        pressed = takewhile(
            lambda sample: sample[1] >= self.level_grams + _COSTS.closing_grams, reversed(before)
        )
        since = min((time for time, _ in pressed), default=lifted_at)
        return since if lifted_at - since > _COSTS.closing_seconds else None

    def last_fall_at(self, lost_grams: float) -> float:
        """Return the time at which the weight last fell to less than half of `lost_grams` above its lowest.

        The lowest weight is that of this course. The delay of the reading is subtracted. If there was no such
        fall, this is the time of the newest sample.
        """
        samples = self.samples
        lowest = min(means([grams for _, grams in samples]), default=self.level_grams)
        backwards = [(-time, grams) for time, grams in reversed(samples)]
        risen = next(iter(crossings(backwards, lowest + lost_grams / 2)), None)
        if risen is None:
            return samples[-1][0] if samples else 0.0
        return -risen - HALF_SETTLED_CONVERSIONS * self.period_seconds

    def first_rise_at(self, come_grams: float) -> float:
        """Return the time at which the weight first rose by half of `come_grams` above its lowest so far.

        Only this course counts. The delay of the reading is subtracted. If there was no such rise, this is
        the time of the newest sample.
        """
        samples, lowest = self.samples, math.inf
        for time, grams in samples:
            lowest = min(lowest, grams)
            if grams - lowest >= come_grams / 2:
                return time - HALF_SETTLED_CONVERSIONS * self.period_seconds
        return samples[-1][0] if samples else 0.0

    def weights_between(self, began: float, ended: float) -> list[float]:
        """Return the weights of this course from the time `began` to the time `ended`."""
        return [grams for time, grams in self.samples if began <= time <= ended]

    def weights_below(self, grams: float, since: float) -> list[float]:
        """Return the weights of the first run of samples that are at most `grams`.

        Only samples from the time `since` on count. Empty if none of them is that light.
        """
        later = dropwhile(lambda sample: sample[1] > grams, self.trail.since(since))
        return [weight for _, weight in takewhile(lambda sample: sample[1] <= grams, later)]

    def mean_between(self, began: float, ended: float, settled_samples: int, least: int) -> float | None:
        """Return the mean weight between two steps, less the weight from which the course started.

        The steps were at the times `began` and `ended`; the first has settled `settled_samples` samples
        later. None if fewer than `least` samples lie between. With twice as many only the later half counts,
        because fingers may still touch the cup in the first half.
        """
        begin = began + (settled_samples + 0.5) * self.period_seconds
        weights = [grams for time, grams in self.samples if begin <= time <= ended]
        if len(weights) < least:
            return None
        # Fingers let go of the first one meanwhile: the later half is of the cup alone.
        later = weights[len(weights) // 2 :] if len(weights) >= 2 * least else weights
        return sum(later) / len(later) - self.level_grams


def arrivals(
    course: Course, grams: Mapping[Kind, float], burden_grams: float, within_grams: float, quiet_grams: float
) -> Mapping[Kind, tuple[float, float]]:
    """Return the earliest and latest time at which each individual in `grams` came to a place.

    `course` holds the place's samples since it last lay still, `grams` the mass of each individual.
    `burden_grams` is what else the place bears beyond its last still weight; negative if other individuals
    have left it. A weight matches to within `within_grams`. Samples of an untouched place differ by
    `quiet_grams` at most.

    If the weights show which of two individuals came first, the two times of each are equal. Otherwise, and
    for more than two, all individuals have the same bounds.
    """
    alone = {kind: course.changed_at(mass, burden_grams) for kind, mass in grams.items()}
    if len(grams) == 1:
        ((kind, came),) = alone.items()
        whole = course.level_grams + burden_grams + grams[kind]
        return {kind: _not_before(course, came, whole, within_grams, quiet_grams)}
    if len(grams) == 2 and (times := _in_order(course, grams, alone)):
        return {kind: (time, time) for kind, time in times.items()}
    first, last = min(alone.values(), default=0.0), max(alone.values(), default=0.0)
    return dict.fromkeys(grams, (first, last))


def _not_before(
    course: Course, came: float, whole: float, within_grams: float, quiet_grams: float
) -> tuple[float, float]:
    """Return the bounds of when a place came to weigh `whole`; another thing may have stood there before.

    The individual came after the place lay quiet without it, and before it lay quiet with it.
    """
    earliest, rising = came, [sample for sample in course.samples if sample[0] >= came]
    for level in levels(rising, quiet_grams):
        if abs(level.grams - whole) <= within_grams:
            is_known = earliest == came and level.began - came <= _COSTS.calming_seconds
            return earliest, came if is_known else level.began
        if level.grams < whole:
            # A place that weighs more may have it already, under a hand.
            earliest = level.ended
    return earliest, max(earliest, rising[-1][0] if rising else came)


def _in_order(
    course: Course, grams: Mapping[Kind, float], alone: Mapping[Kind, float]
) -> Mapping[Kind, float] | None:
    """Return the times of two individuals; None if the weights don't show which came first."""
    found = []
    for first, second in permutations(grams):
        began, ended = alone[first], course.changed_at(grams[second], grams[first])
        level = course.mean_between(began, ended, PHYSICS.settling_conversions, _COSTS.ringing_samples)
        allowed = _COSTS.level_grams + _COSTS.level_share * grams[first]
        off = None if level is None else abs(level - grams[first]) / allowed
        found.append((off, {first: began, second: ended}))
    (off, times), (other_off, other_times) = found
    if off is not None and off <= 1 and (other_off is None or other_off >= 3):
        return times
    if other_off is not None and other_off <= 1 and (off is None or off >= 3):
        return other_times
    return None
