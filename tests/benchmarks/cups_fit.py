"""Learns the weights of the evaluation of Cups: `python tests/benchmarks/cups_fit.py 4` (or several sizes).

It needs numpy. First come exact values of positions with small stocks, then values of positions of whole
games, found by a search with the weights so far, again and again. A game is played by the same search with
few nodes; one move in four is drawn at random, so that worse positions are met too. The same seed gives the
same weights. Each round prints the error on a fifth of the positions that is held out of the fit; the result
goes into firmware/cupsboard/engine/cups/weights.json. A size takes three to ten minutes on one core.
"""

import argparse
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from cupsboard.engine.cups import weights as data
from cupsboard.engine.cups.evaluation import CupWeights, Evaluation, Weights, excess, fullness
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.player import PASS, Limit
from cupsboard.rules.cups.position import Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side

FILE = Path(data.__file__).with_name("weights.json")
RANDOM_SHARE = 0.25
PLAY, JUDGE = Limit(nodes=200), Limit(nodes=2_000)
RIDGE = 2.0
"""Weights of cups that are seldom so full stay near zero."""


@dataclass(frozen=True)
class Example:
    """A position and what is still to come for the side to move, in beans."""

    own: Row
    other: Row
    beans: float


def unlearnt(cups: int) -> Weights:
    """Return the weights with which learning begins: beans in the stock are good, blocked cups bad."""
    blocked = CupWeights(per_own_bean=-0.4)
    return Weights(
        move=0.0,
        stock=1.8,
        cups=tuple((*[CupWeights()] * (cups - index + 1), blocked) for index in range(cups)),
    )


def examples(engine: CupsEngine, random: Random, count: int, stock: int | None, exact: bool) -> list[Example]:
    """Positions from games with these stocks (None: any up to `small_stock`), each with its value."""
    found: list[Example] = []
    while len(found) < count:
        size = engine.cups
        game = Cups(size, stock if stock is not None else random.randint(1, small_stock(size)))
        position = game.start(Side.SOUTH)
        while game.standing(position) is not Standing.OVER:
            if game.standing(position) is Standing.PASS:
                position = game.pass_turn(position)
                continue
            side = position.to_move
            assert side is not None
            own, other = position.row(side), position.row(side.other)
            info = engine.play(position, JUDGE)
            if info.is_exact or not exact:
                found.append(Example(own, other, info.score_beans - own.pot + other.pot))
            if random.random() < RANDOM_SHARE:
                label = random.choice(game.plans(position, side)).label
            else:
                label = engine.play(position, PLAY).move
            assert label != PASS
            position = game.play(position, side, label)
    return found[:count]


def small_stock(cups: int) -> int:
    """The largest stock whose games are small enough to be proved from an early move on."""
    return cups + 4


def columns(size: int) -> list[tuple[int, int]]:
    """Each cup with each fullness but empty-in-itself, in the order of the features."""
    return [(index, full) for index in range(size) for full in range(size - index + 2)]


def features(example: Example, size: int) -> np.ndarray:
    of = columns(size)
    at = {pair: place for place, pair in enumerate(of)}
    row = np.zeros(2 + 4 * len(of))
    row[0] = 1.0
    for own, other, sign in ((example.own, example.other, 1), (example.other, example.own, -1)):
        row[1] += sign * own.stock
        for index in range(size):
            place = 2 + 4 * at[index, fullness(own.cups, index)]
            row[place] += sign
            row[place + 1] += sign * own.stock / (5 * size)
            row[place + 2] += sign * other.stock / (5 * size)
            row[place + 3] += sign * excess(own.cups, index)
    return row


def fitted(found: list[Example], size: int) -> tuple[Weights, float]:
    """The weights, and the error on the fifth that is held out."""
    matrix = np.array([features(example, size) for example in found])
    values = np.array([example.beans for example in found])
    held = np.arange(len(found)) % 5 == 0

    def solved(rows: np.ndarray) -> np.ndarray:
        part = matrix[rows]
        return np.linalg.solve(part.T @ part + RIDGE * np.eye(part.shape[1]), part.T @ values[rows])

    error = float(np.sqrt(np.mean((matrix[held] @ solved(~held) - values[held]) ** 2)))
    solution = solved(held | True)
    by_stock = 5 * size
    per_cup: list[list[CupWeights]] = [[] for _ in range(size)]
    for place, (index, _) in enumerate(columns(size)):
        beans, own, other, each = solution[2 + 4 * place : 6 + 4 * place]
        per_cup[index].append(
            CupWeights(*(round(float(value), 4) for value in (beans, own / by_stock, other / by_stock, each)))
        )
    move, stock = (round(float(value), 4) for value in solution[:2])
    return Weights(move, stock, tuple(map(tuple, per_cup))), error


def learnt(size: int, seed: int, positions: int, rounds: int, goes_on: bool) -> Weights:
    random = Random(f"{seed}-{size}")
    began = time.perf_counter()
    weights = data.weights_of(size) if goes_on else unlearnt(size)
    engine = CupsEngine(Cups(size), evaluation=Evaluation(weights))
    small = examples(engine, random, positions * 2 // 5, None, exact=True)
    of_small, error = fitted(small, size)
    if not goes_on:
        weights = of_small
    print(f"{size:>2} cups, {len(small)} exact values of small stocks: error {error:.2f} beans", flush=True)
    before: list[Example] = []
    for number in range(1, rounds + 1):
        engine = CupsEngine(Cups(size), evaluation=Evaluation(weights))
        new = examples(engine, random, positions, 10 * size, exact=False)
        spread = math.sqrt(sum(each.beans**2 for each in new) / len(new))
        weights, error = fitted(small[: len(small) // 2] + before + new, size)
        before = new
        print(
            f"{size:>2} cups, round {number}: {len(new)} values of whole games (spread {spread:.1f} beans), "
            f"error {error:.2f} beans, {time.perf_counter() - began:.0f} s",
            flush=True,
        )
    return weights


def write(size: int, weights: Weights) -> None:
    """Put one size's weights into the file, the others as they are; one line a cup."""
    known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    known[str(size)] = {"move": weights.move, "stock": weights.stock, "cups": weights.cups}
    sizes = []
    for each in sorted(known, key=int):
        cups = ",\n".join(f"      {json.dumps(cup)}" for cup in known[each]["cups"])
        head = f'    "move": {known[each]["move"]},\n    "stock": {known[each]["stock"]},'
        sizes.append(f'  "{each}": {{\n{head}\n    "cups": [\n{cups}\n    ]\n  }}')
    FILE.write_text("{\n" + ",\n".join(sizes) + "\n}\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cups", type=int, nargs="+", choices=range(2, 13), help="cups a side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=5_000, help="in a round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    asked = parser.parse_args()
    for cups in asked.cups:
        write(cups, learnt(cups, asked.seed, asked.positions, asked.rounds, asked.go_on))
