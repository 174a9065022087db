"""The puzzles of sowing games that ship, judged by the plain rules alone, and the proofs behind them."""

from functools import cache

import pytest
from cupsboard.engine import engines
from cupsboard.engine.greedy import potted
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.engine.sowing.puzzle_making import BOARDS
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Puzzle
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position, Row
from hypothesis import given
from hypothesis import strategies as st

PUZZLES = [puzzle for puzzle in engines.puzzles() if not puzzle.game.startswith("cups ")]


def reaches(game: SowingGame, position: Position, least: int) -> bool:
    """Whether South leads by so many beans at the end with best play, by nothing but the rules."""
    if not game.rules.ends_beyond_half:
        least -= position.south.pot - position.north.pot
        rows = (Row(row.cups, 0) for row in (position.south, position.north))
        position = game.placed(*rows, position.to_move)
    return _reaches(game, position, least)


@cache
def _reaches(game: SowingGame, position: Position, least: int) -> bool:
    if position.is_over:
        score = game.score(position)
        return score[Side.SOUTH] - score[Side.NORTH] >= least
    side = position.to_move
    assert side is not None
    # Neither game forbids to sow a cup with beans in it.
    cups = [number for number, beans in enumerate(position.row(side).cups, 1) if beans]
    found = (reaches(game, game.play(position, side, f"sow {cup}"), least) for cup in reversed(cups))
    return any(found) if side is Side.SOUTH else all(found)


@pytest.mark.long("all puzzles", every=6)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_one_move_is_three_beans_better_than_any_other_and_not_the_greediest(puzzle: Puzzle) -> None:
    game = games.named(puzzle.game)
    assert isinstance(game, SowingGame)
    position = game.parse_position(puzzle.position)
    plans = {plan.label: plan for plan in game.plans(position, Side.SOUTH)}
    after = {label: game.play(position, Side.SOUTH, label) for label in plans}
    (move,) = puzzle.solution
    best = round(engines.of_game(game).play(position, Limit(nodes=200_000)).score_beans)
    assert reaches(game, after.pop(move), best)
    assert not any(reaches(game, other, best - 2) for other in after.values())
    assert potted(plans[move]) < max(map(potted, plans.values()))


def test_there_are_some_for_each_game_and_each_board_and_each_is_listed_once() -> None:
    assert 8 <= len(PUZZLES) <= 20
    assert {puzzle.game for puzzle in PUZZLES} == {f"{word} {cups}" for word, cups, _ in BOARDS}
    assert len({puzzle.name for puzzle in engines.puzzles()}) == len(engines.puzzles())


@given(st.data())
def test_where_every_sowing_captures_all_moves_are_proved(data: st.DataObject) -> None:
    counts = data.draw(
        st.lists(st.integers(0, 2), min_size=6, max_size=6).filter(
            lambda each: any(each[:3]) and sum(each) < 8
        )
    )
    game = shelf.for_board("voleur", 3)
    position = game.placed(Row(tuple(counts[:3]), 0), Row(tuple(counts[3:]), 0), Side.SOUTH)
    if position.is_over:
        return
    for info in engines.of_game(game).analyse(position, Limit(nodes=100_000), EVERY_MOVE):
        assert info.is_exact
        reached = game.play(position, Side.SOUTH, info.move)
        assert reaches(game, reached, round(info.score_beans))
        assert not reaches(game, reached, round(info.score_beans) + 1)
        after = position
        for move in info.variation:
            # What should follow ends with the game at the latest.
            assert after.to_move is not None
            after = game.play(after, after.to_move, move)
