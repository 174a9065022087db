"""What a kind of pieces weighs, from some of them that were weighed one by one."""

import math
from collections.abc import Sequence
from statistics import fmean, median, stdev

from cupsboard.procedures.beans.statistics import Portion
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import PieceCalibration
from cupsboard.scales.errors import SensingError

FEWEST = 8
"""Fewer tell too little of how much they differ."""
ODD_SHARE = 0.08
ODD_DEVIATIONS = 8.0
"""Odd is what is further from the middle one than this share of it, and than so many times what is usual
among them. Coins of one kind are within 5 % even when worn; a copper cent among zinc ones is 25 % off."""


def kind_from_sample(kind: Kind, portions: Sequence[Portion]) -> PieceCalibration:
    """What these single pieces say of their kind. Raises SensingError for too few, and for odd ones."""
    if len(portions) < FEWEST:
        raise SensingError(f"{kind}: {len(portions)} weighed, and {FEWEST} are needed at least; weigh more")
    masses = [portion.weight.grams for portion in portions]
    middle = median(masses)
    usual = median(abs(grams - middle) for grams in masses)
    far = max(ODD_SHARE * middle, ODD_DEVIATIONS * usual)
    if odd := [grams for grams in masses if abs(grams - middle) > far]:
        weights = ", ".join(f"{grams:.2f} g" for grams in odd)
        raise SensingError(
            f"{kind}: {len(odd)} of {len(masses)} weighed {weights}, where the middle one is {middle:.2f} g; "
            "sort out what is of another kind, put one at a time into a cup, and weigh again"
        )
    # The noise of the scales stays in the spread: more of it is believed than there is, so to take it off
    # would often leave nothing.
    spread = stdev(masses)
    return PieceCalibration(fmean(masses), spread / math.sqrt(len(masses)), spread, len(masses))
