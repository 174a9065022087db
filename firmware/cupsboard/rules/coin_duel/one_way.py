"""The plays of stage 1, generated fast: for whoever searches many positions."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cupsboard.rules.coin_duel.sowing import Counts, emptied, longest_reserve


class Half(NamedTuple):
    """What belongs to one player, as counts."""

    cups: Counts
    pot: int
    stock: int


class Sown(NamedTuple):
    """A play as far as the player's own cups tell it."""

    label: str
    cups: Counts
    """What lies in them afterwards."""
    dropped: int
    """How many came from the stock."""
    last: int
    """The cup that it ends in; one more than there are cups: the pot."""


@lru_cache(maxsize=1 << 12)
def sown_from(cups: Counts, stock: int) -> tuple[Sown, ...]:
    """Every play that comes to an end, whether it scores or not."""
    count = len(cups)
    begun = [
        (f"reserve {length}", [*cups], 0, length, length)
        for length in range(1, min(longest_reserve(cups), stock) + 1)
    ]
    begun += [
        (f"board {number}", [*cups[: number - 1], 0, *cups[number:]], number, hand, 0)
        for number, hand in enumerate(cups, start=1)
        if hand
    ]
    found = []
    for label, row, at, hand, dropped in begun:
        last = at + hand
        while last <= count:
            for index in range(at, last):
                row[index] += 1
            hand, at = row[last - 1], last
            if hand == 1:
                break
            row[last - 1] = 0
            last = at + hand
        if last > count + 1:
            continue
        if last > count:
            for index in range(at, count):
                row[index] += 1
        found.append(Sown(label, tuple(row), dropped, last))
    return tuple(found)


def one_way_plays(own: Half, other: Half) -> Iterator[tuple[str, Half, Half]]:
    """Every play where handfuls only go forward and a board play must score: its label and both halves after.

    This is stage 1, played out lap by lap without looking ahead: for whoever searches many positions.
    """
    cups, pot, stock = own
    count, opposing = len(cups), other.cups
    for label, after, dropped, last in sown_from(cups, stock):
        if last > count:
            yield label, Half(after, pot + 1, stock - dropped), other
        elif won := opposing[count - last]:
            left = Half(emptied(opposing, count + 1 - last), other.pot, other.stock)
            yield label, Half(after, pot + won, stock - dropped), left
        elif dropped:
            yield label, Half(after, pot, stock - dropped), other
