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
from cupsboard.recognition.individuals.trail import SETTLED_SAMPLES, Sample, crossings, level_of, means
from cupsboard.rules.places import Place

RISEN_SHARE = 0.6
"""A place that rose by so much of an individual, in the mean of four samples, may have had it for a moment:
of what stands for 50 ms that mean shows seven eighths, and less if it is pulled up slowly."""
_BEFORE_SECONDS, _SHOWN_SECONDS = 0.02, 0.075
"""A step is timed to a sample and a half, and shows in four conversions."""
_LOW_SHARE = 0.2
"""A place weighs as without an individual if it weighs less than so much of it more."""
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


def visit(place: Place, samples: Sequence[Sample], sought: Sought, *, is_open: bool) -> Visit | None:
    """The time that an individual may have stood there, by the samples of a while.

    Of a place that `is_open` (it moves yet, or bears something odd) nobody sees that it fell.
    """
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
    return _between(place, samples, began, ended, (before[best], after[best]), sought)


def _between(
    place: Place,
    samples: Sequence[Sample],
    began: int,
    ended: int | None,
    lows: tuple[float, float],
    sought: Sought,
) -> Visit:
    """The visit after the mean from one sample on, and before that from another, if it was seen to end."""
    late = PHYSICS.settling_conversions / 2 * sought.period_seconds
    rising, falling = samples[began:], samples[: None if ended is None else ended + SETTLED_SAMPLES]
    came = next(iter(crossings(rising, lows[0] + sought.grams / 2)), rising[0][0]) - late
    backwards = [(-time, weight) for time, weight in reversed(falling)]
    left = -next(iter(crossings(backwards, lows[1] + sought.grams / 2)), backwards[0][0]) - late
    earlier = [weight for time, weight in reversed(samples) if time <= came]
    there = [weight for time, weight in samples if came < time <= left + late]
    later = [weight for time, weight in samples if time >= left + 2 * late]
    before, between, after = (level_of(weights, sought.quiet_grams) for weights in (earlier, there, later))
    is_sure = ended is not None and any(
        level is not None and between is not None and sought.is_shown_by(between - level)
        for level in (before, after)
    )
    return Visit(place, came, left, is_sure, ended is None)
