"""A puzzle is as difficult as the weakest level that solves it every other time."""

from itertools import pairwise

import pytest
from cupsboard.engine import engines, puzzle_levels
from cupsboard.engine.levels import BY_CORE, LEVELS, level_named
from cupsboard.engine.puzzle_levels import difficulty_of, judged, level_of, rising, solves, times_solved
from cupsboard.rules import games
from cupsboard.rules.puzzle import Puzzle
from hypothesis import given
from hypothesis import strategies as st

EASIEST = next(puzzle for puzzle in engines.puzzles() if puzzle.difficulty == 1)
HARDEST = max((each for each in engines.puzzles() if each.needs_all), key=lambda each: each.difficulty)


def times(puzzle: Puzzle, level: str) -> int:
    game = games.named(puzzle.game)
    return times_solved(puzzle, game, engines.at_level(game, level_named(level)))


def by_level(solved: list[int]) -> dict[str, int]:
    return {level.name: times for level, times in zip(LEVELS, solved, strict=True)}


def test_the_perfect_level_solves_what_the_weakest_never_does() -> None:
    assert times(HARDEST, "perfect") == puzzle_levels.TRIES
    assert times(HARDEST, "1") == 0


def test_the_easiest_is_solved_every_other_time_by_its_level_and_not_by_all_seeds() -> None:
    game = games.named(EASIEST.game)
    opponent = engines.at_level(game, level_named(EASIEST.level))
    assert {solves(EASIEST, game, opponent, seed) for seed in range(puzzle_levels.TRIES)} == {True, False}
    assert 2 * times(EASIEST, EASIEST.level) >= puzzle_levels.TRIES


def test_luck_of_a_weak_level_is_shared_with_the_stronger_ones_that_did_worse() -> None:
    half, less = puzzle_levels.TRIES // 2, puzzle_levels.TRIES // 2 - 1
    assert level_of(by_level([half, half, less, half, half, half, half, half, half])) == "4"
    assert level_of(by_level([half] * 9)) == "1"
    assert level_of(by_level([*[less] * 8, half])) == "perfect"
    with pytest.raises(ValueError, match="no level solves"):
        level_of(by_level([half] * 8 + [less]))


def test_what_guessing_alone_solves_counts_for_nothing() -> None:
    enough = -(-2 * puzzle_levels.TRIES // 3)
    assert level_of(by_level([enough] * 8 + [puzzle_levels.TRIES]), chance=1 / 3) == "1"
    assert level_of(by_level([enough - 1] * 8 + [puzzle_levels.TRIES]), chance=1 / 3) == "perfect"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_a_fit_never_falls_keeps_the_sum_and_leaves_what_never_falls_as_it_is(shares: list[float]) -> None:
    fitted = rising(shares)
    assert all(one <= other + 1e-12 for one, other in pairwise(fitted))
    assert sum(fitted) == pytest.approx(sum(shares))
    assert rising(sorted(shares)) == pytest.approx(sorted(shares))


@pytest.mark.long("every level at one puzzle")
def test_a_puzzle_that_ships_bears_the_level_that_it_is_judged_to_have() -> None:
    game = games.named(EASIEST.game)
    assert judged(EASIEST, game, engines.opponents_of(game)) == EASIEST


def test_difficulties_rise_with_the_levels_from_one_to_five() -> None:
    found = [difficulty_of(level.name) for level in (*LEVELS, BY_CORE)]
    assert found == sorted(found)
    assert set(found) == {1, 2, 3, 4, 5}
    with pytest.raises(ValueError, match="not in list"):
        difficulty_of("10")
