"""The book of 2x3: best moves where a proof would take long, out of the complete table.

tests/solver/book.c makes it, and the small table that proofs stand on. Each entry has six bytes: four for the
number of the position (own side's times the number of sides, plus the other's), one for a best move (drops of
1 to 3, then sowings of cup 1 to 3, from 0) and one for the value. They are in the order of their positions.
"""

from collections.abc import Sequence
from functools import cache
from importlib import resources

from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN
from cupsboard.engine.cups.sides import Side
from cupsboard.engine.cups.tables import Numbering, Table
from cupsboard.engine.cups.tree import CupsTree, Pair, told_by
from cupsboard.engine.player import Beans, IsStopped, never
from cupsboard.engine.proving import Prover
from cupsboard.engine.search import INFINITE, Child, Tree
from cupsboard.rules.cups.moves import Drop, Move, Sow

CUPS, BEANS, SMALL_BEANS = 3, 30, 6
MOST_NODES = 20_000
"""What can follow from the start by moves of the book is in it, or is proved within so many nodes."""
_ENTRY_BYTES = 6
_SIXTEENTHS = 16
_HASTE_A_DROP, _HASTE_OF_SOWING = UNITS_PER_BEAN, UNITS_PER_BEAN * 5 // 2
"""For each bean dropped, and for a sowing: of moves about as good, first those that bring the end nearer."""
_STOCK = 2.256
_BLOCKED = (1.708, -0.728, -1.256)
_BLOCKED_BY_STOCK = (-0.613, -0.520, -0.659)
_DEAD = (-0.706, 0.067, -0.207)
_BLOCKED_BY_OTHER = (-0.115, -0.038, 0.028)
_SOWABLE = (2.316, 1.614, 1.175)
_FREE = (0.550, -0.014, -0.000)
_EMPTY_BY_OTHER = (0.106, -0.051, 0.025)
_EMPTY_BY_STOCK = (-0.075, -0.004, 0.059)
"""For the three cups of 2x3, out of tests/solver/weights.h."""


class Book:
    """The book of 2x3: positions with a best move and their value, looked up in its bytes."""

    def __init__(self, content: bytes):
        self.content = content
        self._numbering = Numbering(CUPS, BEANS)

    def __len__(self) -> int:
        return len(self.content) // _ENTRY_BYTES

    def find(self, own: Side, other: Side) -> tuple[Move, int] | None:
        """Return a best move of the side to move, and the value; None for a position that the book lacks."""
        if any(side.stock + sum(side.cups) > BEANS for side in (own, other)):
            return None
        number = self._numbering.number
        wanted = number(own.cups, own.stock) * self._numbering.count + number(other.cups, other.stock)
        key = wanted.to_bytes(4, "big")
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self.content[middle * _ENTRY_BYTES : middle * _ENTRY_BYTES + 4] < key:
                low = middle + 1
            else:
                high = middle
        entry = self.content[low * _ENTRY_BYTES : (low + 1) * _ENTRY_BYTES]
        if entry[:4] != key:
            return None
        move = Drop(entry[4] + 1) if entry[4] < CUPS else Sow(entry[4] - CUPS + 1)
        return move, int.from_bytes(entry[5:], "big", signed=True)


@cache
def book() -> Book:
    """Return the book that comes with the program."""
    return Book(_data("2x3.book"))


@cache
def small_table() -> Table:
    """Return the complete table of 2x3 with few beans, which ends proofs early."""
    return Table(CUPS, SMALL_BEANS, memoryview(_data("2x3.table")))


class BookEvaluation:
    """The value of sides of 2x3 by the weights of the program that made the book; they order moves alone."""

    move = 0

    def worth(self, cups: Sequence[int], stock: int) -> int:
        """Return the part that depends on one side's `cups` and `stock` only."""
        worth = _STOCK * stock
        for i, beans in enumerate(cups):
            needed = len(cups) - i
            if beans > needed:
                worth += _BLOCKED[i] + _BLOCKED_BY_STOCK[i] * stock + _DEAD[i] * (beans - needed)
            elif beans == needed:
                worth += _SOWABLE[i]
            elif beans > 0:
                worth += _FREE[i] * beans
            else:
                worth += _EMPTY_BY_STOCK[i] * stock
        return _in_units(worth)

    def slope(self, cups: Sequence[int]) -> int:
        """Return the value of one side's `cups` for each bean in the other side's stock."""
        slope = 0.0
        for i, beans in enumerate(cups):
            if beans > len(cups) - i:
                slope += _BLOCKED_BY_OTHER[i]
            elif not beans:
                slope += _EMPTY_BY_OTHER[i]
        return _in_units(slope)


def _in_units(beans: float) -> int:
    """Return whole sixteenths of a bean, as that program reckons."""
    return int(_SIXTEENTHS * beans) * (UNITS_PER_BEAN // _SIXTEENTHS)


class BookTree(CupsTree):
    """Knows of a position no more than the program that made the book."""

    def __init__(self) -> None:
        super().__init__(BookEvaluation())

    proof_key = CupsTree.key
    limits = Tree[Pair].limits

    def estimate(self, node: Pair, child: Child[Pair], low: int, high: int) -> int:
        """Return the middle of bounds or else the guess, and more for beans out of the stock and a sowing."""
        is_closed = low > -INFINITE // 2 and high < INFINITE // 2
        haste = _HASTE_A_DROP * (node[0].stock - child[2][not child[4]].stock) or _HASTE_OF_SOWING
        return haste + ((low + high) // 2 if is_closed else child[0] & -2)


class BookProver(Prover):
    """Proves what 2x3 is worth step by step as the program does that made the book, over a small table."""

    def __init__(self, table: Table, is_stopped: IsStopped = never):
        tree = BookTree()
        super().__init__(tree, told_by(table.bounds), is_stopped)
        self._side = tree.sides.side

    def pair(self, own: Beans, other: Beans) -> Pair:
        """Return the position of two halves of the table, the one to move first."""
        return self._side(tuple(own[0]), own[1]), self._side(tuple(other[0]), other[1])


def _data(name: str) -> bytes:
    return resources.files(__package__).joinpath(name).read_bytes()
