"""How difficult a puzzle is: the weakest level of play from which on it is solved every other time."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cupsboard.engine.levels import LEVELS, Opponent
from cupsboard.engine.puzzles import SOLVER, Progress, Puzzle, begun, progress
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame

TRIES = 40
"""Each with its own seed."""
HARDER = ("5", "7", "8", "perfect")
"""The levels from which the next difficulty begins."""


def judged(puzzle: Puzzle, game: AnyGame, opponents: Sequence[Opponent[Any]]) -> Puzzle:
    """The puzzle with the level that solves it and its difficulty; `opponents` play all levels in order."""
    level = level_of([times_solved(puzzle, game, each) for each in opponents])
    return replace(puzzle, level=level, difficulty=difficulty_of(level))


def level_of(solved: Sequence[int]) -> str:
    """The weakest level that solves a puzzle every other time, as all stronger ones do.

    `solved` says of each level, the weakest first, how many of its TRIES did.
    A weak level that draws among three moves is now and then lucky where one that thinks is mistaken. Raises
    ValueError if not even the strongest level solves it.
    """
    found = ""
    for level, times in zip(reversed(LEVELS), reversed(solved), strict=True):
        if 2 * times < TRIES:
            break
        found = level.name
    if not found:
        raise ValueError("a puzzle that no level solves: leave it out")
    return found


def difficulty_of(level: str) -> int:
    """The difficulty of what a level just solves. Raises ValueError for a level that there isn't."""
    names = [each.name for each in LEVELS]
    return 1 + sum(names.index(level) >= names.index(bound) for bound in HARDER)


def times_solved(puzzle: Puzzle, game: AnyGame, opponent: Opponent[Any]) -> int:
    """How often, of TRIES, the level solves the puzzle."""
    if opponent.level.is_full_strength:
        # Nothing is drawn: every try is the same.
        return TRIES if solves(puzzle, game, opponent, 0) else 0
    return sum(solves(puzzle, game, opponent, seed) for seed in range(TRIES))


def solves(puzzle: Puzzle, game: AnyGame, opponent: Opponent[Any], seed: int) -> bool:
    """Whether the level solves the puzzle, playing South alone, in the try of this seed."""
    history = begun(puzzle, game)
    while (now := progress(puzzle, history)) is Progress.GOING_ON:
        if game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
        else:
            # In puzzles of more than one move the other side is idle.
            history = history.play(SOLVER, opponent.choose(history.position, seed).move)
    return now is Progress.SOLVED
