"""A play as hands carry it out: its label, act by act, each of a certain piece."""

from collections.abc import Iterator
from typing import Any

from cupsboard.rules.coin_duel.moves import Handful, parse_play
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.sowing import FORWARD
from cupsboard.rules.coin_duel.turns import CoinDuelTurn
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import GameOf
from cupsboard.rules.places import ANY_KIND, HAND, Kind, Side
from cupsboard.rules.turns import CAPTURE, PUT, TAKE, Act, Choice, counts_after


def acts_of(game: GameOf[Any, Side], position: Position, side: Side, label: str) -> tuple[Act, ...]:
    """Return a legal play act by act; a cup that is taken up or captured counts as pieces of any kind.

    Raises RulesError for an illegal play.
    """
    game.play(position, side, label)
    return tuple(_Script(CoinDuel.named(game.name), position, side, label).acts())


class _Script:
    """One play, walked through the machine of turns."""

    def __init__(self, game: CoinDuel, position: Position, side: Side, label: str) -> None:
        self._game, self._label = game, label
        self._play = parse_play(label, alike=game.settings.alike)
        self._handfuls = list(self._play.handfuls)
        self._counts = counts_after(game.contents(position), ())
        self._turn: CoinDuelTurn = game.turns.begin(position, side)
        self._places = list(game.places)
        first = self._handfuls[0] if self._handfuls else None
        self._from_stock = 0
        if self._play.cup is None:
            self._from_stock = self._play.length if first is None else len(first.kinds)
        self._kinds: Iterator[Kind] = iter(())
        self._step = FORWARD
        self._reached: int | None = None

    def acts(self) -> Iterator[Act]:
        """From the first act to the last."""
        if self._from_stock:
            self._take_up()
        while (choice := self._next()) is not None:
            act = choice.act
            if act.verb == TAKE:
                self._take_up()
            act = act._replace(kind=next(self._kinds) if act.verb == PUT else ANY_KIND)
            self._counts, self._turn = counts_after(self._counts, [act]), choice.turn
            self._reached = self._places.index(act.source if act.verb == TAKE else act.target)
            yield act

    def _take_up(self) -> None:
        """The next handful, with its pieces in their order."""
        if self._game.settings.alike:
            (kind,) = self._game.kinds
            self._kinds = iter(lambda: kind, None)
        elif self._handfuls:
            handful: Handful = self._handfuls.pop(0)
            self._step, self._kinds = handful.step, iter(handful.kinds)

    def _next(self) -> Choice[CoinDuelTurn] | None:
        """What the play does next; None at its end."""
        choices = list(self._game.turns.acts(self._counts, self._turn))
        if self._from_stock:
            self._from_stock -= 1
            return next(each for each in choices if each.act.verb == PUT)
        if self._reached is None:
            cup = self._play.cup
            return next(each for each in choices if each.act.source.endswith(f"-{cup}"))
        if self._counts[HAND]:
            ways = (each for each in choices if self._is_its_way(each.act))
            if (way := next(ways, None)) is None:
                raise RulesError(f"{self._label}: can't be carried out; choose another play")
            return way
        return next((each for each in choices if each.act.verb in (TAKE, CAPTURE)), None)

    def _is_its_way(self, act: Act) -> bool:
        assert self._reached is not None
        return self._places.index(act.target) - self._reached == self._step
