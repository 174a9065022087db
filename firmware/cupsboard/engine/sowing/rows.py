"""One player's cups in a sowing game, with all that depends on them alone worked out once.

A search meets the same row with many others, so where its sowings lead is remembered with it, and so are its
terms of the evaluation. Only beans that come all round to the own side again depend on both rows.

Rows are plain tuples of numbers: Python's collector of garbage leaves those alone, and would take a third of
the time to look through as many objects. A row's beans are one number, too, so that to sow is to add to it.
"""

from collections.abc import Iterator, Sequence
from operator import getitem
from struct import Struct

from cupsboard.engine.sowing.evaluation import Weights, worth
from cupsboard.rules.sowing.rules import SowingRules

Cups = tuple[int, ...]
Row = tuple[Cups, int, int, Cups, Cups, int]
"""The beans in a player's cups; how many those are; their worth in units; the other's cups (from 0) where a
sowing that doesn't come round may capture; for each own cup the other's beans that such a sowing of the
other captures; and all cups as one number."""
Sowing = tuple[int, int, int, int, int, bool]
"""A sowing of one cup: the cup (from 0); what is added to the number of the own row, 0 where beans come round
to it again or there are none; the beans that fall into the own pot, 0 or 1; those that fall into the other's
cups, one each from the first; the own cup in which the last bean captures if nothing lay there and anything
lies opposite, or `NOWHERE`; whether the mover goes on.
"""
NOWHERE = -1
ACROSS, SPARING = "with the last bean", "takes none"
BITS_A_CUP = 16
MOST_ROWS = 60_000
"""As many are remembered. A row takes about 0.5 kB."""
_BITS_A_COUNT, _BITS_OF_REACH, _BITS_BELOW_WORTH = 4, 48, 64
_REACH = (1 << _BITS_BELOW_WORTH) - 1


class _Cup(dict[int, int]):
    """What one cup adds to its row, by its beans, so that a row is read by one sum.

    From the lowest bits: for each cup that a sowing may capture from, how many sowings end there; whether
    this cup is empty; its worth.
    """

    def __init__(self, rules: SowingRules, weights: Weights, size: int, index: int) -> None:
        self._weights, self._size, self._index = weights, size, index
        self._first = 0 if rules.across == ACROSS else size + rules.sows_pot

    def __missing__(self, count: int) -> int:
        """Work out a number of beans that isn't known yet."""
        size, index, last = self._size, self._index, self._index + count - self._first
        found = worth(self._weights, size - 1 - index, count) << _BITS_BELOW_WORTH
        if not count:
            found += 1 << _BITS_OF_REACH + index
        elif 0 <= last < size:
            found += 1 << _BITS_A_COUNT * last
        self[count] = found
        return found


class _Sowings(dict[int, Sowing]):
    """The sowings of one cup, by its beans."""

    def __init__(self, rules: SowingRules, ones: Sequence[int], index: int) -> None:
        self._rules, self._ones, self._index = rules, ones, index

    def __missing__(self, count: int) -> Sowing:
        """Work out a number of beans that isn't known yet."""
        rules, ones, index, size = self._rules, self._ones, self._index, len(self._ones) - 1
        last = index + count
        beyond = max(0, last - size + 1 - rules.sows_pot)
        if not count or beyond > size:
            added, pot, capturing, goes_on = 0, 0, NOWHERE, False
        else:
            added = ones[min(last + 1, size)] - ones[index + 1] - count * (ones[index + 1] - ones[index])
            pot = int(rules.sows_pot and last >= size)
            capturing = last if rules.across == ACROSS and last < size else NOWHERE
            goes_on = rules.again_from_pot and last == size
        found = self[count] = index, added, pot, beyond, capturing, goes_on
        return found


