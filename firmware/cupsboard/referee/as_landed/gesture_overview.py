"""What every gesture does in every situation of a game whose acts count as they land.

The table is used for the words shown while fingers hold, for the printed page, and for a test. It gives the
usual case: undo and redo say "not now" where there is nothing to undo or redo. Interludes (a new game, a
pause, switching off) are those of every game of two sides.
"""

from collections.abc import Mapping
from enum import Enum

from cupsboard.referee.as_landed import states
from cupsboard.referee.gesture_overview import Fingers
from cupsboard.referee.states import Goal, Interlude, Over, Restoring
from cupsboard.rules.places import Side


class Situation(Enum):
    """The situations between which the table of gestures distinguishes, interludes left out."""

    SETTING_UP = "setting-up"
    RESUMING = "resuming"
    UNDOING = "undoing"
    TAKING_BACK = "taking-back"
    OPEN_START = "open-start"
    START_HELPED = "start-helped"
    TO_MOVE = "to-move"
    CLOCK_WAITS = "clock-waits"
    TIME_OVER = "time-over"
    TIME_OVER_BEGUN = "time-over-begun"
    BOARDS_TURN = "boards-turn"
    BEGUN = "begun"
    HELPED = "helped"
    BEGUN_HELPED = "begun-helped"
    GIVING_UP = "giving-up"
    OFFENCE = "offence"
    OFFENCE_ENDS = "offence-ends"
    UNCLEAR = "unclear"
    CHOOSING = "choosing"
    ROUND_OVER = "round-over"
    CLEARED = "cleared"
    OVER = "over"


class Deed(Enum):
    """The board's reaction to a gesture; `signs` has a phrase for each under "deeds."."""

    NOTHING = "nothing"
    NOT_NOW = "not-now"
    YES = "yes"
    NO = "no"
    END_TURN = "end-turn"
    SCORE = "score"
    CLAIM = "claim"
    HERE = "here"
    HURRY = "hurry"
    WHAT_TO_DO = "what-to-do"
    GIVE_UP = "give-up"
    END_ROUND = "end-round"
    BEGIN_ROUND = "begin-round"
    LOOKED = "only-pieces"
    NEXT_TABLE = "next-table"
    STEPS = "steps"
    PLAY_ON = "play-on"
    TAKE_BACK = "take-back"
    UNDO = "undo"
    REDO = "redo"
    NEW_GAME = "new-game"
    PAUSE = "pause"


def _row(tap: Deed, others: Deed, hold: Deed, both_tap: Deed, both_hold: Deed) -> Mapping[Fingers, Deed]:
    return {
        Fingers.TAP: tap,
        Fingers.OTHERS_TAP: others,
        Fingers.HOLD: hold,
        Fingers.LONG_HOLD: Deed.NEW_GAME,
        Fingers.BOTH_TAP: both_tap,
        Fingers.BOTH_HOLD: both_hold,
        Fingers.LONG_BOTH_HOLD: Deed.PAUSE,
        Fingers.NEVER_MIND: Deed.NOTHING,
    }


