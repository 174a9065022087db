"""What falls passes its weight by a blow and lies quietly; what does not may be a finger for a while."""

import pytest
from cupsboard.numbers import COSTS
from cupsboard.scales.arrivals import Arrivals

PERIOD, PIECE_GRAMS, EMPTY_GRAMS = 0.1, 0.55, 25.0
FALLING = (0.19, 1.1, 1.11)
"""The share of a piece that shows in the conversions while it lands."""
TAPPED = (0.5, 1.7, 1.2)
"""While a finger taps and rests."""
LAID = (0.04, 0.5, 0.96)
"""And while something of its weight is laid on."""


class Place:
    """One place at ten samples a second."""

    def __init__(self) -> None:
        self.arrivals, self.now, self.grams = Arrivals(PIECE_GRAMS, 0.055, 0.5), 0.0, EMPTY_GRAMS
        self.lie(1.0)

    def lie(self, seconds: float, scatter: float = 1.0) -> None:
        for _ in range(round(seconds / PERIOD)):
            self.now += PERIOD
            self.arrivals.add(self.now, self.grams)
            self.arrivals.lie(self.now, self.grams, scatter)

    def receive(self, shares: tuple[float, ...]) -> None:
        for share in shares:
            self.now += PERIOD
            self.arrivals.add(self.now, self.grams + share * PIECE_GRAMS)
        self.arrivals.come(self.now, self.grams)
        self.grams += PIECE_GRAMS


def test_a_piece_that_falls_is_no_finger_from_the_third_sample_on() -> None:
    place = Place()
    place.receive(FALLING)
    assert place.arrivals.is_too_soon(place.now)
    place.lie(0.3)
    assert not place.arrivals.is_too_soon(place.now)
    assert not place.arrivals.may_be_finger(place.now)
    place.lie(0.1)
    assert (place.arrivals.struck, place.arrivals.told) == (1, 1)


def test_what_strikes_harder_than_pieces_do_is_waited_for_until_a_hand_would_show() -> None:
    place = Place()
    place.receive(TAPPED)
    place.lie(1.5)
    assert place.arrivals.is_too_soon(place.now)
    place.lie(0.6)
    assert not place.arrivals.is_too_soon(place.now)


@pytest.mark.parametrize(("shares", "quiet", "loud"), [(FALLING, 1.6, 1.9), (TAPPED, 1.2, 1.6)])
def test_what_scatters_once_may_be_a_finger_though_it_is_quiet_now_the_sooner_the_harder_it_struck(
    shares: tuple[float, ...], quiet: float, loud: float
) -> None:
    for scatter, is_finger in ((quiet, False), (loud, True)):
        place = Place()
        place.receive(shares)
        place.lie(2.0, scatter)
        place.lie(1.0)
        assert place.arrivals.may_be_finger(place.now) is is_finger


def test_who_is_wary_takes_what_struck_too_hard_for_a_finger_however_quietly_it_lies() -> None:
    for shares, is_finger in ((TAPPED, True), (FALLING, False)):
        place = Place()
        place.receive(shares)
        place.lie(2.5)
        assert not place.arrivals.may_be_finger(place.now)
        assert place.arrivals.may_be_finger(place.now, is_wary=True) is is_finger


def test_who_is_wary_wants_a_harder_blow() -> None:
    for blow, is_finger in ((1.06, True), (1.2, False)):
        place = Place()
        place.receive((0.2, blow, 1.0))
        place.lie(0.5)
        assert not place.arrivals.may_be_finger(place.now)
        assert place.arrivals.may_be_finger(place.now, is_wary=True) is is_finger


def test_who_is_wary_takes_half_a_piece_for_a_finger_though_it_fell() -> None:
    place = Place()
    place.receive((0.3, 0.7, 0.6))
    place.grams -= 0.4 * PIECE_GRAMS
    place.lie(0.5)
    assert not place.arrivals.may_be_finger(place.now)
    assert place.arrivals.may_be_finger(place.now, is_wary=True)


def test_three_pieces_that_fall_at_once_strike_no_harder_than_they_weigh() -> None:
    place = Place()
    place.receive((0.5, 3.9, 3.3))
    place.grams += 2 * PIECE_GRAMS
    place.lie(0.5)
    assert not place.arrivals.is_too_soon(place.now)


def test_what_is_laid_on_may_be_a_finger_until_it_has_lain_for_longer_than_fingers_rest() -> None:
    place = Place()
    place.receive(LAID)
    place.lie(COSTS.doubts.judged_seconds - 0.5)
    assert place.arrivals.may_be_finger(place.now)
    assert place.arrivals.told == 0
    place.lie(1.0)
    assert not place.arrivals.may_be_finger(place.now)
    place.lie(COSTS.doubts.resting_seconds)
    assert (place.arrivals.struck, place.arrivals.told) == (0, 1)


def test_a_finger_that_goes_was_no_piece() -> None:
    place = Place()
    place.receive(LAID)
    place.lie(2.0)
    place.arrivals.go()
    place.lie(20.0)
    assert place.arrivals.told == 0


def test_a_finger_that_presses_less_than_it_did_has_not_gone() -> None:
    place = Place()
    place.receive(LAID)
    near_grams = 0.1 * PIECE_GRAMS
    for share, is_gone in ((0.6, False), (0.3, False), (0.05, True)):
        assert place.arrivals.is_gone(EMPTY_GRAMS + share * PIECE_GRAMS, near_grams) is is_gone


def test_nor_has_one_that_pressed_more_in_between() -> None:
    place = Place()
    place.receive(LAID)
    place.lie(1.0)
    place.arrivals.come(place.now, place.grams)
    assert not place.arrivals.is_gone(place.grams - 0.5 * PIECE_GRAMS, 0.0)
