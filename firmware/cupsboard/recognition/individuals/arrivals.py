"""When each of two individuals came to a place that did not lie still between: the first left a level."""

from collections.abc import Mapping
from itertools import permutations
from statistics import fmean

from cupsboard.recognition.individuals.lifts import Course
from cupsboard.rules.places import Kind

SETTLED_SAMPLES = 4
"""So many conversions after a step all of it shows."""
LEAST_SAMPLES = 6
"""And over so many a place that rings comes out near its level: a period of the slowest bar."""
OFF_SHARE, OFF_GRAMS = 0.02, 1.0
"""A level is that of an individual if it is off by no more, and any other one's by three times that."""


def arrivals(course: Course, grams: Mapping[Kind, float], burden_grams: float = 0.0) -> Mapping[Kind, float]:
    """A time for each of those that came; the same for both where the weights don't say which was first.

    They came beside a burden of so many grams more than the level.
    """
    alone = {kind: course.changed_at(mass, burden_grams) for kind, mass in grams.items()}
    if len(grams) != 2:
        return alone
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
    return dict.fromkeys(grams, fmean(alone.values()))
