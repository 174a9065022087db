"""Computer, carrier, modules, posts and holes are where nothing else is, on every board."""

import pytest
from any_measures import measures, pots
from boards_by_size import ALL, board_of, layout_of
from hypothesis import assume, given

from hardware.parts.cells import CELLS, USUAL_CELL
from hardware.parts.deck import Deck
from hardware.parts.electronics import BATTEN_HEIGHT, CARRIER_HEIGHT, MODULE_HEIGHT, PI_HEIGHT, Electronics
from hardware.parts.mount import Cup, Measures, MountError
from hardware.parts.table import Table

SHAPES = [(size, cell) for size in ALL for cell in CELLS if board_of(size).cups or cell == USUAL_CELL]
"""Boards of spots are laid out for the usual cell only."""


@pytest.fixture(params=SHAPES, ids=str)
def built(request: pytest.FixtureRequest) -> Electronics:
    size, cell = request.param
    board = board_of(size)
    return Electronics(board, layout_of(board, cell))


def test_nothing_wants_the_room_of_another_thing(built: Electronics) -> None:
    assert built.conflicts() == []


def test_everything_is_on_the_base(built: Electronics) -> None:
    x, y = (side / 2 for side in built.layout.size)
    for name, box in (built.above_base() | built.below_base() | built.bored()).items():
        assert max(-box.left, box.right) <= x, name
        assert max(-box.low, box.high) <= y, name


@given(measures, pots)
def test_any_cups_and_cells_that_a_deck_takes_leave_room_for_all(shape: Measures, pot: Cup) -> None:
    board = board_of("2x4")
    deck = Deck(board.cups, shape, pot)
    try:
        deck.check()
    except MountError:
        assume(False)
    assert Electronics(board, deck).conflicts() == []


class Crowded(Table):
    """Rows nearer to each other than a foot is long."""

    @property
    def pitch(self) -> float:
        return 60.0


def test_what_overlaps_is_named() -> None:
    board = board_of("3x3-2")
    crowded = Electronics(board, Crowded.of(board, CELLS["tal220"].measures))
    assert "foot spot-1 meets foot spot-4" in crowded.conflicts()


def test_there_is_height_for_all_of_it(built: Electronics) -> None:
    assert max(PI_HEIGHT, CARRIER_HEIGHT) < BATTEN_HEIGHT
    assert built.layout.measures.deck_posts > MODULE_HEIGHT
