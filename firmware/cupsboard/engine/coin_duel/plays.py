"""The plays of a position that a search looks at, with both halves after each.

Where all pieces are alike, these are all plays. Where there are kinds, a play from the stock takes the
cheapest coins, the dearest ones, or the winning coin with the cheapest; and a handful is sown the cheapest
first or the dearest first, for what comes last falls into the pot or begins the next handful.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from cupsboard.engine.coin_duel.pieces import Half, Pieces, Ranks, Recipe
from cupsboard.rules.coin_duel.one_way import one_way_plays
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


Played = tuple[Half, Half, Recipe | str]
"""The own half and the other's after a play, and the play: by its label where all pieces are alike."""


class Plays(Protocol):
    """The plays of a position that a search tries."""

    def of(self, own: Half, other: Half) -> list[Played]:
        """Return the plays of the player to move, with both halves after each; [] only if there is none."""

    def likely(self, own: Half, other: Half, again: int) -> Iterable[Played]:
        """Return plays that are likely to be good, best first; none where listing all plays is quicker.

        Those that begin with the cup `again` (0: the stock) come before the others.
        """


class AlikePlays:
    """All plays of a position, for games with pieces of one kind."""

    def of(self, own: Half, other: Half) -> list[Played]:
        """Return every legal play of the player to move, with both halves after it."""
        return [(mine, theirs, label) for label, mine, theirs in one_way_plays(own, other)]

    def likely(self, own: Half, other: Half, again: int) -> Iterable[Played]:  # noqa: ARG002
        """Return none: plays of alike pieces are few, and quickly listed."""
        return ()


class Breadth(NamedTuple):
    """How many plays from one start are tried, in games with several kinds."""

    ways: int
    """Ways to go on, by the directions of the handfuls."""
    all_orders: bool
    """Whether the last handful's order is tried apart from that of the handfuls before."""


ROOT, INNER = Breadth(8, all_orders=True), Breadth(3, all_orders=False)

MOST_LIKELY = 6
"""Plays that are tried before all are looked at, where a handful goes either way and there are very many."""

_ALIKE_ORDERS = ((True, True), (False, False))
_ALL_ORDERS = (*_ALIKE_ORDERS, (True, False), (False, True))
"""Whether handfuls are sown the cheapest first: all but the last, and the last."""


class KindPlays:
    """The promising plays of a position, for games with several kinds."""

    def __init__(self, pieces: Pieces, breadth: Breadth) -> None:
        self._pieces = pieces
        self._ways = pieces.settings.ways
        self._breadth = breadth
        self._goes_back = len(self._ways.steps) > 1

    def of(self, own: Half, other: Half) -> list[Played]:
        """Return the promising plays of the player to move; one for each table that they lead to."""
        hands = self._pieces.hands
        found: dict[tuple[Half, Half], Recipe] = {}
        for way in self._ways_of(own, other):
            firsts = [hands[own.cups[way.cup - 1]]] if way.cup else self._chosen(own.stock, way.length)
            for first in firsts:
                for orders in self._orders(way, first):
                    mine, theirs, recipe = self._sown(own, other, way, first, orders)
                    found.setdefault((mine, theirs), recipe)
        return [(mine, theirs, recipe) for (mine, theirs), recipe in found.items()]

    def likely(self, own: Half, other: Half, again: int) -> Iterator[Played]:
        """Yield the likely plays: those that capture most, then those that end in the pot, cheapest first."""
        if not self._goes_back:
            return
        worths, hands, size = self._pieces.worths, self._pieces.hands, len(own.cups)
        scoring = []
        for index, way in enumerate(self._ways_of(own, other)):
            gain = worths[other.cups[size - way.last]] if way.last <= size else 1
            if gain:
                scoring.append((way.cup != again, -gain, index, way))
        for *_, way in sorted(scoring)[:MOST_LIKELY]:
            first = hands[own.cups[way.cup - 1]] if way.cup else hands[own.stock][: way.length]
            yield self._sown(own, other, way, first, _ALIKE_ORDERS[0])

    def _ways_of(self, own: Half, other: Half) -> tuple[Way, ...]:
        counts = self._pieces.counts
        return ways_of(
            tuple([counts[code] for code in own.cups]),
            min(counts[own.stock], len(own.cups)),
            tuple([code != 0 for code in reversed(other.cups)]),
            self._ways,
            self._breadth.ways,
        )

    def _chosen(self, stock: int, length: int) -> list[Ranks]:
        """The coins of a play from the stock: the cheapest, the dearest, the cheapest with a winning coin."""
        there = self._pieces.hands[stock]
        plain = there[: len(there) - self._pieces.winning_coins(stock)]
        choices = [there[:length]]
        if len(plain) >= length:
            choices.append(plain[len(plain) - length :])
        if len(plain) < len(there):
            choices.append((*plain[: length - 1], there[-1]))
        return list(dict.fromkeys(choice for choice in choices if len(choice) == length))

    def _orders(self, way: Way, first: Ranks) -> tuple[tuple[bool, bool], ...]:
        if len(way.steps) > 1:
            return _ALL_ORDERS if self._breadth.all_orders else _ALIKE_ORDERS
        return _ALIKE_ORDERS[:1] if first[0] == first[-1] else _ALIKE_ORDERS

    def _sown(
        self, own: Half, other: Half, way: Way, first: Ranks, orders: tuple[bool, bool]
    ) -> tuple[Half, Half, Recipe]:
        """Both halves after a play, and the play."""
        ones, row, size = self._pieces.ones, [*own.cups], len(own.cups)
        at, pot, stock, picked = way.cup, own.pot, own.stock, first
        if at:
            row[at - 1] = 0
        else:
            stock -= sum([ones[rank] for rank in first])
        handfuls = []
        left = len(way.steps)
        for step in way.steps:
            left -= 1
            order = picked if orders[not left] else picked[::-1]
            handfuls.append((step, order))
            for rank in order:
                at += step
                if at > size:
                    pot += ones[rank]
                else:
                    row[at - 1] += ones[rank]
            if left:
                picked, row[at - 1] = self._pieces.hands[row[at - 1]], 0
        if at <= size and (captured := other.cups[size - at]):
            pot += captured
            other = other._replace(cups=(*other.cups[: size - at], 0, *other.cups[size - at + 1 :]))
        return Half(tuple(row), pot, stock), other, (way.cup, tuple(handfuls))
