"""Detect short visits of individuals: put down, and taken up again by another hand.

Of a place that rose and fell again nothing is known at once: a hand presses like a cup. When an individual
lands elsewhere later, the samples say whether it may have been there before. That is certain where they show
its mass above the level just before or after, and possible where the place rose by most of it and fell by as
much. Other arrivals there, and hands that press all along, don't matter.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.individuals.trail import Sample, crossings, levels, means
from cupsboard.rules.places import Place

_COSTS = COSTS.individuals


@dataclass(frozen=True, slots=True)
class Visit:
    """The time from `came` to `left` in which an individual rested on a place, if it was one."""

    place: Place
    came: float
    left: float
    is_sure: bool
    is_open: bool = False
    """Whether its departure was not seen: something still presses there."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is searched for: a mass to within a tolerance, in samples that agree to `quiet_grams`."""

    grams: float
    within_grams: float
    quiet_grams: float
    period_seconds: float

    def is_shown_by(self, grams: float) -> bool:
        """Return whether a place that is heavier by `grams` bears the sought individual."""
        return abs(grams - self.grams) <= self.within_grams


def without(samples: Sequence[Sample], changes: Sequence[tuple[float, float]]) -> list[Sample]:
    """Return the samples less the known changes (time and grams), without those taken during a change."""
    times = [(time - _COSTS.before_step_seconds, time + _COSTS.step_shown_seconds) for time, _ in changes]
    return [
        (at, weight - sum(grams for time, grams in changes if time <= at))
        for at, weight in samples
        if not any(begin <= at <= end for begin, end in times)
    ]


def visit(
    place: Place, samples: Sequence[Sample], sought: Sought, soonest: float, *, is_open: bool
) -> Visit | None:
    """Return the time in which an individual may have stood on a place; None if it can't have.

    It can't have come before `soonest`; earlier samples show the weight without it. `is_open` says that the
    place still moves or bears an odd weight, so that its fall is not seen.
    """
    since = [sample for sample in samples if sample[0] >= soonest]
    return _shown(place, samples, sought, soonest) or _perhaps(place, since, sought, is_open=is_open)


def _shown(place: Place, samples: Sequence[Sample], sought: Sought, soonest: float) -> Visit | None:
    """Return the visit of an individual whose mass shows against the level just before or after."""
    found = levels(samples, sought.quiet_grams)
    late = PHYSICS.settling_conversions / 2 * sought.period_seconds
    for before, level, after in zip([None, *found], found, [*found[1:], None], strict=False):
        is_risen = before is not None and sought.is_shown_by(level.grams - before.grams)
        is_fallen = after is not None and sought.is_shown_by(level.grams - after.grams)
        if not is_risen and not is_fallen:
            continue
        if level.began < soonest or level.ended - level.began > _COSTS.moment_seconds:
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
    """Return the time for which the place was heavier by most of an individual than before and after."""
    grams = sought.grams
    risen = means([weight for _, weight in samples])
    if not risen:
        return None
    before = list(accumulate(risen, min))
    after = list(accumulate(reversed(risen), min))[::-1]
    seen = [mean - max(low, later) for mean, low, later in zip(risen, before, after, strict=True)]
    if is_open and max(seen) < _COSTS.risen_share * grams:
        after = [-math.inf] * len(after)
        seen = [mean - low for mean, low in zip(risen, before, strict=True)]
    best = max(range(len(seen)), key=seen.__getitem__)
    if seen[best] < _COSTS.risen_share * grams:
        return None
    began = max(start for start in range(best + 1) if risen[start] <= before[best] + _COSTS.low_share * grams)
    ends = (
        start for start in range(best, len(risen)) if risen[start] <= after[best] + _COSTS.low_share * grams
    )
    ended = next(ends, None)
    late = PHYSICS.settling_conversions / 2 * sought.period_seconds
    rising, falling = (
        samples[began:],
        samples[: None if ended is None else ended + PHYSICS.settling_conversions],
    )
    backwards = [(-time, weight) for time, weight in reversed(falling)]
    came = next(iter(crossings(rising, before[best] + grams / 2)), rising[0][0]) - late
    left = -next(iter(crossings(backwards, after[best] + grams / 2)), backwards[0][0]) - late
    return Visit(place, came, left, is_sure=False, is_open=ended is None)
