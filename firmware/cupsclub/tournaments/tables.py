"""Who meets whom where numbers alone decide it: Berger's tables, the bracket of a knock-out, divisions."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")


def berger_rounds(count: int) -> int:
    """Return in how many rounds this many players all meet once."""
    return count - 1 + count % 2 if count > 1 else 0


def berger(count: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of a round of Berger's table, by players' numbers from 1: who begins stands first.

    An odd count has one more number, which stands for no player: who is paired with it has no opponent.
    """
    last = count + count % 2
    turning = last - 1
    # In round r those meet whose numbers add up to r + 1, counted round in a ring without the last number;
    # who would meet themselves there meets the last one.
    alone = next(each for each in range(1, last) if (2 * each - number - 1) % turning == 0)
    pairs = [(alone, last) if 2 * alone <= last else (last, alone)]
    for step in range(1, last // 2):
        low, high = sorted(((alone + step - 1) % turning + 1, (alone - step - 1) % turning + 1))
        pairs.append((low, high) if (low + high) % 2 else (high, low))
    return pairs


def bracket(count: int) -> list[int]:
    """Return the seeds of a knock-out's first round, from 1: each two neighbours meet.

    There are as many as a power of two; a seed above `count` is a free place, whose neighbour goes on. The
    first two seeds can meet in the last round alone, the first four in the two last.
    """
    seeds = [1]
    while len(seeds) < count:
        both = 2 * len(seeds) + 1
        seeds = [each for seed in seeds for each in (seed, both - seed)]
    return seeds


def divisions(order: Sequence[T], most: int) -> list[tuple[T, ...]]:
    """Return players, the best first, in as few divisions as have at most `most` each, as equal as can be.

    The upper ones are the larger ones; with `most` 0 there is one division.
    """
    number = max(1, -(-len(order) // most)) if most else 1
    size, larger = divmod(len(order), number)
    edges = [0]
    for index in range(number):
        edges.append(edges[-1] + size + (index < larger))
    return [tuple(order[begin:end]) for begin, end in pairwise(edges)]


def moved(divisions: Sequence[Sequence[T]], movers: int) -> list[T]:
    """Return the players of all divisions after a season: the last of each and the first of the next swapped.

    Each division is given the best first. In a small one fewer move, so that no player moves both up and
    down.
    """
    after = [list(each) for each in divisions]
    for upper, lower in pairwise(after):
        count = min(movers, len(upper) // 2, len(lower) // 2)
        if count:
            upper[-count:], lower[:count] = lower[:count], upper[-count:]
    return [each for division in after for each in division]
