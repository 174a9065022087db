"""What every gesture does in every situation: one table for the printed page, the words and a test.

The table gives the usual case: undo and redo say "not now" where there is nothing to undo or redo, and where
several moves may be done a hold asks for the next before it leads back. Tapping both declares the table
right, wherever another table is wanted. After one undo and redo there is nothing to redo. Tapping both again
confirms: both have asked, so both must confirm. Where the scales are not sure of a count, the first such
press says that it is right, and the next corrects the record.

What can't be undone takes a question that a press confirms: a new game, switching off, an empty stock, a
correction of the record. A press before a player can have read such a question is no answer.

In a game with a clock the other player's tap claims the game once the time of the player to move is over, as
long as no move lies complete; that is undone like a move.

Where the board can play (`Options.levels`), a hold with nothing begun gives a hint; undo leads back to a
player's turn, over the board's own moves; and in a pause players choose what the board plays. A board that
can't play answers these gestures as `_WITHOUT_ENGINE` says.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from cupsboard.referee import inputs, states
from cupsboard.referee.empty_stock import StockDoubt
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side


class Situation(Enum):
    """The situations of a game between which the table of gestures distinguishes."""

    SETTING_UP = "setting-up"
    RESUMING = "resuming"
    TO_MOVE = "to-move"
    CLOCK_WAITS = "clock-waits"
    TIME_OVER = "time-over"
    TIME_OVER_BEGUN = "time-over-begun"
    BOARDS_TURN = "boards-turn"
    BOARDS_STOCK = "boards-stock"
    BEAN_LACKING = "bean-lacking"
    STOCK_LOW = "stock-low"
    STOCK_FULL = "stock-full"
    STOCK_COUNTED = "stock-counted"
    STOCK_ASKED = "stock-asked"
    UNDER_WAY = "under-way"
    COMPLETE = "complete"
    OWED = "owed"
    WRONG = "wrong"
    WENT_ON = "went-on"
    TABLE_ASKED = "table-asked"
    TAKING_BACK = "taking-back"
    UNDOING = "undoing"
    LIFTED = "lifted"
    BURDENED = "burdened"
    ASKED = "asked"
    BLIND = "blind"
    CHOOSING = "choosing"
    VOUCHING = "vouching"
    SCORE = "score"
    OVER = "over"
    OFFERED = "offered"
    GAMES_OFFERED = "games-offered"
    PAUSED = "paused"
    POWER_OFF_ASKED = "power-off-asked"
    GOODBYE = "goodbye"


class Fingers(Enum):
    """The gestures that can be made with two buttons."""

    TAP = "tap"
    OTHERS_TAP = "others-tap"
    HOLD = "hold"
    LONG_HOLD = "long-hold"
    BOTH_TAP = "both-tap"
    BOTH_HOLD = "both-hold"
    LONG_BOTH_HOLD = "long-both-hold"
    NEVER_MIND = "never-mind"


FINGERS: Mapping[type[inputs.Gesture], Fingers] = {
    inputs.Press: Fingers.TAP,
    inputs.Hold: Fingers.HOLD,
    inputs.LongHold: Fingers.LONG_HOLD,
    inputs.BothPress: Fingers.BOTH_TAP,
    inputs.BothHold: Fingers.BOTH_HOLD,
    inputs.LongBothHold: Fingers.LONG_BOTH_HOLD,
}
"""How the player to move makes each gesture."""


class Deed(Enum):
    """The board's reaction to a gesture; the page's words have a phrase for each under "deeds."."""

    NOTHING = "nothing"
    NOT_NOW = "not-now"
    WAITS = "waits"
    WAITS_OR_LOOKED = "waits-or-looked"
    YES = "yes"
    NO = "no"
    END_TURN = "end-turn"
    OWE = "owe"
    CLAIM = "claim"
    HERE = "here"
    SCORE = "score"
    HINT = "hint"
    HURRY = "hurry"
    COUNT_STOCK = "count-stock"
    ASK_STOCK = "ask-stock"
    ASK = "ask"
    PUT_BACK = "put-back"
    TAKE_BACK = "take-back"
    PLAY_ON = "play-on"
    ASK_TABLE = "ask-table"
    COUNT_TABLE = "count-table"
    STEPS = "steps"
    LOOKED = "looked"
    NEW_GAME = "new-game"
    NEXT_GAME = "next-game"
    UNDO = "undo"
    REDO = "redo"
    PAUSE = "pause"
    GO_ON = "go-on"
    POWER_OFF = "power-off"
    SEAT = "seat"
    LEVEL = "level"
    OPEN_OWNERSHIP = "open-ownership"


@dataclass(frozen=True, slots=True)
class Then:
    """The board's reaction to a gesture, and the situation after it; None if the situation stays the same."""

    deed: Deed
    to: Situation | None = None


