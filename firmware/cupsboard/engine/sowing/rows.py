"""One player's cups in a sowing game, with all that depends on them alone worked out once.

A search meets the same row with many others, so where its sowings lead is remembered with it, and so are its
terms of the evaluation. Only beans that come all round to the own side again depend on both rows.

Rows are plain tuples of numbers: Python's collector of garbage leaves those alone, and would take a third of
the time to look through as many objects.
"""

from operator import add, getitem

from cupsboard.engine.sowing.evaluation import Weights, Worths
from cupsboard.engine.sowing.rules import SowingRules

Cups = tuple[int, ...]
Row = tuple[Cups, int, int, Cups, Cups]
"""The beans in a player's cups; how many those are; their worth in units; the other's cups (from 0) where a
sowing that doesn't come round may capture; and for each own cup the other's beans that such a sowing of the
other captures."""
Sowing = tuple[int, Row | None, int, int, int, bool]
"""A sowing of one cup, as far as it depends on the own row: the cup (from 0); the own row after it, None
where beans come round to it again; the beans that fall into the own pot, 0 or 1; those that fall into the
other's cups, one each from the first; the own cup whose bean captures if anything lies opposite, or NOWHERE;
whether the mover goes on.
"""
NOWHERE = -1
MOST_ROWS = 60_000
"""As many are remembered. A row takes about 1 kB with its sowings."""


class Rows:
    """The remembered rows of one game on one size of board, up to a limit."""

    def __init__(self, rules: SowingRules, weights: Weights, size: int, most: int = MOST_ROWS):
        self._rules = rules
        self.worths = [Worths(weights, size, index) for index in range(size)]
        self._ones = [(1,) * count + (0,) * (size - count) for count in range(size + 1)]
        self._most = most
        self._known: dict[Cups, Row] = {}
        self._sowings: dict[Cups, list[Sowing]] = {}

    def row(self, cups: Cups) -> Row:
        """Return the row with these cups."""
        return self._known.get(cups) or self._made(cups)

    def sowings_of(self, row: Row) -> list[Sowing]:
        """Return the sowings of a row, from the left; they are worked out once."""
        cups = row[0]
        found = self._sowings.get(cups)
        if found is None:
            found = [self._sowing(cups, index) for index, count in enumerate(cups) if count]
            self._sowings[cups] = found
        return found

    def fed(self, row: Row, count: int) -> tuple[Row, int]:
        """Return a row after a bean fell into each of its first `count` cups, and what was captured."""
        cups = row[0]
        after = tuple(map(add, cups, self._ones[count]))
        if not self._rules.captured_counts or not (captured := row[4][count - 1]):
            return self._known.get(after) or self._made(after), 0
        return self.row(self.struck(after, count - 1)), captured

    def without(self, row: Row, index: int) -> Row:
        """Return a row after the loss of all beans of the cup `index`."""
        return self.row((*row[0][:index], 0, *row[0][index + 1 :]))

    def struck(self, cups: Cups, last: int) -> Cups:
        """Return a row without what is captured by count, from the cup `last` backwards."""
        place = last
        while place >= 0 and cups[place] in self._rules.captured_counts:
            place -= 1
        after = (*cups[: place + 1], *[0] * (last - place), *cups[last + 1 :])
        return after if any(after) or not self._rules.spares_last else cups

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
        elif place < size and rules.captures_across and mine[place] == 1 and theirs[-1 - place]:
            gain += 1 + theirs[-1 - place]
            mine[place] = 0
            theirs = (*theirs[: size - 1 - place], 0, *theirs[size - place :])
        return self.row(tuple(mine)), self.row(theirs), gain, rules.goes_on_from_pot and place == size

    def _sowing(self, cups: Cups, index: int) -> Sowing:
        size, sows_pot = len(cups), self._rules.sows_pot
        last = index + cups[index]
        if last < size:
            row = (*cups[:index], 0, *[count + 1 for count in cups[index + 1 : last + 1]], *cups[last + 1 :])
            captures = self._rules.captures_across and not cups[last]
            return index, self.row(row), 0, 0, last if captures else NOWHERE, False
        beyond = last - size + 1 - sows_pot
        if beyond > size:
            return index, None, 0, beyond, NOWHERE, False
        row = (*cups[:index], 0, *[count + 1 for count in cups[index + 1 :]])
        return (
            index,
            self.row(row),
            int(sows_pot),
            beyond,
            NOWHERE,
            self._rules.goes_on_from_pot and not beyond,
        )

    def _made(self, cups: Cups) -> Row:
        if len(self._known) >= self._most:
            self._known, self._sowings = {}, {}
        worth = sum(map(getitem, self.worths, cups))
        across = self._rules.captures_across
        reach, gains = (self._across(cups), cups) if across else (self._beyond(cups), self._gains(cups))
        row = self._known[cups] = cups, sum(cups), worth, reach, gains
        return row

    def _across(self, cups: Cups) -> Cups:
        """Return the other's cups that lie opposite an empty own one that a sowing ends in."""
        if 0 not in cups:
            return ()
        size, found = len(cups), []
        for index, count in enumerate(cups):
            if count and (last := index + count) < size and not cups[last]:
                found.append(size - 1 - last)
        return tuple(found)

    def _beyond(self, cups: Cups) -> Cups:
        """Return the other's cups that a sowing ends in."""
        size, first = len(cups), len(cups) + self._rules.sows_pot
        ends = [index + count - first for index, count in enumerate(cups)]
        return tuple([last for last in ends if 0 <= last < size])

    def _gains(self, cups: Cups) -> Cups:
        """Return what the other captures by count if a bean falls into each cup up to a certain one."""
        wanted, spares_last = self._rules.captured_counts, self._rules.spares_last
        gains, run, lying = [], 0, sum(cups)
        for count in cups:
            lying += 1
            run = run + count + 1 if count + 1 in wanted else 0
            gains.append(0 if spares_last and run == lying else run)
        return tuple(gains)
