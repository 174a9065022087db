"""The way from one table to another as transfers."""

from cupsboard.rules.game import Transfer, carried_out
from cupsboard.rules.places import OFF_BOARD, Place
from cupsboard.rules.table_correction import transfers_between
from hypothesis import given
from hypothesis import strategies as st

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
