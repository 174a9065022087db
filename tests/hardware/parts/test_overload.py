"""A leaning hand harms no bar: the stop meets in time, however the bar bends, and bears the rest."""

from itertools import product

import pytest
from boards_by_size import layout_of
from cupsboard import profile
from cupsim.table.load_cell import BEYOND_STOP, STOP_SHARE
from hypothesis import given
from hypothesis import strategies as st

from hardware.assembly.bodies import BUTTON_DEPTH
from hardware.parts.cells import CELLS
from hardware.parts.deck import Deck
from hardware.parts.electronics import Electronics
from hardware.parts.overload import BENDS_MM, MEETS, OFF_MM, Overload

HAND_GRAMS = 5000.0
RATED_GRAMS = {"tal221": 500.0, "tal220": 1000.0}
PRINTED_OFF_MM = 0.15
"""How far the height of a printed pad is off."""
PLYWOOD_NEWTONS_PER_MM2 = 5.0
"""What plywood bears across its face without a dent; less than data sheets have."""
STOPS = {name: Overload(each.measures) for name, each in CELLS.items()}


def reachable(stop: Overload, off: float) -> list[float]:
    """Where the stop meets, over all bends and settings."""
    return [stop.meets(bend, sign * off) for bend, sign in product(BENDS_MM, (-1, 0, 1))]


@pytest.mark.parametrize("name", CELLS)
def test_a_stop_that_is_set_as_the_guide_says_meets_between_its_limits(name: str) -> None:
    found = reachable(STOPS[name], OFF_MM)
    assert MEETS[0] <= min(found)
    assert max(found) <= MEETS[1]


@pytest.mark.parametrize("name", CELLS)
def test_a_printed_stop_without_a_screw_would_not(name: str) -> None:
    stop = STOPS[name]
    found = [
        (stop.gap_mm + off) / (bend * stop.bend_at_stop)
        for bend, off in product(BENDS_MM, (-PRINTED_OFF_MM, PRINTED_OFF_MM))
    ]
    assert min(found) < MEETS[0]
    assert max(found) > MEETS[1]


@pytest.mark.parametrize("name", CELLS)
def test_no_bar_is_bent_for_ever_by_a_hand_of_five_kilograms_on_one_cup(name: str) -> None:
    stop, load = STOPS[name], HAND_GRAMS / RATED_GRAMS[name]
    assert all(abs(stop.felt(load, meets)) <= MEETS[1] for meets in reachable(stop, OFF_MM))
    without = stop.felt(load, meets=float("inf"))
    assert without == load > MEETS[1]


@pytest.mark.parametrize("name", CELLS)
def test_nut_and_base_bear_that_hand(name: str) -> None:
    stop, rated = STOPS[name], RATED_GRAMS[name]
    newtons = stop.on_stop(HAND_GRAMS / rated, MEETS[0]) * rated * 9.81e-3
    # The nut of 7 mm across flats lies on the base round a hole of 5 mm.
    across = 0.866 * 7.0**2 - 3.1416 / 4 * 5.0**2
    assert newtons / across < PLYWOOD_NEWTONS_PER_MM2


def test_the_deck_under_that_hand_stays_above_the_buttons_and_their_wires() -> None:
    board = profile.load("2x4")
    deck = layout_of(board)
    assert isinstance(deck, Deck)
    levels = [y for _, y in Electronics(board, deck).posts()]
    span, thick = max(levels) - min(levels), deck.measures.deck
    # One strip between two holes, from post to post across the board, of plywood along its weaker way.
    width = deck.pitch - deck.hole(board.places[0])
    sag = HAND_GRAMS * 9.81e-3 * span**3 / (48 * 6000.0 * width * thick**3 / 12)
    assert 1.0 < sag < deck.measures.deck_posts - BUTTON_DEPTH


def test_a_cell_of_the_simulator_ends_as_the_usual_one_does() -> None:
    assert MEETS[0] < STOP_SHARE < MEETS[1]
    assert pytest.approx(STOPS["tal221"].upside_down, abs=0.02) == BEYOND_STOP


@given(st.sampled_from(sorted(CELLS)), st.floats(0.0, 20.0), st.floats(*MEETS))
def test_nothing_gets_lost_between_bar_and_stop(name: str, load: float, meets: float) -> None:
    stop = STOPS[name]
    assert stop.felt(load, meets) + stop.on_stop(load, meets) == pytest.approx(load)
    assert stop.felt(load, meets) <= meets