_NOTHING = Then(Deed.NOTHING)
_NOT_NOW = Then(Deed.NOT_NOW)
_WAITS = Then(Deed.WAITS)
_WAITS_OR_LOOKED = Then(Deed.WAITS_OR_LOOKED)
_STEPS = Then(Deed.STEPS)
_OWE = Then(Deed.OWE, Situation.OWED)
_END_TURN = Then(Deed.END_TURN, Situation.TO_MOVE)
_SCORE = Then(Deed.SCORE)
_CLAIM = Then(Deed.CLAIM, Situation.OVER)
_HERE = Then(Deed.HERE)
_HINT = Then(Deed.HINT)
_HURRY = Then(Deed.HURRY)
_PUT_BACK = Then(Deed.PUT_BACK, Situation.TAKING_BACK)
_TAKE_BACK = Then(Deed.TAKE_BACK, Situation.TAKING_BACK)
_UNDO = Then(Deed.UNDO, Situation.UNDOING)
_REDO = Then(Deed.REDO, Situation.UNDOING)
_OFFER = Then(Deed.NEW_GAME, Situation.OFFERED)
_PAUSE = Then(Deed.PAUSE, Situation.PAUSED)
_STAY = Then(Deed.NO, Situation.PAUSED)
_ASK_TABLE = Then(Deed.ASK_TABLE, Situation.TABLE_ASKED)
_COUNT_TABLE = Then(Deed.COUNT_TABLE, Situation.ASKED)
_PLAY_ON = Then(Deed.PLAY_ON, Situation.UNDER_WAY)
_ASK_STOCK = Then(Deed.ASK_STOCK, Situation.STOCK_ASKED)

_ANY_TAP = (Fingers.TAP, Fingers.OTHERS_TAP)


def _row(tap: Then, others: Then, hold: Then, both_tap: Then, both_hold: Then) -> Mapping[Fingers, Then]:
    """Return the reactions of a situation in which a long hold has its usual meaning."""
    return {
        Fingers.TAP: tap,
        Fingers.OTHERS_TAP: others,
        Fingers.HOLD: hold,
        Fingers.LONG_HOLD: _OFFER,
        Fingers.BOTH_TAP: both_tap,
        Fingers.BOTH_HOLD: both_hold,
        Fingers.LONG_BOTH_HOLD: _PAUSE,
        Fingers.NEVER_MIND: _NOTHING,
    }


def _question(yes: Then, no: Then, taps: Collection[Fingers] = _ANY_TAP) -> dict[Fingers, Then]:
    """Return the reactions to a question: these taps are a yes, everything else is a no."""
    return {fingers: yes if fingers in taps else no for fingers in Fingers}


_TO_SCORE = Then(Deed.SCORE, Situation.SCORE)
_FROM_SCORE = Then(Deed.NOT_NOW, Situation.TO_MOVE)

