"""A mass that was named wrong is asked about, and what keeps places from resting is said while it does."""

import re
from collections.abc import Sequence

import pytest
from careful_hands import FRAMES_A_SECOND, GRAM_COUNTS, PLACES, CarefulHands, Slip
from cupsboard.procedures.calibration.fit import ODD_GAINS, ExpectedGains, ToldBy, expected_of, odd_gains
from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.rejections import Nonsense
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration


def gains_before(times: float, mass: str = "100 g") -> ExpectedGains:
    """What the cells should feel by a calibration that found so many times their true gain."""
    known = reference(mass)
    place = PlaceCalibration(
        *(0.0, GRAM_COUNTS * times, 0.001, 25.0, 0.01, 0.02),
        reference_grams=known.mass_grams,
        reference_error_grams=known.error_grams,
    )
    beans = PieceCalibration(0.55, 0.01, 0.08, 24)
    old = Calibration("2026-11-01T18:30", FRAMES_A_SECOND, beans, dict.fromkeys(PLACES, place))
    expected = expected_of(old, reference("100 g"))
    assert expected is not None
    return expected


def refusals(expected: ExpectedGains | None) -> tuple[CarefulHands, list[Nonsense]]:
    hands = CarefulHands(1, expected=expected)
    hands.run()
    return hands, [each.what for each in hands.calibrating.refused]


@pytest.mark.parametrize("times", [0.4, 0.8, 1.3, 2.5])
def test_a_mass_by_which_all_cells_differ_from_their_last_calibration_is_asked_about_once(
    times: float,
) -> None:
    hands, refused = refusals(gains_before(times))
    assert refused == [Nonsense.ODD_MASS]
    said = str(hands.calibrating.refused[0])
    ratio = re.search(r"([\d.]+) times what the same cells felt", said)
    assert ratio is not None
    assert float(ratio[1]) * times == pytest.approx(1.0, abs=0.05)
    assert "If it is a weight of 100 g, press" in said
    # A press said that the mass is right: nothing that was weighed is weighed again.
    assert hands.calibrating.is_finished
    assert hands.said.count("calibrate-refused") == 1


@pytest.mark.parametrize("expected", [None, gains_before(1.0), gains_before(0.97)])
def test_nobody_is_asked_about_a_mass_that_may_well_be_right(expected: ExpectedGains | None) -> None:
    hands, refused = refusals(expected)
    assert refused == []
    assert hands.calibrating.is_finished


def test_what_was_calibrated_with_coins_lets_a_better_mass_differ_as_coins_do() -> None:
    narrow, wide = (gains_before(1.0, mass).usual for mass in ("100 g", "cent"))
    assert wide[0] <= narrow[0] < 1 < narrow[1] <= wide[1]


@pytest.mark.parametrize(("times", "is_asked"), [(1.0, False), (1.3, False), (0.5, True), (2.0, True)])
def test_a_rating_tells_a_mass_that_is_far_off(times: float, is_asked: bool) -> None:
    rated = ExpectedGains([dict.fromkeys(PLACES, GRAM_COUNTS * times)], ODD_GAINS, ToldBy.RATING)
    hands, refused = refusals(rated)
    assert refused == [Nonsense.ODD_MASS] * is_asked
    assert not odd_gains(hands.calibrating.notes)


@pytest.mark.parametrize(("times", "is_asked"), [((0.4, 1.3, 5.0), False), ((0.3, 2.5), True)])
def test_where_no_rating_is_known_a_mass_that_fits_cells_of_no_usual_one_is_asked_about(
    times: Sequence[float], is_asked: bool
) -> None:
    sorts = [dict.fromkeys(PLACES, GRAM_COUNTS * each) for each in times]
    hands, refused = refusals(ExpectedGains(sorts, ODD_GAINS, ToldBy.NEAREST))
    assert refused == [Nonsense.ODD_MASS] * is_asked
    assert all("of the nearest usual rating" in str(each) for each in hands.calibrating.refused)
    assert hands.calibrating.is_finished


def test_one_place_that_finds_no_rest_is_named_while_it_moves() -> None:
    hands = CarefulHands(1, Slip.SHAKES_ALWAYS, PLACES[1], 60.0)
    hands.stop_at = "calibrate-restless"
    hands.run()
    assert hands.said[-1] == "calibrate-restless"
    assert hands.sentence.startswith("South's cup 2 does not come to rest.")
    assert hands.calibrating.refused == []


def test_a_table_that_shakes_is_said_of_all_places_and_the_calibration_goes_on_once_it_rests() -> None:
    hands = CarefulHands(1)
    hands.shaken_until = 30.0
    hands.run()
    assert "calibrate-shaken" in hands.said
    assert hands.said.index("calibrate-shaken") < hands.said.index("calibrate-load")
    assert hands.calibrating.is_finished
    assert hands.calibrating.refused == []


def test_careful_hands_on_a_firm_table_hear_nothing_of_unrest() -> None:
    hands = CarefulHands(2, has_beans=True)
    hands.run()
    assert not {"calibrate-restless", "calibrate-shaken"} & set(hands.said)
