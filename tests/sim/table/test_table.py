"""The table never loses a bean, its cells feel what lies on them, and beans are as their bag's."""

from random import Random
from statistics import fmean, pstdev

import pytest
from cupsboard.rules.places import OFF_BOARD, Place, Side, board_places, cup, pot, stock
from cupsim.errors import SimulatorError
from cupsim.table.beans import KINDS, bean_kind
from cupsim.table.load_cell import PLATFORM_GRAMS
from cupsim.table.pieces import Piece
from cupsim.table.table import Cup, Table
from hypothesis import given
from hypothesis import strategies as st

SOUTH_1 = cup(Side.SOUTH, 1)
NORTH_2 = cup(Side.NORTH, 2)


def new_table(seed: int = 1, cups: int = 4, stock_trays: bool = False) -> Table:
    return Table(cups, Random(seed), stock_trays=stock_trays)


def shown_grams(table: Table, place: Place, start: float) -> float:
    cell = table.cells[place]
    counts = fmean(cell.signal(start + index * 0.1, 0.1) for index in range(200))
    return (counts - cell.zero_counts) / cell.counts_per_gram


def carry(table: Table, source: Place, target: Place, count: int, time: float) -> list[Piece]:
    beans = table.take(source, count, time)
    for bean in beans:
        table.drop(target, bean, time)
    return beans


def test_a_game_starts_with_ten_beans_a_cup_in_each_stock_and_nothing_else() -> None:
    contents = new_table(cups=3).contents()
    assert contents[stock(Side.SOUTH)] == contents[stock(Side.NORTH)] == 30
    assert sum(contents.values()) == 60


def test_there_is_a_cell_under_every_cup_and_pot_and_under_stocks_only_with_trays() -> None:
    assert tuple(new_table().cells) == board_places(4)
    assert tuple(new_table(stock_trays=True).cells) == (
        *board_places(4),
        stock(Side.SOUTH),
        stock(Side.NORTH),
    )


def test_a_cell_shows_platform_cup_and_beans() -> None:
    table = new_table()
    empty = shown_grams(table, SOUTH_1, 5.0)
    beans = carry(table, stock(Side.SOUTH), SOUTH_1, 12, 50.0)
    mass = sum(bean.mass_grams for bean in beans)
    assert empty == pytest.approx(PLATFORM_GRAMS + 25.0, abs=2.5)
    assert shown_grams(table, SOUTH_1, 55.0) - empty == pytest.approx(mass, abs=0.05)


def test_a_weighed_stock_gets_lighter_by_what_is_taken() -> None:
    table = new_table(stock_trays=True)
    full = shown_grams(table, stock(Side.SOUTH), 5.0)
    beans = table.take(stock(Side.SOUTH), 5, 50.0)
    taken = sum(bean.mass_grams for bean in beans)
    assert full - shown_grams(table, stock(Side.SOUTH), 55.0) == pytest.approx(taken, abs=0.1)


@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(1, 5)), max_size=30), st.integers()
)
def test_no_bean_is_ever_lost_or_made(carries: list[tuple[int, int, int]], seed: int) -> None:
    table = new_table(seed)
    places = table.places
    for step, (source, target, count) in enumerate(carries):
        carry(table, places[source], places[target], min(count, table.contents()[places[source]]), step)
    assert sum(table.contents().values()) == 80


def test_a_lifted_cup_counts_nowhere_and_comes_back_a_little_beside_its_place() -> None:
    table = new_table()
    carry(table, stock(Side.SOUTH), SOUTH_1, 30, 1.0)
    before = shown_grams(table, SOUTH_1, 5.0)
    lifted = table.lift(SOUTH_1, 50.0)
    assert table.contents()[SOUTH_1] == 0
    assert not table.has_cup(SOUTH_1)
    assert shown_grams(table, SOUTH_1, 52.0) == pytest.approx(PLATFORM_GRAMS, abs=0.2)
    table.put_back(SOUTH_1, lifted, 80.0)
    assert table.contents()[SOUTH_1] == 30
    assert 1e-4 < abs(shown_grams(table, SOUTH_1, 82.0) - before) < 0.15


def test_cups_put_back_on_each_others_platforms_take_their_beans_along() -> None:
    table = new_table()
    carry(table, stock(Side.SOUTH), SOUTH_1, 3, 1.0)
    first, second = table.lift(SOUTH_1, 2.0), table.lift(NORTH_2, 3.0)
    table.put_back(NORTH_2, first, 4.0)
    table.put_back(SOUTH_1, second, 5.0)
    assert (table.contents()[SOUTH_1], table.contents()[NORTH_2]) == (0, 3)


