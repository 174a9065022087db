"""Makes puzzles of Cups: perfect endgames, transfers, and tactics out of games that were played badly.

The same seed makes the same puzzles. `cupsboard puzzle --make FILE` makes all again that ship.
"""

import math
from collections.abc import Iterator
from random import Random

from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.cups.sides import Cups as Beans
from cupsboard.engine.cups.transfers import Ways, is_transfer, perfect_endgame, transfers, undone, ways
from cupsboard.engine.tactics import DEPTHS, some_of_each, step, tactics
from cupsboard.rules.cups.position import Position, Row, format_position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Kind, Puzzle

ENDGAMES = range(3, 11)
"""Cups a side. With two cups there is nothing to choose."""
IN_THREE_STEPS = (10, 8, 6, 4, 2, 5, 1, 0, 0, 1)
"""An endgame that Mancala World prints: three sowings lead from it to the perfect one of ten cups."""
TRANSFERS_EACH, TRANSFER_STOCKS = 5, {3: 10, 4: 12, 5: 10}
"""So many of each difficulty for each size of board, with stocks up to these."""
LARGEST, LARGEST_STOCKS = 10, range(3, 7)
"""One transfer is as large as the largest board: so many cups a side, and stocks of so many beans."""
TACTICS_EACH, TACTIC_STOCKS, TACTIC_GAMES = 8, {3: 12, 4: 10, 5: 8, 6: 8}, 1500
"""So many of each difficulty for each size, with so few beans in both stocks that every move is proved, out
of so many games."""
CHANCE_BITS = (4.0, 8.0, 13.0, 19.0)
"""Random play finds it once in two to the power of these: where the next difficulty begins."""


def make(seed: int) -> Iterator[Puzzle]:
    """Yield all puzzles that `seed` makes, without their difficulty."""
    random = Random(seed)
    for size in ENDGAMES:
        cups = perfect_endgame(size)
        yield _alone(Kind.ENDGAME, cups, 0, ways(cups, 0))
    yield _alone(Kind.ENDGAME, IN_THREE_STEPS, 0, ways(IN_THREE_STEPS, 0))
    yield _alone(Kind.TRANSFER, *_largest_transfer(random))
    for size, most_stock in TRANSFER_STOCKS.items():
        found = [_alone(Kind.TRANSFER, *each) for each in transfers(size, most_stock)]
        yield from some_of_each(found, TRANSFERS_EACH, random)
    for size, most_stock in TACTIC_STOCKS.items():
        yield from some_of_each(_tactics(size, most_stock, random), TACTICS_EACH, random)


def _largest_transfer(random: Random) -> tuple[Beans, int, Ways]:
    """A transfer on the largest board, found backwards: drops undone where sowing alone did the rest."""
    while True:
        cups, stock = undone(perfect_endgame(LARGEST), random), 0
        while stock < LARGEST_STOCKS.start:
            length = random.randint(1, 3)
            if not all(cups[:length]):
                break
            cups, stock = (*(beans - 1 for beans in cups[:length]), *cups[length:]), stock + length
        if stock in LARGEST_STOCKS and is_transfer(found := ways(cups, stock)):
            return cups, stock, found


def _alone(kind: Kind, cups: Beans, stock: int, found: Ways) -> Puzzle:
    """A puzzle against an idle side."""
    size = len(cups)
    bits = -math.log2(found.chance)
    position = Position(Row(cups, 0, stock), Row((0,) * size, 0, 0), Side.SOUTH)
    return _puzzle(kind, Cups(size), position, found.solution, step(bits, CHANCE_BITS), round(bits, 1))


def _puzzle(
    kind: Kind, game: Cups, position: Position, solution: tuple[str, ...], difficulty: int, measure: float
) -> Puzzle:
    row = position.south
    beans = "-".join(map(str, (*row.cups, row.stock, *position.north.cups, position.north.stock)))
    idle = "-".join(map(str, (*row.cups, row.stock)))
    name = f"{kind.value}-{beans if kind is Kind.TACTIC else idle}"
    return Puzzle(name, kind, game.name, format_position(position), solution, difficulty, measure)


def _tactics(size: int, most_stock: int, random: Random) -> list[Puzzle]:
    """Return the tactics of games in which so little is left in both stocks that every move is proved."""

    def late(position: Position) -> Position | None:
        side = position.to_move
        assert side is not None
        own, other = position.row(side), position.row(side.other)
        if not (own.stock and other.stock and own.stock + other.stock <= most_stock):
            return None
        return Position(Row(own.cups, 0, own.stock), Row(other.cups, 0, other.stock), Side.SOUTH)

    game = Cups(size)
    found = tactics(game, CupsEngine(game), late, TACTIC_GAMES, random)
    return [
        _puzzle(Kind.TACTIC, game, position, (move,), step(depth, DEPTHS), float(depth))
        for position, (move, depth) in found.items()
    ]
