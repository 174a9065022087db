"""Learns the weights of the evaluation of Coin Duel: `python tests/benchmarks/coin_duel_fit.py 1 2 3`.

The numbers are the stages. It needs numpy. The engine plays itself on ten cups with few nodes a play, one
play in eight drawn at random so that worse positions are met too; in stage 3 a game is one round, the
winning coin drawn. A position's value is learnt from what its round came to, mixed with the searches'
values on the way there (temporal differences, R. S. Sutton, Machine Learning 3, 1988): each later value
counts `CARRIED` as much, and a random play cuts the line. The weights are a linear fit that stays near
those before where it knows little. The same seed gives the same weights. Each pass prints the error on a
fifth of the positions that is held out; the result goes into
firmware/cupsboard/engine/coin_duel/weights.json. A pass takes some minutes on one core.
"""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
from cupsboard.engine.coin_duel import evaluation as data
from cupsboard.engine.coin_duel.evaluation import Evaluation, unlearnt, weights_of
from cupsboard.engine.coin_duel.pieces import Pieces, mean_worth
from cupsboard.engine.coin_duel.player import CoinDuelEngine
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.places import Side

FILE = Path(data.__file__).with_name("weights.json")
RANDOM_SHARE = 1 / 8
CARRIED = 0.8
RIDGE = 8.0
"""Weights of what is seldom seen stay near those before."""
TURNS = {1: None, 2: None, 3: 80}
"""A limit for the rounds that could last for ever."""
Weights = tuple[float, ...]
Example = tuple[list[float], float]
"""How often each weight counts in a position, and what the round brought its mover more, in mean pieces."""


def round_begun(game: CoinDuel, number: int) -> Position:
    """The start of a round, with south to move and nothing won before."""
    row = game.start(Side.SOUTH).south
    row = replace(row, stock=game.settings.first_stock(number))
    return Position(row, row, Side.SOUTH, round=number)


def examples(game: CoinDuel, weights: Weights, random: Random, limit: Limit) -> list[Example]:
    """The positions of one game, each with its value."""
    number = random.randint(1, game.rounds)
    position = round_begun(game, number)
    pieces = Pieces(game.settings, number - 1 if game.settings.stage == 3 else None)
    evaluation, engine = Evaluation(pieces, weights), CoinDuelEngine(game, weights=weights)
    unit = mean_worth(game.settings)
    met: list[tuple[list[float], float, bool]] = []
    while movers := game.movers(position):
        side = movers[0]
        result = engine.play(position, limit)
        is_random = random.random() < RANDOM_SHARE
        terms = evaluation.terms(*(pieces.half(position.row(each)) for each in (side, side.other)))
        met.append((terms, result.info.score_beans / unit, is_random))
        label = result.move
        if is_random:
            label = random.choice(engine.analyse(position, Limit(nodes=1), EVERY_MOVE)).variation[0]
        position = game.play(position, side, label)
    score = game.round_score(position)
    mover = position.to_move
    assert mover is not None
    value = (score[mover] - score[mover.other]) / unit
    found: list[Example] = []
    later = value
    for terms, searched, is_random in reversed(met):
        value = searched if is_random else -((1 - CARRIED) * later + CARRIED * value)
        later = searched
        found.append((terms, value))
    return found


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
    weights = weights_of(stage) if goes_on else unlearnt()
    game = CoinDuel(Settings(stage=stage, turns=TURNS[stage]))
    before: list[Example] = []
    for number in range(1, passes + 1):
        new = [each for _ in range(games) for each in examples(game, weights, random, Limit(nodes=nodes))]
        weights, error = fitted(before + new, weights)
        before = new
        spread = float(np.std([value for _, value in new]))
        print(
            f"stage {stage}, pass {number}: {len(new)} positions (spread {spread:.1f}), "
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
    parser.add_argument("stages", type=int, nargs="+", choices=(1, 2, 3))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=150, help="in a pass")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=100, help="of a play")
    parser.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    asked = parser.parse_args()
    for stage in asked.stages:
        write(stage, learnt(stage, asked.seed, asked.games, asked.passes, asked.nodes, asked.go_on))
