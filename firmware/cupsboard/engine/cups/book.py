"""The book of 2x3: best moves where a proof would take long, out of the complete table.

tests/solver/book.c makes it, and the small table that proofs stand on. Each entry has six bytes: four for the
number of the position (own side's times the number of sides, plus the other's), one for a best move (drops of
1 to 3, then sowings of cup 1 to 3, from 0) and one for the value. They are in the order of their positions.
"""

from functools import cache
from importlib import resources

from cupsboard.engine.cups.sides import Side
from cupsboard.engine.cups.tables import Numbering, Table
from cupsboard.rules.cups.moves import Drop, Move, Sow

CUPS, BEANS, SMALL_BEANS = 3, 30, 6
MOST_NODES = 20_000
"""What can follow from the start by moves of the book is in it, or is proved within so many nodes."""
_ENTRY_BYTES = 6


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


def _data(name: str) -> bytes:
    return resources.files(__package__).joinpath(name).read_bytes()
