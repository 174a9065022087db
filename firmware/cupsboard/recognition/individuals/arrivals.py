"""Date the arrival of each individual at a place since that place last lay still."""

from collections.abc import Mapping
from itertools import permutations

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.individuals.lifts import Course
from cupsboard.recognition.individuals.trail import levels
from cupsboard.rules.places import Kind

_COSTS = COSTS.individuals


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
