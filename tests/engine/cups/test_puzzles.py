"""Every puzzle that ships, judged by the plain rules alone."""

from functools import cache
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.cups.transfers import perfect_endgame, ways
from cupsboard.engine.greedy import potted
from cupsboard.engine.puzzle_levels import difficulty_of
from cupsboard.engine.puzzles import begun, numbered, outcome
from cupsboard.rules import games
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Kind, Puzzle
from plain_negamax import value

PUZZLES = engines.puzzles()
ALONE = [puzzle for puzzle in PUZZLES if puzzle.kind is not Kind.TACTIC]
TACTICS = [puzzle for puzzle in PUZZLES if puzzle.kind is Kind.TACTIC and puzzle.game.startswith("cups ")]


def name(puzzle: Puzzle) -> str:
    return puzzle.name


def position_of(puzzle: Puzzle) -> tuple[Cups, Position]:
    game = Cups.named(puzzle.game)
    return game, game.parse_position(puzzle.position)


@cache
def sets_of_drops(game: Cups, position: Position, beans: int) -> frozenset[tuple[str, ...]]:
    """Every set of drops with which South pots so many beans, by the rules alone."""
    if position.south.pot == beans:
        return frozenset({()})
    found: set[tuple[str, ...]] = set()
    # What can't be sown any more stays where it is.
    if game.blocked(position):
        return frozenset()
    for plan in game.plans(position, Side.SOUTH):
        after = game.play(position, Side.SOUTH, plan.label)
        if game.standing(after) is Standing.PASS:
            after = game.pass_turn(after)
        drop = (plan.label,) if plan.label.startswith("drop") else ()
        found |= {tuple(sorted((*each, *drop))) for each in sets_of_drops(game, after, beans)}
    return frozenset(found)


@pytest.mark.parametrize("puzzle", ALONE, ids=name)
def test_exactly_one_set_of_drops_brings_everything_into_the_pot(puzzle: Puzzle) -> None:
    game, position = position_of(puzzle)
    assert sum(position.north.cups) + position.north.stock + position.north.pot == 0
    drops = tuple(sorted(move for move in puzzle.solution if move.startswith("drop")))
    assert sets_of_drops(game, position, position.beans) == {drops}


@pytest.mark.long("all puzzles", every=5)
@pytest.mark.parametrize("puzzle", TACTICS, ids=name)
def test_one_move_is_three_beans_better_than_any_other_and_not_the_greediest(puzzle: Puzzle) -> None:
    game, position = position_of(puzzle)
    (move,) = puzzle.solution
    plans = {plan.label: plan for plan in game.plans(position, Side.SOUTH)}
    values = {label: -value(game, game.play(position, Side.SOUTH, label)) for label in plans}
    best = values.pop(move)
    assert all(best - other >= 3 for other in values.values())
    assert potted(plans[move]) < max(map(potted, plans.values()))


def solved(puzzle: Puzzle) -> History[Any]:
    history = begun(puzzle, games.named(puzzle.game))
    for move in puzzle.solution:
        history = history.play(Side.SOUTH, move)
        if history.game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
    return history


@pytest.mark.long("all puzzles", every=10)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=name)
def test_the_solution_solves_it_and_another_first_move_that_loses_does_not(puzzle: Puzzle) -> None:
    game = games.named(puzzle.game)
    engine, explain = engines.of_game(game), engines.reasons_of(game)
    assert begun(puzzle, game).position == game.parse_position(puzzle.position)
    assert outcome(puzzle, solved(puzzle), engine, explain).is_solved
    start = begun(puzzle, game)
    assert not outcome(puzzle, start, engine, explain).is_solved
    for plan in game.plans(start.position, Side.SOUTH):
        if puzzle.kind is Kind.TACTIC and plan.label != puzzle.solution[0]:
            found = outcome(puzzle, start.play(Side.SOUTH, plan.label), engine, explain)
            assert not found.is_solved
            assert found.wrong is not None
            assert found.wrong.is_proved
            assert found.wrong.better[0] == puzzle.solution[0]


def test_there_are_a_few_dozen_of_several_difficulties_in_each_kind() -> None:
    assert len(PUZZLES) == len({puzzle.name for puzzle in PUZZLES}) >= 36
    assert {puzzle.difficulty for puzzle in PUZZLES} >= {1, 2, 3, 4}
    for kind in (Kind.TRANSFER, Kind.TACTIC):
        assert len({puzzle.difficulty for puzzle in PUZZLES if puzzle.kind is kind}) >= 2


def test_difficulties_follow_the_levels_and_order_the_list() -> None:
    assert [puzzle.difficulty for puzzle in PUZZLES] == [difficulty_of(puzzle.level) for puzzle in PUZZLES]
    assert numbered(PUZZLES) == PUZZLES


@pytest.mark.parametrize(
    "cups", ["1", "20", "310", "4200", "53110", "642000", "7531200", "86420110", "975313200", "0864202110"]
)
def test_perfect_endgames_are_those_of_mancala_world(cups: str) -> None:
    listed = [int(each) for each in cups]
    # The last one begins with ten.
    listed[0] = listed[0] or 10
    assert perfect_endgame(len(listed)) == tuple(listed)


def test_a_transfer_that_is_printed_in_the_literature_takes_three_sowings() -> None:
    # Mancala World: 10 8 6 4 2 5 1 0 0 1 reaches 10 8 6 4 2 0 2 1 1 0 by sowing 10, 6 and 10.
    found = ways((10, 8, 6, 4, 2, 5, 1, 0, 0, 1), 0)
    assert found.solution[:3] == ("sow 10", "sow 6", "sow 10")


def test_a_game_of_something_else_is_no_answer_to_a_puzzle() -> None:
    puzzle, game = PUZZLES[0], Cups(3)
    other = History(game, Side.SOUTH).play(Side.SOUTH, "drop 1")
    with pytest.raises(ValueError, match="doesn't begin with puzzle"):
        outcome(puzzle, other, engines.of_game(game), engines.reasons_of(game))
