"""What came tells by its blow and its tremor how much likelier a finger is than a piece."""

from itertools import pairwise

import pytest
from cupsboard.numbers import COSTS, PRIORS
from cupsboard.scales.arrivals import Arrivals, striking_share, tremor_nats
from hypothesis import given
from hypothesis import strategies as st

PERIOD, PIECE_GRAMS, EMPTY_GRAMS = 0.1, 0.55, 25.0
FALLING = (0.19, 1.1, 1.11)
"""The share of a piece that shows in the conversions while it lands."""
TAPPED = (0.5, 1.7, 1.2)
"""While a finger taps and rests."""
LAID = (0.04, 0.5, 0.96)
"""And while something of its weight is laid on."""
OFTEN = PRIORS.arrivals.striking_share
"""The share of the pieces that strike where most are dropped."""


class Place:
    """One place at ten samples a second."""

    def __init__(self, blow_grams: float | None = 0.055 * PIECE_GRAMS) -> None:
        self.arrivals, self.now, self.grams = Arrivals(blow_grams, hard_share=0.5), 0.0, EMPTY_GRAMS
        self.lie(1.0)

    def lie(self, seconds: float, scatter: float = 1.0) -> None:
        for _ in range(round(seconds / PERIOD)):
            self.now += PERIOD
            self.arrivals.add(self.now, self.grams)
            self.arrivals.lie(self.now, self.grams, scatter, is_there=True)

    def receive(self, shares: tuple[float, ...], pieces: int = 1) -> None:
        for share in shares:
            self.now += PERIOD
            self.arrivals.add(self.now, self.grams + share * PIECE_GRAMS)
        self.arrivals.come(self.now, self.grams)
        self.grams += pieces * PIECE_GRAMS

    def nats(self, share: float = OFTEN) -> float:
        """How much likelier a finger is where this share of the pieces strike."""
        return self.arrivals.finger_nats(self.now, share)


def after(shares: tuple[float, ...], scatter: float = 1.0, share: float = OFTEN) -> float:
    """What is said half a second after something came so, and scatters so."""
    place = Place()
    place.receive(shares)
    place.lie(0.5, scatter)
    return place.nats(share)


def test_nothing_is_said_of_what_came_before_three_samples_have_shown_it() -> None:
    place = Place()
    place.receive(FALLING)
    place.lie(0.2)
    assert place.nats() == 0.0
    place.lie(0.1)
    assert place.nats() < -3.0


def test_what_falls_is_a_piece_and_what_is_laid_on_or_taps_is_rather_a_finger() -> None:
    assert after(FALLING) < -3.0
    assert 1.0 < after(LAID) < 3.0
    assert 1.0 < after(TAPPED) < 3.0


@given(
    blow=st.floats(0.09, 0.45),
    share=st.floats(0.15, 0.98),
    scatters=st.lists(st.floats(0.3, 6.0), max_size=4),
)
def test_a_strike_lowers_and_a_tremor_raises_it(blow: float, share: float, scatters: list[float]) -> None:
    struck, laid = (0.2, 1.0 + blow, 1.0), (0.2, 1.0, 1.0)
    assert after(struck, share=share) < after(laid, share=share)
    ordered = [1.0, *sorted(scatters)]
    for quiet, loud in pairwise(ordered):
        assert after(struck, quiet, share) <= after(struck, loud, share)
    assert after(struck, 3.0, share) > after(struck, 1.0, share)


@given(scatters=st.lists(st.floats(0.0, 50.0), min_size=2))
def test_noise_is_no_tremor_and_a_louder_one_is_never_less(scatters: list[float]) -> None:
    told = [tremor_nats(scatter) for scatter in sorted(scatters)]
    assert told == sorted(told)
    assert all(nats == 0.0 for nats, scatter in zip(told, sorted(scatters), strict=True) if scatter <= 1.3)


def test_a_tremor_tells_less_and_less_once_the_finger_has_gone() -> None:
    place = Place()
    place.receive(FALLING)
    place.lie(1.0, scatter=3.0)
    trembled = place.nats()
    place.lie(2.0)
    assert after(FALLING) < place.nats() < trembled


def test_three_pieces_that_fall_at_once_strike_no_harder_than_they_weigh() -> None:
    place = Place()
    place.receive((0.5, 3.9, 3.3), pieces=3)
    place.lie(0.5)
    assert place.nats() < -3.0


def test_where_pieces_are_laid_down_one_that_is_tells_nothing() -> None:
    laying, dropping = Place(), Place()
    for _ in range(40):
        for place, shares in ((laying, LAID), (dropping, FALLING)):
            place.receive(shares)
            place.lie(COSTS.doubts.judged_seconds + 0.5)
    seldom, mostly = striking_share([laying.arrivals]), striking_share([dropping.arrivals])
    assert seldom < 0.2 < 0.95 < mostly
    assert after(LAID, share=seldom) < 0.2
    assert after(LAID, share=mostly) > after(LAID)


def test_a_place_too_noisy_for_blows_tells_by_tremor_alone() -> None:
    place = Place(blow_grams=None)
    place.receive(LAID)
    place.lie(0.5)
    assert place.nats() == 0.0
    place.lie(1.0, scatter=3.0)
    assert place.nats() > 5.0


def test_what_has_lain_for_longer_than_fingers_show_is_counted_and_tells_nothing_more() -> None:
    for shares, struck in ((FALLING, 1), (LAID, 0)):
        place = Place()
        place.receive(shares)
        place.lie(COSTS.doubts.judged_seconds - 0.5)
        assert place.nats() != 0.0
        assert place.arrivals.told == 0
        place.lie(1.0)
        assert place.nats() == 0.0
        assert (place.arrivals.struck, place.arrivals.told) == (struck, 1)


def test_a_finger_that_goes_was_no_piece_and_tells_nothing_of_the_next() -> None:
    place = Place()
    place.receive(LAID)
    place.lie(2.0)
    place.arrivals.go()
    assert place.arrivals.has_struck is None
    place.lie(20.0)
    assert (place.nats(), place.arrivals.told) == (0.0, 0)


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


@pytest.mark.parametrize("seconds", [0.5, 3.0])
def test_a_piece_that_falls_while_the_last_is_still_judged_counts_both(seconds: float) -> None:
    place = Place()
    for _ in range(2):
        place.receive(FALLING)
        place.lie(seconds)
    place.lie(COSTS.doubts.judged_seconds)
    assert (place.arrivals.struck, place.arrivals.told) == (2, 2)
