"""Measures the levels of a game against each other: `python tests/benchmarks/levels.py "kalah 6" "oware 6"`.

Each level plays the one below it, from openings of two random plies, each twice with the colours changed.
With `--plain 10` the strongest level of Kalah or Oware plays a plain alpha-beta instead, so deep, that counts
nothing but the pots. The rows go into sim/results/LEVELS.md, between the marks of the game. Installed
cupsboard-core makes it quick and adds the levels that need it. Exits 1 if who should be stronger doesn't
score more than half.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Protocol

from cupsboard.engine import engines
from cupsboard.engine.levels import Level
from cupsboard.engine.player import Limit
from cupsboard.engine.sowing.evaluation import FARTHEST, FULLEST, Weights
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from cupsboard.rules.turns import Order
from cupsim.people.coin_duel.choosing import choose
from studies.page import made_now

PAGE = Path(__file__).parents[2] / "sim" / "results" / "LEVELS.md"
PLIES = 2
HEAD = (
    "| levels | games | score of the stronger | 95 % interval | measured |",
    "| --- | --- | --- | --- | --- |",
)


POTS_ALONE = Weights(0, 0, 0, ((0,) * (FULLEST + 1),) * FARTHEST, 0)


class Player(Protocol):
    """Who chooses a move by a position."""

    def __call__(self, position: Any, seed: int) -> str: ...


def at_level(game: AnyGame, level: Level) -> Player:
    opponent = engines.at_level(game, level)
    return lambda position, seed: opponent.choose(position, seed).move


def plain(game: AnyGame, depth: int) -> Player:
    """Plays a sowing game by what the pots will hold, so many plies from now."""
    engine = SowingEngine(game, weights=POTS_ALONE)
    return lambda position, _seed: engine.play(position, Limit(depth=depth)).move


def opening(game: AnyGame, random: Random) -> Any:
    """A position after some random moves."""
    position = game.start(Side.SOUTH)
    for _ in range(PLIES):
        (side,) = game.movers(position)
        position = game.play(position, side, at_random(game, position, random))
    return position


def at_random(game: AnyGame, position: Any, random: Random) -> str:
    """A random move: any plan, or act by act where the order of acts counts and there are no plans."""
    (side,) = game.movers(position)
    if game.turns.order is Order.FREE:
        return random.choice(game.plans(position, side)).label
    return choose(game, position, side, 1, random).label


def lead(game: AnyGame, position: Any, players: dict[Side, Player], seed: int) -> int:
    """South's lead at the end of a game."""
    while (standing := game.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        position = game.play(position, side, players[side](position, seed))
    score = game.score(position)
    return score[Side.SOUTH] - score[Side.NORTH]


def points(game: AnyGame, stronger: Player, weaker: Player, openings: int) -> Iterator[float]:
    """What the stronger player scores in the two games from each opening."""
    for number in range(openings):
        position = opening(game, Random(f"{game.name} {number}"))
        found = 0.0
        for side, sign in ((Side.SOUTH, 1), (Side.NORTH, -1)):
            ahead = sign * lead(game, position, {side: stronger, side.other: weaker}, number)
            found += 0.5 if ahead == 0 else float(ahead > 0)
        yield found / 2


def pairs(game: AnyGame, depth: int | None) -> Iterator[tuple[str, Player, Player]]:
    """Who plays whom, the stronger first."""
    levels = [(level.name, at_level(game, level)) for level in engines.levels_of(game)]
    if depth is not None:
        name, strongest = levels[-1]
        yield f"{name} - plain, depth {depth}", strongest, plain(game, depth)
        return
    for (lower, weaker), (upper, stronger) in pairwise(levels):
        yield f"{upper} - {lower}", stronger, weaker


def note(name: str, label: str, row: str) -> None:
    """Write a row into the page, in the place of an older one of the same pair."""
    text = PAGE.read_text("utf-8")
    head, begin, rest = text.partition(f"<!-- {name} -->\n")
    table, end, tail = rest.partition(f"<!-- end of {name} -->")
    if not begin or not end:
        raise SystemExit(f"{PAGE}: write the lines '<!-- {name} -->' and '<!-- end of {name} -->' there")
    rows = [line for line in table.splitlines() if not line.startswith(f"| {label} |")]
    PAGE.write_text("\n".join([head + begin.rstrip(), *(rows or HEAD), row, end + tail]), "utf-8")


def share_interval(points: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean score per opening and the ends of its 95 % interval, shares from 0 to 1.

    One draw is imagined among the openings, so that a level which lost every game still has an interval.
    """
    each = [*points, 0.5]
    mean = sum(each) / len(each)
    spread = math.sqrt(sum((point - mean) ** 2 for point in each) / max(1, len(each) - 1) / len(each))
    return sum(points) / len(points), max(0.0, mean - 1.96 * spread), min(1.0, mean + 1.96 * spread)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--openings", type=int, default=20)
    parser.add_argument("--plain", type=int, metavar="DEPTH")
    parser.add_argument("--only", metavar="PAIR", help="such as '9 - 8'; else all")
    asked, is_ordered = parser.parse_args(), True
    for name in asked.games:
        game = games.named(name)
        for label, stronger, weaker in pairs(game, asked.plain):
            if asked.only not in (None, label):
                continue
            share, low, high = share_interval(found := list(points(game, stronger, weaker, asked.openings)))
            is_ordered &= share > 0.5
            cells = label, 2 * len(found), f"{100 * share:.1f} %", f"{100 * low:.0f} to {100 * high:.0f} %"
            row = f"| {' | '.join(map(str, cells))} | {made_now()} |"
            print(name, row, flush=True)
            note(name, label, row)
    return 0 if is_ordered else 1


if __name__ == "__main__":
    sys.exit(main())
