"""Everything into the pot while the other side is idle: which drops and sowings do it.

Undone sowings lead from the finished board to every position that sowing alone brings into the pot. With a
stock it is searched forwards: a cup that is ever blocked keeps its beans, so few positions matter.

Mancala World prints 3 1 0 0 4 3 0 0 0 1 with 88 in stock as a transfer of more than 80 steps. As printed it
is none: no drops and sowings bring everything into the pot.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from cupsboard.engine.cups.sides import Cups, moves
from cupsboard.rules.cups.moves import Move, Sow

Drops = tuple[int, ...]
"""How many drops there are of each length, from one bean on."""

MANY = 2
"""More different sets of drops than one need not be counted."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways in which a side without an opponent can bring all its beans into the pot."""

    drops: frozenset[Drops]
    """Different sets of drops that bring everything into the pot; at most MANY of them."""
    chance: float
    """How likely random moves do it."""
    solution: tuple[str, ...]
    """One way, of the moves that leave most chances."""


HOPELESS = Ways(frozenset(), 0.0, ())


@cache
def ways(cups: Cups, stock: int) -> Ways:
    """Return the ways in which all beans of the cups and of the stock get into the pot."""
    size = len(cups)
    if any(beans > size - index for index, beans in enumerate(cups)):
        return HOPELESS
    if not stock and not any(cups):
        return Ways(frozenset({(0,) * size}), 1.0, ())
    drops: set[Drops] = set()
    chances: list[float] = []
    best, best_chance, solution = None, 0.0, tuple[str, ...]()
    for move, after, left in moves(cups, stock):
        further = ways(after, left)
        chances.append(further.chance)
        if further.chance > best_chance:
            best, best_chance, solution = move, further.chance, further.solution
        if len(drops) < MANY:
            drops |= {_with(each, move) for each in further.drops}
    if best is None:
        return HOPELESS
    return Ways(frozenset(sorted(drops)[:MANY]), sum(chances) / len(chances), (best.label, *solution))


def transfers(size: int, most_stock: int) -> Iterator[tuple[Cups, int, Ways]]:
    """Yield every position with a stock that has one set of drops alone that brings all into the pot.

    The set must have drops of two lengths or more.
    """
    for cups in product(*(range(size - index + 1) for index in range(size))):
        for stock in range(3, most_stock + 1):
            if is_transfer(found := ways(cups, stock)):
                yield cups, stock, found


def is_transfer(found: Ways) -> bool:
    """Return whether one set of drops alone brings all into the pot, with drops of two lengths or more."""
    return len(found.drops) == 1 and all(sum(count > 0 for count in drops) >= 2 for drops in found.drops)


def undone(cups: Cups, random: Random) -> Cups:
    """Return a position from which up to five sowings lead to `cups`, drawn by `random`."""
    for _ in range(random.randint(0, 5)):
        before = list(_before(cups))
        if not before:
            break
        cups = random.choice(before)
    return cups


def perfect_endgame(size: int) -> Cups:
    """Return the cups with the fewest beans, cup 1 not empty, that sowing alone brings into the pot.

    Mancala World lists them for 1 to 10 cups.
    """
    return min((cups for cups in _sowable(size) if cups[0]), key=sum)


@cache
def _sowable(size: int) -> tuple[Cups, ...]:
    """Every position without a stock that sowing alone brings into the pot, by undoing sowings."""
    known: set[Cups] = {(0,) * size}
    waiting = list(known)
    while waiting:
        cups = waiting.pop()
        for before in _before(cups):
            if before not in known:
                known.add(before)
                waiting.append(before)
    return tuple(sorted(known))


def _before(cups: Cups) -> Iterator[Cups]:
    """The positions that are one sowing before this one."""
    size = len(cups)
    for index in range(size):
        if cups[index] == 0 and all(cups[index + 1 :]):
            yield (*cups[:index], size - index, *(beans - 1 for beans in cups[index + 1 :]))


def _with(drops: Drops, move: Move) -> Drops:
    if isinstance(move, Sow):
        return drops
    return tuple(count + (length == move.count) for length, count in enumerate(drops, start=1))
