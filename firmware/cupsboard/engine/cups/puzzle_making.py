"""Makes puzzles of Cups: perfect endgames, transfers, and tactics out of games that were played badly.

The same seed makes the same puzzles. Those that ship are in puzzles.json beside this file;
`cupsboard puzzle --make FILE` makes them again.
"""

import math
from collections.abc import Iterator, Sequence
from random import Random

from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.cups.sides import Cups as Beans
from cupsboard.engine.cups.transfers import Ways, is_transfer, perfect_endgame, transfers, undone, ways
from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.player import Limit
from cupsboard.engine.puzzles import Kind, Puzzle
from cupsboard.rules.cups.position import Position, Row, format_position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Plan, Standing
from cupsboard.rules.places import Side

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
BETTER_BEANS = 3
GREEDY_SHARE = 0.5
"""How many moves of the games tactics are mined from are greedy; the others are random."""
CHANCE_BITS = (4.0, 8.0, 13.0, 19.0)
"""Random play finds it once in two to the power of these: where the next difficulty begins."""
DEPTHS = (2, 3, 5, 7)
"""Moves to be looked ahead: where the next difficulty begins."""
PROVED_NODES = 300_000


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
        yield from _some_of_each(found, TRANSFERS_EACH, random)
    for size, most_stock in TACTIC_STOCKS.items():
        yield from _some_of_each(_tactics(size, most_stock, random), TACTICS_EACH, random)


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
    return _puzzle(kind, Cups(size), position, found.solution, _step(bits, CHANCE_BITS), round(bits, 1))


def _puzzle(
    kind: Kind, game: Cups, position: Position, solution: tuple[str, ...], difficulty: int, measure: float
) -> Puzzle:
    row = position.south
    beans = "-".join(map(str, (*row.cups, row.stock, *position.north.cups, position.north.stock)))
    idle = "-".join(map(str, (*row.cups, row.stock)))
    name = f"{kind.value}-{beans if kind is Kind.TACTIC else idle}"
    return Puzzle(name, kind, game.name, format_position(position), solution, difficulty, measure)


def _step(measure: float, bounds: Sequence[float]) -> int:
    return 1 + sum(measure >= bound for bound in bounds)


def _some_of_each(found: Sequence[Puzzle], each: int, random: Random) -> Iterator[Puzzle]:
    """So many of each difficulty at the most."""
    for difficulty in sorted({puzzle.difficulty for puzzle in found}):
        alike = [puzzle for puzzle in found if puzzle.difficulty == difficulty]
        yield from random.sample(alike, min(each, len(alike)))


def _tactics(size: int, most_stock: int, random: Random) -> list[Puzzle]:
    game = Cups(size)
    engine = CupsEngine(game)
    found: dict[str, Puzzle] = {}
    for _ in range(TACTIC_GAMES):
        for position in _late_positions(game, most_stock, random):
            puzzle = _tactic(game, engine, position)
            if puzzle is not None:
                found[puzzle.name] = puzzle
    return list(found.values())


def _late_positions(game: Cups, most_stock: int, random: Random) -> Iterator[Position]:
    """The positions of a game with little in both stocks, as South would see them, with empty pots."""
    position = game.start(random.choice(tuple(Side)))
    while (standing := game.standing(position)) is not Standing.OVER:
        side = position.to_move
        assert side is not None
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        plans = game.plans(position, side)
        own, other = position.row(side), position.row(side.other)
        if own.stock and other.stock and own.stock + other.stock <= most_stock:
            yield Position(Row(own.cups, 0, own.stock), Row(other.cups, 0, other.stock), Side.SOUTH)
        position = game.play(position, side, _carelessly(plans, random).label)


def _carelessly(plans: Sequence[Plan], random: Random) -> Plan:
    return greedily(plans, random, potted) if random.random() < GREEDY_SHARE else random.choice(plans)


def _tactic(game: Cups, engine: CupsEngine, position: Position) -> Puzzle | None:
    """A puzzle, if one move is much better than all others and takes less at once than another."""
    plans = game.plans(position, Side.SOUTH)
    if len(plans) < 3:
        return None
    infos = engine.analyse(position, Limit(nodes=PROVED_NODES), len(plans))
    best, second = infos[:2]
    if not all(info.is_exact for info in infos) or best.score_beans - second.score_beans < BETTER_BEANS:
        return None
    move = best.move
    gains = {plan.label: potted(plan) for plan in plans}
    if gains[move] == max(gains.values()):
        return None
    depth = _depth_that_keeps(engine, position, move)
    return _puzzle(Kind.TACTIC, game, position, (move,), _step(depth, DEPTHS), float(depth))


def _depth_that_keeps(engine: CupsEngine, position: Position, move: str) -> int:
    """From how many moves ahead on the engine finds the move and stays with it."""
    depth, keeps_from = 1, 1
    while True:
        found = engine.play(position, Limit(depth=depth))
        if found.move != move:
            keeps_from = depth + 1
        if found.is_exact:
            return keeps_from
        depth += 1
