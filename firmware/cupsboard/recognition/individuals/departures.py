"""Date the departure of each individual that a place has lost since it last lay still."""

from collections.abc import Mapping
from itertools import permutations

from cupsboard.recognition.individuals.lifts import Course
from cupsboard.recognition.individuals.trail import shows
from cupsboard.rules.places import Kind


def departures(
    course: Course, gone: Mapping[Kind, float], came_grams: float, within_grams: float
) -> Mapping[Kind, tuple[float, float]]:
    """Return the earliest and latest time at which each individual in `gone` left a place.

    `course` holds the place's samples since it last lay still, `gone` the mass of each individual in grams.
    `came_grams` is the summed mass of what arrived since then, before or after the lifts. A weight matches to
    within `within_grams`. The two times are equal if a weight after the lift shows which individual was
    lifted.
    """
    if len(gone) == 2 and not came_grams:
        for first, second in permutations(gone):
            began, ended = course.changed_at(-gone[first]), course.last_fall_at(gone[second])
            if shows(course.weights_between(began, ended), course.level_grams - gone[first], within_grams):
                return {first: (began, began), second: (ended, ended)}
    whole = sum(gone.values())
    found = {}
    for kind, grams in gone.items():
        began = course.lost_at(grams, came_grams)
        ended = max(began, course.last_fall_at(min(grams, whole)))
        below = course.level_grams + came_grams - grams
        is_known = len(gone) == 1 and shows(
            course.weights_below(below + grams / 2, began), below, within_grams
        )
        found[kind] = (began, began if is_known else ended)
    return found
