"""The moves of Cups, their notation, and the named reasons why one may be illegal."""

import re
import reprlib
from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.errors import RulesError


class Reason(Enum):
    """The reasons why a move or a pass is not legal."""

    NOT_A_MOVE = "not a move of this game"
    GAME_OVER = "the game is over"
    WRONG_TURN = "it is the other side's turn"
    MUST_PASS = "the side has no move and must pass"
    PASS_NOT_FORCED = "a side that can move may not pass"
    NO_BEAN = "a drop needs a bean"
    MORE_THAN_CUPS = "more beans than cups"
    STOCK_TOO_SMALL = "the stock is too small"
    NO_SUCH_CUP = "there is no such cup"
    CUP_EMPTY = "the cup is empty"
    TOO_FEW_TO_SOW = "too few beans to reach the pot"
    BLOCKED = "too many beans: the cup is blocked"


class IllegalMove(RulesError):
    """Raised for a move or a pass that the rules forbid; `reason` names the rule."""

    def __init__(self, reason: Reason, message: str):
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Drop:
    """One bean each from the stock into the own cups 1 to `count`; "drop 3" in a record."""

    count: int

    @property
    def label(self) -> str:
        """Return the move in the game's notation."""
        return f"drop {self.count}"


@dataclass(frozen=True, slots=True)
class Sow:
    """One bean each from the own cup into the cups to its right and the pot; "sow 2" in a record."""

    cup: int

    @property
    def label(self) -> str:
        """Return the move in the game's notation."""
        return f"sow {self.cup}"


Move = Drop | Sow

_LABEL = re.compile(r"(drop|sow) (-?[0-9]{1,80})")
_PADDED = re.compile(r"-?0[0-9]+|-0")


def parse_move(label: str) -> Move:
    """Return the move written as "drop K" or "sow C", on any board. Raises IllegalMove for other text."""
    match = _LABEL.fullmatch(label)
    if match is None:
        raise IllegalMove(
            Reason.NOT_A_MOVE,
            f"{reprlib.repr(label)} is not a move: write 'drop K' or 'sow C', as in 'drop 3'",
        )
    number = int(match[2])
    if _PADDED.fullmatch(match[2]):
        raise IllegalMove(
            Reason.NOT_A_MOVE,
            f"{label!r} is not a move: write '{match[1]} {number}', without a 0 before the number",
        )
    return Drop(number) if match[1] == "drop" else Sow(number)
