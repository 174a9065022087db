"""The masses of individuals: what one or several add to a place's weight, and how surely."""

from collections.abc import Collection, Mapping

from cupsboard.numbers import COSTS
from cupsboard.recognition.confusable_pieces import Weighing
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Weight

_COSTS = COSTS.individuals

_PLACEMENT_SHARE = Weighing(0.0).placement_share

Masses = Mapping[Kind, PieceCalibration]


def masses_of(calibration: Calibration, kinds: Collection[Kind]) -> dict[Kind, PieceCalibration]:
    """Return the mass of each individual in `kinds`, as learnt by this board.

    Raises SensingError if one was never weighed.
    """
    missing = [kind for kind in kinds if kind not in calibration.kinds]
    if missing:
        raise SensingError(
            f"kinds: {', '.join(missing)} never weighed on this board; run `cupsboard calibrate cups weigh` "
            "first"
        )
    return {kind: calibration.kinds[kind] for kind in kinds}


def together(masses: Masses, kinds: Collection[Kind], gain_error: float) -> Weight:
    """Return the summed weight of the individuals `kinds`, with its variance.

    `gain_error` is the relative gain error of the place on which they stand.
    """
    each = [masses[kind] for kind in kinds]
    variance = sum(mass.mean_error_grams**2 + (_PLACEMENT_SHARE * mass.mean_grams) ** 2 for mass in each)
    grams = sum(mass.mean_grams for mass in each)
    return Weight(grams, variance + (gain_error * grams) ** 2)


def only_one_like(masses: Masses, kinds: Collection[Kind], grams: float) -> Kind | None:
    """Return the individual in `kinds` that weighs about `grams`; None if none does, or several."""
    alike = [kind for kind in sorted(kinds) if abs(grams - masses[kind].mean_grams) <= _COSTS.alike_grams]
    return alike[0] if len(alike) == 1 else None
