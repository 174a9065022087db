"""Where a game whose acts count as they land stands between the board and its players.

What means the same in every game (a table that is to be restored, a pause, the end) is the same state there.
None is a dead end: each is left by the table, by a tap, by a hold or by time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cupsboard.recognition.accounts import Mishap
from cupsboard.recognition.histories.verdict import Question, Table
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
    """Somebody may begin their turn or has begun it; what is believed of it since the last believed look."""

    player: Side | None
    """Whose turn it is; None before an open start."""
    turn: Any
    """The turn of the game's machine that has come so far; at an open start that of one who may begin."""
    pieces: Pieces
    """What lies where, the hand and the stocks among the places."""
    acts: tuple[Act, ...] = ()
    is_done: bool = False
    """Whether the turn may end here."""
    is_press_asked: bool = False
    """Whether it has lain so for so long that its press seems forgotten."""


@dataclass(frozen=True, slots=True)
class Offence:
    """Something lies there that no lawful act leads to; `marks` are the smallest way to mend it.

    Where it `ends_round`, a tap of the other player ends the round by it; mending it before goes on.
    """

    player: Side
    said: str | None
    """What it is called in a record; None where the game knows no such call."""
    ends_round: bool
    marks: tuple[Mark, ...]
    places: tuple[Place, ...]
    """Where to look: those of the marks, and those where nobody can say what lies there."""
    mishaps: tuple[Mishap, ...]
    since: float
    is_stepwise: bool = False


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nothing explains the table; these places are off from what was believed last.

    Taking out and putting in what the `marks` say leads back there. A tap says that nothing but pieces lies
    in the places: then it is an offence, or is understood after all.
    """

    places: tuple[Place, ...]
    marks: tuple[Mark, ...]
    since: float


@dataclass(frozen=True, slots=True)
class Choosing:
    """Several tables may lie there: the one that is `offered` is confirmed by a tap, a hold offers the next.

    A look at the places of the question tells players; a piece that is taken out of its cup tells the board.
    """

    question: Question
    tables: tuple[Table[Any], ...]
    offered: int
    since: float
    is_told: bool = False
    """Whether a piece that was taken out has told the board: it is to be put back."""

    @property
    def table(self) -> Table[Any]:
        """What a tap says yes to."""
        return self.tables[self.offered]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over. Once the table is cleared, who begins the next says so with a tap, or just plays."""

    number: int
    score: Mapping[Side, int]
    total: Mapping[Side, int]
    is_cleared: bool = False


@dataclass(frozen=True, slots=True)
class Helping:
    """A player asked what they may do; while that is told, a hold asks to give up the round."""

    side: Side
    until: float


@dataclass(frozen=True, slots=True)
class AskingConcession:
    """Does a player give up the round? Their tap says yes; everything else, or time, says no."""

    side: Side
    since: float
    until: float


State = Playing | Restoring | Offence | Unclear | Choosing | RoundEnded | Over | Interlude
Notice = Refused | ShowingScore | Helping | AskingConcession
"""What is shown for a moment over a state without holding it up."""
