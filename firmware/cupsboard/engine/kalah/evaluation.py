"""Estimate the value of a position of Kalah without a search: terms times learnt weights.

Each term belongs to one side, except what it may capture. They are the same for every size of board, so one
set of weights serves all of them.
"""

from cupsboard.engine.row_search import Cups

TERMS = ("move", "beans", "near", "further", "empty", "captures", "threatened")
"""Having the move; and of one side less the other: the beans in its cups, those in the half of its cups that
is near its pot, its cups whose last bean would give another turn, its empty cups. Then the most that the
mover may capture at once, and the most that the other could if it were their move."""


def terms(own: Cups, other: Cups) -> tuple[float, ...]:
    """Return how often each of `TERMS` holds for the side to move."""
    mine, theirs = _side(own), _side(other)
    of_sides = (float(one - another) for one, another in zip(mine, theirs, strict=True))
    return (1.0, *of_sides, float(_most_captured(own, other)), float(_most_captured(other, own)))


def _side(cups: Cups) -> tuple[int, int, int, int]:
    size = len(cups)
    further = sum(count == size - index for index, count in enumerate(cups))
    return sum(cups), sum(cups[size // 2 :]), further, cups.count(0)


def _most_captured(own: Cups, other: Cups) -> int:
    """Return the most beans that a sowing within the own cups captures, its last one among them."""
    most, size = 0, len(own)
    for index, count in enumerate(own):
        last = index + count
        if count and last < size and not own[last] and other[size - 1 - last]:
            most = max(most, 1 + other[size - 1 - last])
    return most
