"""What a position of Cups is worth as far as one look tells: learnt weights of named terms.

Each cup says something by how full it is: a number of beans up to what reaches the pot, or *blocked*. It
counts by itself, for each bean in its owner's stock (every later drop feeds a blocked cup) and for each in
the other's. All belongs to one side alone but for the other's stock, so a search pays nothing for the detail.
`tests/benchmarks/cups_fit.py` learns the weights of each size of board, and writes them into weights.json.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from cupsboard.engine.shipped import data_of
from cupsboard.rules import places
from cupsboard.rules.cups.position import Position
from cupsboard.rules.places import Place


class CupWeights(NamedTuple):
    """The value of a cup of a certain fullness to its owner, in beans."""

    beans: float = 0.0
    per_own_bean: float = 0.0
    """For each bean in the owner's stock."""
    per_other_bean: float = 0.0
    """For each bean in the other's stock."""
    per_excess_bean: float = 0.0
    """For each bean that lies in it beyond what blocks it."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights for one size of board."""

    move: float
    """Having the move."""
    stock: float
    """A bean in the stock."""
    cups: tuple[tuple[CupWeights, ...], ...]
    """For each cup from the left, by how full it is; the last is a blocked one."""


@cache
def weights_of(cups: int) -> Weights:
    """Return the learnt weights for a board with `cups` cups a side, 2 to 12."""
    return decode(data_of(__package__, "weights.json")[str(cups)])


def decode(data: Mapping[str, Any]) -> Weights:
    """Return the weights that the file holds as `data`."""
    return Weights(
        move=data["move"],
        stock=data["stock"],
        cups=tuple(tuple(CupWeights(*fullness) for fullness in cup) for cup in data["cups"]),
    )


UNITS_PER_BEAN = 128
"""A power of two. The last bit is kept for the search's own use."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a position's value: its name, its place, and its beans for the side to move."""

    name: str
    """"pots", "stock", "blocked", "filled" (a cup that isn't blocked) or "move" (having the move)."""
    place: Place | None
    beans: float


def fullness(cups: Sequence[int], index: int) -> int:
    """Return the beans of the cup `index`, counted from 0; one more than reach the pot if it is blocked."""
    return min(cups[index], len(cups) - index + 1)


def excess(cups: Sequence[int], index: int) -> int:
    """Return how many beans the cup `index` holds beyond those that block it; 0 if it is not blocked."""
    return max(0, cups[index] - (len(cups) - index + 1))


_FINE_BITS = 6
"""Weights are whole numbers of parts of a unit, which are this number of bits, so that every machine reckons
alike."""


class Evaluation:
    """The evaluation for one size of board: learnt weights, in the units of the search."""

    def __init__(self, weights: Weights):
        self._weights = weights
        self.move = round(weights.move * UNITS_PER_BEAN)
        """What having the move is worth."""
        self.stock = _fine(weights.stock)
        """What a bean in the stock is worth, in parts of a unit."""
        self.cups = [[tuple(map(_fine, of)) for of in cup] for cup in weights.cups]
        """The weights of each cup by how full it is, in parts of a unit."""

    @classmethod
    def of_size(cls, cups: int) -> "Evaluation":
        """Return the learnt evaluation for a board with `cups` cups a side."""
        return cls(weights_of(cups))

    def worth(self, cups: Sequence[int], stock: int) -> int:
        """Return the part of the evaluation that depends on one side's `cups` and `stock` only."""
        worth = self.stock * stock
        for index, weights in enumerate(self.cups):
            beans, per_own_bean, _, per_excess_bean = weights[fullness(cups, index)]
            worth += beans + per_own_bean * stock + per_excess_bean * excess(cups, index)
        return worth >> _FINE_BITS

    def slope(self, cups: Sequence[int]) -> int:
        """Return the value of one side's `cups` for each bean in the other side's stock."""
        return sum(weights[fullness(cups, index)][2] for index, weights in enumerate(self.cups)) >> _FINE_BITS

    def numbers(self) -> tuple[int, ...]:
        """Return the number of cups, and all weights, as the core reads them."""
        each = (weight for cup in self.cups for weights in cup for weight in weights)
        return (len(self.cups), self.move, self.stock, *each)

    def terms(self, position: Position) -> Iterator[Term]:
        """Yield the parts of a position's value. Raises ValueError at an open start."""
        if position.to_move is None:
            raise ValueError("the value of an open start: say whose turn it is")
        for side, sign in ((position.to_move, 1), (position.to_move.other, -1)):
            row, other = position.row(side), position.row(side.other)
            yield Term("pots", places.pot(side), sign * row.pot)
            yield Term("stock", places.stock(side), sign * self._weights.stock * row.stock)
            for index in range(len(row.cups)):
                weight = self._weights.cups[index][fullness(row.cups, index)]
                beans = (
                    weight.beans
                    + weight.per_own_bean * row.stock
                    + weight.per_excess_bean * excess(row.cups, index)
                    + weight.per_other_bean * other.stock
                )
                name = "blocked" if row.cups[index] > len(row.cups) - index else "filled"
                yield Term(name, places.cup(side, index + 1), sign * beans)
        yield Term("move", None, self._weights.move)


def _fine(beans: float) -> int:
    return round(beans * UNITS_PER_BEAN * (1 << _FINE_BITS))


def explain(position: Position) -> tuple[Term, ...]:
    """Return the named parts of a position's learnt value, which add up to it.

    Raises ValueError at an open start.
    """
    return tuple(Evaluation.of_size(len(position.south.cups)).terms(position))
