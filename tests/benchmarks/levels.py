"""Measures the levels of a game against each other: `python tests/benchmarks/levels.py "kalah 6" "oware 6"`.

Each level plays the one below it, from openings of two random plies, each twice with the colours changed. The
rows go into sim/results/LEVELS.md, between the marks of the game. Installed cupsboard-core makes it quick and
adds the levels that need it. Exits 1 if a level doesn't score more than half.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.levels import Level
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from ratings import share_interval
from studies.page import made_now

PAGE = Path(__file__).parents[2] / "sim" / "results" / "LEVELS.md"
PLIES = 2


def opening(game: AnyGame, random: Random) -> Any:
    """A position after some random moves."""
    position = game.start(Side.SOUTH)
    for _ in range(PLIES):
        (side,) = game.movers(position)
        position = game.play(position, side, random.choice(game.plans(position, side)).label)
    return position


def lead(game: AnyGame, position: Any, levels: dict[Side, Level], seed: int) -> int:
    """South's lead at the end of a game between levels."""
    players = {side: engines.at_level(game, level) for side, level in levels.items()}
    while (standing := game.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        position = game.play(position, side, players[side].choose(position, seed).move)
    score = game.score(position)
    return score[Side.SOUTH] - score[Side.NORTH]


def points(game: AnyGame, stronger: Level, weaker: Level, openings: int) -> Iterator[float]:
    """What the stronger level scores in the two games from each opening."""
    for number in range(openings):
        position = opening(game, Random(f"{game.name} {number}"))
        found = 0.0
        for side, sign in ((Side.SOUTH, 1), (Side.NORTH, -1)):
            ahead = sign * lead(game, position, {side: stronger, side.other: weaker}, number)
            found += 0.5 if ahead == 0 else float(ahead > 0)
        yield found / 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--openings", type=int, default=20)
    asked, is_ordered = parser.parse_args(), True
    for name in asked.games:
        game = games.named(name)
        lines = ["| levels | games | score of the stronger | 95 % interval |", "| --- | --- | --- | --- |"]
        for weaker, stronger in pairwise(engines.levels_of(game)):
            found = list(points(game, stronger, weaker, asked.openings))
            share, low, high = share_interval(found)
            is_ordered &= share > 0.5
            lines.append(
                f"| {stronger.name} - {weaker.name} | {2 * len(found)} | {100 * share:.1f} % | "
                f"{100 * low:.0f} to {100 * high:.0f} % |"
            )
            print(name, lines[-1], flush=True)
        text = PAGE.read_text("utf-8")
        head, begin, rest = text.partition(f"<!-- {name} -->\n")
        _, end, tail = rest.partition(f"<!-- end of {name} -->")
        if not begin or not end:
            raise SystemExit(f"{PAGE}: write the lines '<!-- {name} -->' and '<!-- end of {name} -->' there")
        PAGE.write_text("\n".join([head + begin, *lines, "", f"Measured {made_now()}.", end + tail]), "utf-8")
    return 0 if is_ordered else 1


if __name__ == "__main__":
    sys.exit(main())
