"""How often the engine plays a best move on 2x3, judged by the complete table.

`cupsboard tables build 3`, then `python tests/benchmarks/cups_best_moves.py`:

Positions are drawn from games of random play from the full stocks, one a game, each where more than one move
is legal. The table knows the value of each move there, so nothing is judged by the engine that is asked. Each
player is asked about the same positions; with `--levels` these are the levels of play. Prints one row of the
table in ENGINE.md or CUPS_LEVELS.md for each; exits 1 if depth 8 plays a best move in less than `--least`
percent, or a level loses more beans than the one below it.
"""

import argparse
import math
import sys
from collections.abc import Callable, Mapping
from random import Random
from statistics import fmean

from cupsboard.engine import engines
from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.levels import LEVELS, Level
from cupsboard.engine.player import Known, Limit
from cupsboard.rules.cups.position import Row
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from cupsboard.session.known_tables import tables_of_this_user

GAME = Cups(3)
DEPTHS = (1, 2, 4, 8)
ASKED_DEPTH = 8
"""The depth of which a share is asked for."""

Choose = Callable[[Position], str]


def drawn(random: Random) -> Position:
    """A position where there is a choice, from a game of random play."""
    position, choices = GAME.start(Side.SOUTH), []
    while (standing := GAME.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = GAME.pass_turn(position)
            continue
        (side,) = GAME.movers(position)
        plans = GAME.plans(position, side)
        if len(plans) > 1:
            choices.append(position)
        position = GAME.play(position, side, random.choice(plans).label)
    return random.choice(choices)


def values(known: Known, position: Position) -> Mapping[str, int]:
    """Each legal move's value at the end of the game for the side to move, out of the complete table."""
    (side,) = GAME.movers(position)
    return {
        plan.label: -_value(known, GAME.play(position, side, plan.label), side.other)
        for plan in GAME.plans(position, side)
    }


def _value(known: Known, position: Position, side: Side) -> int:
    own, other = position.row(side), position.row(side.other)
    bounds = known(_beans(own), _beans(other))
    if bounds is None or bounds[0] != bounds[1]:
        raise SystemExit("the table of 2x3 doesn't hold the whole game: cupsboard tables build 3")
    return own.pot - other.pot + bounds[0]


def _beans(row: Row) -> tuple[tuple[int, ...], int]:
    return row.cups, row.stock


def players(seed: int) -> dict[str, Choose]:
    """Everyone who is asked, by name."""
    random = Random(seed)

    def by_greed(position: Position) -> str:
        (side,) = GAME.movers(position)
        return greedily(GAME.plans(position, side), random, potted).label

    return {"greedy": by_greed, **{f"depth {depth}": _at_depth(depth) for depth in DEPTHS}}


def levels(seed: int) -> dict[str, Choose]:
    """The levels of play. The last one knows the book, but not the table that judges it."""
    return {f"level {level.name}": _at_level(level, seed) for level in LEVELS}


def _at_level(level: Level, seed: int) -> Choose:
    opponent = engines.at_level(GAME, level)
    return lambda position: opponent.choose(position, seed).move


def _at_depth(depth: int) -> Choose:
    engine = engines.of_game(GAME)
    return lambda position: engine.play(position, Limit(depth=depth)).move


def interval(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return middle - half, middle + half


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--least", type=float, default=94.0, help=f"the share in percent asked of depth {ASKED_DEPTH}"
    )
    parser.add_argument("--levels", action="store_true")
    asked = parser.parse_args()
    known = tables_of_this_user().known(GAME)
    if known is None:
        raise SystemExit("there is no table of 2x3: cupsboard tables build 3")
    random = Random(asked.seed)
    positions = [drawn(random) for _ in range(asked.positions)]
    judged = [values(known, position) for position in positions]
    shares, lost = {}, []
    for name, choose in (levels if asked.levels else players)(asked.seed).items():
        losses = []
        for position, moves in zip(positions, judged, strict=True):
            losses.append(max(moves.values()) - moves[choose(position)])
            print(f"\r{name}: {len(losses)} positions", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        lost.append(fmean(losses))
        shares[name] = fmean(loss == 0 for loss in losses)
        low, high = interval(shares[name], len(losses))
        print(
            f"| {name} | {100 * shares[name]:.1f} % | {100 * low:.1f} to {100 * high:.1f} % | "
            f"{fmean(losses):.3f} beans | {100 * fmean(loss >= 4 for loss in losses):.1f} % |",
            flush=True,
        )
    if asked.levels:
        return 0 if lost == sorted(lost, reverse=True) else 1
    return 0 if 100 * shares[f"depth {ASKED_DEPTH}"] >= asked.least else 1


if __name__ == "__main__":
    sys.exit(main())
