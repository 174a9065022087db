"""Complete tables: the exact value of every position in which neither player has more than so many beans.

A position is a pair of *sides*, the stock and the cups of one player each; pots are left out. Its value is
what the mover still gains less what the other still gains, with best play, in beans. A table holds one signed
byte for each pair, at own * count + other, with sides numbered by p = 2 * stock + beans in cups, which every
move lowers.

Of a position that is too large a table tells bounds: a bean more in a cup that is blocked anyway changes no
move, so it costs its owner nothing (never captured) or one bean (captured), and nothing where the other has
no stock to capture with. tests/solver/README.md has the proof.
"""

import re
from collections.abc import Sequence
from math import comb

from cupsboard.engine.player import Beans, Known
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError

HEAD_BYTES = 64
"""What stands before the values: one line of text, filled up with spaces."""
_FORMAT = b"cupsboard table 1"
MOST_REMEMBERED = 50_000
"""Sides whose place in the table is remembered."""


class TableError(RulesError):
    """Raised for a table that can't be used; the message says why and what to do."""


class Numbering:
    """Numbers, from 0, for all sides with at most a certain number of beans in stock and cups together."""

    def __init__(self, cups: int, beans: int):
        self.cups = cups
        self.beans = beans
        self.layers = [0]
        """The first number of each p; the last entry is the number of all sides."""
        self._first: dict[tuple[int, int], int] = {}
        count = 0
        for p in range(2 * beans + 1):
            for stock in range(p // 2 + 1):
                in_cups = p - 2 * stock
                if stock + in_cups <= beans:
                    self._first[stock, in_cups] = count
                    count += comb(in_cups + cups - 1, cups - 1)
            self.layers.append(count)
        self._ranks = [
            [comb(beans_left + i, i + 1) for beans_left in range(beans + 1)] for i in range(cups - 1)
        ]

    @property
    def count(self) -> int:
        """Return how many sides there are."""
        return self.layers[-1]

    def number(self, cups: Sequence[int], stock: int) -> int:
        """Return the number of a side, which must have no more beans than are numbered."""
        rank = so_far = 0
        for beans, ranks in zip(cups, self._ranks, strict=False):
            so_far += beans
            rank += ranks[so_far]
        return self._first[stock, sum(cups)] + rank


def sides_count(cups: int, beans: int) -> int:
    """Return how many sides of `cups` cups have at most `beans` beans."""
    return comb(beans + cups + 1, cups + 1)


def table_bytes(cups: int, beans: int) -> int:
    """Return the size in bytes of a table for sides of `cups` cups with at most `beans` beans."""
    return HEAD_BYTES + sides_count(cups, beans) ** 2


def most_beans(cups: int, most_bytes: float) -> int:
    """Return the beans of the largest table that fits into `most_bytes`; 0 if none fits.

    More than a full stock is never returned.
    """
    beans = 0
    while beans < 10 * cups and table_bytes(cups, beans + 1) <= most_bytes:
        beans += 1
    return beans


def head(cups: int, beans: int) -> bytes:
    """Return the first bytes of a table's file, before its values."""
    return (b"%b: %d cups, %d beans\n" % (_FORMAT, cups, beans)).ljust(HEAD_BYTES)


class Table:
    """The exact values of all positions with at most `beans` beans on either side.

    For positions with more beans it gives bounds.
    """

    def __init__(self, cups: int, beans: int, values: memoryview):
        """Read `values`, which are signed bytes. Raises TableError if there are too many or too few."""
        self.cups = cups
        self.beans = beans
        self._numbering = Numbering(cups, beans)
        self._values = values.cast("B").cast("b")
        self._width = self._numbering.count
        self._remembered: dict[tuple[int, ...], tuple[int, int] | None] = {}
        if len(self._values) != self._width**2:
            raise TableError(
                f"a table of {cups} cups and {beans} beans with {len(self._values)} values, "
                f"not {self._width**2}: build it again"
            )

    @property
    def sides_count(self) -> int:
        """Return how many sides the table numbers."""
        return self._width

    def bounds(self, own: Beans, other: Beans) -> tuple[int, int] | None:
        """Return the least and the greatest possible value of a position; None if the table tells nothing.

        Both are equal if the value is known.
        """
        mine, theirs = self.fit(own), self.fit(other)
        if mine is None or theirs is None:
            return None
        value = self.at(mine[0], theirs[0])
        return value - (mine[1] if other[1] else 0), value + (theirs[1] if own[1] else 0)

    def value(self, own: Beans, other: Beans) -> int | None:
        """Return the value of a position for the side to move, `own`; None if the table doesn't hold it."""
        found = self.bounds(own, other)
        return found[0] if found is not None and found[0] == found[1] else None

    def at(self, own: int, other: int) -> int:
        """Return the value of a position by the numbers of its two sides."""
        return self._values[own * self._width + other]

    def fit(self, side: Beans) -> tuple[int, int] | None:
        """Return the number of a side in the table, and how many blocked beans were left out for it.

        None if no side of the table fits.
        """
        key = (*side[0], side[1])
        if key not in self._remembered:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            if len(side[0]) != self.cups:
                raise TableError(
                    f"{len(side[0])} cups, and a table of {self.cups}: give the one for this board"
                )
            fitting = without_blocked(side, self.beans)
            self._remembered[key] = (
                None
                if fitting is None
                else (self._numbering.number(fitting, side[1]), sum(side[0]) - sum(fitting))
            )
        return self._remembered[key]


def board_of(game: str) -> str:
    """Return the name of a game's board, which its table bears: "2x3" for "cups 3 stock 12"."""
    return f"2x{Cups.named(game).cups}"


def bounds_for(game: str, content: memoryview, name: str) -> Known:
    """Return the bounds that a table's file gives for a game. Raises TableError for another board's table."""
    table = table_from(content, name)
    if f"2x{table.cups}" != board_of(game):
        raise TableError(f"{name}: a table of {table.cups} cups; call it 2x{table.cups}.table")
    return table.bounds


def without_blocked(side: Beans, most: int) -> tuple[int, ...] | None:
    """Return the cups of a side less beans of blocked cups, so that at most `most` beans are left in all.

    A cup that was blocked stays blocked. None if there are not enough such beans.
    """
    cups, stock = list(side[0]), side[1]
    surplus = stock + sum(cups) - most
    while surplus > 0:
        spare, index = max((beans - (len(cups) - i + 1), i) for i, beans in enumerate(cups))
        if spare <= 0:
            return None
        # One at a time evens the cups out, as the solver beside the tests does it.
        cups[index] -= 1
        surplus -= 1
    return tuple(cups)


def table_from(content: memoryview, name: str) -> Table:
    """Return the table in the content of a file. Raises TableError, naming the file, for anything else."""
    words = re.fullmatch(rb"%b: ([0-9]+) cups, ([0-9]+) beans\s*" % _FORMAT, bytes(content[:HEAD_BYTES]))
    if words is None:
        raise TableError(
            f"{name}: not a table of this program; delete it and build one: cupsboard lab tables build"
        )
    cups, beans = map(int, words.groups())
    if not (2 <= cups <= 12 and 1 <= beans <= 10 * cups):
        raise TableError(
            f"{name}: a table of {cups} cups and {beans} beans; delete it, there is no such game"
        )
    if len(content) != table_bytes(cups, beans):
        raise TableError(
            f"{name}: {len(content)} bytes, and a table of {cups} cups and {beans} beans has "
            f"{table_bytes(cups, beans)}; delete it and build it again: "
            f"cupsboard lab tables build {cups}"
        )
    return Table(cups, beans, content[HEAD_BYTES:])
