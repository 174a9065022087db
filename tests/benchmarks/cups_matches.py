"""Matches of the engine of Cups: `python tests/benchmarks/cups_matches.py greedy`, `strategygames FOLDER`,
`engine` (itself, with other limits) or `weights FILE` (itself, with other weights out of a weights.json).

The engine has so many nodes a move (`--nodes 20000`) or looks so deep (`--depth 8`). Openings are two to
four random plies, each is played twice with the colours changed. A draw counts half; the bound is that of a
95 % interval of the mean score per opening, because two games from one opening aren't independent. FOLDER is
a copy of https://github.com/unhandyandy/StrategyGames, whose program plays under node at its own depth.
Prints one row of the table in ENGINE.md; exits 1 if the score is below `--least` percent.
"""

import argparse
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from cupsboard.engine import engines
from cupsboard.engine.cups.evaluation import Evaluation, decode
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.player import Engine, Limit
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side

Choose = Callable[[Cups, Position], str]
ADAPTER = Path(__file__).with_name("strategygames.js")


def by_engine(engine: Engine[Position], limit: Limit) -> Choose:
    return lambda _, position: engine.play(position, limit).move


def by_greed(random: Random) -> Choose:
    def choose(game: Cups, position: Position) -> str:
        (side,) = game.movers(position)
        return greedily(game.plans(position, side), random, potted).label

    return choose


class StrategyGames:
    """The other program, behind our adapter."""

    def __init__(self, folder: str):
        self._process = subprocess.Popen(
            ["node", str(ADAPTER), folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def new_game(self) -> None:
        if self._asked("new") != "ready":
            raise SystemExit("StrategyGames did not start: see the message above")

    def choose(self, _: Cups, position: Position) -> str:
        assert position.to_move is not None
        rows = {
            side.value: {"cups": row.cups, "pot": row.pot, "stock": row.stock}
            for side in Side
            for row in [position.row(side)]
        }
        return self._asked(json.dumps({**rows, "to_move": position.to_move.value}))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def _asked(self, line: str) -> str:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + "\n")
        process.stdin.flush()
        return process.stdout.readline().strip()


@contextmanager
def opponent(asked: argparse.Namespace, random: Random) -> Iterator[tuple[str, Choose, Callable[[], None]]]:
    """What the other player is called, how it chooses, and what it does before a game."""
    if asked.against == "greedy":
        yield "greedy", by_greed(random), lambda: None
        return
    if asked.against == "engine":
        limit = Limit(nodes=asked.other_nodes, depth=asked.other_depth)
        yield f"engine, {_told(limit)}", by_engine(engines.of_game(Cups(asked.cups)), limit), lambda: None
        return
    if asked.path is None:
        raise SystemExit(f"{asked.against}: name the folder of a copy, or the file of weights, as well")
    if asked.against == "weights":
        of_sizes = json.loads(Path(asked.path).read_text("utf-8"))
        evaluation = Evaluation(decode(of_sizes[str(asked.cups)]))
        limit = own_limit(asked)
        other = CupsEngine(Cups(asked.cups), evaluation=evaluation)
        yield f"{Path(asked.path).name}, {_told(limit)}", by_engine(other, limit), lambda: None
        return
    program = StrategyGames(asked.path)
    try:
        yield "StrategyGames, depth 8", program.choose, program.new_game
    finally:
        program.close()


def opening(game: Cups, random: Random) -> Position:
    position = game.start(Side.SOUTH)
    for _ in range(random.randint(2, 4)):
        (side,) = game.movers(position)
        position = game.play(position, side, random.choice(game.plans(position, side)).label)
    return position


def played(game: Cups, position: Position, players: dict[Side, Choose]) -> Position:
    while (standing := game.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = game.pass_turn(position)
        else:
            (side,) = game.movers(position)
            position = game.play(position, side, players[side](game, position))
    return position


def own_limit(asked: argparse.Namespace) -> Limit:
    nodes = 20_000 if asked.nodes is None and asked.depth is None else asked.nodes
    return Limit(nodes=nodes, depth=asked.depth)


def _told(limit: Limit) -> str:
    return f"depth {limit.depth}" if limit.nodes is None else f"{limit.nodes:,} nodes"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("against", choices=("greedy", "strategygames", "engine", "weights"))
    parser.add_argument("path", nargs="?")
    parser.add_argument("--cups", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--other-nodes", type=int)
    parser.add_argument("--other-depth", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.0, help="the score in percent that is asked for")
    asked = parser.parse_args()
    limit = own_limit(asked)
    game, random = Cups(asked.cups), Random(asked.seed)
    own = by_engine(engines.of_game(game), limit)
    points: list[float] = []
    began = time.perf_counter()
    with opponent(asked, random) as (name, other, before):
        while len(points) < asked.games:
            start = opening(game, random)
            for side in Side:
                before()
                over = played(game, start, {side: own, side.other: other})
                lead = over.row(side).pot - over.row(side.other).pot
                points.append(0.5 if lead == 0 else float(lead > 0))
            print(f"\r{len(points)} games, {100 * fmean(points):.1f} %", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    pairs = [fmean(pair) for pair in zip(points[::2], points[1::2], strict=True)]
    score = 100 * fmean(points)
    margin = 196 * stdev(pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else math.inf
    won, drawn, lost = (points.count(each) for each in (1.0, 0.5, 0.0))
    print(
        f"| 2x{asked.cups} | {_told(limit)} | {name} | +{won} ={drawn} -{lost} | {score:.1f} % | "
        f"{score - margin:.1f} % | {time.perf_counter() - began:.0f} s |"
    )
    return 0 if score >= asked.least else 1


if __name__ == "__main__":
    sys.exit(main())
