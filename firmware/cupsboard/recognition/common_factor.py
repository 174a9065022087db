"""Remove a common error of all weights, one share of the load: a sagging supply or a swaying table.

Untouched pieces keep their weight. If hardly any place keeps its weight, and many are off by the same share
of their load, no pieces cause that. The share is removed before recognition begins.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight

_COSTS = COSTS.common_factor


class _Off(NamedTuple):
    """The share of its load by which one place is off, with its standard deviation."""

    share: float
    sigma: float

    def agrees_with(self, share: float) -> bool:
        return abs(self.share - share) <= COSTS.limits.likely_sigmas * self.sigma


def without_common_factor(knowledge: Knowledge, settled: Settled) -> Settled:
    """Return the weights without an error that is the same share of every load.

    Return `settled` unchanged if there is no such error.
    """
    off, loads_grams = [], []
    for place, known in knowledge.places.items():
        weight = settled.weights[place]
        if isinstance(weight, Weight) and known.gross.grams > known.cup_grams / 2:
            sigma = math.sqrt(weight.variance + known.gross.variance + known.wander_variance)
            load_grams = known.gross.grams + PHYSICS.platform_grams
            loads_grams.append(load_grams)
            off.append(_Off((weight.grams - known.gross.grams) / load_grams, sigma / load_grams))
    share = _common(off, median(loads_grams) / knowledge.lightest_grams if off else 0.0)
    if share is None:
        return settled
    weights: dict[Place, Weight | CellFault] = {}
    for place, weight in settled.weights.items():
        if isinstance(weight, Weight):
            load_grams = weight.grams + PHYSICS.platform_grams
            off_grams = load_grams * share.share / (1.0 + share.share)
            variance = weight.variance + (share.sigma * load_grams) ** 2
            weight = Weight(weight.grams - off_grams, variance)
        weights[place] = weight
    return replace(settled, weights=weights)


def _common(off: Sequence[_Off], load_pieces: float) -> _Off | None:
    """Return the share that most places agree on; None if some are unchanged or too few agree.

    `load_pieces` is the median load. A piece in each of some places is about the same share of their loads,
    too. So the more pieces a share weighs, the more places must agree on it.
    """
    if len(off) < _COSTS.fewest_places or sum(each.agrees_with(0.0) for each in off) > _COSTS.most_as_before:
        return None
    groups = ([other for other in off if other.agrees_with(each.share)] for each in off)
    best = max(groups, key=len)
    sure = [each.sigma**-2 for each in best]
    share = sum(each.share * weight for each, weight in zip(best, sure, strict=True)) / sum(sure)
    pieces = abs(share) * load_pieces
    if pieces > _COSTS.most_pieces or len(best) < max(
        _COSTS.fewest_agreeing, max(_COSTS.agreeing_share, pieces) * len(off)
    ):
        return None
    return _Off(share, sum(sure) ** -0.5)
