"""How far a table has come towards the one that is wanted, by the weights of its places."""

from collections import Counter
from dataclasses import replace

from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.population import Population
from cupsboard.referee.as_landed.lying import lying
from cupsboard.rules.game import Mark
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight
from hypothesis import given
from hypothesis import strategies as st

CENT, DIME, NICKEL = Kind("cent"), Kind("dime"), Kind("nickel")
GRAMS = {CENT: 2.495, DIME: 2.255, NICKEL: 4.98}
CUP = Place("south-1")
TARE = 12.0
LOTS = st.dictionaries(st.sampled_from([*GRAMS]), st.integers(1, 4), max_size=3)


def known(lot: dict[Kind, int]) -> Knowledge:
    pieces = {kind: Population(grams, 1e-6, 4e-4, 20.0) for kind, grams in GRAMS.items()}
    gross = Weight(TARE + sum(GRAMS[kind] * count for kind, count in lot.items()), 1e-4)
    place = PlaceKnowledge(lot, gross, Weight(TARE, 1e-4), TARE, 0.003)
    return Knowledge({CUP: place}, pieces)


def weighed(lot: dict[Kind, int], more_grams: float = 0.0) -> Settled:
    grams = TARE + sum(GRAMS[kind] * count for kind, count in lot.items()) + more_grams
    return Settled(0.0, {CUP: Weight(grams, 1e-6)})


@given(had=LOTS, wants=LOTS)
def test_what_is_wanted_is_believed_as_soon_as_it_lies_there(
    had: dict[Kind, int], wants: dict[Kind, int]
) -> None:
    assert lying(known(had), weighed(wants), {CUP: had}, {CUP: wants}).is_as_wanted


@given(had=LOTS, wants=LOTS)
def test_marks_lead_from_what_lies_there_to_something_of_the_wanted_weight(
    had: dict[Kind, int], wants: dict[Kind, int]
) -> None:
    found = lying(known(had), weighed(had), {CUP: had}, {CUP: wants})
    assert found.strange == ()
    after = Counter(had)
    after.subtract({mark.kind: mark.surplus for mark in found.marks})
    off = sum(GRAMS[kind] * (after[kind] - wants.get(kind, 0)) for kind in GRAMS)
    assert abs(off) < 0.15


def test_one_coin_too_many_is_named_by_its_kind() -> None:
    found = lying(known({}), weighed({NICKEL: 1}), {CUP: {}}, {CUP: {}})
    assert found.marks == (Mark(CUP, 1, NICKEL),)


def test_a_nickel_taken_out_may_come_back_as_another_nickel() -> None:
    board = known({NICKEL: 1})
    heavy = replace(board.places[CUP], gross=Weight(TARE + GRAMS[NICKEL] + 0.1, 1e-4))
    board = replace(board, places={CUP: heavy})
    assert lying(board, weighed({NICKEL: 1}, -0.04), {CUP: {NICKEL: 1}}, {CUP: {NICKEL: 1}}).is_as_wanted


def test_what_no_coin_explains_is_strange_until_players_have_looked() -> None:
    odd = weighed({}, 1.2)
    assert lying(known({}), odd, {CUP: {}}, {CUP: {}}).strange == (CUP,)
    assert lying(known({}), odd, {CUP: {}}, {CUP: {}}, {CUP}).is_as_wanted


def test_a_place_that_can_t_be_weighed_is_believed_to_be_right() -> None:
    dark = Settled(0.0, {CUP: CellFault.MISSED})
    assert lying(known({}), dark, {CUP: {}}, {CUP: {CENT: 2}}).is_as_wanted