GESTURES: Mapping[Situation, Mapping[Fingers, Then]] = {
    Situation.SETTING_UP: _row(_NOT_NOW, _NOT_NOW, _STEPS, _COUNT_TABLE, _NOT_NOW),
    Situation.RESUMING: _row(_NOT_NOW, _NOT_NOW, _STEPS, _ASK_TABLE, _UNDO),
    Situation.TO_MOVE: _row(_NOT_NOW, _TO_SCORE, _HINT, _REDO, _UNDO),
    Situation.CLOCK_WAITS: _row(_HERE, _HERE, _HINT, Then(Deed.HERE, Situation.TO_MOVE), _UNDO),
    Situation.TIME_OVER: _row(_NOT_NOW, _CLAIM, _HINT, _REDO, _UNDO),
    Situation.TIME_OVER_BEGUN: _row(Then(Deed.OWE), _CLAIM, _PUT_BACK, Then(Deed.OWE), _TAKE_BACK),
    Situation.BOARDS_TURN: _row(_HURRY, _SCORE, _NOT_NOW, _REDO, _UNDO),
    Situation.BOARDS_STOCK: _row(_HURRY, _SCORE, _ASK_STOCK, _REDO, _UNDO),
    Situation.BEAN_LACKING: _row(Then(Deed.OWE), _NOT_NOW, _ASK_STOCK, Then(Deed.OWE), _TAKE_BACK),
    Situation.STOCK_LOW: _row(_NOT_NOW, _SCORE, _ASK_STOCK, _REDO, _UNDO),
    Situation.STOCK_FULL: _row(_NOT_NOW, _SCORE, Then(Deed.HINT, Situation.STOCK_COUNTED), _REDO, _UNDO),
    Situation.STOCK_COUNTED: _row(
        Then(Deed.NOT_NOW, Situation.STOCK_FULL),
        Then(Deed.SCORE, Situation.STOCK_FULL),
        _ASK_STOCK,
        _REDO,
        _UNDO,
    ),
    Situation.STOCK_ASKED: _question(
        Then(Deed.YES, Situation.TO_MOVE), Then(Deed.NO, Situation.STOCK_LOW), taps=(Fingers.TAP,)
    ),
    Situation.UNDER_WAY: _row(_OWE, _NOT_NOW, _PUT_BACK, _OWE, _TAKE_BACK),
    Situation.COMPLETE: _row(_END_TURN, _NOT_NOW, _PUT_BACK, _END_TURN, _TAKE_BACK),
    Situation.OWED: _row(Then(Deed.OWE), _NOT_NOW, _PUT_BACK, Then(Deed.OWE), _TAKE_BACK),
    Situation.WRONG: _row(_NOT_NOW, _NOT_NOW, _PUT_BACK, _ASK_TABLE, _TAKE_BACK),
    Situation.WENT_ON: _row(_NOT_NOW, _NOT_NOW, _PUT_BACK, _ASK_TABLE, _UNDO),
    Situation.TABLE_ASKED: _question(
        Then(Deed.YES, Situation.TO_MOVE), Then(Deed.NO, Situation.WRONG), taps=(Fingers.BOTH_TAP,)
    )
    | {Fingers.HOLD: _COUNT_TABLE},
    Situation.TAKING_BACK: _row(_NOT_NOW, _NOT_NOW, _PLAY_ON, _ASK_TABLE, _UNDO),
    Situation.UNDOING: _row(_NOT_NOW, _NOT_NOW, _STEPS, Then(Deed.REDO, Situation.TO_MOVE), Then(Deed.UNDO)),
    Situation.LIFTED: _row(_WAITS, _WAITS, Then(Deed.PUT_BACK), _WAITS, Then(Deed.TAKE_BACK)),
    Situation.BURDENED: _row(
        _WAITS_OR_LOOKED, _WAITS_OR_LOOKED, Then(Deed.LOOKED), _COUNT_TABLE, Then(Deed.TAKE_BACK)
    ),
    Situation.ASKED: _row(Then(Deed.YES, Situation.TO_MOVE), _NOT_NOW, _PUT_BACK, _COUNT_TABLE, _TAKE_BACK),
    Situation.BLIND: _row(
        _NOT_NOW, _NOT_NOW, Then(Deed.PUT_BACK, Situation.ASKED), _COUNT_TABLE, Then(Deed.TAKE_BACK)
    ),
    Situation.CHOOSING: _row(
        _NOT_NOW, _NOT_NOW, Then(Deed.ASK, Situation.VOUCHING), _COUNT_TABLE, Then(Deed.TAKE_BACK)
    ),
    Situation.VOUCHING: _row(
        Then(Deed.YES, Situation.TO_MOVE), _NOT_NOW, Then(Deed.PUT_BACK), _COUNT_TABLE, Then(Deed.TAKE_BACK)
    ),
    Situation.SCORE: _row(_FROM_SCORE, _SCORE, Then(Deed.HINT, Situation.TO_MOVE), _REDO, _UNDO),
    Situation.OVER: _row(_SCORE, _SCORE, _OFFER, _NOT_NOW, _UNDO),
    Situation.OFFERED: _question(Then(Deed.YES, Situation.SETTING_UP), Then(Deed.NO, Situation.TO_MOVE)),
    Situation.GAMES_OFFERED: _question(Then(Deed.YES, Situation.SETTING_UP), Then(Deed.NO, Situation.TO_MOVE))
    | {Fingers.HOLD: Then(Deed.NEXT_GAME)},
    Situation.PAUSED: _question(Then(Deed.GO_ON, Situation.TO_MOVE), _NOT_NOW)
    | {
        Fingers.HOLD: Then(Deed.SEAT),
        Fingers.BOTH_TAP: Then(Deed.LEVEL),
        Fingers.LONG_HOLD: Then(Deed.OPEN_OWNERSHIP),
        Fingers.LONG_BOTH_HOLD: Then(Deed.POWER_OFF, Situation.POWER_OFF_ASKED),
        Fingers.NEVER_MIND: _NOTHING,
    },
    Situation.POWER_OFF_ASKED: _question(Then(Deed.YES, Situation.GOODBYE), _STAY),
    Situation.GOODBYE: _question(Then(Deed.NOTHING), _STAY),
}
"""Taps in a turn are seen from the side of the player to move."""

