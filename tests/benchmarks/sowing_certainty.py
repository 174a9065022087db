"""Measures how far off estimates of Kalah or Oware are: `python tests/benchmarks/sowing_certainty.py oware`.

Positions come out of games in which one move of three is drawn at random. The loss of a move that looks good,
as an analysis estimates it, is compared with the one that five times the nodes find. What is printed stands
in the engine's sowing/certainty.json: by how many beans small losses are overestimated, and larger ones
further, by which share of the loss. The same seed gives the same result, in minutes.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

from cups_certainty import LOOK_GOOD, loss, spread
from cupsboard.engine import engines
from cupsboard.engine.levels import ANALYSIS_NODES
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.rules import games
from cupsboard.rules.games import AnyGame

LOOK, CLOSER_LOOK = Limit(nodes=ANALYSIS_NODES), Limit(nodes=5 * ANALYSIS_NODES)
PLAY = Limit(nodes=200)
SIZES = (4, 6, 6, 10)
RANDOM_SHARE, OF_A_GAME = 1 / 3, 4


def positions(game: AnyGame, random: Random) -> Iterator[Any]:
    """Some positions of a game in which the mover has a choice."""
    engine, position, found = engines.of_game(game), game.start(random.choice(game.players)), []
    while movers := game.movers(position):
        plans = game.plans(position, movers[0])
        if len(plans) > 1:
            found.append(position)
        is_random = random.random() < RANDOM_SHARE
        label = random.choice(plans).label if is_random else engine.play(position, PLAY).move
        position = game.play(position, movers[0], label)
    yield from random.sample(found, min(OF_A_GAME, len(found)))


def losses(word: str, random: Random, count: int) -> list[tuple[float, float]]:
    """Pairs of an estimated loss and the one that a closer look finds; proved estimates are left out."""
    found: list[tuple[float, float]] = []
    while len(found) < count:
        game = games.named(f"{word} {random.choice(SIZES)}")
        engine = engines.of_game(game)
        for position in positions(game, random):
            estimated = engine.analyse(position, LOOK, EVERY_MOVE)
            info = random.choice(estimated[1:LOOK_GOOD])
            if info.is_exact and estimated[0].is_exact:
                continue
            closer = engine.analyse(position, CLOSER_LOOK, EVERY_MOVE)
            found.append((loss(estimated, info.variation[0]), loss(closer, info.variation[0])))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=("kalah", "oware"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=120)
    asked = parser.parse_args()
    found = losses(asked.game, Random(f"{asked.seed} {asked.game}"), asked.positions)
    error_beans, share = spread(found)
    print(f"{len(found)} losses: off by {error_beans:.2f} beans and {share:.3f} of the loss")


if __name__ == "__main__":
    main()
