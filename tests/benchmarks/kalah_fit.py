"""Learns the weights of the evaluation of Kalah: `python tests/benchmarks/kalah_fit.py`.

It needs numpy. Positions of whole games are valued by a search with the weights so far, again and again. A
game is played by the same search with few nodes; one move in four is drawn at random, so that worse positions
are met too. The same seed gives the same weights. Each round prints the error on a fifth of the positions
that is held out of the fit; the result goes into firmware/cupsboard/engine/kalah/weights.json, in minutes.
"""

import argparse
import json
from pathlib import Path
from random import Random

import numpy as np
from cupsboard.engine.kalah import evaluation
from cupsboard.engine.kalah.player import KalahEngine
from cupsboard.engine.player import Limit
from cupsboard.rules.kalah.rules import Kalah
from cupsboard.rules.places import Side

FILE = Path(evaluation.__file__).with_name("weights.json")
SIZES = (4, 6, 6, 10)
RANDOM_SHARE = 0.25
PLAY, JUDGE = Limit(nodes=150), Limit(nodes=1_500)


def examples(weights: tuple[float, ...], random: Random, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Terms of positions of whole games, and what was still to come for the side to move, in beans."""
    rows, values = [], []
    while len(rows) < count:
        game = Kalah(random.choice(SIZES))
        engine = KalahEngine(game, weights=weights)
        position = game.start(Side.SOUTH)
        while not position.is_over:
            side = position.to_move
            assert side is not None
            own, other = position.row(side), position.row(side.other)
            found = engine.play(position, JUDGE).info.score_beans
            rows.append(evaluation.terms(own.cups, other.cups))
            values.append(found - own.pot + other.pot)
            if random.random() < RANDOM_SHARE:
                label = random.choice(game.plans(position, side)).label
            else:
                label = engine.play(position, PLAY).move
            position = game.play(position, side, label)
    return np.array(rows), np.array(values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1_500)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    random, weights = Random(asked.seed), (1.0, 0.3, 0.0, 1.0, 0.0, 0.5, -0.3)
    for number in range(1, asked.rounds + 1):
        rows, values = examples(weights, random, asked.positions)
        held = np.arange(len(rows)) % 5 == 0
        fitted, *_ = np.linalg.lstsq(rows[~held], values[~held], rcond=None)
        error = float(np.sqrt(np.mean((rows[held] @ fitted - values[held]) ** 2)))
        solution, *_ = np.linalg.lstsq(rows, values, rcond=None)
        weights = tuple(round(float(each), 3) for each in solution)
        spread = float(np.std(values))
        print(
            f"round {number}: {len(rows)} values (spread {spread:.2f} beans), error {error:.2f}: {weights}",
            flush=True,
        )
    FILE.write_text(json.dumps(dict(zip(evaluation.TERMS, weights, strict=True))) + "\n", "utf-8")


if __name__ == "__main__":
    main()
