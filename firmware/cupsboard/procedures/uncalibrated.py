"""What is assumed of a board that was never calibrated, so that it can be examined while it is built."""

from collections.abc import Sequence
from dataclasses import replace

from cupsboard.profile import Profile
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration

COUNTS_PER_GRAM = 3000.0
"""Of a cell of 500 g and 0.7 mV/V, at gain 128 and 4.3 V (hardware/README.md)."""
NOISE_GRAMS = 0.04
"""What the building guide allows a place."""
CUP_GRAMS = 50.0
BEAN_GRAMS = 0.55
ASSUMED_BEANS = PieceCalibration(BEAN_GRAMS, BEAN_GRAMS / 2, BEAN_GRAMS / 4, 1)
NEVER = "1970-01-01T00:00:00+00:00"
"""When it was made; a trace with an assumed calibration has to read back."""
LIGHTEST_GRAMS, APART_GRAMS = 90.0, 20.0
"""Of pieces that were never weighed: so heavy is the first, and each the next one heavier."""


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
    return Calibration(NEVER, float(board.rate_sps), ASSUMED_BEANS, dict.fromkeys(board.places, place))


def with_kinds(calibration: Calibration, kinds: Sequence[Kind]) -> Calibration:
    """The same with masses assumed for those of these kinds that were never weighed."""
    assumed_kinds = {
        kind: PieceCalibration(LIGHTEST_GRAMS + number * APART_GRAMS, 1.0, 1.0, 1)
        for number, kind in enumerate(kinds)
    }
    return replace(calibration, kinds={**assumed_kinds, **calibration.kinds})
