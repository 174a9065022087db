"""Plays worth a look: for each start, each direction, and two orders of each handful.

The order of a handful is tried the cheapest first and the dearest first: what comes last is what falls into
the pot or begins the next handful.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cupsboard.rules.coin_duel.one_way import Half, one_way_plays
from cupsboard.rules.coin_duel.rules import CoinDuel, Handful, Play, Position, Row, parse_play
from cupsboard.rules.coin_duel.sowing import (
    FORWARD,
    board_sources,
    can_finish,
    emptied,
    ends_of,
    reserve_lengths,
)
from cupsboard.rules.places import Kind, Side

Amounts = tuple[int, ...]
Cups = tuple[Amounts, ...]
Met = frozenset[tuple[Cups, int]]
"""Cups that were taken up in a play already, with all that lay there then: no play goes in a circle."""


def plays(game: CoinDuel, position: Position, side: Side, most: int) -> Iterator[Play]:
    """Up to so many plays of a side, shared out evenly among their starts; where all is alike, every one."""
    own, other = position.row(side), position.row(side.other)
    if game.settings.alike:
        for label, _, _ in one_way_plays(_half(own), _half(other)):
            yield parse_play(label, alike=True)
        return
    row = _Row(game, own, other.counts[::-1], game.winning_coin(position))
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
        if (cups, at) in met:
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


def _half(row: Row) -> Half:
    return Half(row.counts, sum(row.pot), sum(row.stock))
