"""When those came that came to a place since it last lay still, as closely as that is known."""

from collections.abc import Mapping
from itertools import permutations

from cupsboard.recognition.individuals.lifts import Course
from cupsboard.recognition.individuals.trail import levels
from cupsboard.rules.places import Kind

SETTLED_SAMPLES = 4
"""So many conversions after a step all of it shows."""
LEAST_SAMPLES = 6
"""And over so many a place that rings comes out near its level: a period of the slowest bar."""
OFF_SHARE, OFF_GRAMS = 0.02, 1.0
"""A level is that of an individual if it is off by no more, and any other one's by three times that."""

CALMING_SECONDS = 0.35
"""As a rule a cup lies quiet so soon after it was put down. If a place takes longer, something else may have
stood there first."""


def arrivals(
    course: Course,
    grams: Mapping[Kind, float],
    burden_grams: float,
    within_grams: float,
    quiet_grams: float,
) -> Mapping[Kind, tuple[float, float]]:
    """When those of so many grams came at the earliest and at the latest.

    They came beside a burden of so many grams more than the level. Either of two may have been first if the
    weights don't say so.
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
    """When what makes a place weigh so much came: something else may have stood there and gone before.

    It came after the place lay quiet without it, and no later than it lay quiet with it.
    """
    earliest, rising = came, [sample for sample in course.samples if sample[0] >= came]
    for level in levels(rising, quiet_grams):
        if abs(level.grams - whole) <= within_grams:
            is_known = earliest == came and level.began - came <= CALMING_SECONDS
            return earliest, came if is_known else level.began
        if level.grams < whole:
            # A place that weighs more may have it already, under a hand.
            earliest = level.ended
    return earliest, max(earliest, rising[-1][0] if rising else came)


def _in_order(
    course: Course, grams: Mapping[Kind, float], alone: Mapping[Kind, float]
) -> Mapping[Kind, float] | None:
    """The times of two of which the first left a level; None where the weights don't say which was first."""
    found = []
    for first, second in permutations(grams):
        began, ended = alone[first], course.changed_at(grams[second], grams[first])
        level = course.mean_between(began, ended, SETTLED_SAMPLES, LEAST_SAMPLES)
        allowed = OFF_GRAMS + OFF_SHARE * grams[first]
        off = None if level is None else abs(level - grams[first]) / allowed
        found.append((off, {first: began, second: ended}))
    (off, times), (other_off, other_times) = found
    if off is not None and off <= 1 and (other_off is None or other_off >= 3):
        return times
    if other_off is not None and other_off <= 1 and (off is None or off >= 3):
        return other_times
    return None
