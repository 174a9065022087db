"""Every place is read twice, and what was wrong at one of the times is asked about and measured again."""

import pytest
from careful_hands import NOISE_COUNTS, PLACES, CarefulHands, Slip
from cupsboard.procedures.calibration.fit import calibration_of
from cupsboard.procedures.rejections import Nonsense
from cupsboard.rules.places import Place
from cupsboard.signs.sentences import say
from hypothesis import given
from hypothesis import strategies as st

OF_THE_WEIGHT = (Slip.LEANS, Slip.TILTS, Slip.SECOND_MASS)
LATER = (Slip.LEANS_LATER, Slip.TILTS_LATER, Slip.SECOND_MASS_LATER)
RIGHT_TO = 0.012
"""A gain may be off by what two readings that agree differ at most, halved, and by the noise."""
QUESTIONS = (
    *("calibrate-unlike", "calibrate-lift", "calibrate-odd", "calibrate-more", "calibrate-two"),
    *("calibrate-or-nothing", "calibrate-refused", "calibrate-touch"),
)


def asked(hands: CarefulHands) -> list[str]:
    return [key for key in hands.said if key in QUESTIONS]


def calibrated(seed: int, slip: Slip, place: Place = PLACES[0], share: float = 0.0) -> CarefulHands:
    hands = CarefulHands(seed, slip, place, share)
    hands.run()
    assert hands.calibrating.is_finished, hands.said[-1]
    return hands


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("slip", OF_THE_WEIGHT, ids=lambda slip: slip.name)
def test_a_twentieth_that_is_missing_at_any_place_is_asked_about_and_measured_again(
    slip: Slip, place: Place
) -> None:
    hands = calibrated(2, slip, place, 0.05)
    # Who takes another mass before the first place takes none other.
    assert asked(hands) or (slip is Slip.SECOND_MASS and place == PLACES[0])
    assert max(map(abs, hands.gain_errors.values())) < RIGHT_TO


@given(
    seed=st.integers(0, 1000),
    slip=st.sampled_from((*OF_THE_WEIGHT, *LATER)),
    place=st.sampled_from(PLACES[1:]),
    share=st.floats(0.05, 0.6),
)
def test_no_share_that_matters_makes_a_gain_wrong_without_a_question(
    seed: int, slip: Slip, place: Place, share: float
) -> None:
    hands = CarefulHands(seed, slip, place, share)
    hands.run()
    assert asked(hands)
    if hands.calibrating.is_finished:
        assert max(map(abs, hands.gain_errors.values())) < RIGHT_TO


@given(seed=st.integers(0, 1000), slip=st.sampled_from(OF_THE_WEIGHT), share=st.floats(0.0, 0.05))
def test_a_share_that_is_not_asked_about_makes_a_gain_wrong_by_no_more_than_play_bears(
    seed: int, slip: Slip, share: float
) -> None:
    hands = calibrated(seed, slip, PLACES[3], share)
    assert max(map(abs, hands.gain_errors.values())) < RIGHT_TO


@given(seed=st.integers(0, 1000))
def test_who_makes_no_slip_is_asked_nothing_more(seed: int) -> None:
    hands = calibrated(seed, Slip.NONE)
    assert asked(hands) == []
    assert max(map(abs, hands.gain_errors.values())) < 2e-3


def test_what_is_asked_names_the_place_and_the_share() -> None:
    hands = CarefulHands(2, Slip.LEANS, PLACES[1], 0.25)
    hands.stop_at = "calibrate-unlike"
    hands.run()
    assert hands.sentence.startswith("South's cup 2 feels 133 % of what it felt first.")


def test_a_place_that_reads_otherwise_each_time_is_refused_with_what_to_see_to() -> None:
    hands = CarefulHands(3, Slip.NEVER_TWICE_ALIKE, PLACES[2], 0.12)
    hands.stop_at = "calibrate-refused"
    hands.run()
    refused = hands.calibrating.refused[0]
    assert (refused.what, refused.place) == (Nonsense.UNLIKE_READINGS, PLACES[2])
    assert "touch nothing" in say(refused.help)


@pytest.mark.parametrize("place", PLACES)
def test_noise_that_was_shaken_into_one_reading_is_not_the_cells(place: Place) -> None:
    hands = calibrated(4, Slip.SHAKES, place, 6.0)
    assert asked(hands) == []
    (loaded,) = hands.calibrating.notes.places[place].loaded
    assert loaded.noise > 2 * NOISE_COUNTS
    assert hands.calibrating.notes.places[place].mass.noise < 0.6 * loaded.noise


def test_a_shaken_place_is_measured_anew_with_the_mass_alone_before_anything_is_to_be_bought() -> None:
    hands = CarefulHands(5, Slip.SHAKES_ALWAYS, PLACES[1], 6.0, has_beans=True)
    hands.run()
    (refused,) = hands.calibrating.refused
    assert (refused.what, refused.place) == (Nonsense.TOO_LITTLE_SIGNAL, PLACES[1])
    assert "what shakes or touches it" in say(refused.help)
    assert hands.said.count("calibrate-beans") == 1
    made = calibration_of(hands.calibrating.notes, "2026-11-21T19:00")
    assert made.beans.sample >= 24
    assert made.places[PLACES[1]].noise_grams < 2 * made.places[PLACES[0]].noise_grams
