"""What players do in a race, as labels write it, and why it may be refused.

    grab blue-square lifted 0.812 landed 1.240     a cup was lifted, and put onto the own tray
    lift blue-square lifted 0.812                  a wrong cup was lifted, and never came to a tray
    back blue-square landed 2.310                  a wrong cup stands where it stood before

Times are optional: seconds from the roll, with three decimals; where real dice were thrown, from the first
hand that left home.
"""

import re
import reprlib
from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.errors import RulesError
from cupsboard.rules.king_of_the_cups.cups_and_dice import Cup, cup_named

_SECONDS = r"(?:0|[1-9][0-9]{0,4})\.[0-9]{3}"
_LABEL = re.compile(rf"(grab|lift|back) (\S+)(?: lifted ({_SECONDS}))?(?: landed ({_SECONDS}))?")


class Reason(Enum):
    """The reasons why a move, a roll or a call is refused."""

    NOT_A_MOVE = "not a move"
    NO_ROLL = "no roll"
    OUT = "out of this round"
    NOT_ASTRAY = "not to be put back"
    RIGHT_CUP = "the right cup"
    NOT_A_PLAYER = "not a player"
    NOT_A_CALL = "not a call"
    NO_PASS = "no pass"
    GAME_OVER = "game over"

    __hash__ = object.__hash__


class IllegalMove(RulesError):
    """Raised for a move, roll or call that can't be made, with its reason."""

    def __init__(self, reason: Reason, message: str):
        super().__init__(message)
        self.reason = reason


class Verb(Enum):
    """The things that a move can do with a cup."""

    GRAB = "grab"
    LIFT = "lift"
    BACK = "back"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Move:
    """A cup that was grabbed, lifted only, or put back; times in milliseconds, None if unknown."""

    verb: Verb
    cup: Cup
    lifted_ms: int | None = None
    landed_ms: int | None = None

    @property
    def label(self) -> str:
        """Return the move as records write it."""
        words = [self.verb.value, self.cup.kind]
        for word, time_ms in (("lifted", self.lifted_ms), ("landed", self.landed_ms)):
            if time_ms is not None:
                words.append(f"{word} {time_ms // 1000}.{time_ms % 1000:03}")
        return " ".join(words)


def parse_move(label: str) -> Move:
    """Return the move of a label. Raises IllegalMove for other text, and for a cup that doesn't exist."""
    match = _LABEL.fullmatch(label)
    if match is None:
        raise IllegalMove(
            Reason.NOT_A_MOVE,
            f"{reprlib.repr(label)} is not a move: write 'grab CUP', 'lift CUP' or 'back CUP', with 'lifted "
            "S' and 'landed S' after it where the seconds are known, as in 'grab red-circle lifted 0.812 "
            "landed 1.240'",
        )
    verb = Verb(match[1])
    try:
        cup = cup_named(match[2])
    except RulesError as fault:
        raise IllegalMove(Reason.NOT_A_MOVE, f"{label}: {fault}") from None
    move = Move(verb, cup, _milliseconds(match[3]), _milliseconds(match[4]))
    if verb is Verb.LIFT and move.landed_ms is not None:
        raise IllegalMove(
            Reason.NOT_A_MOVE, f"{label}: what landed on a tray is a grab; write 'grab' or leave the time out"
        )
    if verb is Verb.BACK and move.lifted_ms is not None:
        raise IllegalMove(
            Reason.NOT_A_MOVE, f"{label}: only the landing of a cup put back counts; leave 'lifted' out"
        )
    if move.lifted_ms is not None and move.landed_ms is not None and move.landed_ms < move.lifted_ms:
        raise IllegalMove(Reason.NOT_A_MOVE, f"{label}: it landed before it was lifted; correct the times")
    return move


def _milliseconds(seconds: str | None) -> int | None:
    return None if seconds is None else int(seconds.replace(".", ""))
