"""Finds tactics of a game: positions with one move much better than any other, out of games played badly."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.player import Engine, Limit, P
from cupsboard.engine.puzzles import SOLVER
from cupsboard.engine.search import DEEPEST
from cupsboard.rules.game import Game, Plan, Standing
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Puzzle

BETTER_BEANS = 3
GREEDY_SHARE = 0.5
"""How many moves of the games are greedy; the others are random."""
DEPTHS = (2, 3, 5, 7)
"""Moves to be looked ahead: where the next difficulty begins."""
PROVED_NODES = 300_000

Late = Callable[[P], P | None]
"""Return a position as a puzzle sets it, as South would see it; None where too much is to come."""


def tactics(
    game: Game[P], engine: Engine[P], late: Late[P], games: int, random: Random
) -> dict[P, tuple[str, int]]:
    """Return the positions with a tactic that this number of games led to.

    Each comes with its move, and with how many moves one must look ahead to find it.
    """
    found: dict[P, tuple[str, int] | None] = {}
    for _ in range(games):
        for position in _late_positions(game, late, random):
            if position not in found:
                move = _tactic(game, engine, position)
                found[position] = None if move is None else (move, _depth_that_keeps(engine, position, move))
    return {position: tactic for position, tactic in found.items() if tactic is not None}


def step(measure: float, bounds: Sequence[float]) -> int:
    """Return the difficulty, from 1 on, of a measure by the bounds at which the next one begins."""
    return 1 + sum(measure >= bound for bound in bounds)


def some_of_each(found: Sequence[Puzzle], each: int, random: Random) -> Iterator[Puzzle]:
    """Yield at most `each` puzzles of each difficulty."""
    for difficulty in sorted({puzzle.difficulty for puzzle in found}):
        alike = [puzzle for puzzle in found if puzzle.difficulty == difficulty]
        yield from random.sample(alike, min(each, len(alike)))


def _late_positions(game: Game[P], late: Late[P], random: Random) -> Iterator[P]:
    """Yield the late positions of one game."""
    position = game.start(random.choice(tuple(Side)))
    while (standing := game.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        if (seen := late(position)) is not None:
            yield seen
        position = game.play(position, side, _carelessly(game.plans(position, side), random).label)


def _carelessly(plans: Sequence[Plan], random: Random) -> Plan:
    return greedily(plans, random, potted) if random.random() < GREEDY_SHARE else random.choice(plans)


def _tactic(game: Game[P], engine: Engine[P], position: P) -> str | None:
    """Return the move that is much better than all others and takes less at once than another, if any."""
    plans = game.plans(position, SOLVER)
    if len(plans) < 3:
        return None
    infos = engine.analyse(position, Limit(nodes=PROVED_NODES), len(plans))
    best, second = infos[:2]
    if not all(info.is_exact for info in infos) or best.score_beans - second.score_beans < BETTER_BEANS:
        return None
    gains = {plan.label: potted(plan) for plan in plans}
    return None if gains[best.move] == max(gains.values()) else best.move


def _depth_that_keeps(engine: Engine[P], position: P, move: str) -> int:
    """Return from how many moves ahead on the engine finds the move and stays with it."""
    keeps_from = 1
    for depth in range(1, DEEPEST):
        found = engine.play(position, Limit(depth=depth))
        if found.move != move:
            keeps_from = depth + 1
        if found.is_exact:
            break
    return keeps_from
