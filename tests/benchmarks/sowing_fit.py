"""Learns the weights of the evaluation of Kalah or Oware: `python tests/benchmarks/sowing_fit.py oware`.

It needs numpy, and is quick with the core installed. Positions of whole games are valued by a search with the
weights so far, again and again. A game is played by the same search with few nodes; one move in four is drawn
at random, so that worse positions are met too. The same seed gives the same weights. Each round prints the
error on a fifth of the positions that is held out of the fit. The first round begins with the weights that
stand in the engine's weights.json; the result goes there.
"""

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from cupsboard.engine import sowing
from cupsboard.engine.player import Limit
from cupsboard.engine.sowing.evaluation import FARTHEST, FULLEST, Weights, in_units
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.sowing.tree import SowingTree
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf

SIZES = (3, 4, 5, 6, 6, 6, 6, 6, 8, 12)
RANDOM_SHARE = 0.25
PLAY, JUDGE = Limit(nodes=1_000), Limit(nodes=20_000)
FILE = Path(sowing.__file__).with_name("weights.json")
GAMES = ("kalah", "oware")
RIDGE = 3.0
"""What seldom occurs is learnt to be worth little."""
OF_CUPS = 3
"""The terms before those of the cups."""


def terms(tree: SowingTree, own: tuple[int, ...], other: tuple[int, ...]) -> np.ndarray:
    """How often each weight counts for the side to move: the single ones, the cups', and the beans beyond."""
    found = np.zeros(OF_CUPS + FARTHEST * (FULLEST + 1) + 1)
    mine, theirs = tree.rows.row(own), tree.rows.row(other)
    found[0] = 1
    found[1] = max((theirs[4][place] for place in mine[3]), default=0)
    found[2] = max((mine[4][place] for place in theirs[3]), default=0)
    for cups, sign in ((own, 1), (other, -1)):
        for index, count in enumerate(cups):
            distance = len(cups) - 1 - index
            found[OF_CUPS + distance * (FULLEST + 1) + min(count, FULLEST)] += sign
            found[-1] += sign * max(0, count - FULLEST)
    return found


def examples(name: str, weights: Weights, random: Random, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Terms of positions of whole games, and what was still to come for the side to move, in beans."""
    rows, values = [], []
    while len(rows) < count:
        size = random.choice(SIZES)
        game = shelf.game(name, size)
        engine, tree = SowingEngine(game, weights=weights), SowingTree(game.rules, weights, size)
        position = game.start(Side.SOUTH)
        while not position.is_over:
            side = position.to_move
            own, other = position.row(side), position.row(side.other)
            found = engine.play(position, JUDGE).score_beans
            rows.append(terms(tree, own.cups, other.cups))
            values.append(found - own.pot + other.pot)
            if random.random() < RANDOM_SHARE:
                label = random.choice(game.plans(position, side)).label
            else:
                label = engine.play(position, PLAY).move
            position = game.play(position, side, label)
    return np.array(rows), np.array(values)


def solved(rows: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The weights with the least squares of errors, a little of their own squares added."""
    solution: np.ndarray = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ values)
    return solution


def in_beans(solution: np.ndarray) -> dict[str, Any]:
    """The weights as the file has them."""
    told = [round(float(each), 3) for each in solution]
    cups = [told[OF_CUPS + at * (FULLEST + 1) :][: FULLEST + 1] for at in range(FARTHEST)]
    return {"move": told[0], "captures": told[1], "threatened": told[2], "more": told[-1], "cups": cups}


def written(games: dict[str, Any]) -> str:
    """The file's text, a line for each cup."""
    text = json.dumps(games, indent=2)
    for learnt in games.values():
        for cup in learnt["cups"]:
            text = text.replace(json.dumps(cup, indent=2).replace("\n", "\n      "), json.dumps(cup))
    return text + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=15_000)
    parser.add_argument("--rounds", type=int, default=2)
    asked = parser.parse_args()
    known = json.loads(FILE.read_text("utf-8"))
    random, learnt = Random(asked.seed), known[asked.game]
    for number in range(1, asked.rounds + 1):
        rows, values = examples(asked.game, in_units(learnt), random, asked.positions)
        held = np.arange(len(rows)) % 5 == 0
        error = float(np.sqrt(np.mean((rows[held] @ solved(rows[~held], values[~held]) - values[held]) ** 2)))
        learnt = in_beans(solved(rows, values))
        spread = float(np.std(values))
        print(
            f"round {number}: {len(rows)} values (spread {spread:.2f} beans), error {error:.2f}", flush=True
        )
    FILE.write_text(written({**known, asked.game: learnt}), "utf-8")


if __name__ == "__main__":
    main()
