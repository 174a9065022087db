"""Where a game stands between the board and its players: every state the referee can be in.

None is a dead end: each is left by the table, by a press, by a hold or by time. Which gesture does what in
which state is written in `gesture_overview`, walked through by a test and printed for players from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from cupsboard.recognition.accounts import Mishap
from cupsboard.recognition.outcome import Complete, Unchanged, UnderWay
from cupsboard.referee.inputs import BothPress, Press
from cupsboard.rules.game import Contents, Mark, Plan, Progress
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Place, Side
from cupsboard.scales.cell_faults import CellFault


class Goal(Enum):
    """Why one certain table is wanted, whatever moves would be legal."""

    SET_UP = "set up"
    RESUME = "resume"
    UNDO = "undo"
    REDO = "redo"
    TAKE_BACK = "take back"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Restoring:
    """The table of the current position is wanted; step by step, one sign at a time shows the way."""

    goal: Goal
    is_stepwise: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody may move or has begun to; `done` is the move that lies complete on the table."""

    ways: tuple[Progress, ...] = ()
    done: Plan | None = None
    is_press_asked: bool = False
    """Whether that move has lain still for so long that its press seems forgotten."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A press was counted, and its move ends by itself once one of `ways` has nothing missing."""

    side: Side
    ways: tuple[Progress, ...]


@dataclass(frozen=True, slots=True)
class WrongTable:
    """No move leads here; `repairs` are the smallest; after a while the way back shows instead.

    `ended` is the move that a press has just ended, where its player seems to go on with it.
    """

    repairs: tuple[tuple[Mark, ...], ...]
    mishaps: tuple[Mishap, ...]
    since: float
    is_stepwise: bool = False
    ended: Moved[Side] | None = None


@dataclass(frozen=True, slots=True)
class Lifting:
    """Cups are off their platforms; `ways` is what was under way before, `goal` why no move is wanted now."""

    places: frozenset[Place]
    since: float
    ways: tuple[Progress, ...] = ()
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class Burdened:
    """Something that is no piece lies or presses on places, each off by so many grams."""

    places: Mapping[Place, float]


@dataclass(frozen=True, slots=True)
class Asking:
    """The weights don't decide: a look at `question` does, or a press made after `since`."""

    question: Place
    confirmed: Unchanged | UnderWay | Complete
    since: float


@dataclass(frozen=True, slots=True)
class Blind:
    """Places that can't be weighed keep the rest from deciding.

    One of `choices` may be done. The one that is `offered` counts as done by a press made after `since`; a
    hold offers the next. What is no choice is offered at once; of several choices, and of a
    move whose places can all not be weighed, none is: a press by habit would say yes to it.
    """

    places: Mapping[Place, CellFault]
    choices: tuple[Complete, ...]
    since: float
    offered: int | None = None

    @property
    def confirmed(self) -> Complete | None:
        """What a press says yes to."""
        return None if self.offered is None else self.choices[self.offered]

    @property
    def next_offered(self) -> int | None:
        """What a hold offers; None if that was the last."""
        following = 0 if self.offered is None else self.offered + 1
        return following if following < len(self.choices) else None


@dataclass(frozen=True, slots=True)
class Over:
    """The game is finished; no winner is a tie."""

    winner: Side | None
    score: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class OfferingNewGame:
    """A new game was asked for at `since`: a press says yes; everything else, or time, says no.

    Where there are several to choose from, `game` is the name of the one that is offered, and a hold goes on
    to the next.
    """

    since: float
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing is judged and beans may be touched; a press goes on."""


@dataclass(frozen=True, slots=True)
class AskingPowerOff:
    """Switching off was asked for in a pause, at `since`: a press says yes; everything else, or time, no."""

    since: float


@dataclass(frozen=True, slots=True)
class Leaving:
    """The board says goodbye, or (`is_asked`) waits for the system to switch it off, each until `until`."""

    until: float
    is_asked: bool = False


Interlude = OfferingNewGame | Paused | AskingPowerOff | Leaving
"""States in which the table is not judged, but the game isn't over."""

State = Restoring | Turn | Owed | WrongTable | Lifting | Burdened | Asking | Blind | Over | Interlude


class Refusal(Enum):
    """Why a gesture changed nothing."""

    NOTHING_MOVED = "nothing moved"
    NOT_YOUR_TURN = "not your turn"
    WRONG_TABLE = "wrong table"
    LOOK_FIRST = "look first"
    CANNOT_SEE = "cannot see"
    RESTORE_FIRST = "restore first"
    NOTHING_TO_UNDO = "nothing to undo"
    NOTHING_TO_REDO = "nothing to redo"
    NOTHING_TO_HELP = "nothing to help"
    PAUSED = "paused"
    CANNOT_POWER_OFF = "cannot power off"
    GOES_ON = "goes on"

    __hash__ = object.__hash__


REFUSALS: Mapping[type[State], Refusal] = {
    Asking: Refusal.LOOK_FIRST,
    Burdened: Refusal.LOOK_FIRST,
    Blind: Refusal.CANNOT_SEE,
    Restoring: Refusal.RESTORE_FIRST,
    WrongTable: Refusal.WRONG_TABLE,
}
"""Why a tap changes nothing where moves aren't what is wanted."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A short "not now" over whatever is shown; no side where both buttons asked."""

    side: Side | None
    why: Refusal
    until: float


@dataclass(frozen=True, slots=True)
class Passing:
    """A forced pass, shown for a while over the next player's turn."""

    side: Side
    until: float


@dataclass(frozen=True, slots=True)
class ShowingScore:
    """The pots' beans, shown from `since` on for a while or until a bean moves."""

    score: Mapping[Side, int]
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class CountingStock:
    """How many beans are believed left in a player's stock; while it shows, a hold asks about them.

    `over` is the state that it is shown over: when a bean moves, it is of no interest any more.
    """

    side: Side
    beans: int
    over: State
    until: float


@dataclass(frozen=True, slots=True)
class AskingStock:
    """Is a player's stock empty? Their press says yes; everything else, a moving bean, or time says no."""

    side: Side
    beans: int
    over: State
    since: float
    until: float
    answered: Press | None = None
    """Their press; it counts once the table lies still."""


@dataclass(frozen=True, slots=True)
class AskingTable:
    """Is the table right as it was `found`? A press of both corrects the record by `changes`.

    Where a count of the scales is `doubted`, such a press says first that it is right there. Everything else,
    the press of one, another table, or time says no.
    """

    found: Contents
    changes: tuple[Mark, ...]
    doubted: Place | None
    since: float
    until: float
    answered: BothPress | None = None


@dataclass(frozen=True, slots=True)
class MovePutBack:
    """The move that was taken back because its player has put it back, shown until a bean moves."""

    side: Side
    label: str
    until: float


@dataclass(frozen=True, slots=True)
class Hinting:
    """A hint was asked for by the player of a side; it shows until a bean moves, for nobody is hurried.

    `over` is the state that it is shown over. Where only a bean of the stock helps, `stock` is how many are
    believed left: while that is said, a hold asks about them.
    """

    side: Side
    over: State
    stock: int | None = None


Notice = Refused | Passing | ShowingScore | CountingStock | AskingStock | AskingTable | MovePutBack | Hinting
"""What is shown for a moment over a state without holding it up."""
