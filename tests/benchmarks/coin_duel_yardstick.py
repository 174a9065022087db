"""A plain opponent for the engine of Coin Duel: alpha-beta that counts nothing but the pots.

It shares no code with the engine, only the rules. In stage 1 it looks at every play; where there are kinds,
at the plays with the cheapest coins from the stock and with each handful the cheapest or the dearest first.
It looks deeper and deeper, up to its depth, and ends when its time does.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cupsboard.rules.coin_duel.moves import Handful, Play
from cupsboard.rules.coin_duel.one_way import Half, one_way_plays
from cupsboard.rules.coin_duel.points import pot_points
from cupsboard.rules.coin_duel.rules import CoinDuel, Position, Row
from cupsboard.rules.coin_duel.sowing import (
    FORWARD,
    board_sources,
    can_finish,
    emptied,
    ends_of,
    reserve_lengths,
)
from cupsboard.rules.places import Kind, Side

INFINITE = 10**9
AT_ROOT, INSIDE = 120, 24
"""Plays that are looked at in a position, where there are kinds."""

Amounts = tuple[int, ...]
Cups = tuple[Amounts, ...]
Met = frozenset[tuple[Cups, int]]
"""Cups that were taken up in a play already, with all that lay there then: no play goes in a circle."""


class _TimeIsUp(Exception):
    """The time for the move is over."""


@dataclass
class Yardstick:
    """Plays a game with alpha-beta on pots, so deep and so many seconds of processor time a move at most."""

    game: CoinDuel
    depth: int
    seconds: float

    def choose(self, position: Position) -> str:
        """The play with the best lead in pots that was found."""
        self._ends = time.process_time() + self.seconds
        (side,) = self.game.movers(position)
        state: Any = position
        if self.game.settings.alike:
            state = tuple(
                Half(row.counts, sum(row.pot), sum(row.stock))
                for row in (position.row(side), position.row(side.other))
            )
        order = self._after(state, AT_ROOT)
        for depth in range(1, self.depth + 1):
            found: list[tuple[int, int]] = []
            best = -INFINITE
            try:
                for index, (_, _, after) in enumerate(order):
                    value = -self._value(after, depth - 1, -INFINITE, -best)
                    if value > best:
                        best = value
                        found.insert(0, (value, index))
            except _TimeIsUp:
                pass
            if found:
                first = found[0][1]
                order.insert(0, order.pop(first))
            if time.process_time() > self._ends:
                break
        return order[0][1]

    def _value(self, state: Any, depth: int, alpha: int, beta: int) -> int:
        if time.process_time() > self._ends:
            raise _TimeIsUp
        if depth == 0 or not (order := self._after(state, INSIDE)):
            return self._lead(state)
        best = -INFINITE
        for _, _, after in order:
            best = max(best, -self._value(after, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    def _after(self, state: Any, most: int) -> list[tuple[int, str, Any]]:
        """The plays of a position with what they lead to, those that bring most first."""
        if self.game.settings.alike:
            found = [(label, (theirs, mine)) for label, mine, theirs in one_way_plays(*state)]
        elif movers := self.game.movers(state):
            found = self._of_kinds(state, movers[0], most)
        else:
            found = []
        return sorted(((self._lead(after), label, after) for label, after in found), key=lambda each: each[0])

    def _of_kinds(self, position: Position, side: Side, most: int) -> list[tuple[str, Any]]:
        """The plays that are found in time where there are kinds, but at least one."""
        found: list[tuple[str, Any]] = []

        def is_late() -> bool:
            return bool(found) and time.process_time() > self._ends

        for play in plays(self.game, position, side, most, is_late):
            found.append((play.label, self.game.make(position, side, play)))
        return found

    def _lead(self, state: Any) -> int:
        """What the mover's pot counts more than the other's."""
        if self.game.settings.alike:
            own, other = state
            return int(own.pot - other.pot)
        settings, side = self.game.settings, state.to_move
        points = [pot_points(settings, state, state.row(each).pot) for each in (side, side.other)]
        return points[0] - points[1]


def plays(
    game: CoinDuel, position: Position, side: Side, most: int, is_late: Callable[[], bool]
) -> Iterator[Play]:
    """Up to so many plays of a side where there are kinds, shared out evenly among their starts.

    No further ones once it is late: some starts lead through very many handfuls to no end.
    """
    own, other = position.row(side), position.row(side.other)
    row = _Row(game, own, other.counts[::-1], game.winning_coin(position), is_late)
    starts = [*row.from_the_stock(), *row.from_cups()]
    for each in starts:
        yield from islice(each, max(1, most // len(starts)))


@dataclass(frozen=True)
class _Row:
    """The mover's side of the table."""

    game: CoinDuel
    own: Row
    opposite: tuple[int, ...]
    winning: Kind | None
    is_late: Callable[[], bool]

    def from_the_stock(self) -> Iterator[Iterator[Play]]:
        """Reserve plays with the cheapest pieces, a start for each length."""
        ways, own = self.game.settings.ways, self.own
        cheapest = self._sorted(own.stock)
        for length in reserve_lengths(own.counts, sum(own.stock), ways):
            yield self._begun(cheapest[:length])

    def from_cups(self) -> Iterator[Iterator[Play]]:
        """Plays that begin with a cup, a start for each."""
        for number in board_sources(self.own.counts, self.opposite, self.game.settings.ways):
            yield self._taken(self.own.cups, number, Play(number), frozenset())

    def _begun(self, kinds: tuple[Kind, ...]) -> Iterator[Play]:
        for ordered in _both_orders(kinds):
            handful = Handful(FORWARD, ordered)
            cups = self._sown(self.own.cups, 0, handful)
            yield from self._landed(cups, len(kinds), Play(None, (handful,)), frozenset())

    def _taken(self, cups: Cups, at: int, play: Play, met: Met) -> Iterator[Play]:
        """Everything that can be done with a cup that is taken up."""
        if (cups, at) in met or self.is_late():
            return
        settings, ways = self.game.settings, self.game.settings.ways
        counts = emptied(tuple(map(sum, cups)), at)
        ends = ends_of(self.opposite, must_score=ways.must_score and play.cup is not None)
        kinds = self._sorted(cups[at - 1])
        left = (*cups[: at - 1], (0,) * len(settings.kinds), *cups[at:])
        for step in ways.steps:
            if can_finish(counts, at, len(kinds), (step,), ways.steps, ends):
                for ordered in _both_orders(kinds):
                    handful = Handful(step, ordered)
                    after = self._sown(left, at, handful)
                    going = Play(play.cup, (*play.handfuls, handful))
                    yield from self._landed(after, at + step * len(kinds), going, met | {(cups, at)})

    def _landed(self, cups: Cups, last: int, play: Play, met: Met) -> Iterator[Play]:
        """The play if it ends where its last piece fell, else all that follows from there."""
        if last > len(cups) or sum(cups[last - 1]) == 1:
            yield play
        else:
            yield from self._taken(cups, last, play, met)

    def _sorted(self, pieces: Amounts) -> tuple[Kind, ...]:
        """The pieces, the cheapest first and a winning coin last."""
        kinds = [
            (kind == self.winning, worth, kind)
            for (kind, worth), count in zip(self.game.settings.kinds, pieces, strict=True)
            for _ in range(count)
        ]
        return tuple(kind for *_, kind in sorted(kinds))

    def _sown(self, cups: Cups, at: int, handful: Handful) -> Cups:
        """The cups after a handful; what reaches the pot is no more among them."""
        after = [list(pieces) for pieces in cups]
        for kind in handful.kinds:
            at += handful.step
            if at <= len(after):
                after[at - 1][self.game.settings.number[kind]] += 1
        return tuple(map(tuple, after))


def _both_orders(kinds: tuple[Kind, ...]) -> tuple[tuple[Kind, ...], ...]:
    """Pieces the cheapest first and the dearest first, once where that is the same."""
    return (kinds,) if len(set(kinds)) < 2 else (kinds, kinds[::-1])
