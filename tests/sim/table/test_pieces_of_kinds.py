"""A table with pieces of kinds: coins have masses of their own, and hands take the kinds they want."""

from collections import Counter
from random import Random

import pytest
from cupsboard.formats.strict_data import from_plain, to_plain
from cupsboard.rules.places import OFF_BOARD, Kind, Place, Side, cup, pot, stock
from cupsim.errors import SimulatorError
from cupsim.table.coins import COINS, coin_kind
from cupsim.table.hand_actions import Drop, Take
from cupsim.table.hands import Hands
from cupsim.table.kept_table import KeptCup
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Cup, Table

CENT, NICKEL, DIME, QUARTER = map(Kind, ("cent", "nickel", "dime", "quarter"))
BOWL, SOUTH_1 = stock(Side.SOUTH), cup(Side.SOUTH, 1)


def coin_table(seed: int = 1) -> Table:
    random = Random(seed)
    coins = [COINS[kind].draw(random) for kind in COINS for _ in range(10)]
    return Table(10, random, pot_cells=cell_model("1kg"), lying={BOWL: coins})


def hands_at(table: Table) -> Hands:
    return Hands(Side.SOUTH, table, lambda _side, is_down, time: None, Random(3), touches=0.0)


def kinds_in(table: Table, place: Place) -> dict[Kind, int]:
    return table.pieces()[place]


def test_worn_coins_are_lighter_and_their_kinds_keep_apart_as_they_do_in_a_purse() -> None:
    random = Random(5)
    masses = {kind: [each.draw(random).mass_grams for _ in range(400)] for kind, each in COINS.items()}
    assert max(masses[DIME]) < min(masses[CENT])
    assert max(masses[NICKEL]) < min(masses[QUARTER])
    for kind, coins in COINS.items():
        assert sum(masses[kind]) / 400 == pytest.approx(coins.mean_grams, abs=0.2 * coins.spread_grams)
    worn = [COINS[QUARTER].draw(random, worn_times=2.0).mass_grams for _ in range(400)]
    assert sum(worn) < sum(masses[QUARTER])


def test_a_coin_that_is_in_no_purse_is_refused_with_those_that_are() -> None:
    with pytest.raises(SimulatorError, match="no coins called 'guilder': choose one of cent, nickel"):
        coin_kind(Kind("guilder"))


def test_a_hand_takes_the_kinds_it_wants_and_lets_go_of_the_one_it_names() -> None:
    table = coin_table()
    hands = hands_at(table)
    hands.do(Take(BOWL, kinds=(DIME, QUARTER, DIME)), Drop(SOUTH_1, kinds=(QUARTER,)), now=0.0)
    hands.advance(60.0)
    assert kinds_in(table, SOUTH_1) == {QUARTER: 1}
    assert Counter(piece.kind for piece in hands.beans) == {DIME: 2}
    assert kinds_in(table, BOWL) == {CENT: 10, NICKEL: 10, DIME: 8, QUARTER: 9}


def test_a_kind_that_is_not_there_is_refused_by_its_name_and_nothing_moves() -> None:
    table = coin_table()
    hands = hands_at(table)
    hands.do(Take(BOWL, kinds=(CENT,) * 11), now=0.0)
    assert hands.refused is not None
    assert hands.refused.reason == "no cent in south-stock: take other kinds, or take these up first"
    hands.do(Drop(SOUTH_1, kinds=(CENT,)), now=1.0)
    assert hands.refused.reason == "no cent in the hand: take other kinds, or take these up first"
    with pytest.raises(SimulatorError, match="south-1 holds 0 of kind dime"):
        table.pick(SOUTH_1, (DIME,), 1.0)


def test_pots_may_stand_on_cells_of_their_own_sort() -> None:
    table = coin_table()
    one_kg = cell_model("1kg").counts_per_gram
    assert table.cells[pot(Side.NORTH)].counts_per_gram == pytest.approx(one_kg, rel=0.3)
    assert table.cells[SOUTH_1].counts_per_gram > 1.15 * table.cells[pot(Side.NORTH)].counts_per_gram


def test_a_table_that_is_kept_lies_again_with_every_kind_where_it_lay() -> None:
    table = coin_table()
    for piece in table.pick(BOWL, (CENT, QUARTER, NICKEL), 1.0):
        table.drop(SOUTH_1, piece, 2.0)
    kept = table.kept(9.0)
    other = coin_table(seed=2)
    other.resume(kept)
    assert other.pieces() == table.pieces()
    assert [piece.mass_grams for piece in other.beans_in(SOUTH_1)] == [
        piece.mass_grams for piece in table.beans_in(SOUTH_1)
    ]


def test_a_cup_that_was_kept_before_there_were_kinds_holds_beans() -> None:
    plain = to_plain(KeptCup(25.0, (0.5, 0.6)))
    assert isinstance(plain, dict)
    del plain["kinds"]
    again = Cup.resumed(from_plain(KeptCup, plain))
    assert [(piece.mass_grams, piece.kind) for piece in again.beans] == [(0.5, "bean"), (0.6, "bean")]


def test_what_lies_off_the_board_at_first_lies_there() -> None:
    spare = [COINS[CENT].draw(Random(1))]
    assert Table(2, Random(1), lying={OFF_BOARD: spare}).pieces()[OFF_BOARD] == {CENT: 1}
