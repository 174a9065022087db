"""How difficult a puzzle is: the weakest level of play that solves it every other time, guesses taken out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cupsboard.engine.levels import BY_CORE, LEVELS, Opponent
from cupsboard.engine.puzzles import SOLVER, Progress, begun, progress
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.puzzle import Puzzle

TRIES = 40
"""Each with its own seed."""
HALF = 0.5
HARDER = ("5", "7", "8", "perfect")
"""The levels from which the next difficulty begins."""


def judged(puzzle: Puzzle, game: AnyGame, opponents: Sequence[Opponent[Any]]) -> Puzzle:
    """Return a puzzle with the level that solves it, and its difficulty.

    `opponents` play all levels, the weakest first.
    """
    solved = {each.level.name: times_solved(puzzle, game, each) for each in opponents}
    level = level_of(solved, chance_of_guess(puzzle, game))
    return replace(puzzle, level=level, difficulty=difficulty_of(level))


def chance_of_guess(puzzle: Puzzle, game: AnyGame) -> float:
    """Return the probability that moves drawn at random solve the puzzle."""
    if puzzle.needs_all:
        return float(2.0**-puzzle.measure)
    return 1 / len(game.plans(game.parse_position(puzzle.position), SOLVER))


def level_of(solved: Mapping[str, int], chance: float = 0.0) -> str:
    """Return the name of the weakest level that solves a puzzle every other time, guesses left out.

    `solved` says how many of TRIES each level solved, by its name, the weakest first; `chance` is the
    probability that a guess solves it. A stronger level never counts as worse than a weaker one: where that
    was so, both count as their mean. Raises ValueError if not even the strongest level solves it.
    """
    known = [max(0.0, (times / TRIES - chance) / (1 - chance)) for times in solved.values()]
    for name, share in zip(solved, rising(known), strict=True):
        if share >= HALF:
            return name
    raise ValueError("a puzzle that no level solves: leave it out")


def rising(shares: Sequence[float]) -> list[float]:
    """Return the never falling numbers nearest to `shares` by their squares: falling neighbours are pooled.

    Ayer, Brunk, Ewing, Reid and Silverman, "An empirical distribution function for sampling with incomplete
    information" (1955).
    """
    pools: list[tuple[float, int]] = []
    for share in shares:
        total, count = share, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before, of = pools.pop()
            total, count = total + before, count + of
        pools.append((total, count))
    return [total / count for total, count in pools for _ in range(count)]


def difficulty_of(level: str) -> int:
    """Return the difficulty of a puzzle that a level just solves. Raises ValueError for an unknown level."""
    names = [each.name for each in (*LEVELS, BY_CORE)]
    return 1 + sum(names.index(level) >= names.index(bound) for bound in HARDER)


def times_solved(puzzle: Puzzle, game: AnyGame, opponent: Opponent[Any]) -> int:
    """Return how many times of TRIES the level solves the puzzle."""
    if opponent.level.is_full_strength:
        # Nothing is drawn: every try is the same.
        return TRIES if solves(puzzle, game, opponent, 0) else 0
    return sum(solves(puzzle, game, opponent, seed) for seed in range(TRIES))


def solves(puzzle: Puzzle, game: AnyGame, opponent: Opponent[Any], seed: int) -> bool:
    """Return whether the level, playing South alone, solves the puzzle in the try with this seed."""
    history = begun(puzzle, game)
    while (now := progress(puzzle, history)) is Progress.GOING_ON:
        if game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
        else:
            # In puzzles of more than one move the other side is idle.
            history = history.play(SOLVER, opponent.choose(history.position, seed).move)
    return now is Progress.SOLVED
