"""Values a position of a sowing game at one look: learnt weights, in whole numbers.

Each cup says something by how far from its owner's pot it lies and by how full it is; all that belongs to one
side alone. The rest is having the move, and what a sowing may capture at once, which a `CourseTree` leaves
out. The weights of games stand in `weights.json` beside this file; they serve every size of board.
`tests/benchmarks/sowing_fit.py` learns them, and keeps what plays better than the general ones.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from cupsboard.engine.shipped import data_of

UNITS_PER_BEAN = 128
"""A power of two. The last bit is kept for the search's own use."""
FULLEST = 13
"""The beans from which on a cup is valued by its beans beyond them."""
FARTHEST = 12
"""The cups of a side on the largest board."""


_SINGLE = ("move", "captures", "threatened", "more")


class Weights(NamedTuple):
    """The learnt weights of a game, in units."""

    move: int
    """Having the move."""
    captures: int
    """Each bean of the other's that the mover may capture at once, by the sowing that captures most."""
    threatened: int
    """Each bean of the mover's that the other could capture if it were their move."""
    cups: tuple[tuple[int, ...], ...]
    """A cup to its owner: by its distance from the pot, the nearest first, and its beans, 0 to FULLEST."""
    more: int
    """Each bean of a cup beyond FULLEST."""


def worth(weights: Weights, distance: int, count: int) -> int:
    """Return the value in units of a cup with `count` beans, by its distance from the pot."""
    return weights.cups[distance][min(count, FULLEST)] + weights.more * max(0, count - FULLEST)


@cache
def weights_of(game: str, general: str) -> Weights:
    """Return the learnt weights of a game by its first word; where there are none, those called `general`."""
    known = data_of(__package__, "weights.json")
    return in_units(known.get(game, known[general]))


def in_units(beans: Mapping[str, Any]) -> Weights:
    """Return the weights that are given in beans."""
    cups = tuple(tuple(map(_units, cup)) for cup in beans["cups"])
    move, captures, threatened, more = (_units(beans[name]) for name in _SINGLE)
    return Weights(move, captures, threatened, cups, more)


def _units(beans: float) -> int:
    return round(beans * UNITS_PER_BEAN)
