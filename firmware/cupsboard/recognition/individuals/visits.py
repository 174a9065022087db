"""Detect short visits of individuals: put down, and taken up again by another hand.

Of a place that rose and fell again nothing is known at once: a hand presses like a cup. When an individual
lands elsewhere later, the samples say whether it may have been there before. That is certain where they show
its mass above the level just before or after, and possible where the place rose by most of it and fell by as
much. Other arrivals there, and hands that press all along, don't matter. `journey` makes of them the way of
an individual from its lift to its landing.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.individuals.happenings import Happening, Landed, Lifted
from cupsboard.recognition.individuals.trail import Sample, crossings, levels, means
from cupsboard.rules.places import Place

_COSTS = COSTS.individuals


@dataclass(frozen=True, slots=True)
class Visit:
    """The period from `came` to `left` (in seconds) in which an individual rested on `place`.

    Unless `is_sure`, a hand may have pressed on the place instead.
    """

    place: Place
    came: float
    left: float
    is_sure: bool
    is_open: bool = False
    """Whether the end of the visit was not seen: the place still moves or bears an odd weight."""


@dataclass(frozen=True, slots=True)
class Sought:
    """The individual to search for: a mass of `grams` to within `within_grams`.

    Samples of an untouched place differ by `quiet_grams` at most and are `period_seconds` apart.
    """

    grams: float
    within_grams: float
    quiet_grams: float
    period_seconds: float

    def is_shown_by(self, grams: float) -> bool:
        """Return whether a place that became heavier by `grams` bears the sought individual."""
        return abs(grams - self.grams) <= self.within_grams


def without(samples: Sequence[Sample], changes: Sequence[tuple[float, float]]) -> list[Sample]:
    """Return the samples with the weight of the known `changes` subtracted.

    Each change is a time in seconds and what it added in grams. Samples taken during a change are left out.
    """
    times = [(time - _COSTS.before_step_seconds, time + _COSTS.step_shown_seconds) for time, _ in changes]
    return [
        (at, weight - sum(grams for time, grams in changes if time <= at))
        for at, weight in samples
        if not any(begin <= at <= end for begin, end in times)
    ]


def visit(
    place: Place, samples: Sequence[Sample], sought: Sought, soonest: float, *, is_open: bool
) -> Visit | None:
    """Return the visit that the individual `sought` may have made to `place`; None if it can't have.

    The visit can't have begun before `soonest` (in seconds). Earlier samples show the weight without the
    individual. `is_open` says that the place still moves or bears an odd weight, so that the fall at the end
    of the visit may not have been seen.
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


def journey(
    lifted: Lifted, place: Place, time: float, latest: float, visits: Iterable[Visit]
) -> list[Happening]:
    """Return the events of an individual after its lift, `lifted`, up to its landing on `place`.

    The landing was between `time` and `latest` (in seconds). `visits` are the individual's possible short
    visits to other places. A certain visit becomes a landing and a lift, an uncertain one is noted as
    `meanwhile` in the next landing. Visits that ended too late for a hand to bring the individual to `place`
    are left out.
    """
    happened, perhaps = list[Happening](), list[Landed]()
    for visit in sorted(_possible(visits, latest), key=lambda each: each.came):
        landed = Landed(lifted.kind, visit.place, visit.came, before(visit.came, lifted), tuple(perhaps))
        if visit.is_sure:
            lifted = Lifted(lifted.kind, visit.place, visit.left)
            happened += [landed, lifted]
            perhaps.clear()
        else:
            perhaps.append(replace(landed, meanwhile=()))
    landed_at = max(time, lifted.earliest)
    return [*happened, Landed(lifted.kind, place, landed_at, before(landed_at, lifted), tuple(perhaps))]


def _possible(visits: Iterable[Visit], landed_by: float) -> list[Visit]:
    """Return the visits that a hand could have ended in time; of two at the same time neither is certain."""
    latest = landed_by - _COSTS.least_carry_seconds
    # Under a hand that still presses there nobody sees when it left.
    found = [replace(each, left=latest) if each.is_open else each for each in visits]
    found = [each for each in found if each.came + _COSTS.least_stand_seconds <= each.left <= latest]
    sure = [each for each in found if each.is_sure]
    return [replace(each, is_sure=each.is_sure and not _clashes(each, sure)) for each in found]


def _clashes(one: Visit, others: Iterable[Visit]) -> bool:
    return any(other is not one and one.came < other.left and other.came < one.left for other in others)


def before(landed_at: float, lifted: Lifted) -> Lifted:
    """Return the lift `lifted`, dated so that it lies before the individual's landing at `landed_at`.

    The latest possible time of a lift may lie after the landing, because a hand may have covered the place.
    """
    if lifted.latest <= landed_at:
        return lifted
    soonest = max(lifted.earliest, landed_at - _COSTS.least_carry_seconds)
    time = min(lifted.time, soonest, landed_at)
    return replace(lifted, time=time, perhaps_until=min(lifted.latest, landed_at))
