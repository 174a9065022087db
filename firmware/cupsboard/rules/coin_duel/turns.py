"""The turns of Coin Duel, act by act: what may be put, taken up and captured next, by counts alone.

An act after which the play could not come to its end is not offered. What counts can't tell is left to the
position: a winning coin in a pot, and the limit of turns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules.coin_duel import sowing
from cupsboard.rules.coin_duel.moves import Handful, Play
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.places import HAND, Kind, Place, Side, cup, pot, stock
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
class Reserve:
    """A turn in which pieces from the stock lie in the first `reached` cups.

    `lengths` are the lengths that the play may still have.
    """

    player: Side
    reached: int
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sowing:
    """A turn in which a handful is in the hand, or its last piece has just fallen into cup `reached`.

    `step` is its direction, 0 before its first piece and after its last. `is_board` says that the play began
    with a cup.
    """

    player: Side
    reached: int
    step: int
    is_board: bool


CoinDuelTurn = Beginning | Reserve | Sowing | Captured | Over


@dataclass(frozen=True)
class CoinDuelTurns(TurnsOfSides):
    """The machine of the turns in a game with these settings."""

    settings: Settings
    order = Order.AS_LANDED

    def acts(self, counts: Counts, turn: CoinDuelTurn) -> Sequence[Choice[CoinDuelTurn]]:
        """Return the acts that may come next."""
        match turn:
            case Beginning(side):
                return self._first_acts(counts, side)
            case Reserve(side, reached, lengths):
                onward = self._reserve(side, reached + 1, lengths) if reached < max(lengths) else ()
                ended = self._after_landing(counts, side, reached, False) if reached in lengths else ()
                return (*ended, *onward)
            case Sowing(side, reached, step, is_board) if counts[HAND]:
                steps = (step,) if step else self._steps(counts, turn)
                return tuple(self._sow(counts, turn, each) for each in steps)
            case Sowing(side, reached, _, is_board) if reached <= self.settings.cups:
                return self._after_landing(counts, side, reached, is_board)
            case _:
                return ()

    def ends(self, counts: Counts, turn: CoinDuelTurn) -> CoinDuelTurn | None:
        """Return the turn after this one; None while a handful or a capture is unfinished."""
        match turn:
            case Reserve(side, reached, lengths):
                is_done = reached in lengths and self._is_at_rest(counts, side, reached)
            case Sowing(side, reached):
                is_done = not counts[HAND] and self._is_at_rest(counts, side, reached)
            case _:
                is_done = isinstance(turn, Captured)
        if not is_done or turn.player is None:
            return None
        other = self._rows[turn.player.other]
        can_go_on = sowing.can_play(
            other.lying(counts), counts[other.stock], other.lying_opposite(counts), self.settings.ways
        )
        return Beginning(turn.player.other) if can_go_on else Over()

    def label(self, acts: Sequence[Act]) -> str:
        """Return the play that was made, as its label."""
        first = acts[0]
        start = None if first.verb == PUT else self._number[first.source]
        puts = [act for act in acts if act.verb == PUT]
        if self.settings.alike:
            length = sum(act.source != HAND for act in puts) if start is None else 0
            return Play(start, length=length).label
        handfuls: list[Handful] = []
        taken, kinds, step = 0, list[Kind](), sowing.FORWARD
        for act in acts:
            if act.verb == PUT:
                if not kinds:
                    step = sowing.FORWARD if self._number[act.target] > taken else sowing.BACK
                kinds.append(act.kind)
                continue
            if kinds:
                handfuls.append(Handful(step, tuple(kinds)))
            taken, kinds = self._number[act.source], []
        if kinds:
            handfuls.append(Handful(step, tuple(kinds)))
        return Play(start, tuple(handfuls)).label

    def _first_acts(self, counts: Counts, side: Side) -> Sequence[Choice[CoinDuelTurn]]:
        row, ways = self._rows[side], self.settings.ways
        cups = row.lying(counts)
        lengths = sowing.reserve_lengths(cups, counts[row.stock], ways)
        sources = sowing.board_sources(cups, row.lying_opposite(counts), ways)
        reserve = self._reserve(side, 1, lengths) if lengths else ()
        return (*reserve, *(self._take(counts, side, number, True) for number in sources))

    def _reserve(
        self, side: Side, reached: int, lengths: tuple[int, ...]
    ) -> tuple[Choice[CoinDuelTurn], ...]:
        row = self._rows[side]
        act = Act(PUT, row.stock, row.cups[reached - 1], kind=self.settings.act_kind)
        return (Choice(act, Reserve(side, reached, lengths)),)

    def _after_landing(
        self, counts: Counts, side: Side, reached: int, is_board: bool
    ) -> tuple[Choice[CoinDuelTurn], ...]:
        """Return the acts after a handful's last piece: a cup taken up or captured, or none."""
        row = self._rows[side]
        if counts[row.cups[reached - 1]] > 1:
            return (self._take(counts, side, reached, is_board),)
        opposite = row.opposite[reached - 1]
        if not counts[opposite]:
            return ()
        act = Act(CAPTURE, opposite, row.pot, counts[opposite], self.settings.act_kind)
        return (Choice(act, Captured(side)),)

    def _is_at_rest(self, counts: Counts, side: Side, reached: int) -> bool:
        """Return whether the last piece is in the pot, or alone in a cup with nothing to capture."""
        if reached > self.settings.cups:
            return True
        row = self._rows[side]
        return counts[row.cups[reached - 1]] == 1 and not counts[row.opposite[reached - 1]]

    def _take(self, counts: Counts, side: Side, number: int, is_board: bool) -> Choice[CoinDuelTurn]:
        place = self._rows[side].cups[number - 1]
        act = Act(TAKE, place, HAND, counts[place], self.settings.act_kind)
        return Choice(act, Sowing(side, number, 0, is_board))

    def _sow(self, counts: Counts, turn: Sowing, step: int) -> Choice[CoinDuelTurn]:
        row, reached = self._rows[turn.player], turn.reached + step
        act = Act(PUT, HAND, (*row.cups, row.pot)[reached - 1], kind=self.settings.act_kind)
        # How the last piece came is no matter any more: turns that come to the same are equal.
        going_on = step if counts[HAND] > 1 else 0
        return Choice(act, Sowing(turn.player, reached, going_on, turn.is_board))

    def _steps(self, counts: Counts, turn: Sowing) -> Sequence[int]:
        """Return the directions in which the handful may go so that the play can come to its end."""
        row, ways = self._rows[turn.player], self.settings.ways
        cups, hand = row.lying(counts), counts[HAND]
        must_score = ways.must_score and turn.is_board
        ends = sowing.ends_of(row.lying_opposite(counts), must_score=must_score)
        cups = sowing.emptied(cups, turn.reached)
        return [
            step
            for step in ways.steps
            if sowing.can_finish(cups, turn.reached, hand, (step,), ways.steps, ends)
        ]

    @cached_property
    def _rows(self) -> Mapping[Side, "_Row"]:
        return {side: _Row.of(side, self.settings.cups) for side in Side}

    @cached_property
    def _number(self) -> Mapping[Place, int]:
        """Return the number of each cup, and of the pot after them."""
        return {
            place: number
            for row in self._rows.values()
            for number, place in enumerate((*row.cups, row.pot), start=1)
        }


@dataclass(frozen=True, slots=True)
class _Row:
    """The places of a player."""

    cups: tuple[Place, ...]
    opposite: tuple[Place, ...]
    """The opponent's cup opposite each cup."""
    pot: Place
    stock: Place

    @classmethod
    def of(cls, side: Side, count: int) -> "_Row":
        numbers = range(1, count + 1)
        return cls(
            tuple(cup(side, number) for number in numbers),
            tuple(cup(side.other, count + 1 - number) for number in numbers),
            pot(side),
            stock(side),
        )

    def lying(self, counts: Counts) -> tuple[int, ...]:
        return tuple([counts[place] for place in self.cups])

    def lying_opposite(self, counts: Counts) -> tuple[int, ...]:
        return tuple([counts[place] for place in self.opposite])
