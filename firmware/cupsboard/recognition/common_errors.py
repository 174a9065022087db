"""Remove an error that most weights share, one share of each load or one line through the rows.

Untouched pieces keep their weight. If hardly any place keeps its weight, no pieces cause that where many are
off by the same share of their load (a sagging supply, a swaying table), or most in proportion to their
distance from the middle, one end up and the other down (an elbow on the table's edge). The share or the line
is removed before recognition begins.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.places import Place, Side, cup, is_cup, side_of
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight

_COSTS = COSTS.common_errors


class _Off(NamedTuple):
    """How far one place is off (g), with the standard deviation (g).

    `arm` is what a common error is in proportion to: the load (g), or the distance from the middle (cups).
    """

    arm: float
    grams: float
    sigma: float

    def is_by(self, ratio: float) -> bool:
        """Return whether this place may be off by `ratio` times its arm."""
        return abs(self.grams - ratio * self.arm) <= COSTS.limits.likely_sigmas * self.sigma


def without_common_errors(knowledge: Knowledge, settled: Settled) -> Settled:
    """Return the weights without an error that is one share of every load, and without one along the rows.

    Return `settled` unchanged if there is no such error.
    """
    return without_bend(knowledge, without_common_factor(knowledge, settled))


def without_common_factor(knowledge: Knowledge, settled: Settled) -> Settled:
    """Return the weights without an error that is the same share of every load, if there is one."""
    loads = {
        place: known.gross.grams + PHYSICS.platform_grams
        for place, known in knowledge.places.items()
        if known.gross.grams > known.cup_grams / 2
    }
    share = _share(_off(knowledge, settled, loads), knowledge.lightest_grams)
    if share is None:
        return settled
    errors = {}
    for place, weight in settled.weights.items():
        if isinstance(weight, Weight):
            load_grams = weight.grams + PHYSICS.platform_grams
            off_grams = load_grams * share.grams / (1.0 + share.grams)
            errors[place] = Weight(off_grams, share.variance * load_grams**2)
    return _without(settled, errors)


def without_bend(knowledge: Knowledge, settled: Settled) -> Settled:
    """Return the weights without an error that lies on a line through the rows, if there is one."""
    along = _along_rows(tuple(knowledge.places))
    slope = _slope(_off(knowledge, settled, along), _COSTS.most_bend_pieces * knowledge.lightest_grams)
    if slope is None:
        return settled
    bent = {place: slope * distance for place, distance in along.items()}
    return _without(
        settled, {place: Weight(off, (_COSTS.bend_share * off) ** 2) for place, off in bent.items()}
    )


def _off(knowledge: Knowledge, settled: Settled, arms: Mapping[Place, float]) -> list[_Off]:
    """Return how far each place with an arm is off that can be read."""
    off = []
    for place, arm in arms.items():
        known, weight = knowledge.places[place], settled.weights[place]
        if isinstance(weight, Weight):
            sigma = math.sqrt(weight.variance + known.gross.variance + known.wander_variance)
            off.append(_Off(arm, weight.grams - known.gross.grams, sigma))
    return off


def _without(settled: Settled, errors: Mapping[Place, Weight]) -> Settled:
    """Return the weights less these errors."""
    weights: dict[Place, Weight | CellFault] = dict(settled.weights)
    for place, error in errors.items():
        weight = weights[place]
        if isinstance(weight, Weight):
            weights[place] = Weight(weight.grams - error.grams, weight.variance + error.variance)
    return replace(settled, weights=weights)


def _share(off: Sequence[_Off], lightest_grams: float) -> Weight | None:
    """Return the share of their load by which most places are off, with its variance.

    None if some places are unchanged or too few agree. A piece in each of some places is about the same share
    of their loads, too. So the more pieces a share weighs, the more places must agree on it.
    """
    if len(off) < _COSTS.fewest_places or sum(each.is_by(0.0) for each in off) > _COSTS.most_as_before:
        return None
    best = max(([other for other in off if other.is_by(each.grams / each.arm)] for each in off), key=len)
    sure = [(each.arm / each.sigma) ** 2 for each in best]
    share = sum(each.grams / each.arm * weight for each, weight in zip(best, sure, strict=True)) / sum(sure)
    pieces = abs(share) * median(each.arm for each in off) / lightest_grams
    fewest = max(_COSTS.fewest_agreeing, max(_COSTS.agreeing_share, pieces) * len(off))
    return None if pieces > _COSTS.most_pieces or len(best) < fewest else Weight(share, 1.0 / sum(sure))


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
    if len(off) < _COSTS.fewest_places or sum(each.is_by(0.0) for each in off) > len(off) / 3:
        return None
    slopes = [each.grams / each.arm for each in off if abs(each.arm) >= 1.0]
    agreeing = [sum(each.is_by(slope) for each in off) for slope in slopes]
    most = max(agreeing, default=0)
    if most < _COSTS.bending_share * len(off):
        return None
    slope = median(one for one, count in zip(slopes, agreeing, strict=True) if count == most)
    return slope if max(abs(slope * each.arm) for each in off) <= most_grams else None
