"""Learns the weights of the evaluation of Kalah or Oware: `python tests/benchmarks/sowing_fit.py oware`.

It needs numpy. Positions of whole games are valued by a search with the weights so far, again and again. A
game is played by the same search with few nodes; one move in four is drawn at random, so that worse positions
are met too. The same seed gives the same weights. Each round prints the error on a fifth of the positions
that is held out of the fit. The first round begins with the weights that stand in the engine's weights.json;
the result goes there, in minutes.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from cupsboard.engine import sowing
from cupsboard.engine.player import Limit
from cupsboard.engine.sowing.evaluation import Weights, cup_terms, in_units
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.sowing.rules import KALAH, OWARE, SowingRules
from cupsboard.engine.sowing.tree import SowingTree
from cupsboard.rules.kalah.rules import Kalah
from cupsboard.rules.oware.rules import Oware
from cupsboard.rules.places import Side

SIZES = (4, 6, 6, 10)
RANDOM_SHARE = 0.25
PLAY, JUDGE = Limit(nodes=150), Limit(nodes=1_500)
FILE = Path(sowing.__file__).with_name("weights.json")
NOTHING = Weights(*[0] * len(Weights._fields))


@dataclass(frozen=True)
class Fitted:
    """A game, its rules for the search, and the terms that its weights are learnt for."""

    game: Callable[[int], Any]
    rules: SowingRules
    terms: Sequence[str]


GAMES = {
    "kalah": Fitted(
        Kalah,
        KALAH,
        ("move", "captures", "threatened", "beans", "near", "exact", "empty", "single", "double"),
    ),
    "oware": Fitted(
        Oware, OWARE, ("move", "captures", "threatened", "beans", "long", "empty", "single", "double")
    ),
}


def terms(rules: SowingRules, own: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    """How often each term holds, in the order of `Weights`, for the side to move."""
    rows = SowingTree(rules, NOTHING, len(own)).rows
    mine, theirs = rows.row(own), rows.row(other)
    captures, threatened = (
        max((of[4][place] for place in by[3]), default=0) for by, of in ((mine, theirs), (theirs, mine))
    )
    sides = []
    for cups in (own, other):
        of_cups = [cup_terms(len(cups), index, count) for index, count in enumerate(cups)]
        sides.append([sum(of_term) for of_term in zip(*of_cups, strict=True)])
    return [1, captures, threatened, *(one - another for one, another in zip(*sides, strict=True))]


def examples(fitted: Fitted, weights: Weights, random: Random, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Terms of positions of whole games, and what was still to come for the side to move, in beans."""
    rows, values = [], []
    while len(rows) < count:
        game = fitted.game(random.choice(SIZES))
        engine = SowingEngine(fitted.rules, game, weights=weights)
        position = game.start(Side.SOUTH)
        while not position.is_over:
            side = position.to_move
            own, other = position.row(side), position.row(side.other)
            found = engine.play(position, JUDGE).info.score_beans
            rows.append(terms(fitted.rules, own.cups, other.cups))
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
    known = json.loads(FILE.read_text("utf-8"))
    random = Random(asked.seed)
    weights = in_units([known[asked.game][name] for name in Weights._fields])
    places = [Weights._fields.index(name) for name in fitted.terms]
    for number in range(1, asked.rounds + 1):
        every, values = examples(fitted, weights, random, asked.positions)
        rows = every[:, places]
        held = np.arange(len(rows)) % 5 == 0
        solved, *_ = np.linalg.lstsq(rows[~held], values[~held], rcond=None)
        error = float(np.sqrt(np.mean((rows[held] @ solved - values[held]) ** 2)))
        solution, *_ = np.linalg.lstsq(rows, values, rcond=None)
        found = {name: round(float(each), 3) for name, each in zip(fitted.terms, solution, strict=True)}
        learnt = {name: found.get(name, 0.0) for name in Weights._fields}
        weights = in_units(list(learnt.values()))
        spread = float(np.std(values))
        print(
            f"round {number}: {len(rows)} values (spread {spread:.2f} beans), error {error:.2f}: {found}",
            flush=True,
        )
    FILE.write_text(json.dumps({**known, asked.game: learnt}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
