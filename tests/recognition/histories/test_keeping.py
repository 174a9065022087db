"""What is known of places after players have said what lies on the table."""

import pytest
from cupsboard.recognition.histories.keeping import Scales, trusted_places
from cupsboard.recognition.histories.world import World
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.population import Population
from cupsboard.rules.places import HAND, Kind, Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight

CENT = Kind("cent")
ONE, TWO = Place("south-1"), Place("south-2")
KNOWN = PlaceKnowledge({CENT: 1}, Weight(27.5, 1e-4), Weight(25.0, 1e-4), 25.0, 0.0, 1e-5)
SCALES = Scales.of(Knowledge({ONE: KNOWN, TWO: KNOWN}, {CENT: Population(2.5, 1e-6, 1e-4, 100.0)}))
WORLD: World[None] = World(
    None, {ONE: (1,), TWO: (1,), HAND: (0,)}, {ONE: KNOWN, TWO: KNOWN}, Weight(0.0, 0.0)
)


def trusted(
    one: Weight | CellFault,
    lots: tuple[int, int],
    lifted: frozenset[Place] = frozenset(),
    shown: int | None = None,
) -> PlaceKnowledge:
    settled = Settled(0.0, {ONE: one, TWO: Weight(27.5, 1e-4)})
    table = {ONE: (lots[0],), TWO: (lots[1],), HAND: (0,)}
    seen = None if shown is None else {**table, ONE: (shown,)}
    return trusted_places(WORLD, table, SCALES, settled, lifted, seen)[ONE]


def test_the_weight_of_a_place_counts_for_what_players_say_lies_there() -> None:
    same = trusted(Weight(27.51, 1e-4), (1, 1))
    assert same.pieces == {CENT: 1}
    assert 27.5 < same.gross.grams < 27.51
    more = trusted(Weight(30.0, 1e-4), (2, 1))
    assert (more.pieces, more.gross.grams) == ({CENT: 2}, 30.0)


@pytest.mark.parametrize("is_lifted", [True, False])
def test_a_cup_in_the_air_or_a_dead_cell_says_nothing_of_its_place(is_lifted: bool) -> None:
    weight = Weight(0.0, 1e-4) if is_lifted else CellFault.MISSED
    place = trusted(weight, (2, 1), frozenset({ONE}) if is_lifted else frozenset())
    assert place.pieces == {CENT: 2}
    assert place.gross.grams == pytest.approx(30.0)


def test_where_hands_had_gone_on_the_mass_of_what_they_brought_is_left_out() -> None:
    place = trusted(Weight(32.5, 1e-4), (2, 1), shown=3)
    assert place.gross.grams == pytest.approx(30.0)
