"""What the engine gives away as the second player of 2x4: `python tests/benchmarks/cups_second_player.py`.

South begins by dropping 1 to 4 beans in turn, after which the value of the game is known
(tests/solver/README.md). From there on South is the same search with more nodes, another number in each game,
so that it finds the best replies known; North has those of level 8. What North gets less than the value it
gave away, and as much more as South did. Where the table of 2x4 (`cupsboard lab tables build 4 --beans 20`)
knows what each move is worth, North's losses are told apart from South's.
Prints a row for each first move; ENGINE.md says what came of it.
"""

import argparse
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from cupsboard.engine import engines
from cupsboard.engine.levels import FULL_STRENGTH_NODES
from cupsboard.engine.player import Known, Limit
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.storage.tables import tables_of_this_user

GAME = Cups(4)
VALUES = {"drop 1": 1, "drop 2": 2, "drop 3": 5, "drop 4": 8}
"""What the second player gets more than the first, with best play after each first move."""
FEWEST_NODES, MORE_NODES = 60_000, 1_009
"""South's in the first game, and how many more in each of the next."""


@dataclass(frozen=True)
class Played:
    """One game."""

    first: str
    result: int
    """What North got more than South."""
    losses: tuple[int, ...]
    """What each of North's moves lost that the table knows."""
    moves: str


def played(known: Known, number: int) -> Played:
    """Play a game to its end."""
    first = list(VALUES)[number % len(VALUES)]
    limits = {
        Side.SOUTH: Limit(nodes=FEWEST_NODES + MORE_NODES * number),
        Side.NORTH: Limit(nodes=FULL_STRENGTH_NODES),
    }
    players = {side: engines.of_game(GAME) for side in Side}
    history, losses = History(GAME, Side.SOUTH).play(Side.SOUTH, first), list[int]()
    labels = [first]
    while not history.is_over:
        position = history.position
        if GAME.standing(position) is Standing.PASS:
            history = history.pass_turn()
            continue
        (side,) = GAME.movers(position)
        label = players[side].play(position, limits[side]).move
        if side is Side.NORTH:
            losses += lost(known, position, label)
        labels.append(label)
        history = history.play(side, label)
    score = GAME.score(history.position)
    return Played(first, score[Side.NORTH] - score[Side.SOUTH], tuple(losses), " ".join(labels))


def lost(known: Known, position: Position, label: str) -> Iterator[int]:
    """What North's move loses; nothing where the table doesn't know what all moves are worth."""
    values = {}
    for plan in GAME.plans(position, Side.NORTH):
        after = GAME.play(position, Side.NORTH, plan.label)
        bounds = known((after.south.cups, after.south.stock), (after.north.cups, after.north.stock))
        if bounds is None or bounds[0] != bounds[1]:
            return
        values[plan.label] = after.north.pot - after.south.pot - bounds[0]
    yield max(values.values()) - values[label]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    known = tables_of_this_user().known(GAME)
    if known is None:
        raise SystemExit(f"there is no table for {GAME.name}: cupsboard lab tables build 4 --beans 20")
    games = [played(known, number) for number in range(parser.parse_args().games)]
    print("| first move | value | games, different ones | mean result | worst | below the value |")
    print("| --- | --- | --- | --- | --- | --- |")
    for first, value in VALUES.items():
        results = [game.result for game in games if game.first == first]
        if results:
            different = len({game.moves for game in games if game.first == first})
            print(
                f"| {first} | +{value} | {len(results)}, {different} | {statistics.fmean(results):+.2f} | "
                f"{min(results):+d} | {sum(result < value for result in results)} |"
            )
    losses = [loss for game in games for loss in game.losses]
    print(
        f"\n{len(losses)} moves of North's that the table knows: {sum(losses)} beans lost, "
        f"by {sum(loss > 0 for loss in losses)} of them"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
