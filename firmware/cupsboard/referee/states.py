"""The states of a game between the board and its players.

None is a dead end: each is left by the table, by a press, by a hold or by time. `gesture_overview` says which
gesture does what in which state; a test walks through it, and the page for players is printed from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from cupsboard.recognition.accounts import Mishap
from cupsboard.recognition.outcome import Complete, Unchanged, UnderWay
from cupsboard.referee.inputs import BothPress, Press
from cupsboard.rules.game import Contents, Mark, Plan, Progress
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Place, Side
from cupsboard.scales.cell_faults import CellFault


class Goal(Enum):
    """The reason why players are asked for one certain table, instead of any legal move."""

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
    """State: players are to lay out the table of the current position, for the reason `goal`.

    If `is_stepwise`, the lights show one change at a time.
    """

    goal: Goal
    is_stepwise: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """State: a player may move, or has begun to.

    `ways` are the legal moves that the table may become, each with what it still misses. `done` is the move
    that lies complete on the table; None without one.
    """

    ways: tuple[Progress, ...] = ()
    done: Plan | None = None
    is_press_asked: bool = False
    """Whether that move has lain still for long enough that its press seems forgotten."""


@dataclass(frozen=True, slots=True)
class Owed:
    """State: `side` pressed for an unfinished move; the turn ends once one of `ways` misses nothing."""

    side: Side
    ways: tuple[Progress, ...]


@dataclass(frozen=True, slots=True)
class WrongTable:
    """State: no legal move leads to the table on the board; `repairs` are the smallest ways to mend it.

    After a while the lights show one change at a time. `ended` is the move that a press has just ended, if
    its player seems to go on with it.
    """

    repairs: tuple[tuple[Mark, ...], ...]
    mishaps: tuple[Mishap, ...]
    since: float
    is_stepwise: bool = False
    ended: Moved[Side] | None = None


@dataclass(frozen=True, slots=True)
class Lifting:
    """State: cups are off their platforms.

    `ways` are the moves that were in progress before. `goal` is the reason why one certain table is wanted;
    None if moves are expected.
    """

    places: frozenset[Place]
    since: float
    ways: tuple[Progress, ...] = ()
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class Burdened:
    """State: foreign things lie or press on places; `places` gives each one's weight in grams."""

    places: Mapping[Place, float]


@dataclass(frozen=True, slots=True)
class Asking:
    """State: the weights do not decide, and the board asks players to look at the place `question`.

    A press confirms the table of `confirmed`.
    """

    question: Place
    confirmed: Unchanged | UnderWay | Complete
    by_hand: Mapping[Place, int] = field(default_factory=dict)
    """How many pieces belong in places that the scales can't tell, where a player has said that it is not so.

    Players are to count them by hand before they press.
    """


@dataclass(frozen=True, slots=True)
class Blind:
    """State: some places can't be read, and the others do not decide which of `choices` was made.

    A press confirms the `offered` one; a hold offers the next. A single choice is offered at once. Of
    several choices, and of a move all of whose places are unreadable, none is offered at first: a press by
    habit would confirm it.
    """

    places: Mapping[Place, CellFault]
    choices: tuple[Complete, ...]
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
    """State: the game is finished, with the pieces `score` of each side; `winner` None is a tie.

    `timed_out` is the side whose time was over, if the game has ended by that.
    """

    winner: Side | None
    score: Mapping[Side, int]
    timed_out: Side | None = None


@dataclass(frozen=True, slots=True)
class OfferingNewGame:
    """State: the board asks, since `since`, whether to begin a new game.

    A press means yes, any other gesture no. If there are several games to choose from, `game` is the name of
    the offered one, and a hold offers the next. `game` is None if there is no choice. `by` is the player who
    asks, where the other one is to agree: then the press of the one who asks means nothing.
    """

    since: float
    game: str | None = None
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """State: a pause; the table is not judged, players may touch the beans, and a press ends the pause."""


@dataclass(frozen=True, slots=True)
class AskingPowerOff:
    """State: the board asks in a pause, since `since`, whether to switch off; only a press means yes."""

    since: float


@dataclass(frozen=True, slots=True)
class Leaving:
    """State: the board says goodbye until `until`, and can still be told to stay.

    Afterwards (`is_asked`) it waits until a later `until` for the system to switch it off.
    """

    until: float
    is_asked: bool = False


