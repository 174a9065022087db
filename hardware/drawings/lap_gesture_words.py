"""What situations of games whose acts count as they land are called, on the printed page of gestures."""

from collections.abc import Mapping

from cupsboard.referee.as_landed.gesture_overview import Situation

SITUATIONS: Mapping[Situation, str] = {
    Situation.SETTING_UP: "a new game: the board is to be emptied",
    Situation.RESUMING: "switched on, or a pause is over, and something lies differently",
    Situation.UNDOING: "after undo or redo, until the table has followed",
    Situation.TAKING_BACK: "a begun turn is being put back",
    Situation.OPEN_START: "nobody has begun the first round",
    Situation.START_HELPED: "the same, and the board has just told the holder what they may do",
    Situation.TO_MOVE: "somebody's turn, nothing begun",
    Situation.BOARDS_TURN: "the turn of the side that the board plays, nothing begun",
    Situation.BEGUN: "a turn is begun",
    Situation.HELPED: "nothing begun, and the board has just told the holder what they may do",
    Situation.BEGUN_HELPED: "a turn is begun, and the board has just told the holder what they may do",
    Situation.GIVING_UP: "the board asks whether to give up the round",
    Situation.OFFENCE: "something is not allowed, and is to be mended",
    Situation.OFFENCE_ENDS: "something is not allowed, and the other player may end the round by it",
    Situation.UNCLEAR: "nothing explains what lies in a place",
    Situation.CHOOSING: "several tables may lie there, and the board asks after one",
    Situation.ROUND_OVER: "a round is over, and the board is to be cleared",
    Situation.CLEARED: "it is cleared, and somebody begins the next round",
    Situation.OVER: "the match is over",
}
"""Where a game stands, as players would say it."""
