"""The learnt weights of the evaluation, as data: one set for each size of board."""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class CupWeights:
    """What a cup that is so full is worth to its owner, in beans."""

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
    """The weights for so many cups a side."""
    empty = CupWeights()
    blocked = CupWeights(per_own_bean=-0.4)
    return Weights(
        move=-1.0,
        stock=1.8,
        cups=tuple((*(empty for _ in range(cups - index + 1)), blocked) for index in range(cups)),
    )
