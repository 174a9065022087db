"""Find which plays are legal, by counts alone: handfuls sown lap after lap along one player's row.

Cups are numbered from 1, and the pot comes after the last; `cups` holds the count of each. A handful goes
forward (to the right) or back. If its last piece falls into a cup that holds pieces, all of them are the next
handful; else the play ends there.
"""

from functools import lru_cache
from typing import NamedTuple

Counts = tuple[int, ...]

FORWARD, BACK = 1, -1
FREE_LENGTH = 4
"""A reserve play of up to this many pieces is always short enough."""


class Ways(NamedTuple):
    """The conditions of a stage for handfuls from a cup, and for plays that begin with a cup."""

    steps: tuple[int, ...]
    """The directions in which a handful may go."""
    must_score: bool
    """Whether such a play must end in the pot or in a capture."""


@lru_cache(maxsize=1 << 16)
def can_finish(
    cups: Counts, at: int, hand: int, first: tuple[int, ...], steps: tuple[int, ...], ends: frozenset[int]
) -> bool:
    """Return whether a play can come to its end from a handful that goes on from cup `at`.

    `first` are the directions it may take, `steps` those of the later handfuls; `ends` are the cups in which
    the play may end if they were empty. Many ways lead to one table, and perhaps some lead round in a circle:
    each table is looked at once.
    """
    count, seen = len(cups), set[tuple[Counts, int]]()
    waiting = [(cups, at, hand, first)]
    while waiting:
        cups, at, hand, choices = waiting.pop()
        for step in choices:
            last = at + step * hand
            if last == count + 1:
                return True
            if not 1 <= last <= count:
                continue
            if not cups[last - 1]:
                if last in ends:
                    return True
                continue
            after = sown(cups, at, step, hand)
            taken, after = after[last - 1], emptied(after, last)
            if (after, last) not in seen:
                seen.add((after, last))
                waiting.append((after, last, taken, steps))
    return False


@lru_cache(maxsize=1 << 14)
def reserve_lengths(cups: Counts, stock: int, ways: Ways) -> tuple[int, ...]:
    """Return with how many pieces from the stock a play may begin."""
    lengths = range(1, min(longest_reserve(cups), stock) + 1)
    return tuple(length for length in lengths if _is_reserve(cups, length, ways))


def longest_reserve(cups: Counts) -> int:
    """Return the most pieces that a reserve play may begin with, if the stock holds enough."""
    furthest = len(cups)
    while furthest and not cups[furthest - 1]:
        furthest -= 1
    return min(max(FREE_LENGTH, furthest + 1), len(cups))


@lru_cache(maxsize=1 << 14)
def board_sources(cups: Counts, opposite: Counts, ways: Ways) -> tuple[int, ...]:
    """Return the numbers of the cups that a play may begin with.

    `opposite` holds the number of pieces opposite each cup.
    """
    ends = ends_of(opposite, must_score=ways.must_score)
    return tuple(
        number
        for number, hand in enumerate(cups, start=1)
        if hand and can_finish(emptied(cups, number), number, hand, ways.steps, ways.steps, ends)
    )


def can_play(cups: Counts, stock: int, opposite: Counts, ways: Ways) -> bool:
    """Return whether there is any play."""
    return bool(reserve_lengths(cups, stock, ways)) or bool(board_sources(cups, opposite, ways))


def ends_of(opposite: Counts, *, must_score: bool) -> frozenset[int]:
    """Return the cups in which a play may end if they were empty: all, or those with a capture."""
    return frozenset(number for number, count in enumerate(opposite, start=1) if count or not must_score)


def emptied(cups: Counts, number: int) -> Counts:
    """Return `cups` with the cup `number` empty."""
    return (*cups[: number - 1], 0, *cups[number:])


def sown(cups: Counts, at: int, step: int, hand: int) -> Counts:
    """Return the cups after a handful went on from `at`; what reaches the pot is not among them."""
    reached = range(at + step, at + step * (hand + 1), step)
    return tuple(count + (number in reached) for number, count in enumerate(cups, start=1))


def _is_reserve(cups: Counts, length: int, ways: Ways) -> bool:
    """Return whether a play may begin with `length` pieces: it can be finished, and need not score."""
    if not cups[length - 1]:
        return True
    after = sown(cups, 0, FORWARD, length)
    anywhere = frozenset(range(1, len(cups) + 1))
    hand = after[length - 1]
    return can_finish(emptied(after, length), length, hand, ways.steps, ways.steps, anywhere)
