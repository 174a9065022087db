"""What a kind of pieces weighs, from some of them that were weighed one by one."""

from collections.abc import Sequence
from statistics import median

from cupsboard.procedures.beans.statistics import Portion, spread_of
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
    found = spread_of(portions)
    return PieceCalibration(
        found.mean_grams, found.mean_error_grams, (found.share or 0.0) * found.mean_grams, len(portions)
    )
