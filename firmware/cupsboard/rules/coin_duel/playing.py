"""Carry out a play piece by piece on two rows, or raise the named reason why it is illegal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cupsboard.rules.coin_duel.moves import Handful, IllegalPlay, Play, Reason
from cupsboard.rules.coin_duel.position import Amounts, Row, row_of
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.coin_duel.sowing import BACK, FORWARD, longest_reserve
from cupsboard.rules.places import BEAN, Kind, Side, cup, stock


def carried_out(settings: Settings, side: Side, own: Row, other: Row, play: Play) -> tuple[Row, Row]:
    """Return both rows after a play. Raises IllegalPlay with the reason."""
    said = f"{side.value} {play.label}"
    return _Carrying(settings, side, own, other, said).play(play)


def things(settings: Settings, count: int) -> str:
    """Return a number of beans or coins in words: "3 beans"."""
    name = "bean" if BEAN in settings.number else "coin"
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def all_pieces(pieces: Amounts, settings: Settings) -> Iterator[Kind]:
    """Yield the kind of each piece, one by one."""
    for (kind, _), count in zip(settings.kinds, pieces, strict=True):
        yield from [kind] * count


@dataclass
class _Carrying:
    """The player's own row while a play is carried out: the pieces in the cups and then in the pot."""

    settings: Settings
    side: Side
    own: Row
    other: Row
    said: str

    def __post_init__(self) -> None:
        self._lying = [list(pieces) for pieces in (*self.own.cups, self.own.pot)]
        self._stock = list(self.own.stock)

    def play(self, play: Play) -> tuple[Row, Row]:
        """Return both rows after the play, sown handful by handful to its end."""
        self._require_source(play)
        at = play.cup or 0
        hand = self._taken(at) if at else self._from_stock(play)
        handfuls = iter(play.handfuls) if not self.settings.alike else None
        while True:
            handful = self._next(handfuls, hand, at)
            at = self._sown(handful, hand, at, is_reserve=at == 0)
            if self._has_ended(at):
                break
            hand = self._taken(at)
        if handfuls is not None and (left := list(handfuls)):
            raise self._fault(
                Reason.HAS_ENDED,
                f"the play ends in {self._place(at)}, and {len(left)} more handfuls follow; leave them out",
            )
        return self._rows_after(at, is_board=play.cup is not None)

    def _require_source(self, play: Play) -> None:
        cups = self.settings.cups
        if play.cup is not None:
            if not 1 <= play.cup <= cups:
                raise self._fault(Reason.NO_SUCH_CUP, f"there is no cup {play.cup}; the cups are 1 to {cups}")
            if not any(self._lying[play.cup - 1]):
                raise self._fault(Reason.CUP_EMPTY, f"{self._place(play.cup)} is empty; choose another play")
            return
        length = len(play.handfuls[0].kinds) if play.handfuls else play.length
        held, most = sum(self._stock), longest_reserve(self.own.counts)
        instead = "begin with a cup" if not held else f"begin with 1 to {min(most, held)}"
        if length < 1:
            raise self._fault(
                Reason.NOTHING_TAKEN, f"a reserve play takes {things(self.settings, 1)} or more; {instead}"
            )
        if length > most:
            raise self._fault(
                Reason.RESERVE_TOO_LONG,
                f"a reserve play takes up to {most} here: 4, or one more than the furthest cup that holds "
                f"something, and no more than there are cups; {instead}",
            )
        if length > held:
            raise self._fault(Reason.STOCK_TOO_SMALL, f"{stock(self.side)} holds {held}; {instead}")

    def _from_stock(self, play: Play) -> list[int]:
        """Return the pieces of a reserve play, taken from the stock."""
        if not play.handfuls:
            self._stock[0] -= play.length
            return [play.length]
        hand = [0] * len(self._stock)
        for kind in play.handfuls[0].kinds:
            self._move(kind, self._stock, hand, stock(self.side))
        return hand

    def _taken(self, at: int) -> list[int]:
        hand, self._lying[at - 1] = self._lying[at - 1], [0] * len(self._stock)
        return hand

    def _next(self, handfuls: "Iterator[Handful] | None", hand: Sequence[int], at: int) -> Handful:
        if handfuls is None:
            return Handful(FORWARD, tuple(all_pieces(tuple(hand), self.settings)))
        handful = next(handfuls, None)
        if handful is None:
            raise self._fault(
                Reason.GOES_ON,
                f"the last of it falls into {self._place(at)}, which holds something: the play goes on; "
                f"write the {things(self.settings, sum(hand))} from there as well",
            )
        return handful

    def _sown(self, handful: Handful, hand: list[int], at: int, *, is_reserve: bool) -> int:
        """Sow a handful. Return the number of the place where its last piece falls."""
        step, count = handful.step, sum(hand)
        came_from = "the stock" if is_reserve else self._place(at)
        if step == BACK and step not in self.settings.ways.steps:
            raise self._fault(
                Reason.ONE_WAY, f"handfuls go forward only in stage {self.settings.stage}; write 'on'"
            )
        last = at + step * count
        if last < 1:
            raise self._fault(
                Reason.PAST_FIRST_CUP,
                f"{count} from {came_from} go back past cup 1; go forward, or choose another play",
            )
        if last > self.settings.cups + 1:
            raise self._fault(
                Reason.PAST_POT,
                f"{count} from {came_from}: more than one is in the hand at the pot; choose another play",
            )
        for kind in handful.kinds:
            at += step
            if not any(hand):
                raise self._fault(
                    Reason.NOT_IN_HAND,
                    f"{things(self.settings, len(handful.kinds))}, but {came_from} gave {count}; leave out "
                    "the rest",
                )
            self._move(kind, hand, self._lying[at - 1], "the hand")
        if any(hand):
            left = ", ".join(all_pieces(tuple(hand), self.settings))
            raise self._fault(
                Reason.COINS_LEFT,
                f"of what was in {came_from} these are left in the hand: {left}; sow them too",
            )
        return at

    def _move(self, kind: Kind, source: list[int], target: list[int], name: str) -> None:
        number = self.settings.number.get(kind)
        if number is None or not source[number]:
            known = ", ".join(each for each, _ in self.settings.kinds)
            raise self._fault(
                Reason.NOT_IN_HAND,
                f"there is no {kind} in {name}; write one of those that are there ({known})",
            )
        source[number] -= 1
        target[number] += 1

    def _has_ended(self, at: int) -> bool:
        return at > self.settings.cups or sum(self._lying[at - 1]) == 1

    def _rows_after(self, at: int, *, is_board: bool) -> tuple[Row, Row]:
        """Return both rows, with the opposite cup captured if the play ended in a cup."""
        other, cups = self.other, self.settings.cups
        in_pot = at > cups
        captured: Amounts = (0,) * len(self._stock) if in_pot else other.cups[cups - at]
        if is_board and self.settings.ways.must_score and not in_pot and not any(captured):
            raise self._fault(
                Reason.NO_SCORE,
                f"it ends in {self._place(at)} with nothing to capture; a play that begins with a cup must "
                "end in the pot or in a capture: choose another",
            )
        if any(captured):
            left = cups - at
            other = replace(other, cups=(*other.cups[:left], (0,) * len(captured), *other.cups[left + 1 :]))
        *lying, pot = self._lying
        won = tuple(old + new for old, new in zip(pot, captured, strict=True))
        return row_of((*map(tuple, lying), won, tuple(self._stock))), other

    def _place(self, at: int) -> str:
        return cup(self.side, at)

    def _fault(self, reason: Reason, message: str) -> IllegalPlay:
        return IllegalPlay(reason, f"{self.said}: {message}")
