"""What a correction writes down, and the position that play goes on from."""

import pytest
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Mark
from cupsboard.rules.places import Place, Side, cup, pot, stock
from cupsboard.rules.table_correction import belongs_to_game, correction, differences, ends_game
from hypothesis import given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH
GAME = Cups(4)
POSITION = GAME.parse_position("1 2 0 1 pot 3 stock 20 / 0 4 1 2 pot 1 stock 22 / south")
S1, S2, S3, N2, N3 = cup(SOUTH, 1), cup(SOUTH, 2), cup(SOUTH, 3), cup(NORTH, 2), cup(NORTH, 3)
BEGUN = tuple(plan for plan in GAME.plans(POSITION, SOUTH) if plan.label.startswith("drop"))


def table(**others: int) -> Contents:
    contents = GAME.contents(POSITION)
    changed = {Place(name.replace("_", "-")): count for name, count in others.items()}
    return {place: contents[place] for place in GAME.places} | changed


def test_with_nothing_begun_all_that_differs_is_corrected() -> None:
    assert correction(GAME, POSITION, table(north_2=3, south_1=2)) == (Mark(S1, 1), Mark(N2, -1))


def test_the_beans_of_a_begun_move_are_no_correction() -> None:
    assert correction(GAME, POSITION, table(south_1=2, south_2=3, north_3=0), BEGUN) == (Mark(N3, -1),)


def test_a_second_bean_in_a_cup_of_a_begun_drop_is_one() -> None:
    assert correction(GAME, POSITION, table(south_1=3), BEGUN) == (Mark(S1, 1),)


def test_where_several_repairs_are_as_small_all_that_differs_is_corrected() -> None:
    game = Cups(4)
    position = game.parse_position("0 0 0 0 pot 0 stock 9 / 0 0 0 0 pot 0 stock 9 / south")
    drops = tuple(plan for plan in game.plans(position, SOUTH) if plan.label in ("drop 1", "drop 2"))
    found = {**dict.fromkeys(game.places, 0), S1: 1, S2: 2}
    assert correction(game, position, found, drops) in ((Mark(S2, 1),), (Mark(S1, 1), Mark(S2, 2)))


def test_a_table_that_moves_lead_to_needs_no_correction() -> None:
    assert belongs_to_game(GAME, POSITION, table(south_1=2))
    assert not belongs_to_game(GAME, POSITION, table(north_3=2))


def test_a_correction_can_end_the_game() -> None:
    last = GAME.parse_position("0 0 0 1 pot 15 stock 0 / 9 9 9 9 pot 3 stock 0 / south")
    assert ends_game(GAME, last, (Mark(cup(SOUTH, 4), -1),))
    assert not ends_game(GAME, last, (Mark(cup(NORTH, 4), -1),))


def test_differences_come_in_the_order_of_the_places_with_stocks_last() -> None:
    found = {stock(SOUTH): 3, N2: 0, S1: 2, S2: 1}
    assert differences(GAME, found, {S1: 1, S2: 1, N2: 1, stock(SOUTH): 4}) == (
        Mark(S1, 1),
        Mark(N2, -1),
        Mark(stock(SOUTH), -1),
    )
    assert differences(GAME, {S1: 1, stock(SOUTH): 3}, {S1: 0}) == (Mark(S1, 1),)


@given(st.lists(st.integers(0, 6), min_size=10, max_size=10), st.booleans())
def test_play_goes_on_from_every_table_with_the_same_side_to_move(counts: list[int], is_begun: bool) -> None:
    found = dict(zip(GAME.places, counts, strict=True))
    changes = correction(GAME, POSITION, found, BEGUN if is_begun else ())
    after = GAME.correct(POSITION, changes)
    assert after.to_move is SOUTH
    assert belongs_to_game(GAME, after, found)
    if not is_begun:
        contents = GAME.contents(after)
        assert all(contents[place] == count for place, count in found.items())


def test_a_position_is_corrected_in_cups_pots_and_stocks() -> None:
    changes = (Mark(S1, -1), Mark(pot(NORTH), 2), Mark(stock(SOUTH), -3))
    after = GAME.correct(POSITION, changes)
    assert GAME.format_position(after) == "0 2 0 1 pot 3 stock 17 / 0 4 1 2 pot 3 stock 22 / south"


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (Mark(cup(SOUTH, 5), 1), "south-5: cups 4 has no such place"),
        (Mark(S3, -1), "south-3 -1: it would hold -1 beans"),
        (Mark(S3, 10_000), "would hold 10000 beans"),
    ],
)
def test_what_cannot_lie_there_is_refused_with_its_place(mark: Mark, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        GAME.correct(POSITION, (mark,))
