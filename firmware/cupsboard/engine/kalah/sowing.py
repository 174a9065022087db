"""Sowing for the search: both rows of cups, the mover's first, and a move's gain; no pots."""

from cupsboard.engine.row_search import Cups, Move, RowRules


def movable(own: Cups, _other: Cups) -> list[int]:
    """Return the cups with beans in them, counted from 0."""
    return [index for index, count in enumerate(own) if count]


def is_over(own: Cups, other: Cups) -> bool:
    """Return whether a player's cups are all empty."""
    return not (any(own) and any(other))


def sown(own: Cups, other: Cups, index: int) -> Move:
    """Return the result of sowing the own cup `index`, counted from 0; there must be beans in it."""
    size = len(own)
    beans, last = own[index], index + own[index]
    if last < size:
        # Most sowings stay within the own cups.
        row = [*own[:index], 0, *(count + 1 for count in own[index + 1 : last + 1]), *own[last + 1 :]]
        opposite = size - 1 - last
        if row[last] == 1 and other[opposite]:
            row[last] = 0
            return tuple(row), (*other[:opposite], 0, *other[opposite + 1 :]), 1 + other[opposite], False
        return tuple(row), other, 0, False
    ring = [*own, 0, *other]
    ring[index] = 0
    for place in range(index + 1, index + 1 + beans):
        ring[place % len(ring)] += 1
    last %= len(ring)
    opposite = 2 * size - last
    if last < size and ring[last] == 1 and ring[opposite]:
        ring[size] += 1 + ring[opposite]
        ring[last] = ring[opposite] = 0
    return tuple(ring[:size]), tuple(ring[size + 1 :]), ring[size], last == size


RULES = RowRules(movable, sown, is_over)
