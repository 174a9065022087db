"""Kalah and Oware against programs that were written by another method: hands that move single beans."""

from random import Random

import pytest
from bean_by_bean import Table
from bowl_by_bowl import Ground
from cupsboard.rules.game import carried_out
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position
from hypothesis import example, given
from hypothesis import strategies as st

PROGRAMS = {"kalah": Table, "oware": Ground}
EACH = pytest.mark.parametrize("word", PROGRAMS)


@EACH
@given(st.integers(2, 8), st.integers(1, 6), st.integers(0, 2**20))
@example(2, 3, 0)  # fed with beans that the last one would take back, all of them
def test_whole_games_go_as_single_beans_do(word: str, cups: int, beans: int, seed: int) -> None:
    random, game, table = Random(seed), shelf.game(word, cups, beans), PROGRAMS[word](cups, beans)
    position = game.start(Side.SOUTH)
    while not position.is_over:
        (side,) = game.movers(position)
        assert side.value == table.turn
        plans = game.plans(position, side)
        assert [plan.label for plan in plans] == [f"sow {number}" for number in table.may_sow()]
        plan, before = random.choice(plans), game.contents(position)
        position = game.play(position, side, plan.label)
        table.sow(int(plan.label.split()[1]))
        assert list(game.contents(position).values()) == table.counts()
        assert carried_out(before, plan.open) == game.contents(position)
    assert table.turn is None
    assert {side.value: points for side, points in game.score(position).items()} == table.points()


def perft(game: SowingGame, position: Position, depth: int) -> int:
    return not depth or sum(
        perft(game, game.play(position, side, plan.label), depth - 1)
        for side in game.movers(position)
        for plan in game.plans(position, side)
    )


def perft_by_beans(word: str, cups: int, moves: tuple[int, ...], depth: int) -> int:
    table = PROGRAMS[word](cups, 4)
    for number in moves:
        table.sow(number)
    return not depth or sum(
        perft_by_beans(word, cups, (*moves, number), depth - 1) for number in table.may_sow()
    )


@EACH
@pytest.mark.parametrize("cups", [2, 4, 6])
def test_positions_are_counted_alike_by_both_programs(word: str, cups: int) -> None:
    game = shelf.game(word, cups)
    for depth in range(1, 4):
        assert perft(game, game.start(Side.SOUTH), depth) == perft_by_beans(word, cups, (), depth)
