"""The plays of Coin Duel, their notation, and the named reasons why one may be illegal.

Stage 1, where all pieces are alike: "reserve 3" or "board 5"; all the rest follows. With several kinds the
notation gives each piece in order, handful by handful: "reserve dime cent; back cent nickel; on dime" begins
with a dime and a cent from the stock, goes on with a handful to the left and ends with one to the right;
"board 5 on cent dime" begins with cup 5.
"""

import re
import reprlib
from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.coin_duel.sowing import BACK, FORWARD
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Kind


class Reason(Enum):
    """The reasons why a play or a call is not allowed."""

    NOT_A_MOVE = "not a move of this game"
    NOT_A_CALL = "nothing that can be called here"
    GAME_OVER = "the game is over"
    ROUND_OVER = "the round is over"
    WRONG_TURN = "it is the other side's turn"
    NO_PASS = "nobody passes in this game"
    NOTHING_TAKEN = "a play needs a bean or a coin"
    RESERVE_TOO_LONG = "a reserve play may not begin with so many"
    STOCK_TOO_SMALL = "the stock is too small"
    NO_SUCH_CUP = "there is no such cup"
    CUP_EMPTY = "the cup is empty"
    NOT_IN_HAND = "no such coin is in the hand"
    COINS_LEFT = "coins are left in the hand"
    ONE_WAY = "handfuls go forward only"
    PAST_POT = "more than one is in the hand at the pot"
    PAST_FIRST_CUP = "the handful goes back past cup 1"
    NO_SCORE = "the play ends neither in the pot nor in a capture"
    GOES_ON = "the last fell on others: the play goes on"
    HAS_ENDED = "the play has ended"


class IllegalPlay(RulesError):
    """Raised for a play or a call that the rules forbid; `reason` names the rule."""

    def __init__(self, reason: Reason, message: str):
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Handful:
    """Pieces in the order in which they are sown; `step` is FORWARD or BACK."""

    step: int
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A whole play of Coin Duel, all laps of it.

    `cup` is the cup that the play begins with; None for a reserve play, which begins from the stock. In a
    game with several kinds `handfuls` are the pieces sown, in order. If all pieces are alike, the rules
    determine the sowing: then `handfuls` is empty, and `length` is how many pieces a reserve play takes from
    the stock (0 for a play from a cup).
    """

    cup: int | None
    handfuls: tuple[Handful, ...] = ()
    length: int = 0

    @property
    def label(self) -> str:
        """Return the play in the game's notation."""
        if not self.handfuls:
            return f"reserve {self.length}" if self.cup is None else f"board {self.cup}"
        first, *others = self.handfuls
        begun = "reserve" if self.cup is None else f"board {self.cup} {_WAYS[first.step]}"
        return "; ".join((" ".join((begun, *first.kinds)), *map(_handful_text, others)))


_WAYS = {FORWARD: "on", BACK: "back"}
_STEPS = {word: step for step, word in _WAYS.items()}
_NUMBER = r"0|-?[1-9][0-9]{0,3}"
_KINDS = r"((?: [a-z]+(?:-[a-z]+)*)+)"
_ALIKE = re.compile(rf"(reserve|board) ({_NUMBER})")
_FIRST = re.compile(rf"(?:reserve|board ({_NUMBER}) (on|back)){_KINDS}")
_NEXT = re.compile(rf"(on|back){_KINDS}")
_MOST_TEXT = 100_000
"""The most characters of a play; no play in a real game has so many handfuls."""


def parse_play(label: str, *, alike: bool) -> Play:
    """Return the play of a label; `alike` says that the game has pieces of one kind.

    Raises IllegalPlay for other text.
    """
    if alike:
        match = _ALIKE.fullmatch(label)
        if match is None:
            raise _no_move(label, "'reserve K' or 'board C', as in 'reserve 3'")
        number = int(match[2])
        return Play(None, length=number) if match[1] == "reserve" else Play(number)
    first, *others = label[:_MOST_TEXT].split("; ")
    begun = _FIRST.fullmatch(first)
    following = [_NEXT.fullmatch(each) for each in others]
    if begun is None or None in following or len(label) > _MOST_TEXT:
        raise _no_move(
            label,
            "'reserve' and the kinds in their order, or 'board C on' or 'board C back' and the kinds, and "
            "after semicolons each handful that follows, as in 'board 5 on cent dime; back nickel cent'",
        )
    handfuls = [Handful(_STEPS[begun[2] or "on"], _kinds(begun[3]))]
    handfuls += [Handful(_STEPS[each[1]], _kinds(each[2])) for each in following if each]
    return Play(None if begun[1] is None else int(begun[1]), tuple(handfuls))


def _kinds(text: str) -> tuple[Kind, ...]:
    return tuple(map(Kind, text.split()))


def _handful_text(handful: Handful) -> str:
    return " ".join((_WAYS[handful.step], *handful.kinds))


def _no_move(label: str, instead: str) -> IllegalPlay:
    return IllegalPlay(Reason.NOT_A_MOVE, f"{reprlib.repr(label)} is not a move: write {instead}")
