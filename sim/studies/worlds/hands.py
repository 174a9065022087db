"""Hands that carry out plans, small act by small act, and put a table right."""

from collections.abc import Iterator, Sequence
from random import Random

from cupsboard.rules.game import Contents, Plan, Transfer
from cupsboard.rules.places import OFF_BOARD, Place

from studies.worlds.beans import Bean
from studies.worlds.table import Table
from studies.worlds.world import Hands

POURED_SHARE = 0.7
"""How often captured beans go into the pot all at once."""


class Carrier:
    """Two hands over a table; each `yield` is a moment at which the board may look."""

    def __init__(self, hands: Hands, table: Table, random: Random) -> None:
        self._hands, self._table, self._random = hands, table, random

    def carry_out(self, transfers: Sequence[Transfer]) -> Iterator[None]:
        """Do what a plan says, in its order, source by source."""
        waiting = list(transfers)
        while waiting:
            source = waiting[0].source
            together = [each for each in waiting if each.source == source]
            waiting = [each for each in waiting if each.source != source]
            if source not in self._table.inside:
                for each in together:
                    for _ in range(each.count):
                        yield from self._put(each.target, [self._table.draw()])
                continue
            held: list[Bean] = []
            yield from self._picked_up(source, sum(each.count for each in together), held)
            for each in together:
                mine = [held.pop() for _ in range(each.count)]
                if self._random.random() < POURED_SHARE:
                    yield from self._put(each.target, mine)
                else:
                    for bean in mine:
                        yield from self._put(each.target, [bean])

    def begin(self, plan: Plan) -> Iterator[None]:
        """Do a plan's transfers."""
        return self.carry_out(plan.open)

    def exchange_cups(self, one: Place, other: Place) -> Iterator[None]:
        """Take two cups up and put each on the other's place."""
        self._table.lift(one)
        self._table.lift(other)
        yield
        self._table.exchange_cups(one, other)
        self._table.put_back(one)
        self._table.put_back(other)
        yield

    def put_right(self, wanted: Contents) -> Iterator[None]:
        """Take away what is no bean, and bring about the wanted counts with the beans at hand."""
        table = self._table
        if table.exchanged:
            yield from self.exchange_cups(*sorted(table.exchanged))
        for place in list(table.things):
            table.lay(place, 0.0)
        held: list[Bean] = []
        for place, count in table.contents().items():
            if count > wanted[place]:
                held += table.take(place, count - wanted[place])
        for place, count in table.contents().items():
            for _ in range(wanted[place] - count):
                table.put(place, [held.pop() if held else table.draw()])
        yield

    def clear(self) -> None:
        """Pour out every cup."""
        for place, beans in self._table.inside.items():
            if beans:
                self._table.lift(place)
                beans.clear()
                self._table.put_back(place)

    def _put(self, target: Place, beans: list[Bean]) -> Iterator[None]:
        if target in self._table.inside:
            self._table.put(target, beans)
        yield

    def _picked_up(self, source: Place, count: int, held: list[Bean]) -> Iterator[None]:
        """Lift the cup and pour it out, or take its beans with two fingers."""
        table = self._table
        is_all = count == len(table.inside[source])
        if is_all and self._random.random() < self._hands.lifting_share:
            table.lift(source)
            yield
            held += table.inside[source]
            table.inside[source].clear()
            table.put_back(source)
            yield
            return
        while count:
            some = self._random.randint(1, count)
            held += table.take(source, some)
            count -= some
            yield


def clearing(contents: Contents) -> Plan:
    """What is wanted of the table between two games, as a plan of nobody's."""
    out = tuple(Transfer(place, OFF_BOARD, count) for place, count in contents.items() if count)
    return Plan(None, "clear the table", out)
