"""Individuals that stood somewhere for a moment: put down, and taken up again by another hand.

Of a place that rose and fell again nobody knows at once what it was: a hand presses like a cup. When an
individual lands elsewhere later, the samples say whether it may have been there before: for certain, where
they show its very mass above what lay there just before or after, and perhaps, where the place rose by most
of it and fell by as much. It doesn't matter for that what else came and went there, or who pressed all along.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from cupsboard.numbers import PHYSICS
from cupsboard.recognition.individuals.trail import SETTLED_SAMPLES, Sample, crossings, levels, means
from cupsboard.rules.places import Place

RISEN_SHARE = 0.6
"""A place that rose by so much of an individual, in the mean of four samples, may have had it for a moment:
of what stands for 50 ms that mean shows seven eighths, and less if it is pulled up slowly."""
_BEFORE_SECONDS, _SHOWN_SECONDS = 0.02, 0.075
"""A step is timed to a sample and a half, and shows in four conversions."""
_LOW_SHARE = 0.2
"""A place weighs as without an individual if it weighs less than so much of it more."""
MOMENT_SECONDS = 0.5
"""A place that lies quiet for so long has been looked at more closely than its samples are here."""
LEAST_CARRY_SECONDS = 0.12
"""No hand has a cup on another place sooner: half of what Fitts's law gives for 10 cm, up and down."""
LEAST_STAND_SECONDS = 0.03
"""Nor does another hand take it sooner after it landed: closing round it takes some 90 ms, of which the other
may have begun when it came."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Something stood on a place from `came` to `left`, as far as it was such an individual."""

    place: Place
    came: float
    left: float
    is_sure: bool
    is_open: bool = False
    """Whether nobody has seen that it left: something presses there still."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for: so many grams, to within so many, in samples that agree so closely."""

    grams: float
    within_grams: float
    quiet_grams: float
    period_seconds: float

    def is_shown_by(self, grams: float) -> bool:
        """Whether a place that weighs so much more has it."""
        return abs(grams - self.grams) <= self.within_grams


def without(samples: Sequence[Sample], changes: Sequence[tuple[float, float]]) -> list[Sample]:
    """The samples less what is known to have come at each time, or gone; but those that show how it did."""
    times = [(time - _BEFORE_SECONDS, time + _SHOWN_SECONDS) for time, _ in changes]
    return [
        (at, weight - sum(grams for time, grams in changes if time <= at))
        for at, weight in samples
        if not any(begin <= at <= end for begin, end in times)
    ]


def visit(
    place: Place, samples: Sequence[Sample], sought: Sought, soonest: float, *, is_open: bool
) -> Visit | None:
    """The time that an individual may have stood there, by the samples of a while.

    It can't have come before `soonest`; samples from just before show what lay there without it. Of a place
    that `is_open` (it moves yet, or bears something odd) nobody sees that it fell.
    """
    since = [sample for sample in samples if sample[0] >= soonest]
    return _shown(place, samples, sought, soonest) or _perhaps(place, since, sought, is_open=is_open)


def _shown(place: Place, samples: Sequence[Sample], sought: Sought, soonest: float) -> Visit | None:
    """The visit of an individual that the place was seen to weigh more by than just before, or just after."""
    found = levels(samples, sought.quiet_grams)
    late = PHYSICS.settling_conversions / 2 * sought.period_seconds
    for before, level, after in zip([None, *found], found, [*found[1:], None], strict=False):
        is_risen = before is not None and sought.is_shown_by(level.grams - before.grams)
        is_fallen = after is not None and sought.is_shown_by(level.grams - after.grams)
        if not is_risen and not is_fallen:
            continue
        if level.began < soonest or level.ended - level.began > MOMENT_SECONDS:
            # What weighs as much lay there already, or so long that it was looked at, and found to be no cup.
            continue
        half = level.grams - sought.grams / 2
        rising = [sample for sample in samples if sample[0] <= level.began]
        falling = [(-time, weight) for time, weight in reversed(samples) if time >= level.ended]
        came = crossings(rising, half)[-1:] or [level.began]
        left = [-time for time in crossings(falling, half)[-1:]] if is_fallen else [level.ended]
        return Visit(place, came[0] - late, left[0] - late, is_sure=True, is_open=after is None)
    return None


def _perhaps(place: Place, samples: Sequence[Sample], sought: Sought, *, is_open: bool) -> Visit | None:
    """The time for which the place was higher by most of an individual than before and after."""
    grams = sought.grams
    risen = means([weight for _, weight in samples])
    if not risen:
        return None
    before = list(accumulate(risen, min))
    after = list(accumulate(reversed(risen), min))[::-1]
    seen = [mean - max(low, later) for mean, low, later in zip(risen, before, after, strict=True)]
    if is_open and max(seen) < RISEN_SHARE * grams:
        after = [-math.inf] * len(after)
        seen = [mean - low for mean, low in zip(risen, before, strict=True)]
    best = max(range(len(seen)), key=seen.__getitem__)
    if seen[best] < RISEN_SHARE * grams:
        return None
    began = max(start for start in range(best + 1) if risen[start] <= before[best] + _LOW_SHARE * grams)
    ends = (start for start in range(best, len(risen)) if risen[start] <= after[best] + _LOW_SHARE * grams)
    ended = next(ends, None)
    late = PHYSICS.settling_conversions / 2 * sought.period_seconds
    rising, falling = samples[began:], samples[: None if ended is None else ended + SETTLED_SAMPLES]
    backwards = [(-time, weight) for time, weight in reversed(falling)]
    came = next(iter(crossings(rising, before[best] + grams / 2)), rising[0][0]) - late
    left = -next(iter(crossings(backwards, after[best] + grams / 2)), backwards[0][0]) - late
    return Visit(place, came, left, is_sure=False, is_open=ended is None)
