"""The states of a game whose acts count as they land, between the board and its players.

States that mean the same in every game (a table to restore, a pause, the end) are shared. None is a dead end:
each is left by the table, by a tap, by a hold or by time.
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
    """A player may begin a turn or has begun it; the fields say what the last accepted look has shown."""

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
    """An illegal table; `marks` are the smallest way to mend it.

    If it `ends_round`, a tap of the opponent ends the round by it. Mending it before that lets the turn go
    on.
    """

    player: Side
    said: str | None
    """The call that names it in a record; None if the game has none."""
    ends_round: bool
    marks: tuple[Mark, ...]
    places: tuple[Place, ...]
    """Where to look: the places of the marks, and those whose content is unknown."""
    mishaps: tuple[Mishap, ...]
    since: float
    is_stepwise: bool = False


@dataclass(frozen=True, slots=True)
class Unclear:
    """State: nothing explains the table; `places` are those that differ from the last explained table.

    If players do what `marks` say, that last table is restored. If a tap declares that only pieces lie in
    `places`, the table is judged again: it is explained, or is an offence.
    """

    places: tuple[Place, ...]
    marks: tuple[Mark, ...]
    since: float


@dataclass(frozen=True, slots=True)
class Choosing:
    """Several tables are possible: a tap confirms the `offered` one, a hold offers the next.

    A look at the question's places tells the players; a piece taken out of its cup tells the board.
    """

    question: Question
    tables: tuple[Table[Any], ...]
    offered: int
    since: float
    is_told: bool = False
    """Whether the removed piece has decided: it is to be put back."""

    @property
    def table(self) -> Table[Any]:
        """Return the table that a tap confirms."""
        return self.tables[self.offered]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over. Once the table is cleared, the next beginner taps, or just plays."""

    number: int
    score: Mapping[Side, int]
    total: Mapping[Side, int]
    is_cleared: bool = False


@dataclass(frozen=True, slots=True)
class Helping:
    """A player's possible acts are shown at their request; another hold offers to give up the round."""

    side: Side
    until: float


@dataclass(frozen=True, slots=True)
class AskingConcession:
    """The board asks whether a player gives up the round: their tap is a yes, all else is a no."""

    side: Side
    since: float
    until: float


State = Playing | Restoring | Offence | Unclear | Choosing | RoundEnded | Over | Interlude
Notice = Refused | ShowingScore | Helping | AskingConcession
"""A message that is shown for a moment over a state without blocking it."""
