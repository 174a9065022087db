"""Learns the weights of the evaluation of sowing games: `python tests/benchmarks/sowing_fit.py [GAME ...]`.

Without a game it learns for all that ship, one after the other, in about a minute each on a laptop. It
needs numpy, and is quick with the core installed. Positions of whole games are valued by a search with the
weights so far, again and again. A game is played by the same search with few nodes; one move in four is drawn
at random, so that worse positions are met too. Each round prints the error on a fifth of the positions that
is held out of the fit. The first round begins with the weights that stand in the engine's weights.json, a
game's own or the general ones. Then the new weights play the old, twice from each opening; they go into the
file only if they score more than half with 95 % certainty. The same seed gives the same weights.
"""

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from cupsboard.engine import sowing
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.engine.sowing.evaluation import FARTHEST, FULLEST, in_units
from cupsboard.engine.sowing.player import SowingEngine, general_of
from cupsboard.engine.sowing.tree import SowingTree
from cupsboard.rules.families import SOWING
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf
from levels import Player, points, share_interval

RANDOM_SHARE, USUAL_SHARE = 0.25, 0.6
SIZES = (3, 4, 5, 8, 12)
"""Of the games that aren't of the usual size."""
PLAY_NODES, JUDGE_NODES = 50, 500
OF_A_QUICK_GAME = 20
"""So many times the nodes where the core or the quick tree searches."""
FILE = Path(sowing.__file__).with_name("weights.json")
RIDGE = 3.0
"""What seldom occurs stays as it was."""
SINGLE = ("move", "captures", "threatened")
OF_CUPS = len(SINGLE)
"""The terms before those of the cups."""


def terms(engine: SowingEngine, own: tuple[int, ...], other: tuple[int, ...]) -> np.ndarray:
    """How often each weight counts for the side to move: the single ones, the cups', and the beans beyond."""
    found = np.zeros(OF_CUPS + FARTHEST * (FULLEST + 1) + 1)
    found[0] = 1
    if isinstance(engine.tree, SowingTree):
        mine, theirs = engine.tree.rows.row(own), engine.tree.rows.row(other)
        found[1] = max((theirs[4][place] for place in mine[3]), default=0)
        found[2] = max((mine[4][place] for place in theirs[3]), default=0)
    for cups, sign in ((own, 1), (other, -1)):
        for index, count in enumerate(cups):
            distance = len(cups) - 1 - index
            found[OF_CUPS + distance * (FULLEST + 1) + min(count, FULLEST)] += sign
            found[-1] += sign * max(0, count - FULLEST)
    return found


def examples(
    word: str, known: dict[str, Any], random: Random, count: int, times: int
) -> tuple[np.ndarray, np.ndarray]:
    """Terms of positions of whole games, and what was still to come for the side to move, in beans."""
    rows, values, weights = [], [], in_units(known)
    usual = shelf.rules_called(word).cups
    while len(rows) < count:
        game = shelf.game(word, usual if random.random() < USUAL_SHARE else random.choice(SIZES))
        engine, position = SowingEngine(game, weights=weights), game.start(Side.SOUTH)
        while not position.is_over and len(rows) < count:
            side = position.to_move
            own, other = position.row(side), position.row(side.other)
            found = engine.play(position, Limit(nodes=times * JUDGE_NODES)).score_beans
            rows.append(terms(engine, own.cups, other.cups))
            values.append(found - own.pot + other.pot)
            if random.random() < RANDOM_SHARE:
                label = random.choice(engine.analyse(position, Limit(depth=1), EVERY_MOVE)).move
            else:
                label = engine.play(position, Limit(nodes=times * PLAY_NODES)).move
            position = game.play(position, side, label)
    return np.array(rows), np.array(values)


def solved(rows: np.ndarray, values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The weights with the least squares of errors, and a little of the squares of what they change."""
    changes: np.ndarray = np.linalg.solve(
        rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ (values - rows @ known)
    )
    return known + changes


def in_a_row(beans: dict[str, Any]) -> np.ndarray:
    """The weights of the file as `in_beans` takes them."""
    cups = [each for cup in beans["cups"] for each in cup]
    return np.array([*(beans[name] for name in SINGLE), *cups, beans["more"]])


def in_beans(solution: np.ndarray) -> dict[str, Any]:
    """The weights as the file has them."""
    told = [round(float(each), 3) for each in solution]
    cups = [told[OF_CUPS + at * (FULLEST + 1) :][: FULLEST + 1] for at in range(FARTHEST)]
    return dict(zip(SINGLE, told, strict=False)) | {"more": told[-1], "cups": cups}


def written(games: dict[str, Any]) -> str:
    """The file's text, a line for each cup."""
    text = json.dumps(games, indent=2)
    for learnt in games.values():
        for cup in learnt["cups"]:
            text = text.replace(json.dumps(cup, indent=2).replace("\n", "\n      "), json.dumps(cup))
    return text + "\n"


def player(word: str, beans: dict[str, Any], nodes: int) -> Player:
    """Plays a game with the weights that are given in beans."""
    game = shelf.game(word, shelf.rules_called(word).cups)
    engine, limit = SowingEngine(game, weights=in_units(beans)), Limit(nodes=nodes)
    return lambda position, _seed: engine.play(position, limit).move


def learn(word: str, asked: argparse.Namespace) -> None:
    """Learn the weights of a game, and keep them if they win."""
    known, rules = json.loads(FILE.read_text("utf-8")), shelf.rules_called(word)
    general = general_of(rules)
    old = learnt = known.get(word, known[general])
    times = 1 if general == "any" else OF_A_QUICK_GAME
    random = Random(f"{asked.seed} {word}")
    for number in range(1, asked.rounds + 1):
        rows, values = examples(word, learnt, random, asked.positions, times)
        held, before = np.arange(len(rows)) % 5 == 0, in_a_row(learnt)
        guessed = rows[held] @ solved(rows[~held], values[~held], before)
        errors = [
            float(np.sqrt(np.mean((each - values[held]) ** 2))) for each in (rows[held] @ before, guessed)
        ]
        learnt = in_beans(solved(rows, values, before))
        print(f"{word}, round {number}: error {errors[0]:.2f}, then {errors[1]:.2f} beans", flush=True)
    game, nodes = shelf.game(word, rules.cups), times * asked.nodes
    scored = list(points(game, player(word, learnt, nodes), player(word, old, nodes), asked.openings))
    share, low, high = share_interval(scored)
    wins = f"{100 * share:.1f} % ({100 * low:.0f} to {100 * high:.0f} %) of {2 * len(scored)} games"
    print(f"{word}: {wins} against the {'old' if word in known else 'general'} weights", flush=True)
    if low > 0.5:
        FILE.write_text(written({**known, word: learnt}), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=list(SOWING), help="all that ship, if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1_500)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--openings", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=150, help="of a move in the match")
    asked = parser.parse_args()
    for word in asked.games:
        learn(word, asked)


if __name__ == "__main__":
    main()