_WITHOUT_ENGINE: Mapping[tuple[Situation, Fingers], Then] = {
    (Situation.TO_MOVE, Fingers.HOLD): _NOT_NOW,
    (Situation.CLOCK_WAITS, Fingers.HOLD): _NOT_NOW,
    (Situation.TIME_OVER, Fingers.HOLD): _NOT_NOW,
    (Situation.SCORE, Fingers.HOLD): _FROM_SCORE,
    (Situation.STOCK_FULL, Fingers.HOLD): Then(Deed.COUNT_STOCK, Situation.STOCK_COUNTED),
    (Situation.PAUSED, Fingers.HOLD): _NOT_NOW,
    (Situation.PAUSED, Fingers.BOTH_TAP): _NOT_NOW,
}


def gestures_in(where: Situation, *, can_play: bool) -> Mapping[Fingers, Then]:
    """Return the board's reaction to each gesture in the situation `where`.

    `can_play` says whether the board has an engine, so that it gives hints and plays.
    """
    if can_play:
        return GESTURES[where]
    return {fingers: _WITHOUT_ENGINE.get((where, fingers), then) for fingers, then in GESTURES[where].items()}


def situation_of(
    state: states.State,
    notice: states.Notice | None = None,
    side: Side | None = None,
    doubt: StockDoubt | None = None,
    *,
    is_boards_turn: bool = False,
    is_clock_waiting: bool = False,
    is_time_over: bool = False,
) -> Situation:
    """Return the situation of a game with `state` and `notice`, for the player of `side` who holds a button.

    `doubt` are the numbers for a question about that player's stock; None if there is nothing to ask. The
    clock may wait until the players are back, or the time of the player to move may be over.
    """
    match state:
        case states.WrongTable() | states.Restoring() if isinstance(notice, states.AskingTable):
            return Situation.TABLE_ASKED
        case states.Restoring(goal):
            return _WANTED[goal]
        case states.Turn() | states.Owed() if isinstance(notice, states.AskingStock):
            return Situation.STOCK_ASKED
        case states.Turn(ways=(), done=None) if is_clock_waiting:
            return Situation.CLOCK_WAITS
        case states.Turn(ways=(), done=None) if is_boards_turn:
            return Situation.BOARDS_TURN if doubt is None else Situation.BOARDS_STOCK
        case states.Turn(ways=(), done=None) if doubt is not None and doubt.is_reasonable:
            return Situation.STOCK_LOW
        case states.Turn(done=None) | states.Owed() if doubt is not None and doubt.is_reasonable:
            return Situation.BEAN_LACKING
        case states.Turn(ways=(), done=None) if doubt is not None:
            is_told = isinstance(notice, states.CountingStock | states.Hinting) and notice.side is side
            return Situation.STOCK_COUNTED if is_told else Situation.STOCK_FULL
        case states.Turn(ways=(), done=None) if is_time_over:
            return Situation.TIME_OVER
        case states.Turn(done=None) | states.Owed() if is_time_over:
            return Situation.TIME_OVER_BEGUN
        case states.Turn(ways=(), done=None) if isinstance(notice, states.ShowingScore):
            return Situation.SCORE
        case states.Turn(ways=(), done=None):
            return Situation.TO_MOVE
        case states.Turn(done=None):
            return Situation.UNDER_WAY
        case states.Turn():
            return Situation.COMPLETE
        case states.Blind(offered=int()):
            return Situation.VOUCHING
        case states.Blind(choices=(_, *_)):
            return Situation.CHOOSING
        case states.WrongTable(ended=Moved()):
            return Situation.WENT_ON
        case states.OfferingNewGame(game=str()):
            return Situation.GAMES_OFFERED
        case _:
            return _PLAIN[type(state)]


_WANTED = {
    states.Goal.SET_UP: Situation.SETTING_UP,
    states.Goal.RESUME: Situation.RESUMING,
    states.Goal.TAKE_BACK: Situation.TAKING_BACK,
    states.Goal.UNDO: Situation.UNDOING,
    states.Goal.REDO: Situation.UNDOING,
    states.Goal.FAR: Situation.RESUMING,
}
_PLAIN: Mapping[type[states.State], Situation] = {
    states.Owed: Situation.OWED,
    states.WrongTable: Situation.WRONG,
    states.Lifting: Situation.LIFTED,
    states.Burdened: Situation.BURDENED,
    states.Asking: Situation.ASKED,
    states.Blind: Situation.BLIND,
    states.Over: Situation.OVER,
    states.OfferingNewGame: Situation.OFFERED,
    states.Paused: Situation.PAUSED,
    states.AskingPowerOff: Situation.POWER_OFF_ASKED,
    states.Leaving: Situation.GOODBYE,
}
