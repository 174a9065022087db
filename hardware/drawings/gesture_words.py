"""What situations and gestures are called, on the printed page of gestures."""

from collections.abc import Mapping

from cupsboard.referee.as_landed.gesture_overview import Situation as LapSituation
from cupsboard.referee.gesture_overview import Fingers, Situation

SITUATIONS: Mapping[Situation, str] = {
    Situation.SETTING_UP: "a new game: the board is to be emptied",
    Situation.RESUMING: "switched on, or a pause is over, and beans lie differently",
    Situation.TO_MOVE: "somebody's turn, nothing begun",
    Situation.CLOCK_WAITS: "the same after a power cut, in a game with a clock, until both are back",
    Situation.TIME_OVER: "the same, and the time of whose turn it is is over",
    Situation.TIME_OVER_BEGUN: "a move is begun, and its player's time is over",
    Situation.BOARDS_TURN: "the turn of the side that the board plays, nothing begun",
    Situation.BOARDS_STOCK: "the board's turn, and only a bean of that side's stock helps",
    Situation.BEAN_LACKING: "a begun move lacks a bean of a stock with one bean a cup at most, as believed",
    Situation.STOCK_LOW: "nothing begun, and only a bean of such a stock helps",
    Situation.STOCK_FULL: "nothing begun, and only a bean of a stock helps in which more are believed left",
    Situation.STOCK_COUNTED: "then, once the board has given a hint, or said how many beans it counts",
    Situation.STOCK_ASKED: "the board asks whether the stock is empty",
    Situation.UNDER_WAY: "a move is begun",
    Situation.COMPLETE: "a move lies complete",
    Situation.OWED: "pressed, but something is missing",
    Situation.WRONG: "no move leads to this table",
    Situation.WENT_ON: "a player goes on with a move that their press has just ended",
    Situation.TABLE_ASKED: "the board says what it would correct, and asks whether the table is right",
    Situation.TAKING_BACK: "a begun move is being put back",
    Situation.UNDOING: "after undo or redo, until the beans have followed",
    Situation.LIFTED: "a cup is lifted",
    Situation.BURDENED: "something lies or presses on a place",
    Situation.ASKED: "the board asks to look at a place",
    Situation.BLIND: "a place can't be weighed, and that matters",
    Situation.CHOOSING: "a place can't be weighed, and one of several moves may be done",
    Situation.VOUCHING: "a place can't be weighed, and the board asks whether a certain move is done",
    Situation.SCORE: "the score is shown",
    Situation.OVER: "the game is over",
    Situation.OFFERED: "a new game is offered",
    Situation.GAMES_OFFERED: "a new game is offered, and the board can play several",
    Situation.PAUSED: "a pause",
    Situation.POWER_OFF_ASKED: "the board asks whether to switch off",
    Situation.GOODBYE: "the board says goodbye",
}
"""Where a game stands, as players would say it."""

LAP_SITUATIONS: Mapping[LapSituation, str] = {
    LapSituation.SETTING_UP: "a new game: the board is to be emptied",
    LapSituation.RESUMING: "switched on, or a pause is over, and something lies differently",
    LapSituation.UNDOING: "after undo or redo, until the table has followed",
    LapSituation.TAKING_BACK: "a begun turn is being put back",
    LapSituation.OPEN_START: "nobody has begun the first round",
    LapSituation.START_HELPED: "the same, and the board has just told the holder what they may do",
    LapSituation.TO_MOVE: "somebody's turn, nothing begun",
    LapSituation.CLOCK_WAITS: "the same after a power cut, in a game with a clock, until both are back",
    LapSituation.TIME_OVER: "the same, and the time of whose turn it is is over",
    LapSituation.TIME_OVER_BEGUN: "a turn is begun, and its player's time is over",
    LapSituation.BOARDS_TURN: "the turn of the side that the board plays, nothing begun",
    LapSituation.BEGUN: "a turn is begun",
    LapSituation.HELPED: "nothing begun, and the board has just told the holder what they may do",
    LapSituation.BEGUN_HELPED: "a turn is begun, and the board has just told the holder what they may do",
    LapSituation.GIVING_UP: "the board asks whether to give up the round",
    LapSituation.OFFENCE: "something is not allowed, and is to be mended",
    LapSituation.OFFENCE_ENDS: "something is not allowed, and the other player may end the round by it",
    LapSituation.UNCLEAR: "nothing explains what lies in a place",
    LapSituation.CHOOSING: "several tables may lie there, and the board asks after one",
    LapSituation.ROUND_OVER: "a round is over, and the board is to be cleared",
    LapSituation.CLEARED: "it is cleared, and somebody begins the next round",
    LapSituation.OVER: "the match is over",
}
"""Where a game stands, as players would say it."""

FINGERS: Mapping[Fingers, str] = {
    Fingers.TAP: "tap yours",
    Fingers.OTHERS_TAP: "the other taps theirs",
    Fingers.HOLD: "hold one",
    Fingers.LONG_HOLD: "hold one long",
    Fingers.BOTH_TAP: "tap both",
    Fingers.BOTH_HOLD: "hold both",
    Fingers.LONG_BOTH_HOLD: "hold both long",
    Fingers.NEVER_MIND: "while holding, press the other",
}
"""What can be done with two buttons."""
