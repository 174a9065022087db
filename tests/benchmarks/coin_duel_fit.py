"""Learns the weights of the evaluation of Coin Duel: `python tests/benchmarks/coin_duel_fit.py 1 2`.

The numbers are the stages. It needs numpy. The engine plays itself on ten cups with few nodes a play, one
play in eight drawn at random so that worse positions are met too. A position's value is learnt from how far
apart the two pots were in the end. That the lower pot then scores nothing is left out: near the end a single
piece decides over a whole pot, and in stage 1 weights learnt from scores lost to these by 9 to 26, with the
same games, and those learnt from searches' values too (temporal differences) lost even to pots alone. The
weights of stage 3 are set by hand. The weights are a linear fit that stays near those before where it knows
little. The same seed gives the same weights. Each pass prints the error on a fifth of the positions that is
held out; the result goes into firmware/cupsboard/engine/coin_duel/weights.json. A stage takes some minutes on
one core.
"""

import argparse
import json
import time
from pathlib import Path
from random import Random

import numpy as np
from cupsboard.engine.coin_duel import evaluation as data
from cupsboard.engine.coin_duel.evaluation import POTS_ONLY, Evaluation, weights_of
from cupsboard.engine.coin_duel.pieces import Pieces, mean_worth
from cupsboard.engine.coin_duel.player import CoinDuelEngine
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.rules.coin_duel.points import pot_points
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.places import Side

FILE = Path(data.__file__).with_name("weights.json")
RANDOM_SHARE = 1 / 8
RIDGE = 8.0
"""Weights of what is seldom seen stay near those before."""
GAMES = {1: 250, 2: 200}
"""In a pass: those of the weights that ship."""
Weights = tuple[float, ...]
Example = tuple[list[float], float]
"""How often each weight counts in a position, and by how much its mover led in the end, in mean pieces."""


def examples(game: CoinDuel, weights: Weights, random: Random, limit: Limit) -> list[Example]:
    """The positions of one game, each with its value."""
    position = game.start(Side.SOUTH)
    pieces = Pieces(game.settings, None)
    evaluation, engine = Evaluation(pieces, weights), CoinDuelEngine(game, weights=weights)
    met: list[tuple[Side, list[float]]] = []
    while movers := game.movers(position):
        side = movers[0]
        halves = (pieces.half(position.row(each)) for each in (side, side.other))
        met.append((side, evaluation.terms(*halves)))
        if random.random() < RANDOM_SHARE:
            label = random.choice(engine.analyse(position, Limit(nodes=1), EVERY_MOVE)).variation[0]
        else:
            label = engine.play(position, limit).move
        position = game.play(position, side, label)
    south, north = (pot_points(game.settings, position, position.row(each).pot) for each in Side)
    lead = (south - north) / mean_worth(game.settings)
    return [(terms, lead if side is Side.SOUTH else -lead) for side, terms in met]


def fitted(found: list[Example], before: Weights) -> tuple[Weights, float]:
    """The weights, and the error on the fifth that is held out."""
    matrix = np.array([terms for terms, _ in found])
    start = np.array(before)
    missing = np.array([value for _, value in found]) - matrix @ start
    held = np.arange(len(found)) // 40 % 5 == 0

    def solved(rows: np.ndarray) -> np.ndarray:
        part = matrix[rows]
        return np.linalg.solve(part.T @ part + RIDGE * np.eye(part.shape[1]), part.T @ missing[rows])

    error = float(np.sqrt(np.mean((matrix[held] @ solved(~held) - missing[held]) ** 2)))
    return tuple(round(float(weight), 3) for weight in start + solved(held | True)), error


def learnt(stage: int, seed: int, games: int, passes: int, nodes: int, goes_on: bool) -> Weights:
    """The weights of a stage."""
    random, began = Random(f"{seed}-{stage}"), time.perf_counter()
    weights = weights_of(stage) if goes_on else POTS_ONLY
    game = CoinDuel(Settings(stage=stage))
    found: list[Example] = []
    for number in range(1, passes + 1):
        for _ in range(games):
            found += examples(game, weights, random, Limit(nodes=nodes))
        weights, error = fitted(found, weights)
        spread = float(np.std([value for _, value in found]))
        print(
            f"stage {stage}, pass {number}: {len(found)} positions (spread {spread:.1f}), "
            f"error {error:.2f} mean pieces, {time.perf_counter() - began:.0f} s",
            flush=True,
        )
    return weights


def write(stage: int, weights: Weights) -> None:
    """Put one stage's weights into the file, the others as they are."""
    known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    known[str(stage)] = weights
    lines = []
    for each in sorted(known):
        rows = [known[each][first : first + 9] for first in range(0, len(known[each]), 9)]
        body = ",\n".join("    " + json.dumps(row)[1:-1] for row in rows)
        lines.append(f'  "{each}": [\n{body}\n  ]')
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stages", type=int, nargs="+", choices=(1, 2))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="in a pass")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=100, help="of a play")
    parser.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    asked = parser.parse_args()
    for stage in asked.stages:
        games = asked.games or GAMES[stage]
        write(stage, learnt(stage, asked.seed, games, asked.passes, asked.nodes, asked.go_on))
