"""Generate the plays of stage 1 fast, for searches over many positions."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cupsboard.rules.coin_duel.sowing import Counts, emptied, longest_reserve


class Half(NamedTuple):
    """One player's pieces as numbers: those in each cup, in the pot and in the stock."""

    cups: Counts
    pot: int
    stock: int


class Sown(NamedTuple):
    """A play of stage 1 as far as the player's own cups decide it."""

    label: str
    cups: Counts
    """The counts of the own cups afterwards."""
    dropped: int
    """The number of pieces from the stock."""
    last: int
    """The cup that it ends in; the number of cups plus one stands for the pot."""


@lru_cache(maxsize=1 << 12)
def sown_from(cups: Counts, stock: int) -> tuple[Sown, ...]:
    """Return every play that comes to an end, whether it scores or not."""
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
    """Yield every legal play of stage 1: its label, and both halves after it.

    Handfuls go forward only and a board play must score. Plays are carried out lap by lap, without looking
    ahead.
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
