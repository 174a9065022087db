"""The ways of a play by counts alone: where it begins, and in which direction each of its handfuls goes."""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cupsboard.rules.coin_duel.sowing import FORWARD, Counts, Ways, longest_reserve

MOST_TABLES = 40
"""Tables met in the plays of one start, after which no further way is looked for if one is found."""


class Way(NamedTuple):
    """A play without its pieces: where it begins, its directions, and where it ends."""

    cup: int
    """The cup that it begins with; 0: the stock."""
    length: int
    """The pieces of its first handful."""
    steps: tuple[int, ...]
    """The direction of each handful."""
    last: int
    """The cup that it ends in; one more than there are cups: the pot."""


@lru_cache(maxsize=1 << 10)
def ways_of(
    cups: Counts, in_stock: int, opposite: tuple[bool, ...], rules: Ways, most: int
) -> tuple[Way, ...]:
    """Return every start of a play, each with up to `most` ways to go on, the fewest handfuls first.

    `opposite` says for each cup whether pieces lie opposite it. A start that can come to an end is never left
    out.
    """
    found: list[Way] = []
    for length in range(1, min(longest_reserve(cups), in_stock) + 1):
        for steps, last in _finished(cups, 0, length, (FORWARD,), rules.steps, None, most):
            found.append(Way(0, length, steps, last))
    ends = opposite if rules.must_score else None
    for number, hand in enumerate(cups, start=1):
        if hand:
            for steps, last in _finished(cups, number, hand, rules.steps, rules.steps, ends, most):
                found.append(Way(number, hand, steps, last))
    return tuple(found)


def _finished(
    cups: Counts,
    at: int,
    hand: int,
    first: tuple[int, ...],
    steps: tuple[int, ...],
    ends: tuple[bool, ...] | None,
    most: int,
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The directions of up to `most` plays that begin with a handful from `at`, each with where it ends.

    `ends` says in which cups a play may end if they were empty; None: in all. No table is looked at twice, so
    that no play goes in a circle.
    """
    count, number, seen = len(cups), 0, set[tuple[Counts, int]]()
    row = [*cups]
    if at:
        row[at - 1] = 0
    begun: tuple[int, ...] = ()
    waiting = deque([(row, at, hand, first, begun)])
    while waiting and not (number and len(seen) > MOST_TABLES):
        row, at, hand, choices, before = waiting.popleft()
        for step in choices:
            last = at + step * hand
            if not 1 <= last <= count + 1:
                continue
            taken = (*before, step)
            if last > count or not row[last - 1]:
                if last > count or ends is None or ends[last - 1]:
                    yield taken, last
                    number += 1
                    if number == most:
                        return
                continue
            after = [*row]
            for index in range(at + step, last + step, step):
                after[index - 1] += 1
            following, after[last - 1] = after[last - 1], 0
            table = (tuple(after), last)
            if table not in seen:
                seen.add(table)
                waiting.append((after, last, following, steps, taken))
