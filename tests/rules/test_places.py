"""Names of places, as they stand in files and messages."""

from cupsboard.rules.places import OFF_BOARD, Place, Side, board_places, cup, is_cup, pot, side_of, stock


def test_a_place_tells_whose_it_is_and_whether_it_is_a_cup() -> None:
    for side in Side:
        assert [side_of(place) for place in (cup(side, 12), pot(side), stock(side))] == [side] * 3
        assert [is_cup(place) for place in (cup(side, 12), pot(side), stock(side))] == [True, False, False]
    assert side_of(OFF_BOARD) is None
    assert not is_cup(OFF_BOARD)
    assert side_of(Place("east-1")) is None


def test_a_board_is_counted_from_south_s_first_cup_against_the_clock() -> None:
    assert board_places(2) == (*("south-1", "south-2", "south-pot"), *("north-1", "north-2", "north-pot"))
    assert (Side.SOUTH.other, Side.NORTH.other) == (Side.NORTH, Side.SOUTH)
