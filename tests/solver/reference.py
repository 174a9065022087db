"""The value of a position of Cups in a few lines of Python, from the rules alone: the solver must agree.

`python tests/solver/reference.py 4 6` prints the value of 2x4 with 6 beans each. It tries every move, so it
is for small stocks.
"""

import sys

from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side

Rows = tuple[tuple[int, ...], int]
"""The cups from the left, and the stock."""


class Reference:
    """The values of positions with the same number of cups; remembers what it has found."""

    def __init__(self, cups: int) -> None:
        self._game = Cups(cups)
        self._known: dict[tuple[Rows, Rows], int] = {}

    def value(self, own: Rows, other: Rows) -> int:
        """What the side to move gains from here on, less what the other gains, with best play."""
        if (own, other) not in self._known:
            self._known[own, other] = self._search(own, other)
        return self._known[own, other]

    def _search(self, own: Rows, other: Rows) -> int:
        position = Position(Row(own[0], 0, own[1]), Row(other[0], 0, other[1]), Side.SOUTH)
        plans = self._game.plans(position, Side.SOUTH)
        if not plans:
            return -self.value(other, own) if position.north.can_move else 0
        values = []
        for plan in plans:
            after = self._game.play(position, Side.SOUTH, plan.label)
            mine, theirs = after.south, after.north
            values.append(mine.pot - self.value((theirs.cups, theirs.stock), (mine.cups, mine.stock)))
        return max(values)


if __name__ == "__main__":
    cups, stock = map(int, sys.argv[1:])
    empty = ((0,) * cups, stock)
    print(Reference(cups).value(empty, empty))
