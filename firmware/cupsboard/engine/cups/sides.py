"""One player's half of the table, with all that depends on it alone worked out once.

A position of Cups is a pair of sides; pots don't matter to what can follow. A search meets the same side with
many others, so its moves and its part of the evaluation are remembered with it.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN
from cupsboard.engine.search import packed
from cupsboard.rules.cups.moves import Drop, Move, Sow

Cups = tuple[int, ...]
NOTHING = -1
"""The cup that a move captures where it captures none."""

MOST_SIDES = 60_000
"""As many are remembered. A side takes 1 to 2 kB with its moves."""


class Worth(Protocol):
    """The value of one side's beans, in two parts that the search adds up."""

    def worth(self, cups: Sequence[int], stock: int) -> int:
        """Return the part of the evaluation that depends on one side's `cups` and `stock` only."""

    def slope(self, cups: Sequence[int]) -> int:
        """Return the value of one side's `cups` for each bean in the other side's stock."""


class Side:
    """One player's cups and stock, with all that depends on them alone.

    Sides with the same beans are one object as long as they are remembered.
    """

    __slots__ = ("bits", "code", "cups", "lost", "moves", "slope", "sowings", "stock", "threat", "worth")

    def __init__(self, cups: tuple[int, ...], stock: int, worth: int, slope: int):
        self.code, self.bits = packed((*cups, stock))
        """The beans as one number, which stands for the side in a key, and how many bits it has."""
        self.cups = cups
        self.stock = stock
        self.worth = worth
        self.slope = slope
        self.sowings = -1 if stock else sowings_left(cups)
        """How many beans it still sows into its pot; -1 while there is a stock."""
        self.moves: tuple[tuple[Side, int, int, Move], ...] | None = None
        """For each move the side after it, the units that it sows into the pot, and the other's cup (from 0)
        that it captures."""
        self.lost: list[Side | None] | None = None
        """The side after the loss of each cup, as far as it was asked for."""
        blocked = sum(16 << i for i, beans in enumerate(cups) if beans > len(cups) - i)
        self.threat = blocked | min(stock, len(cups))
        """How far a drop reaches, and above four bits one for each blocked cup."""


def moves(cups: Cups, stock: int) -> Iterator[tuple[Move, Cups, int]]:
    """Yield each legal move of a side without an opponent, with its cups and its stock after it."""
    size = len(cups)
    for count in range(1, min(size, stock) + 1):
        yield Drop(count), (*(beans + 1 for beans in cups[:count]), *cups[count:]), stock - count
    for index in range(size):
        if cups[index] == size - index:
            yield Sow(index + 1), (*cups[:index], 0, *(beans + 1 for beans in cups[index + 1 :])), stock


def sowings_left(cups: Sequence[int]) -> int:
    """How often a side without a stock can sow, one bean into the pot each time.

    The rightmost cup that can be sown is sown first: one to its left would only add a bean and block it.
    """
    beans, count = list(cups), 0
    size = len(beans)
    index = size - 1
    while index >= 0:
        if beans[index] == size - index:
            beans[index] = 0
            for right in range(index + 1, size):
                beans[right] += 1
            count += 1
            index = size
        index -= 1
    return count


class Sides:
    """The remembered sides of one size of board, up to a limit."""

    def __init__(self, worth: Worth, most: int = MOST_SIDES):
        self._worth = worth
        self._most = most
        self._known: dict[tuple[int, ...], Side] = {}

    def __len__(self) -> int:
        return len(self._known)

    def side(self, cups: tuple[int, ...], stock: int) -> Side:
        """Return the side with these cups and this stock."""
        key = (*cups, stock)
        found = self._known.get(key)
        if found is not None:
            return found
        if len(self._known) >= self._most:
            self._forget()
        side = Side(cups, stock, self._worth.worth(cups, stock), self._worth.slope(cups))
        self._known[key] = side
        return side

    def moves_of(self, side: Side) -> tuple[tuple[Side, int, int, Move], ...]:
        """Return the moves of a side, drops from the shortest and then sowings from the left.

        They are computed once for each side.
        """
        if side.moves is None:
            found = []
            for move, cups, stock in moves(side.cups, side.stock):
                gain, taken = UNITS_PER_BEAN, NOTHING
                if isinstance(move, Drop):
                    gain, taken = 0, NOTHING if side.cups[move.count - 1] else len(cups) - move.count
                found.append((self.side(cups, stock), gain, taken, move))
            side.moves = tuple(found)
        return side.moves

    def without(self, side: Side, index: int) -> Side:
        """Return the side after the loss of all beans in the cup `index`, counted from 0."""
        if side.lost is not None and (known := side.lost[index]) is not None:
            return known
        cups = side.cups
        # Asking for it may forget everything, this side's list too.
        after = self.side((*cups[:index], 0, *cups[index + 1 :]), side.stock)
        if side.lost is None:
            side.lost = [None] * len(cups)
        side.lost[index] = after
        return after

    def _forget(self) -> None:
        """Forget all; a running search goes on with what it holds, which must not hold all the others."""
        for side in self._known.values():
            side.moves = side.lost = None
        self._known = {}