_D = Deed
GESTURES: Mapping[Situation, Mapping[Fingers, Deed]] = {
    Situation.SETTING_UP: _row(_D.NOT_NOW, _D.NOT_NOW, _D.STEPS, _D.NOT_NOW, _D.NOT_NOW),
    Situation.RESUMING: _row(_D.NOT_NOW, _D.NOT_NOW, _D.STEPS, _D.REDO, _D.UNDO),
    Situation.UNDOING: _row(_D.NOT_NOW, _D.NOT_NOW, _D.STEPS, _D.REDO, _D.UNDO),
    Situation.TAKING_BACK: _row(_D.NOT_NOW, _D.NOT_NOW, _D.PLAY_ON, _D.REDO, _D.UNDO),
    Situation.OPEN_START: _row(_D.NOT_NOW, _D.NOT_NOW, _D.WHAT_TO_DO, _D.NOT_NOW, _D.NOT_NOW),
    Situation.START_HELPED: _row(_D.NOT_NOW, _D.NOT_NOW, _D.GIVE_UP, _D.NOT_NOW, _D.NOT_NOW),
    Situation.TO_MOVE: _row(_D.NOT_NOW, _D.SCORE, _D.WHAT_TO_DO, _D.REDO, _D.UNDO),
    Situation.CLOCK_WAITS: _row(_D.HERE, _D.HERE, _D.WHAT_TO_DO, _D.HERE, _D.UNDO),
    Situation.TIME_OVER: _row(_D.NOT_NOW, _D.CLAIM, _D.WHAT_TO_DO, _D.REDO, _D.UNDO),
    Situation.TIME_OVER_BEGUN: _row(_D.END_TURN, _D.CLAIM, _D.WHAT_TO_DO, _D.NOT_NOW, _D.TAKE_BACK),
    Situation.BOARDS_TURN: _row(_D.HURRY, _D.SCORE, _D.WHAT_TO_DO, _D.REDO, _D.UNDO),
    Situation.BEGUN: _row(_D.END_TURN, _D.NOT_NOW, _D.WHAT_TO_DO, _D.NOT_NOW, _D.TAKE_BACK),
    Situation.HELPED: _row(_D.NOT_NOW, _D.SCORE, _D.GIVE_UP, _D.REDO, _D.UNDO),
    Situation.BEGUN_HELPED: _row(_D.END_TURN, _D.NOT_NOW, _D.GIVE_UP, _D.NOT_NOW, _D.TAKE_BACK),
    Situation.GIVING_UP: {fingers: _D.YES if fingers is Fingers.TAP else _D.NO for fingers in Fingers},
    Situation.OFFENCE: _row(_D.NOT_NOW, _D.NOT_NOW, _D.STEPS, _D.NOT_NOW, _D.TAKE_BACK),
    Situation.OFFENCE_ENDS: _row(_D.NOT_NOW, _D.END_ROUND, _D.STEPS, _D.NOT_NOW, _D.TAKE_BACK),
    Situation.UNCLEAR: _row(_D.LOOKED, _D.LOOKED, _D.TAKE_BACK, _D.NOT_NOW, _D.TAKE_BACK),
    Situation.CHOOSING: _row(_D.YES, _D.YES, _D.NEXT_TABLE, _D.NOT_NOW, _D.TAKE_BACK),
    Situation.ROUND_OVER: _row(_D.SCORE, _D.SCORE, _D.NOT_NOW, _D.REDO, _D.UNDO),
    Situation.CLEARED: _row(_D.BEGIN_ROUND, _D.BEGIN_ROUND, _D.NOT_NOW, _D.REDO, _D.UNDO),
    Situation.OVER: _row(_D.SCORE, _D.SCORE, _D.NEW_GAME, _D.REDO, _D.UNDO),
}
"""Taps in a turn are seen from the side of the player to move, in an offence from the offender's, and where
giving up is asked from the side of the player who is asked."""

_WANTED = {
    Goal.SET_UP: Situation.SETTING_UP,
    Goal.RESUME: Situation.RESUMING,
    Goal.UNDO: Situation.UNDOING,
    Goal.REDO: Situation.UNDOING,
    Goal.TAKE_BACK: Situation.TAKING_BACK,
}


def situation_of(
    state: states.State,
    notice: states.Notice | None,
    holder: Side | None,
    computer: Side | None,
    *,
    is_clock_waiting: bool = False,
    is_time_over: bool = False,
) -> Situation:
    """Return the situation of a game with `state` and `notice`, for the player `holder` who holds a button.

    `holder` None stands for both players. `computer` is the side that the board plays; None if it plays none.
    `state` must be no interlude. The clock may wait until the players are back, or the time of the player to
    move may be over.
    """
    assert not isinstance(state, Interlude)
    if isinstance(notice, states.AskingConcession):
        return Situation.GIVING_UP
    is_helped = isinstance(notice, states.Helping) and notice.side is holder
    match state:
        case Restoring(goal):
            return _WANTED[goal]
        case states.Playing(None):
            return Situation.START_HELPED if is_helped else Situation.OPEN_START
        case states.Playing(acts=()) if is_clock_waiting:
            return Situation.CLOCK_WAITS
        case states.Playing(is_done=False, acts=acts) if is_time_over:
            return Situation.TIME_OVER_BEGUN if acts else Situation.TIME_OVER
        case states.Playing(acts=(_, *_)):
            return Situation.BEGUN_HELPED if is_helped else Situation.BEGUN
        case states.Playing() if is_helped:
            return Situation.HELPED
        case states.Playing(player) if player is computer and player is not None:
            return Situation.BOARDS_TURN
        case states.Playing():
            return Situation.TO_MOVE
        case states.Offence(ends_round=ends):
            return Situation.OFFENCE_ENDS if ends else Situation.OFFENCE
        case states.Unclear():
            return Situation.UNCLEAR
        case states.Choosing():
            return Situation.CHOOSING
        case states.RoundEnded(is_cleared=is_cleared):
            return Situation.CLEARED if is_cleared else Situation.ROUND_OVER
        case Over():
            return Situation.OVER


def teller_of(state: states.State, notice: states.Notice | None) -> Side | None:
    """Return the side whose taps the words describe; None if taps of both sides mean the same."""
    match notice, state:
        case states.AskingConcession(side), _:
            return side
        case _, states.Playing(player) | states.Offence(player):
            return player
        case _:
            return None
