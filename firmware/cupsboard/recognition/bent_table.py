"""Remove an error that grows from the middle of the rows: an elbow on the table's edge bends the board.

Untouched pieces keep their weight. If hardly any place keeps its weight, and most are off in proportion to
their distance from the middle, one end up and the other down, no pieces cause that. The line through these
errors is removed before recognition begins.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.places import Place, Side, cup, is_cup, side_of
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight

_COSTS = COSTS.common_factor


class _Off(NamedTuple):
    """How far one place is off (g), with the standard deviation, at its distance from the middle."""

    along: float
    grams: float
    sigma: float

    def is_near(self, grams: float) -> bool:
        return abs(self.grams - grams) <= COSTS.limits.likely_sigmas * self.sigma


def without_bend(knowledge: Knowledge, settled: Settled) -> Settled:
    """Return the weights without an error that lies on a line through the rows.

    Return `settled` unchanged if there is no such error.
    """
    along = _along_rows(tuple(knowledge.places))
    off = []
    for place, known in knowledge.places.items():
        weight = settled.weights[place]
        if isinstance(weight, Weight) and place in along:
            sigma = math.sqrt(weight.variance + known.gross.variance + known.wander_variance)
            off.append(_Off(along[place], weight.grams - known.gross.grams, sigma))
    slope_grams = _slope(off, _COSTS.most_bend_pieces * knowledge.lightest_grams)
    if slope_grams is None:
        return settled
    weights: dict[Place, Weight | CellFault] = {}
    for place, weight in settled.weights.items():
        if isinstance(weight, Weight) and place in along:
            bent_grams = slope_grams * along[place]
            weight = Weight(
                weight.grams - bent_grams, weight.variance + (_COSTS.bend_share * bent_grams) ** 2
            )
        weights[place] = weight
    return replace(settled, weights=weights)


def _along_rows(places: Sequence[Place]) -> dict[Place, float]:
    """Return how far each place is from the middle of the rows, in cups; {} for a board without two rows."""
    cups = sum(is_cup(place) and side_of(place) is Side.SOUTH for place in places)
    middle = (cups + 1) / 2
    along: dict[Place, float] = {}
    for place in places:
        side = side_of(place)
        if side is None:
            return {}
        number = next((each for each in range(1, cups + 1) if cup(side, each) == place), cups + 1)
        along[place] = (number - middle) * (1.0 if side is Side.SOUTH else -1.0)
    return along


def _slope(off: Sequence[_Off], most_grams: float) -> float | None:
    """Return by how much (g a cup) most places are off, the ends of the board by opposite signs; else None.

    None also if more places than by chance weigh what they did, or if an end is off by `most_grams`.
    """
    if len(off) < _COSTS.fewest_places or sum(each.is_near(0.0) for each in off) > len(off) / 3:
        return None
    slopes = [each.grams / each.along for each in off if abs(each.along) >= 1.0]
    agreeing = [sum(each.is_near(slope * each.along) for each in off) for slope in slopes]
    most = max(agreeing, default=0)
    if most < _COSTS.bending_share * len(off):
        return None
    slope = median(one for one, count in zip(slopes, agreeing, strict=True) if count == most)
    return slope if max(abs(slope * each.along) for each in off) <= most_grams else None
