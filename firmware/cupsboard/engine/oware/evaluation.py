"""Estimate the value of a position of Oware without a search: terms times learnt weights.

They are the same for every size of board, so one set of weights serves all of them.
"""

from cupsboard.engine.oware.sowing import gain_of
from cupsboard.engine.row_search import Cups

TERMS = ("move", "beans", "weak", "empty", "heavy", "captures", "threatened")
"""Having the move; and of one side less the other: the beans in its cups, its cups with one or two beans,
which can be captured, its empty cups, and its cups with enough beans to come round. Then the most that the
mover may capture at once, and the most that the other could if it were their move."""


def terms(own: Cups, other: Cups) -> tuple[float, ...]:
    """Return how often each of `TERMS` holds for the side to move."""
    of_sides = (float(one - another) for one, another in zip(_side(own), _side(other), strict=True))
    return (1.0, *of_sides, float(_most_captured(own, other)), float(_most_captured(other, own)))


def _side(cups: Cups) -> tuple[int, int, int, int]:
    heavy = sum(count >= 2 * len(cups) for count in cups)
    return sum(cups), cups.count(1) + cups.count(2), cups.count(0), heavy


def _most_captured(own: Cups, other: Cups) -> int:
    """Return the most beans that a sowing captures."""
    return max((gain_of(own, other, index) for index, count in enumerate(own) if count), default=0)
