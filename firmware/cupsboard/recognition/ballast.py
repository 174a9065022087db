"""Find ballast that keeps pieces which are recognised by mass from being mistaken for one another.

Ballast is only added, in steps of what is at hand (a washer, a coin). The cure adds as little as possible to
one piece or two. If more pieces would need some, all are laid on a ladder of masses on which no two
differences are alike.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations

from cupsboard.recognition.confusable_pieces import MOST_CHANCE, Weighing, are_told_apart, confusions
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import PieceCalibration

Masses = Mapping[Kind, PieceCalibration]
Ballast = Mapping[Kind, float]
"""Grams to add, by piece."""

LADDER = (0, 1, 5, 12, 25, 27, 35, 41, 44)
"""The shortest Golomb ruler with nine marks (OEIS A003022): every two marks are another distance apart."""
LADDER_UNITS_GRAMS = (1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
STEP_GRAMS = 0.5
"""Steel washers M4 to M8 and small coins make any half gram."""
_MOST_STEPS_OF_ONE, _MOST_STEPS_OF_TWO = 160, 24
"""One piece is tried up to the length of a ladder; two up to 24 steps together, which takes some seconds."""


def ballast(
    masses: Masses, weighing: Weighing, most_chance: float = MOST_CHANCE, step_grams: float = STEP_GRAMS
) -> Ballast | None:
    """Return the least ballast by which no pieces are confused; {} if none is needed, None if none helps.

    `masses` are those of the pieces without ballast, `weighing` the errors of the board's weights. A
    confusion counts if it is more probable than `most_chance`.
    """
    if are_told_apart(masses, weighing, most_chance):
        return {}
    for added in chain(_tried(masses, weighing, most_chance, step_grams), _ladders(masses, step_grams)):
        if are_told_apart(with_ballast(masses, added), weighing, most_chance):
            return added
    return None


def with_ballast(masses: Masses, added: Ballast) -> dict[Kind, PieceCalibration]:
    """Return the expected masses of the pieces with `added` ballast.

    The pieces must be weighed again once they have it.
    """
    return {
        kind: replace(mass, mean_grams=mass.mean_grams + added.get(kind, 0.0))
        for kind, mass in masses.items()
    }


def _tried(
    masses: Masses, weighing: Weighing, most_chance: float, step_grams: float
) -> Iterator[dict[Kind, float]]:
    """Yield ballast for one piece or two, the least first.

    Only pieces that take part in every confusion are tried.
    """
    found = [each.kinds for each in confusions(masses, weighing, most_chance)]
    alone = [kind for kind in masses if all(kind in kinds for kinds in found)]
    pairs = [pair for pair in combinations(masses, 2) if all(kinds & {*pair} for kinds in found)]
    for steps in range(1, _MOST_STEPS_OF_ONE + 1):
        yield from ({kind: steps * step_grams} for kind in alone)
        if steps <= _MOST_STEPS_OF_TWO:
            for one, other in pairs:
                for first in range(1, steps):
                    yield {one: first * step_grams, other: (steps - first) * step_grams}


def _ladders(masses: Masses, step_grams: float) -> list[dict[Kind, float]]:
    """Ballast that lays the pieces on the ladder, the lightest on the lowest mark; the least first.

    How high the ladder stands matters: a single piece must not weigh what an exchange does. From one unit
    above the ladder's length on it can't.
    """
    if len(masses) > len(LADDER):
        return []
    kinds = sorted(masses, key=lambda kind: masses[kind].mean_grams)
    found = []
    for unit_grams in LADDER_UNITS_GRAMS:
        marks = [mark * unit_grams for mark in LADDER]
        base = max(masses[kind].mean_grams - mark for kind, mark in zip(kinds, marks, strict=False))
        for steps in range(round((LADDER[-1] + 1) * unit_grams / step_grams) + 1):
            wanted = [base + steps * step_grams + mark for mark in marks]
            found.append(_rounded_up(masses, kinds, wanted, step_grams))
    return sorted(found, key=lambda added: sum(added.values()))


def _rounded_up(
    masses: Masses, kinds: Sequence[Kind], wanted: Sequence[float], step_grams: float
) -> dict[Kind, float]:
    added: dict[Kind, float] = {}
    for kind, grams in zip(kinds, wanted, strict=False):
        # A hair less, so that a sum of floats that hits a step exactly isn't taken to the next one.
        steps = math.ceil((grams - masses[kind].mean_grams) / step_grams - 1e-6)
        if steps:
            added[kind] = steps * step_grams
    return added