def test_a_bean_dropped_where_no_cup_stands_rolls_off_the_board() -> None:
    table = new_table()
    table.lift(SOUTH_1, 1.0)
    carry(table, stock(Side.SOUTH), SOUTH_1, 1, 2.0)
    assert table.contents()[OFF_BOARD] == 1


def test_a_hand_on_the_rim_weighs_and_leaves_no_trace() -> None:
    table = new_table()
    before = shown_grams(table, SOUTH_1, 5.0)
    table.push(SOUTH_1, 60.0, 50.0)
    assert shown_grams(table, SOUTH_1, 51.0) - before == pytest.approx(60.0, rel=0.01)
    table.push(SOUTH_1, -60.0, 80.0)
    assert shown_grams(table, SOUTH_1, 81.0) == pytest.approx(before, abs=0.12)


def test_a_bump_shakes_every_cell_and_moves_nothing() -> None:
    table = new_table()
    quiet = {place: shown_grams(table, place, 5.0) for place in table.cells}
    table.bump(1.0, 50.0)
    shaken = {
        place: max(
            abs(
                (cell.signal(50.01 + i * 0.0125, 0.0125) - cell.zero_counts) / cell.counts_per_gram
                - quiet[place]
            )
            for i in range(8)
        )
        for place, cell in table.cells.items()
    }
    assert sum(shake > 1.0 for shake in shaken.values()) >= 8
    assert all(
        shown_grams(table, place, 60.0) == pytest.approx(quiet[place], abs=0.02) for place in table.cells
    )


def test_the_same_seed_gives_the_same_table_to_the_last_count() -> None:
    def counts(seed: int) -> list[int]:
        table = new_table(seed)
        carry(table, stock(Side.SOUTH), SOUTH_1, 4, 1.0)
        return [cell.signal(1.0 + i * 0.1, 0.1) for cell in table.cells.values() for i in range(5)]

    assert counts(5) == counts(5)
    assert counts(5) != counts(6)


def test_cups_are_equal_within_some_per_cent() -> None:
    grams = [new_table(seed).load_grams(SOUTH_1) for seed in range(100)]
    assert all(22.0 < gram < 28.0 for gram in grams)
    assert len(set(grams)) == 100


def test_what_cannot_be_done_is_named_with_its_place() -> None:
    table = new_table()
    with pytest.raises(SimulatorError, match="south-1 holds 0 beans: 1 can't"):
        table.take(SOUTH_1, 1, 1.0)
    with pytest.raises(SimulatorError, match="a cup stands on south-1 already"):
        table.put_back(SOUTH_1, Cup(25.0), 1.0)
    with pytest.raises(SimulatorError, match="no place 'south-9'"):
        table.load_grams(Place("south-9"))
    table.lift(SOUTH_1, 1.0)
    with pytest.raises(SimulatorError, match="no cup stands on south-1: put it back first"):
        table.lift(SOUTH_1, 2.0)


def test_a_table_can_be_laid_with_other_beans_and_fewer_of_them() -> None:
    table = Table(2, Random(1), beans=bean_kind("go stone"), stock_beans=3)
    beans = table.take(stock(Side.NORTH), 3, 0.0)
    table.drop(pot(Side.NORTH), beans[0], 0.0)
    assert all(4.0 < bean.mass_grams < 6.0 for bean in beans)
    assert table.contents()[pot(Side.NORTH)] == 1


DRAWS = 6000


def masses(name: str, seed: int = 1) -> list[float]:
    random = Random(seed)
    return [bean_kind(name).draw(random).mass_grams for _ in range(DRAWS)]


@pytest.mark.parametrize("name", KINDS)
def test_a_bag_has_the_mean_and_spread_it_states(name: str) -> None:
    kind, drawn = KINDS[name], masses(name)
    assert fmean(drawn) == pytest.approx(kind.mean_grams, rel=5 * kind.spread / DRAWS**0.5 + 0.005)
    assert pstdev(drawn) / fmean(drawn) == pytest.approx(kind.spread, rel=0.06)


@pytest.mark.parametrize("name", ["kidney sorted", "mixed sorted"])
def test_in_a_sorted_bag_the_heaviest_bean_is_lighter_than_the_lightest_pair(name: str) -> None:
    drawn = masses(name)
    assert max(drawn) < 2 * min(drawn)


def test_no_bean_weighs_nothing() -> None:
    assert all(min(masses(name)) > 0.05 for name in KINDS)


def test_the_same_seed_gives_the_same_beans() -> None:
    assert masses("kidney", seed=7) == masses("kidney", seed=7)
    assert masses("kidney", seed=7) != masses("kidney", seed=8)


def test_an_unknown_bean_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SimulatorError, match=r"'lima'.*kidney sorted"):
        bean_kind("lima")
