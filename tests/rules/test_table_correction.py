"""The way from one table to another, what a correction writes down, and what play goes on from."""

import pytest
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Mark, Transfer, carried_out
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup, pot, stock
from cupsboard.rules.table_correction import (
    belongs_to_game,
    correction,
    differences,
    ends_game,
    transfers_between,
)
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


A, B, C, D = (Place(name) for name in ("south-1", "south-2", "south-pot", "north-1"))
TABLES = st.fixed_dictionaries(dict.fromkeys((A, B, C, D), st.integers(0, 5)))


@given(now=TABLES, wanted=TABLES)
def test_with_a_bag_the_table_becomes_the_wanted_one(now: dict[Place, int], wanted: dict[Place, int]) -> None:
    transfers = list(transfers_between(now, wanted, OFF_BOARD))
    assert carried_out(now, transfers) == wanted
    assert all(each.count > 0 for each in transfers)
    taken = {each.source for each in transfers} - {OFF_BOARD}
    assert taken.isdisjoint(each.target for each in transfers)


@given(now=TABLES, wanted=TABLES)
def test_without_one_as_many_go_where_they_are_missing_as_there_are_too_many(
    now: dict[Place, int], wanted: dict[Place, int]
) -> None:
    transfers = list(transfers_between(now, wanted))
    table = carried_out(now, transfers)
    off = [abs(now[place] - wanted[place]) for place in wanted]
    left = [abs(table[place] - wanted[place]) for place in wanted]
    too_many = sum(max(now[place] - wanted[place], 0) for place in wanted)
    missing = sum(max(wanted[place] - now[place], 0) for place in wanted)
    assert sum(each.count for each in transfers) == min(too_many, missing)
    assert sum(off) - sum(left) == 2 * min(too_many, missing)


def test_a_place_that_is_not_named_holds_nothing() -> None:
    assert list(transfers_between({OFF_BOARD: 2}, {A: 1})) == [Transfer(OFF_BOARD, A, 1)]
    assert list(transfers_between({A: 1}, {A: 1, B: 2}, OFF_BOARD)) == [Transfer(OFF_BOARD, B, 2)]
    assert list(transfers_between({A: 3}, {B: 1}, OFF_BOARD)) == [
        Transfer(A, B, 1),
        Transfer(A, OFF_BOARD, 2),
    ]
