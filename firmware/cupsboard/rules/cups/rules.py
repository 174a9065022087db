"""The game Cups on boards of 2 to 12 cups a side: legal moves, their plans, passes and the result."""

import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import assert_never

from cupsboard.rules.bean_game import BeanGame
from cupsboard.rules.cups.moves import Drop, IllegalMove, Move, Reason, Sow, parse_move
from cupsboard.rules.cups.position import Position, Row, format_position, parse_position, position_of
from cupsboard.rules.cups.turns import CupsTurns
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Standing
from cupsboard.rules.odds import Odds, odds_of, without_odds
from cupsboard.rules.places import Place, Side, cup, pot, stock

__all__ = ["Cups", "Drop", "IllegalMove", "Move", "Position", "Reason", "Row", "Sow", "parse_move"]

_SIDES = (Side.SOUTH, Side.NORTH)
_NAME = re.compile(r"cups ([1-9][0-9]?)(?: stock (0|[1-9][0-9]{0,3}))?")


@dataclass(frozen=True)
class Cups(BeanGame[Position]):
    """Cups with `cups` cups a side and `stock` beans for each player (None: the full stock, ten per cup)."""

    cups: int
    stock: int | None = None
    odds: Odds | None = None
    """What one player gives the other at the start; None: nothing."""

    def __post_init__(self) -> None:
        if not 2 <= self.cups <= 12:
            raise RulesError(f"a board with {self.cups} cups a side: choose 2 to 12")
        if not 0 <= self.stock_beans <= 9999:
            raise RulesError(f"a stock of {self.stock} beans: choose 0 to 9999")
        if self.odds is not None and self.odds.beans >= self.stock_beans:
            most = self.stock_beans - 1
            raise RulesError(f"odds {self.odds}: a stock has {most + 1} beans; give 1 to {most} of them")
        if self.stock == 10 * self.cups:
            # One way to write a full stock, so that equal games compare equal.
            object.__setattr__(self, "stock", None)

    @classmethod
    def named(cls, name: str) -> "Cups":
        """Return the game of a name as in a record: "cups 4", or "cups 4 stock 12" for another stock."""
        match = _NAME.fullmatch(without_odds(name))
        if match is None:
            raise RulesError(
                f"{reprlib.repr(name)} is not a game: write 'cups N', 2 to 12 cups a side, as in 'cups 4', "
                "each player's stock where it is not full, as in 'cups 4 stock 12', and odds where there are "
                "any, as in 'cups 4 odds south 3'"
            )
        return cls(int(match[1]), None if match[2] is None else int(match[2]), odds_of(name))

    @property
    def name(self) -> str:
        """Return the name that `named` reads."""
        stock = "" if self.stock is None else f" stock {self.stock}"
        return f"cups {self.cups}{stock}" + ("" if self.odds is None else f" odds {self.odds}")

    @property
    def stock_beans(self) -> int:
        """Return the number of beans that each player begins with, but for odds."""
        return 10 * self.cups if self.stock is None else self.stock

    @property
    def most_moves(self) -> int:
        """Return the most moves of a game.

        Each bean is dropped once, and each sowing brings one bean into a pot for good.
        """
        return 4 * self.stock_beans

    @cached_property
    def turns(self) -> CupsTurns:
        """Return the machine of drops and sowings, act by act."""
        return CupsTurns(self.cups)

    def start(self, starter: Side | None) -> Position:
        """Return the board with both stocks, and odds; without a starter either side may drop first."""
        row = Row((0,) * self.cups, 0, self.stock_beans)
        if self.odds is None:
            return Position(row, row, starter)
        given = self.odds.beans
        giving = replace(row, stock=row.stock - given)
        taking = replace(row, pot=given) if self.odds.is_in_pot else row
        return position_of(self.odds.giver, giving, taking, starter)

    def contents(self, position: Position) -> Contents:
        """Return the beans in every cup, pot and stock."""
        rows = (position.south, position.north)
        counts = [count for row in rows for count in (*row.cups, row.pot)]
        return {
            **dict(zip(self.places, counts, strict=True)),
            **{stock(side): position.row(side).stock for side in _SIDES},
        }

    def movers(self, position: Position) -> tuple[Side, ...]:
        """Return the side whose turn it is if it can move; at an open start each side that can."""
        turn = _SIDES if position.to_move is None else (position.to_move,)
        return tuple(side for side in turn if position.row(side).can_move)

    def standing(self, position: Position) -> Standing:
        """Return whether the side whose turn it is can move, must pass, or neither side can move."""
        if self.movers(position):
            return Standing.TO_MOVE
        return Standing.PASS if position.south.can_move or position.north.can_move else Standing.OVER

    def play(self, position: Position, side: Side, label: str) -> Position:
        """Return the position after the move written in `label`. Raises IllegalMove with the reason."""
        return self.play_move(position, side, parse_move(label))

    def play_move(self, position: Position, side: Side, move: Move) -> Position:
        """Return the position after a move. Raises IllegalMove with the reason."""
        fault = self.fault(position, side, move)
        if fault is not None:
            raise fault
        own, other = position.row(side), position.row(side.other)
        match move:
            case Drop(count):
                captured = self._captured(own, other, count)
                cups = (*(beans + 1 for beans in own.cups[:count]), *own.cups[count:])
                own = Row(cups, own.pot + captured, own.stock - count)
                if captured:
                    emptied = self.cups - count
                    other = replace(other, cups=(*other.cups[:emptied], 0, *other.cups[emptied + 1 :]))
            case Sow(number):
                sown = (beans + 1 for beans in own.cups[number:])
                own = Row((*own.cups[: number - 1], 0, *sown), own.pot + 1, own.stock)
            case _:
                assert_never(move)
        return position_of(side, own, other, side.other)

    def fault(self, position: Position, side: Side, move: Move) -> IllegalMove | None:
        """Return why a move is not legal, as an error to raise; None if it is."""
        own = position.row(side)
        if position.to_move is side.other or not own.can_move:
            return self._turn_fault(position, side, move)
        match move:
            case Drop(count):
                return self._drop_fault(own, side, count)
            case Sow(number):
                return self._sow_fault(own, side, number)

    def passer(self, position: Position) -> Side:
        """Return the side that must pass. Raises IllegalMove if a move is possible or the game is over."""
        match self.standing(position):
            case Standing.PASS if position.to_move is not None:
                return position.to_move
            case Standing.OVER:
                raise IllegalMove(Reason.GAME_OVER, "pass: the game is over; start a new one or undo")
            case _:
                sides = " or ".join(side.value for side in self.movers(position))
                raise IllegalMove(
                    Reason.PASS_NOT_FORCED, f"pass: {sides} can move, and passes are forced only; play a move"
                )

    def pass_turn(self, position: Position) -> Position:
        """Return the position after a forced pass.

        Raises IllegalMove if a move is possible or the game is over.
        """
        return replace(position, to_move=self.passer(position).other)

    def set_stock(self, position: Position, side: Side, count: int) -> Position:
        """Return the position with a player's stock set to `count` beans, 0 to twice the first stock."""
        if not 0 <= count <= 2 * self.stock_beans:
            raise RulesError(
                f"{side.value} stock {count}: a stock can be corrected to 0 to {2 * self.stock_beans} beans"
            )
        own = replace(position.row(side), stock=count)
        return position_of(side, own, position.row(side.other), position.to_move)

    def with_contents(self, position: Position, contents: Contents) -> Position:
        """Return the position with other beans in cups, pots and stocks, and the same side to move."""
        south, north = (
            Row(
                tuple(contents[cup(side, number)] for number in range(1, self.cups + 1)),
                contents[pot(side)],
                contents[stock(side)],
            )
            for side in _SIDES
        )
        return Position(south, north, position.to_move)

    def blocked(self, position: Position) -> frozenset[Place]:
        """Return the cups of both sides that hold more beans than reach the pot."""
        return frozenset(
            cup(side, number)
            for side in _SIDES
            for number, beans in enumerate(position.row(side).cups, start=1)
            if beans > self.cups + 1 - number
        )

    def score(self, position: Position) -> Mapping[Side, int]:
        """Return the beans in each pot."""
        return {side: position.row(side).pot for side in _SIDES}

    def format_position(self, position: Position) -> str:
        """Return one line as described in `position.format_position`."""
        return format_position(position)

    def parse_position(self, text: str) -> Position:
        """Return the position of a line. Raises RulesError with the column and what was expected."""
        return parse_position(text, self.cups)

    def _captured(self, own: Row, other: Row, count: int) -> int:
        return 0 if own.cups[count - 1] else other.cups[self.cups - count]

    def _turn_fault(self, position: Position, side: Side, move: Move) -> IllegalMove:
        said = f"{side.value} {move.label}"
        if self.standing(position) is Standing.OVER:
            return IllegalMove(Reason.GAME_OVER, f"{said}: the game is over; start a new one or undo")
        if position.to_move is None:
            return IllegalMove(
                Reason.WRONG_TURN,
                f"{said}: {side.value} has no bean to begin with, so {side.other.value} begins; "
                "wait for its move",
            )
        if position.to_move is side.other:
            return IllegalMove(
                Reason.WRONG_TURN, f"{said}: it is {side.other.value}'s turn; wait for its move"
            )
        return IllegalMove(Reason.MUST_PASS, f"{said}: {side.value} has no legal move; it must pass")

    def _drop_fault(self, own: Row, side: Side, count: int) -> IllegalMove | None:
        said, most = f"{side.value} drop {count}", min(self.cups, own.stock)
        instead = "sow a cup" if most == 0 else "drop 1" if most == 1 else f"drop 1 to {most}"
        if count < 1:
            return IllegalMove(Reason.NO_BEAN, f"{said}: a drop takes 1 bean or more; {instead}")
        if count > self.cups:
            return IllegalMove(
                Reason.MORE_THAN_CUPS,
                f"{said}: {side.value} has {self.cups} cups and one bean goes into each; {instead}",
            )
        if count > own.stock:
            return IllegalMove(Reason.STOCK_TOO_SMALL, f"{said}: {stock(side)} holds {own.stock}; {instead}")
        return None

    def _sow_fault(self, own: Row, side: Side, number: int) -> IllegalMove | None:
        said = f"{side.value} sow {number}"
        if not 1 <= number <= self.cups:
            return IllegalMove(
                Reason.NO_SUCH_CUP, f"{said}: there is no cup {number}; the cups are 1 to {self.cups}"
            )
        needed, beans = self.cups + 1 - number, own.cups[number - 1]
        only = "1 bean" if needed == 1 else f"{needed} beans"
        holds = f"{said}: {cup(side, number)} holds {beans}, and it is sown only with exactly {only}"
        if beans == 0:
            return IllegalMove(Reason.CUP_EMPTY, f"{holds}; choose another move")
        if beans < needed:
            # No sowing reaches the leftmost cup.
            by = "drops" if number == 1 else "drops or sowings"
            return IllegalMove(Reason.TOO_FEW_TO_SOW, f"{holds}; fill it by {by} first")
        if beans > needed:
            return IllegalMove(Reason.BLOCKED, f"{holds}; it is blocked for good, choose another move")
        return None
