import math
from dataclasses import replace

import pytest
from cupsboard.rules.places import Place, board_places
from cupsboard.scales.calibration import (
    Calibration,
    Occasion,
    PieceCalibration,
    PlaceCalibration,
    check,
    check_covers,
)
from cupsboard.scales.errors import SensingError

PLACE = PlaceCalibration(
    zero_counts=-12_345.5,
    counts_per_gram=1_800.25,
    gain_error=2e-4,
    cup_grams=25.3,
    cup_error_grams=0.01,
    noise_grams=0.012,
)
BEANS = PieceCalibration(mean_grams=0.55, mean_error_grams=0.01, spread_grams=0.08, sample=40)
CALIBRATION = Calibration(
    made="2026-11-21T18:30:00+00:00", rate_sps=9.7, beans=BEANS, places=dict.fromkeys(board_places(3), PLACE)
)


def with_place(**changes: float) -> Calibration:
    return replace(CALIBRATION, places={Place("south-2"): replace(PLACE, **changes)})


def with_beans(**changes: float) -> Calibration:
    return replace(CALIBRATION, beans=replace(BEANS, **changes))  # type: ignore[arg-type]


def test_a_sound_calibration_passes() -> None:
    check(CALIBRATION)
    check_covers(CALIBRATION, board_places(3))


@pytest.mark.parametrize(
    ("calibration", "message"),
    [
        (with_place(counts_per_gram=0.0), r"places\.south-2\.counts_per_gram: 0\.0 is not between"),
        (
            with_place(counts_per_gram=-1_800.0),
            r"places\.south-2\.counts_per_gram.*wires \(A\+ and A-\) are swapped",
        ),
        (with_place(counts_per_gram=math.inf), r"places\.south-2\.counts_per_gram: inf"),
        (with_place(counts_per_gram=math.nan), r"places\.south-2\.counts_per_gram: nan"),
        (with_place(zero_counts=9e6), r"places\.south-2\.zero_counts: 9000000\.0 is not between"),
        (with_place(gain_error=-0.1), r"places\.south-2\.gain_error"),
        (with_place(cup_grams=-1.0), r"places\.south-2\.cup_grams: -1\.0"),
        (with_place(cup_error_grams=math.nan), r"places\.south-2\.cup_error_grams: nan"),
        (with_place(noise_grams=0.0), r"places\.south-2\.noise_grams: 0 is impossible"),
        (with_place(noise_grams=-0.01), r"places\.south-2\.noise_grams: -0\.01"),
        (with_place(reference_grams=-1.0), r"places\.south-2\.reference_grams: -1\.0"),
        (
            with_place(reference_error_grams=math.inf),
            r"places\.south-2\.reference_error_grams: inf .* calibrate this place again",
        ),
        (with_beans(mean_grams=0.0), r"beans\.mean_grams: 0\.0"),
        (with_beans(mean_error_grams=-0.01), r"beans\.mean_error_grams: -0\.01"),
        (with_beans(spread_grams=0.6), r"beans\.spread_grams: 0\.6 is not between 0 and 0\.55"),
        (with_beans(sample=0), r"beans\.sample: 0 is less than 1"),
        (replace(CALIBRATION, rate_sps=0.0), r"rate_sps: 0\.0"),
        (replace(CALIBRATION, made="yesterday"), "made: 'yesterday' is no ISO date"),
        (replace(CALIBRATION, places={}), "places: there are none"),
        (replace(CALIBRATION, places={Place("attic"): PLACE}), r"places\.attic: no such place"),
    ],
)
def test_an_impossible_calibration_is_refused_with_the_place_and_the_value(
    calibration: Calibration, message: str
) -> None:
    with pytest.raises(SensingError, match=message):
        check(calibration)


def test_places_that_were_measured_together_are_told_together_and_most_of_them_first() -> None:
    weight = "a weight of 100 g"
    places = {
        Place("south-1"): replace(PLACE, calibrated="2026-12-24", method="2 x US nickel"),
        Place("south-2"): replace(PLACE, method=weight),
        Place("north-1"): replace(PLACE, calibrated="2026-12-25", method=weight),
        Place("north-2"): replace(PLACE, method=weight),
    }
    told = replace(CALIBRATION, places=places).occasions
    assert list(told.items()) == [
        (Occasion(CALIBRATION.made, weight), ("south-2", "north-2")),
        (Occasion("2026-12-24", "2 x US nickel"), ("south-1",)),
        (Occasion("2026-12-25", weight), ("north-1",)),
    ]


def test_a_calibration_of_a_smaller_board_lacks_places() -> None:
    with pytest.raises(SensingError, match="north-4, south-4 missing"):
        check_covers(CALIBRATION, board_places(4))


def test_a_calibration_of_a_larger_board_is_another_board_s() -> None:
    with pytest.raises(SensingError, match="north-3, south-3 not on this board"):
        check_covers(CALIBRATION, board_places(2))
