"""The learnt weights of the evaluation: one set for each size of board, in weights.json beside this file.

`tests/benchmarks/cups_fit.py` learns and writes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from cupsboard.engine.shipped import data_of


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
