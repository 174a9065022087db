"""A leaning hand harms no bar: the stop meets in time, however the bar bends, and bears the rest."""

import math
from itertools import product

import pytest
from boards_by_size import layout_of
from cupsboard import profile
from cupsboard.procedures.beans.forecast import FULLEST_POT_SHARE
from cupsim.table.load_cell import BEYOND_STOP, STOP_SHARE
from hypothesis import given
from hypothesis import strategies as st

from hardware.assembly.bodies import BUTTON_DEPTH
from hardware.parts.cells import CELLS
from hardware.parts.deck import POT, Deck
from hardware.parts.electronics import Electronics
from hardware.parts.mount import grams, holder, printed_cup
from hardware.parts.overload import MEETS, MOST, SET_AT, Overload

HAND_GRAMS, PUSH_GRAMS = 5000.0, 750.0
RATED_GRAMS = {"tal221": 500.0, "tal220": 1000.0}
GRAVITY = 9.81e-3
"""Newtons a gram."""
PRINTED_OFF_MM = 0.2
"""How far the height of a printed pad is off."""
BENDS_MM = (0.05, 0.2, 0.5)
"""Of bars under their rated load: as stiff as their output says, and as soft as data sheets allow."""
PLYWOOD_NEWTONS_PER_MM2 = 5.0
"""What plywood bears across its face without a dent; less than data sheets have."""
YIELDS_NEWTONS_PER_MM2 = 270.0
"""From which stress on the softest aluminium that bars are made of is bent for ever."""
STOPS = {name: Overload(each.measures) for name, each in CELLS.items()}


@pytest.mark.parametrize(("name", "bend"), [*product(CELLS, BENDS_MM)])
def test_a_printed_stop_without_a_screw_would_not_do(name: str, bend: float) -> None:
    gap = STOPS[name].gap_mm
    found = [(gap + off) / bend for off in (-PRINTED_OFF_MM, PRINTED_OFF_MM)]
    assert min(found) < MEETS[0] or max(found) > MOST


@pytest.mark.parametrize("name", CELLS)
def test_stops_are_set_above_the_fullest_pot_of_what_the_cell_is_bought_for(name: str) -> None:
    measures = Deck(4, CELLS[name].measures, POT).pot_measures
    stones = 80 * FULLEST_POT_SHARE * 5.0
    pot = grams(holder(measures)) + grams(printed_cup(POT)) + stones
    assert pot / RATED_GRAMS[name] < MEETS[0]


@pytest.mark.parametrize(("name", "grams_more"), [*product(CELLS, (HAND_GRAMS, PUSH_GRAMS))])
def test_no_bar_is_bent_for_ever_by_a_hand_on_one_cup(name: str, grams_more: float) -> None:
    stop, load = STOPS[name], grams_more / RATED_GRAMS[name]
    assert all(abs(stop.felt(load, meets)) <= MOST for meets in MEETS)
    if grams_more == HAND_GRAMS:
        assert stop.felt(load, meets=float("inf")) == load > MOST


@pytest.mark.parametrize("name", CELLS)
def test_the_metal_of_a_bar_bears_that_hand_at_the_edge_of_its_cup(name: str) -> None:
    """Reckon by stress in the bar across its hole, where it is weakest, and not by what the cell shows."""
    measures, rated = CELLS[name].measures, RATED_GRAMS[name]
    hole = 0.8 * measures.cell_height
    section = measures.cell_width * (measures.cell_height**3 - hole**3) / (6 * measures.cell_height)
    beyond = (HAND_GRAMS - MEETS[0] * rated) * GRAVITY
    edge = measures.load_x - measures.stop_x + measures.cup.top / 2
    # Of a gauge's own strain under the rated load: 1 mV/V is 500 millionths of aluminium's 70,000 N/mm².
    rated_stress = 35.0
    along = SET_AT * rated_stress + beyond * edge / section
    # Sideways the two halves beside the hole bend in their own plane, against each other.
    half, length = (measures.cell_height - hole) / 2, 2 * measures.cell_height
    turning = HAND_GRAMS * GRAVITY * measures.cup.top / 2
    pull = turning / (measures.cell_height - half)
    across = SET_AT * rated_stress + pull * length / 2 / (half * measures.cell_width**2 / 6)
    assert max(along, across) < YIELDS_NEWTONS_PER_MM2


@pytest.mark.parametrize(("name", "bend"), [*product(CELLS, BENDS_MM)])
def test_a_stock_of_beans_poured_in_from_a_hand_does_not_reach_the_stop(name: str, bend: float) -> None:
    measures, rated = CELLS[name].measures, RATED_GRAMS[name]
    beans, height, seconds = 40, 0.3, 0.1
    speed = math.sqrt(2 * 9.81 * height)
    newtons = beans * 0.55e-3 * speed / seconds
    platform = (grams(holder(measures)) + grams(printed_cup(measures.cup))) * 1e-3
    stiff = rated * GRAVITY / (bend * 1e-3)
    blow = 0.55e-3 * speed * math.sqrt(stiff / platform)
    felt = platform * 1e3 + beans * 0.55 + (newtons + blow) / GRAVITY
    assert felt / rated < MEETS[0]


@pytest.mark.parametrize("name", CELLS)
def test_nut_and_base_bear_that_hand(name: str) -> None:
    stop, rated = STOPS[name], RATED_GRAMS[name]
    newtons = stop.on_stop(HAND_GRAMS / rated, MEETS[0]) * rated * GRAVITY
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
    sag = HAND_GRAMS * GRAVITY * span**3 / (48 * 6000.0 * width * thick**3 / 12)
    assert 1.0 < sag < deck.measures.deck_posts - BUTTON_DEPTH


def test_a_cell_of_the_simulator_ends_as_the_usual_one_does() -> None:
    assert MEETS[0] <= STOP_SHARE <= MEETS[1]
    assert pytest.approx(STOPS["tal221"].upside_down, abs=0.02) == BEYOND_STOP


@given(st.sampled_from(sorted(CELLS)), st.floats(0.0, 20.0), st.floats(*MEETS))
def test_nothing_gets_lost_between_bar_and_stop(name: str, load: float, meets: float) -> None:
    stop = STOPS[name]
    assert stop.felt(load, meets) + stop.on_stop(load, meets) == pytest.approx(load)
    assert stop.felt(load, meets) <= meets
