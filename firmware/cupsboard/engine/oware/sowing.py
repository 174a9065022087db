"""Sowing for the search: both rows of cups, the mover's first, and a move's gain; no pots."""

from cupsboard.engine.row_search import Cups, Move, RowRules
from cupsboard.rules.oware.sowing import CAPTURED, captured, movable, path


def sown(own: Cups, other: Cups, index: int) -> Move:
    """Return the result of sowing the own cup `index`, counted from 0; there must be beans in it."""
    lying, last = [*own, *other], index
    beans, lying[index] = lying[index], 0
    for last in path(index, beans, len(own)):
        lying[last] += 1
    gain = 0
    for place in captured(lying, last):
        gain += lying[place]
        lying[place] = 0
    return tuple(lying[: len(own)]), tuple(lying[len(own) :]), gain, False


def is_over(own: Cups, other: Cups) -> bool:
    """Return whether the mover has no move."""
    return not movable(own, other)


def gain_of(own: Cups, other: Cups, index: int) -> int:
    """Return the beans that sowing the own cup `index` captures, quickly where they don't come round."""
    size = len(own)
    last = reached = index + own[index] - size
    if reached >= size:
        return sown(own, other, index)[2]
    gain = 0
    while last >= 0 and other[last] + 1 in CAPTURED:
        gain += other[last] + 1
        last -= 1
    return gain if gain < sum(other) + reached + 1 else 0


RULES = RowRules(movable, sown, is_over)