class Rows:
    """The remembered rows of one game on one size of board, up to a limit."""

    def __init__(self, rules: SowingRules, weights: Weights, size: int, most: int = MOST_ROWS):
        self._rules = rules
        self._size = size
        self.places = [1 << BITS_A_CUP * (size - 1 - index) for index in range(size)]
        self.ones = [sum(self.places[:count]) for count in range(size + 1)]
        """What is added to a row's number where a bean falls into each of so many cups, from the first."""
        self._most = most
        self.known: dict[int, Row] = {}
        """Rows by their numbers; `made` makes the others."""
        self._sowings = [_Sowings(rules, self.ones, index) for index in range(size)]
        self._cups = [_Cup(rules, weights, size, index) for index in range(size)]
        self._reaches: dict[int, Cups] = {}
        self._numbers = Struct(f">{size}H")

    def row(self, cups: Cups) -> Row:
        """Return the row with these cups."""
        code = int.from_bytes(self._numbers.pack(*cups), "big")
        return self.known.get(code) or self.made(code)

    def made(self, code: int) -> Row:
        """Return the row of a number that isn't known yet."""
        if len(self.known) >= self._most:
            self.known = {}
        cups = self._numbers.unpack(code.to_bytes(2 * self._size, "big"))
        read = sum(map(getitem, self._cups, cups))
        reached = read & _REACH
        reach = self._reaches.get(reached)
        if reach is None:
            reach = self._reaches[reached] = self._reach(reached)
        gains = self._gains(cups) if self._rules.captured_counts else cups
        row = self.known[code] = cups, sum(cups), read >> _BITS_BELOW_WORTH, reach, gains, code
        return row

    def sowings_of(self, row: Row) -> Iterator[Sowing]:
        """Yield the sowings of a row's cups from the left, that of an empty one, too, which is none."""
        return map(getitem, self._sowings, row[0])

    def without(self, row: Row, index: int) -> Row:
        """Return a row after the loss of all beans of the cup `index`."""
        code = row[5] - row[0][index] * self.places[index]
        return self.known.get(code) or self.made(code)

    def fed_and_struck(self, row: Row, count: int) -> Row:
        """Return a row after a bean fell into each of its first `count` cups and was captured in the last."""
        code, place = row[5] + self.ones[count], count - 1
        while place >= 0 and (beans := row[0][place] + 1) in self._rules.captured_counts:
            code -= beans * self.places[place]
            place -= 1
        return self.known.get(code) or self.made(code)

    def struck(self, cups: Cups, last: int) -> Cups:
        """Return a row without what is captured by count, from the cup `last` backwards."""
        place = last
        while place >= 0 and cups[place] in self._rules.captured_counts:
            place -= 1
        after = (*cups[: place + 1], *[0] * (last - place), *cups[last + 1 :])
        return after if any(after) or self._rules.slam != SPARING else cups

    def sown_round(self, own: Cups, other: Cups, index: int) -> tuple[Row, Row, int, bool]:
        """Return both rows after a sowing that comes round, its gain in beans, and if the mover goes on."""
        rules, size = self._rules, len(own)
        ring = [*own, *[0] * rules.sows_pot, *other]
        beans, ring[index], place = ring[index], 0, index
        while beans:
            place = (place + 1) % len(ring)
            if place != index or not rules.skips_origin:
                ring[place] += 1
                beans -= 1
        first_of_other = size + rules.sows_pot
        mine, theirs, gain = ring[:size], tuple(ring[first_of_other:]), sum(ring[size:first_of_other])
        if place >= first_of_other:
            lying = sum(theirs)
            theirs = self.struck(theirs, place - first_of_other)
            gain += lying - sum(theirs)
        elif place < size and rules.across == ACROSS and mine[place] == 1 and theirs[-1 - place]:
            gain += 1 + theirs[-1 - place]
            mine[place] = 0
            theirs = (*theirs[: size - 1 - place], 0, *theirs[size - place :])
        return self.row(tuple(mine)), self.row(theirs), gain, rules.again_from_pot and place == size

    def _reach(self, reached: int) -> Cups:
        """Return the other's cups where a sowing that doesn't come round may capture."""
        size, a_count = self._size, (1 << _BITS_A_COUNT) - 1
        ends = [last for last in range(size) if reached >> _BITS_A_COUNT * last & a_count]
        if self._rules.across != ACROSS:
            return tuple(ends)
        return tuple([size - 1 - last for last in ends if reached >> _BITS_OF_REACH + last & 1])

    def _gains(self, cups: Cups) -> Cups:
        """Return what the other captures by count if a bean falls into each cup up to a certain one."""
        wanted, spares_last = self._rules.captured_counts, self._rules.slam == SPARING
        gains, run, lying = [], 0, sum(cups)
        for count in cups:
            lying += 1
            run = run + count + 1 if count + 1 in wanted else 0
            gains.append(0 if spares_last and run == lying else run)
        return tuple(gains)