Interlude = OfferingNewGame | Paused | AskingPowerOff | Leaving
"""States in which the table is not judged, although the game isn't over."""

State = Restoring | Turn | Owed | WrongTable | Lifting | Burdened | Asking | Blind | Over | Interlude


class Refusal(Enum):
    """The reason why a gesture changed nothing."""

    NOTHING_MOVED = "nothing moved"
    NOT_YOUR_TURN = "not your turn"
    WRONG_TABLE = "wrong table"
    LOOK_FIRST = "look first"
    QUESTION_CHANGED = "question changed"
    CANNOT_SEE = "cannot see"
    RESTORE_FIRST = "restore first"
    NOTHING_TO_UNDO = "nothing to undo"
    NOTHING_TO_REDO = "nothing to redo"
    NOTHING_TO_HELP = "nothing to help"
    PAUSED = "paused"
    HELD_BY_SOME = "held by some"
    CANNOT_POWER_OFF = "cannot power off"
    GOES_ON = "goes on"
    NOT_TAKEN = "not taken"
    TOO_LATE = "too late"
    NOT_BY_THE_RULES = "not by the rules"
    ASKED_ALREADY = "asked already"
    ASKED_IN_VAIN = "asked in vain"
    DECLINED = "declined"
    NO_TAKING_BACK = "no taking back"
    TIME_LEFT = "time left"
    SHARED_GAME_OVER = "shared game over"

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
    """Notice: a gesture of `side` was refused for the reason `why`; `side` is None if both buttons asked."""

    side: Side | None
    why: Refusal
    until: float


@dataclass(frozen=True, slots=True)
class Passing:
    """Notice: `side` had to pass; shown for a while over the next player's turn."""

    side: Side
    until: float


@dataclass(frozen=True, slots=True)
class ShowingScore:
    """Notice: the beans in the pots, shown from `since` until `until`, or until a bean moves."""

    score: Mapping[Side, int]
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class CountingStock:
    """Notice: the number of beans that a player's stock is believed to hold.

    While it shows, a hold asks whether the stock is empty. `over` is the state that it covers; when a bean
    moves, that state changes and the notice ends.
    """

    side: Side
    beans: int
    over: State
    until: float


@dataclass(frozen=True, slots=True)
class AskingStock:
    """Notice: the board asks the player of `side` whether their stock is empty.

    Only that player's press means yes. `beans` is the number of beans that the stock is believed to hold.
    """

    side: Side
    beans: int
    over: State
    until: float
    answered: Press | None = None
    """The player's press; it counts once the table lies still."""


@dataclass(frozen=True, slots=True)
class AskingTable:
    """Notice: the board asks whether the table `found` is right; a press of both corrects the record.

    The correction consists of `changes`. If the scales doubt the count at `doubted`, the first such press
    only says that this count is right. A single press, another table and time all mean no.
    """

    found: Contents
    changes: tuple[Mark, ...]
    doubted: Place | None
    until: float
    answered: BothPress | None = None


@dataclass(frozen=True, slots=True)
class MovePutBack:
    """Notice: the move `label` of `side` was taken back, as its player put the beans back.

    It is shown until a bean moves.
    """

    side: Side
    label: str
    until: float


@dataclass(frozen=True, slots=True)
class Hinting:
    """Notice: a hint is shown to the player of `side` until a bean moves; `over` is the state that it covers.

    If the player can only drop, `stock` is the number of beans that the stock is believed to hold. While that
    is said, a hold asks whether it is empty.
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


def may_be_claimed(state: State, notice: Notice | None) -> bool:
    """Return whether a time that is over may be claimed, and is told to be: no move lies complete."""
    is_unfinished = isinstance(state, Owed) or (isinstance(state, Turn) and state.done is None)
    return is_unfinished and (notice is None or isinstance(notice, ShowingScore))


def is_begun(state: State, still_since: float | None) -> bool:
    """Return whether a move has begun in `state`.

    Return True also while the table has not lain still (`still_since` is None), because one may have begun
    then.
    """
    match state:
        case Turn(ways=(), done=None):
            return still_since is None
        case Turn() | Owed() | Lifting(goal=None):
            return True
        case _:
            return False
