"""Learns the weights of the evaluation of Kalah or Oware: `python tests/benchmarks/sowing_fit.py oware`.

It needs numpy. Positions of whole games are valued by a search with the weights so far, again and again. A
game is played by the same search with few nodes; one move in four is drawn at random, so that worse positions
are met too. The same seed gives the same weights. Each round prints the error on a fifth of the positions
that is held out of the fit; the result goes into the engine's weights.json, in minutes.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from cupsboard.engine import kalah, oware
from cupsboard.engine.kalah import evaluation as of_kalah
from cupsboard.engine.kalah.player import KalahEngine
from cupsboard.engine.oware import evaluation as of_oware
from cupsboard.engine.oware.player import OwareEngine
from cupsboard.engine.player import Limit
from cupsboard.engine.row_search import Cups
from cupsboard.rules.kalah.rules import Kalah
from cupsboard.rules.oware.rules import Oware
from cupsboard.rules.places import Side

SIZES = (4, 6, 6, 10)
RANDOM_SHARE = 0.25
PLAY, JUDGE = Limit(nodes=150), Limit(nodes=1_500)


@dataclass(frozen=True)
class Fitted:
    """A game, its engine with any weights, its terms, and the weights to begin with."""

    game: Callable[[int], Any]
    engine: Callable[..., Any]
    names: Sequence[str]
    terms: Callable[[Cups, Cups], Sequence[float]]
    file: Path
    first: tuple[float, ...]


GAMES = {
    "kalah": Fitted(
        Kalah,
        KalahEngine,
        of_kalah.TERMS,
        of_kalah.terms,
        Path(kalah.__file__).with_name("weights.json"),
        (1.0, 0.3, 0.0, 1.0, 0.0, 0.5, -0.3),
    ),
    "oware": Fitted(
        Oware,
        OwareEngine,
        of_oware.TERMS,
        of_oware.terms,
        Path(oware.__file__).with_name("weights.json"),
        (0.0, 0.2, -0.3, -0.1, 0.5, 0.8, -0.4),
    ),
}


def examples(
    fitted: Fitted, weights: tuple[float, ...], random: Random, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Terms of positions of whole games, and what was still to come for the side to move, in beans."""
    rows, values = [], []
    while len(rows) < count:
        game = fitted.game(random.choice(SIZES))
        engine = fitted.engine(game, weights=weights)
        position = game.start(Side.SOUTH)
        while not position.is_over:
            side = position.to_move
            own, other = position.row(side), position.row(side.other)
            found = engine.play(position, JUDGE).info.score_beans
            rows.append(fitted.terms(own.cups, other.cups))
            values.append(found - own.pot + other.pot)
            if random.random() < RANDOM_SHARE:
                label = random.choice(game.plans(position, side)).label
            else:
                label = engine.play(position, PLAY).move
            position = game.play(position, side, label)
    return np.array(rows), np.array(values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1_500)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    fitted = GAMES[asked.game]
    random, weights = Random(asked.seed), fitted.first
    for number in range(1, asked.rounds + 1):
        rows, values = examples(fitted, weights, random, asked.positions)
        held = np.arange(len(rows)) % 5 == 0
        solved, *_ = np.linalg.lstsq(rows[~held], values[~held], rcond=None)
        error = float(np.sqrt(np.mean((rows[held] @ solved - values[held]) ** 2)))
        solution, *_ = np.linalg.lstsq(rows, values, rcond=None)
        weights = tuple(round(float(each), 3) for each in solution)
        spread = float(np.std(values))
        print(
            f"round {number}: {len(rows)} values (spread {spread:.2f} beans), error {error:.2f}: {weights}",
            flush=True,
        )
    fitted.file.write_text(json.dumps(dict(zip(fitted.names, weights, strict=True))) + "\n", "utf-8")


if __name__ == "__main__":
    main()
