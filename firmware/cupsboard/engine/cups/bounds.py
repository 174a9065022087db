"""Bounds of a position of Cups without a search: cups that no longer matter, and the most that a side gains.

A side's gain is bounded by what it gets against one simple defence: the other side sows each cup that can't
be captured as soon as that is possible, and else drops one bean at a time. Against the best defence a side
gains no more than against this one.
"""

from functools import lru_cache

from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN
from cupsboard.engine.cups.sides import MOST_SIDES, Cups, Side
from cupsboard.engine.search import packed


@lru_cache(MOST_SIDES)
def that_matters(cups: Cups, stock: int, threat: int) -> int:
    """Return a side packed into a number that is the same for sides with the same value.

    `threat` is the `Side.threat` of the side across. A cup that is never sown again and can't be captured has
    the value of a blocked cup, so the number holds a blocked cup in its place.
    """
    left, flows, reach = list(cups), False, threat & 15
    for index, beans in enumerate(cups):
        needed = len(cups) - index
        is_capturable = reach >= needed and not threat >> 3 + needed & 1
        if beans == needed or ((flows or stock > index) and (beans < needed or is_capturable)):
            flows = True
        elif not is_capturable:
            left[index] = needed + 1
    return packed((*left, stock))[0]


def most_gained(by: Side, of: Side) -> int:
    """Return how many units a side still gains on the other at most."""
    size, cups = len(by.cups), by.cups
    if cups[-1] > 1 and of.stock and of.cups[0] <= size:
        # Single beans may capture the last cup, across from the first; then it is blocked no more.
        cups = (*cups[:-1], 0)
    sown, capturing = _most_sown(cups, by.stock)
    lost = _most_lost(of.cups, of.stock, capturing, min(by.stock, size * (size + 1) // 2))
    return (sown + lost) * UNITS_PER_BEAN


@lru_cache(MOST_SIDES)
def _most_sown(cups: Cups, stock: int) -> tuple[int, int]:
    """Return the most beans that a side sows into its pot, and a bit for each cup that may yet capture."""
    size, sown, moving, capturing = len(cups), 0, stock, 0
    for index, beans in enumerate(cups):
        needed = size - index
        if beans > needed:
            continue
        times = (beans + stock // (index + 1) + sown) // needed
        sown += times
        moving += beans if times else 0
        # A capture ends in an empty cup.
        capturing |= (stock > index and (times > 0 or not beans)) << index
    return min(sown, moving), capturing


@lru_cache(MOST_SIDES)
def _most_lost(cups: Cups, stock: int, capturing: int, capturing_stock: int) -> int:
    """Return the most beans that a side loses to those cups, less those that it sows all the same.

    A sowing that brings a bean into a captured cup costs nothing, for it brings one into the pot, too. Only
    where it feeds several captured cups all but the last of them count.
    """
    most = sure = spared = 0
    lost = [0] * (capturing_stock + 1)
    for index, beans in enumerate(cups):
        needed = len(cups) - index
        is_blocked, across = beans > needed, 1 << needed - 1
        dropped = 0 if index else stock
        if capturing & across:
            captured = beans + dropped + (0 if capturing & -capturing == across else most)
            for left in range(capturing_stock, needed - 1, -1):
                lost[left] = max(lost[left], lost[left - needed] + captured)
            spared = sure
        elif is_blocked:
            continue
        else:
            sure += (beans + dropped + sure) // needed
        most += ((0 if is_blocked else beans) + dropped + most) // needed
    return lost[-1] + spared - sure
