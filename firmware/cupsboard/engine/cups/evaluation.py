"""What a position of Cups is worth as far as one look tells: learnt weights of named terms.

Each cup says something by how full it is: a number of beans up to what reaches the pot, or *blocked*. It
counts by itself, for each bean in its owner's stock (every later drop feeds a blocked cup) and for each in
the other's. All belongs to one side alone but for the other's stock, so a search pays nothing for the detail.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cupsboard.engine.cups.weights import CupWeights, Weights, weights_of
from cupsboard.rules import places
from cupsboard.rules.cups.position import Position
from cupsboard.rules.places import Place

UNITS_PER_BEAN = 128
"""A power of two. The last bit is kept for the search's own use."""


@dataclass(frozen=True, slots=True)
class Term:
    """One reason for a value: its name, where it lies, and its share in beans for the side to move."""

    name: str
    """"pots", "stock", "blocked", "filled" (a cup that isn't blocked) or "move" (having the move)."""
    place: Place | None
    beans: float


def fullness(cups: Sequence[int], index: int) -> int:
    """How full a cup (counted from 0) is: its beans, or one more than reach the pot if it is blocked."""
    return min(cups[index], len(cups) - index + 1)


def excess(cups: Sequence[int], index: int) -> int:
    """How many beans more than a blocked cup needs lie in a cup."""
    return max(0, cups[index] - (len(cups) - index + 1))


class Evaluation:
    """The weights for one size of board, in the search's units."""

    def __init__(self, weights: Weights):
        self._weights = weights
        self.move = round(weights.move * UNITS_PER_BEAN)
        """What having the move is worth."""

    @classmethod
    def of_size(cls, cups: int) -> "Evaluation":
        """The learnt evaluation for so many cups a side."""
        return cls(weights_of(cups))

    def worth(self, cups: Sequence[int], stock: int) -> int:
        """What a side is worth to its owner by itself."""
        beans = self._stock(stock) + sum(
            weight.beans + weight.per_own_bean * stock + weight.per_excess_bean * excess(cups, index)
            for index, weight in self._cups(cups)
        )
        return round(beans * UNITS_PER_BEAN)

    def slope(self, cups: Sequence[int]) -> int:
        """What a side is worth to its owner for each bean in the other's stock."""
        return round(sum(weight.per_other_bean for _, weight in self._cups(cups)) * UNITS_PER_BEAN)

    def terms(self, position: Position) -> Iterator[Term]:
        """The reasons for what a position is worth. Raises ValueError where it is nobody's turn."""
        if position.to_move is None:
            raise ValueError("the value of an open start: say whose turn it is")
        for side, sign in ((position.to_move, 1), (position.to_move.other, -1)):
            row, other = position.row(side), position.row(side.other)
            yield Term("pots", places.pot(side), sign * row.pot)
            yield Term("stock", places.stock(side), sign * self._stock(row.stock))
            for index, weight in self._cups(row.cups):
                beans = (
                    weight.beans
                    + weight.per_own_bean * row.stock
                    + weight.per_excess_bean * excess(row.cups, index)
                    + weight.per_other_bean * other.stock
                )
                name = "blocked" if row.cups[index] > len(row.cups) - index else "filled"
                yield Term(name, places.cup(side, index + 1), sign * beans)
        yield Term("move", None, self._weights.move)

    def _stock(self, stock: int) -> float:
        return self._weights.stock * stock

    def _cups(self, cups: Sequence[int]) -> Iterator[tuple[int, CupWeights]]:
        for index in range(len(cups)):
            yield index, self._weights.cups[index][fullness(cups, index)]


def explain(position: Position) -> tuple[Term, ...]:
    """The named terms of a position's learnt value, which add up to it.

    Raises ValueError where it is nobody's turn.
    """
    return tuple(Evaluation.of_size(len(position.south.cups)).terms(position))
