"""Values a position of a sowing game at one look: counted terms times learnt weights, in whole numbers.

The terms are the same for every game and every size of board; a game's weights, in `weights.json` beside this
file, say which of them matter. `tests/benchmarks/sowing_fit.py` learns them.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

UNITS_PER_BEAN = 128
"""A power of two. The last bit is kept for the search's own use."""


class Weights(NamedTuple):
    """The weights of the terms, in units."""

    move: int
    """Having the move."""
    captures: int
    """Each bean that the mover may capture at once, by the sowing that captures most."""
    threatened: int
    """Each bean that the other could capture if it were their move."""
    beans: int
    """And of one side less the other: the beans in its cups,"""
    near: int
    """those in the half of its cups that is nearer its pot,"""
    exact: int
    """its cups with just enough beans to reach its pot,"""
    long: int
    """its cups with enough beans to come round to the own side again,"""
    empty: int
    """its empty cups,"""
    single: int
    """its cups with one bean,"""
    double: int
    """and those with two."""


def cup_terms(size: int, index: int, count: int) -> tuple[int, ...]:
    """Return how often the terms from `beans` on hold for one cup with `count` beans."""
    near = count if index >= size // 2 else 0
    exact, long = count == size - index, count >= 2 * size - index
    return count, near, int(exact), int(long), int(count == 0), int(count == 1), int(count == 2)


class Worths(dict[int, int]):
    """The value of one cup in units, by its beans; worked out once for each number."""

    def __init__(self, weights: Weights, size: int, index: int) -> None:
        self._of, self._place = weights[3:], (size, index)

    def __missing__(self, count: int) -> int:
        terms = cup_terms(*self._place, count)
        found = self[count] = sum(weight * term for weight, term in zip(self._of, terms, strict=True))
        return found


@cache
def weights_of(game: str) -> Weights:
    """Return the learnt weights of a family of games, by its name."""
    read = json.loads(resources.files(__package__).joinpath("weights.json").read_text("utf-8"))[game]
    return in_units([read[name] for name in Weights._fields])


def in_units(beans: Sequence[float]) -> Weights:
    """Return weights that are given in beans."""
    return Weights(*(round(weight * UNITS_PER_BEAN) for weight in beans))
