"""The states of a game whose acts count as they land, between the board and its players.

States that mean the same in every game (a table to restore, a pause, the end) are shared. None is a dead end:
each is left by the table, by a tap, by a hold or by time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cupsboard.recognition.accounts import Mishap
from cupsboard.recognition.histories.verdict import Question, Table
from cupsboard.referee import interludes
from cupsboard.referee.states import Interlude, Over, Refused, Restoring, ShowingScore
from cupsboard.rules.game import Mark, Pieces
from cupsboard.rules.places import Place, Side
from cupsboard.rules.turns import Act

__all__ = [
    "AskingConcession",
    "Choosing",
    "Helping",
    "Notice",
    "Offence",
    "Playing",
    "RoundEnded",
    "State",
    "Unclear",
]


@dataclass(frozen=True, slots=True)
class Playing:
    """State: a player may begin a turn or has begun it; the fields say what the last accepted look found."""

    player: Side | None
    """Whose turn it is; None before an open start."""
    turn: Any
    """The state of the game's turn machine; at an open start that of one who may begin."""
    pieces: Pieces
    """The pieces of each place, hand and stocks included."""
    acts: tuple[Act, ...] = ()
    is_done: bool = False
    """Whether the turn may end here."""
    is_press_asked: bool = False
    """Whether the turn has lain finished for long enough that its press seems forgotten."""


@dataclass(frozen=True, slots=True)
class Offence:
    """State: a player made an illegal act; the changes `marks` would mend it.

    If `ends_round` is true, a tap of the opponent ends the round. If the offence is mended before that, the
    turn goes on.
    """

    player: Side
    said: str | None
    """The call that names it in a record; None if the game has none."""
    ends_round: bool
    marks: tuple[Mark, ...]
    places: tuple[Place, ...]
    """Where to look: the places of the marks, and those whose content is unknown."""
    mishaps: tuple[Mishap, ...]
    is_stepwise: bool = False


@dataclass(frozen=True, slots=True)
class Unclear:
    """State: nothing explains the table; `places` are those that differ from the last explained table.

    If players do what `marks` say, that last table is restored. If a tap declares that only pieces lie in
    `places`, the table is judged again: it is explained, or is an offence.
    """

    places: tuple[Place, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Choosing:
    """State: several tables are possible; a tap confirms the `offered` one, a hold offers the next.

    The board asks players to look at the places of `question`, or to take one piece out of its cup: the
    weight of that piece decides.
    """

    question: Question
    tables: tuple[Table[Any], ...]
    offered: int
    is_told: bool = False
    """Whether the removed piece has decided: it is to be put back."""

    @property
    def table(self) -> Table[Any]:
        """Return the table that a tap confirms."""
        return self.tables[self.offered]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """State: round `number` is over; players are to clear the table for the next.

    Once it is cleared, the side that begins the next round taps, or just plays. `score` are the points of
    this round for each side, `total` those of all rounds.
    """

    number: int
    score: Mapping[Side, int]
    total: Mapping[Side, int]
    is_cleared: bool = False


@dataclass(frozen=True, slots=True)
class Helping:
    """Notice: the acts that the player of `side` may do next are shown, as they have asked for help.

    Another hold asks whether they give up the round.
    """

    side: Side
    until: float


@dataclass(frozen=True, slots=True)
class AskingConcession:
    """Notice: the board asks the player of `side` whether they give up the round.

    Only a tap of that player means yes.
    """

    side: Side
    until: float


State = Playing | Restoring | Offence | Unclear | Choosing | RoundEnded | Over | Interlude
Notice = Refused | ShowingScore | Helping | AskingConcession
"""A message that is shown for a moment over a state without blocking it."""


def question_in(state: State, notice: Notice | None) -> object:
    """Return a value that tells the question to the players apart from every other; None without one."""
    if isinstance(state, Interlude):
        return interludes.question_of(state)
    match state, notice:
        case _, AskingConcession(side):
            return AskingConcession, side
        case Choosing(question) as asked, _:
            return Choosing, question, asked.table.pieces, asked.is_told
        case Unclear(places), _:
            return Unclear, places
        case Offence(player, str() as said, True, marks), _:
            return Offence, player, said, marks
        case _:
            return None
