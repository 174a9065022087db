"""The turns of Cups, act by act: beans dropped one by one, a cup taken up and sown, and captures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules.cups.moves import Drop, Sow
from cupsboard.rules.places import HAND, Place, Side, cup, pot, stock
from cupsboard.rules.turns import (
    CAPTURE,
    PUT,
    TAKE,
    Act,
    Beginning,
    Captured,
    Choice,
    Counts,
    Order,
    Over,
    TurnsOfSides,
)


@dataclass(frozen=True, slots=True)
class Dropping:
    """A turn in which a bean has just been dropped into the player's own cup `reached`."""

    player: Side
    reached: int


@dataclass(frozen=True, slots=True)
class Sowing:
    """A turn in which a cup was taken up, and its beans lie in the cups to its right up to `reached`."""

    player: Side
    reached: int


CupsTurn = Beginning | Dropping | Sowing | Captured | Over


@dataclass(frozen=True)
class CupsTurns(TurnsOfSides):
    """The machine of the turns on a board with `cups` cups a side."""

    cups: int
    order = Order.FREE

    def acts(self, counts: Counts, turn: CupsTurn) -> Sequence[Choice[CupsTurn]]:
        """Return the acts that may come next."""
        match turn:
            case Dropping(side, reached):
                row = self._rows[side]
                drop = row.drops[reached : reached + 1] if counts[row.stock] else ()
                return (row.capture(counts, reached), *drop) if row.owes(counts, reached) else drop
            case Sowing(side, reached):
                return self._rows[side].sowings[reached : reached + 1]
            case Beginning(side):
                row = self._rows[side]
                drop = row.drops[:1] if counts[row.stock] else ()
                return (*drop, *[each for each in row.takings if _can_take(counts, each.act)])
            case _:
                return ()

    def ends(self, counts: Counts, turn: CupsTurn) -> CupsTurn | None:
        """Return the turn after this one; None while beans or a capture are unfinished."""
        match turn:
            case Dropping(side, reached):
                is_done = not self._rows[side].owes(counts, reached)
            case Sowing(side, reached):
                is_done = reached > self.cups
            case _:
                is_done = isinstance(turn, Captured)
        return self._following(counts, turn) if is_done else None

    def label(self, acts: Sequence[Act]) -> str:
        """Return the drop or sowing that was made, as its label."""
        first = acts[0]
        if first.verb == TAKE:
            return Sow(self.cups + 1 - first.pieces).label
        return Drop(sum(act.verb == PUT for act in acts)).label

    def _following(self, counts: Counts, turn: CupsTurn) -> CupsTurn:
        for row in self._next[turn.player]:
            if counts[row.stock] or any(_can_take(counts, each.act) for each in row.takings):
                return row.beginning
        return Over()

    @cached_property
    def _rows(self) -> Mapping[Side, "_Row"]:
        return {side: _Row.of(side, self.cups) for side in Side}

    @cached_property
    def _next(self) -> Mapping[Side | None, tuple["_Row", ...]]:
        """Return for each player the rows that may be next to move, in that order."""
        return {side: (self._rows[side.other], self._rows[side]) for side in Side}


def _can_take(counts: Counts, taking: Act) -> bool:
    """Return whether the cup holds exactly the beans that reach the pot."""
    return counts[taking.source] == taking.pieces


@dataclass(frozen=True, slots=True)
class _Row:
    """A player's places, and the acts that are the same in every position."""

    beginning: Beginning
    cups: tuple[Place, ...]
    opposite: tuple[Place, ...]
    """The opponent's cup opposite each cup."""
    pot: Place
    stock: Place
    drops: tuple[Choice[CupsTurn], ...]
    """A bean from the stock into each cup, as a choice."""
    takings: tuple[Choice[CupsTurn], ...]
    """Each cup taken up with the beans that reach the pot, as a choice."""
    sowings: tuple[Choice[CupsTurn], ...]
    """A bean from the hand into each cup and into the pot, as a choice."""

    @classmethod
    def of(cls, side: Side, count: int) -> "_Row":
        numbers = range(1, count + 1)
        cups = tuple(cup(side, number) for number in numbers)
        targets = enumerate((*cups, pot(side)), start=1)
        return cls(
            Beginning(side),
            cups,
            tuple(cup(side.other, count + 1 - number) for number in numbers),
            pot(side),
            stock(side),
            tuple(Choice(Act(PUT, stock(side), cups[k - 1]), Dropping(side, k)) for k in numbers),
            tuple(Choice(Act(TAKE, cups[c - 1], HAND, count + 1 - c), Sowing(side, c)) for c in numbers),
            tuple(Choice(Act(PUT, HAND, target), Sowing(side, reached)) for reached, target in targets),
        )

    def owes(self, counts: Counts, reached: int) -> bool:
        """Return whether cup `reached` was empty before its bean and beans to capture lie opposite."""
        return counts[self.cups[reached - 1]] == 1 and counts[self.opposite[reached - 1]] > 0

    def capture(self, counts: Counts, reached: int) -> Choice[CupsTurn]:
        """Return the capture of all beans opposite cup `reached`."""
        opposite = self.opposite[reached - 1]
        return Choice(Act(CAPTURE, opposite, self.pot, counts[opposite]), Captured(self.beginning.player))
