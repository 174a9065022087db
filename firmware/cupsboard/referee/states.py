"""The states of a game between the board and its players.

None is a dead end: each is left by the table, by a press, by a hold or by time. `gesture_overview` says which
gesture does what in which state; a test walks through it, and the page for players is printed from it.
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
    """Why one certain table is wanted, instead of any legal move."""

    SET_UP = "set up"
    RESUME = "resume"
    UNDO = "undo"
    REDO = "redo"
    TAKE_BACK = "take back"
    FAR = "far"
    """The record that this board shares with another has gone on, or back."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Restoring:
    """The table of the current position is wanted; stepwise, one sign at a time shows the way."""

    goal: Goal
    is_stepwise: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A player may move or has begun to; `done` is the move that lies complete on the table."""

    ways: tuple[Progress, ...] = ()
    done: Plan | None = None
    is_press_asked: bool = False
    """Whether that move has lain still for long enough that its press seems forgotten."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A press was counted for an unfinished move; the turn ends once one of `ways` misses nothing."""

    side: Side
    ways: tuple[Progress, ...]


@dataclass(frozen=True, slots=True)
class WrongTable:
    """No legal move leads to this table; `repairs` are the smallest ways to mend it.

    After a while the way back is shown instead. `ended` is the move that a press has just ended, if its
    player seems to go on with it.
    """

    repairs: tuple[tuple[Mark, ...], ...]
    mishaps: tuple[Mishap, ...]
    since: float
    is_stepwise: bool = False
    ended: Moved[Side] | None = None


@dataclass(frozen=True, slots=True)
class Lifting:
    """Cups are off their platforms; `ways` were under way before, `goal` is why no move is wanted now."""

    places: frozenset[Place]
    since: float
    ways: tuple[Progress, ...] = ()
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class Burdened:
    """Foreign things lie or press on places; each is off by this many grams."""

    places: Mapping[Place, float]


@dataclass(frozen=True, slots=True)
class Asking:
    """The weights don't decide: a look at `question` does, or a press made after `since`."""

    question: Place
    confirmed: Unchanged | UnderWay | Complete
    since: float


@dataclass(frozen=True, slots=True)
class Blind:
    """Unreadable places keep the others from deciding.

    One of `choices` may be done. A press made after `since` confirms the `offered` one; a hold offers the
    next. A single choice is offered at once. Of several choices, and of a move all of whose places are
    unreadable, none is offered at first: a press by habit would confirm it.
    """

    places: Mapping[Place, CellFault]
    choices: tuple[Complete, ...]
    since: float
    offered: int | None = None

    @property
    def confirmed(self) -> Complete | None:
        """Return the choice that a press confirms; None if none is offered."""
        return None if self.offered is None else self.choices[self.offered]

    @property
    def next_offered(self) -> int | None:
        """Return the index of the choice that a hold offers; None after the last."""
        following = 0 if self.offered is None else self.offered + 1
        return following if following < len(self.choices) else None


@dataclass(frozen=True, slots=True)
class Over:
    """The game is finished; `winner` None is a tie."""

    winner: Side | None
    score: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class OfferingNewGame:
    """The board asks since `since` whether to begin a new game: a press means yes, anything else no.

    If there are several games to choose from, `game` is the name of the offered one, and a hold offers the
    next. None if there is no choice.
    """

    since: float
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The table is not judged and beans may be touched; a press goes on."""


@dataclass(frozen=True, slots=True)
class AskingPowerOff:
    """The board asks in a pause, since `since`, whether to switch off: a press is a yes, all else is a no."""

    since: float


@dataclass(frozen=True, slots=True)
class Leaving:
    """The board says goodbye, or (`is_asked`) waits for the system to switch it off, each until `until`."""

    until: float
    is_asked: bool = False


Interlude = OfferingNewGame | Paused | AskingPowerOff | Leaving
"""States in which the table is not judged, although the game isn't over."""

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
"""Why a press changes nothing in states that expect no move."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A short "not now" over the state; `side` is None if both buttons asked."""

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
    """The beans in the pots, shown from `since` on for a while or until a bean moves."""

    score: Mapping[Side, int]
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class CountingStock:
    """The number of beans believed left in a player's stock; while it shows, a hold asks about them.

    `over` is the state that it is shown over; when a bean moves, the message ends.
    """

    side: Side
    beans: int
    over: State
    until: float


@dataclass(frozen=True, slots=True)
class AskingStock:
    """The board asks whether a player's stock is empty: their press is a yes, all else is a no."""

    side: Side
    beans: int
    over: State
    since: float
    until: float
    answered: Press | None = None
    """The player's press; it counts once the table lies still."""


@dataclass(frozen=True, slots=True)
class AskingTable:
    """The board asks whether the table `found` is right: a press of both corrects the record by `changes`.

    If the scales doubt the count at `doubted`, the first such press only says that it is right there.
    Everything else is a no: a single press, another table, time.
    """

    found: Contents
    changes: tuple[Mark, ...]
    doubted: Place | None
    since: float
    until: float
    answered: BothPress | None = None


@dataclass(frozen=True, slots=True)
class MovePutBack:
    """The move that its player has put back, and that was taken back for it; shown until a bean moves."""

    side: Side
    label: str
    until: float


@dataclass(frozen=True, slots=True)
class Hinting:
    """A hint is shown to the player of a side until a bean moves.

    `over` is the state that it is shown over. If only a bean of the stock leads on, `stock` is how many are
    believed left: while that is said, a hold asks about them.
    """

    side: Side
    over: State
    stock: int | None = None


Notice = Refused | Passing | ShowingScore | CountingStock | AskingStock | AskingTable | MovePutBack | Hinting
"""A message that is shown for a moment over a state without blocking it."""


def finished_move(state: State) -> tuple[Side, str] | None:
    """Return the side and label of a complete legal move that waits for its press; None without one."""
    if isinstance(state, Turn) and state.done is not None and state.done.side is not None:
        return state.done.side, state.done.label
    return None


def is_begun(state: State, still_since: float | None) -> bool:
    """Return whether a move is begun, or may be because the table has not lain still since."""
    match state:
        case Turn(ways=(), done=None):
            return still_since is None
        case Turn() | Owed() | Lifting(goal=None):
            return True
        case _:
            return False
