"""What is assumed of a board that was never calibrated, so that it can be examined while it is built."""

from cupsboard.profile import Profile
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration

COUNTS_PER_GRAM = 3000.0
"""Of a cell of 500 g and 0.7 mV/V, at gain 128 and 4.3 V (hardware/README.md)."""
NOISE_GRAMS = 0.04
"""What the building guide allows a place."""
CUP_GRAMS = 50.0
BEAN_GRAMS = 0.55

NOTICE = (
    "not calibrated yet: grams are about those of a cell of 500 g, and what a place weighs empty is not "
    "judged; when all places are good: cupsboard calibrate"
)


def assumed(board: Profile) -> Calibration:
    """A calibration in which nothing was measured; only what moves in a place can be judged by it."""
    place = PlaceCalibration(
        zero_counts=0.0,
        counts_per_gram=COUNTS_PER_GRAM,
        gain_error=0.5,
        cup_grams=CUP_GRAMS,
        cup_error_grams=CUP_GRAMS,
        noise_grams=NOISE_GRAMS,
    )
    beans = PieceCalibration(BEAN_GRAMS, BEAN_GRAMS / 2, BEAN_GRAMS / 4, 1)
    return Calibration("", float(board.rate_sps), beans, dict.fromkeys(board.places, place))
