"""What fingers that are still down may lead to, where turns are followed act by act."""

from collections.abc import Mapping

from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.as_landed.states import (
    AskingConcession,
    Choosing,
    Offence,
    Playing,
    RoundEnded,
    Unclear,
)
from cupsboard.referee.gesture_overview import Fingers, gestures_in, situation_of
from cupsboard.referee.inputs import (
    BothHold,
    BothPress,
    Gesture,
    Held,
    Hold,
    LongBothHold,
    LongHold,
    Press,
)
from cupsboard.referee.states import Goal, Interlude, Over, Restoring
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Message, Values


def held_message(referee: Referee, held: Held) -> tuple[tuple[Side, ...], Message]:
    """At whose pots a light says that letting go is no tap any more, and the sentence."""
    deeds = _deeds(referee, held.side)
    later = f"deeds.{deeds[held.held_on]}"
    if held.released is None:
        return (), Message("held-apart", {"later": later})
    values: Values = {"now": f"deeds.{deeds[held.released]}", "later": later}
    if held.released in (Press, BothPress):
        return (), Message("held-briefly", values)
    sides = tuple(Side) if held.side is None else (held.side,)
    return sides, Message("held" if held.side else "held-both", values)


def _deeds(referee: Referee, side: Side | None) -> Mapping[type[Gesture], str]:
    """What each gesture of this player does now."""
    state = referee.state
    if isinstance(state, Interlude):
        there = gestures_in(situation_of(state), can_play=bool(referee.seats.levels))
        return {gesture: there[fingers].deed.value for gesture, fingers in _FINGERS.items()}
    is_begun = isinstance(state, Offence | Unclear | Choosing)
    is_begun = is_begun or (isinstance(state, Playing) and bool(state.acts))
    return {
        Press: _tap(referee, side),
        Hold: _hold(referee),
        LongHold: "new-game",
        BothPress: "not-now" if is_begun else "redo",
        BothHold: "take-back" if is_begun else "undo",
        LongBothHold: "pause",
    }


def _tap(referee: Referee, side: Side | None) -> str:
    if isinstance(referee.notice, AskingConcession):
        return "yes" if referee.notice.side is side else "no"
    match referee.state:
        case Playing(None) | Restoring():
            return "not-now"
        case Playing(player, acts=acts):
            return "end-turn" if side is player or acts else "score"
        case Offence(player, ends_round=True) if side is not player:
            return "end-round"
        case Choosing():
            return "yes"
        case Unclear():
            return "looked"
        case RoundEnded(is_cleared=True):
            return "begin-round"
        case RoundEnded() | Over():
            return "score"
        case _:
            return "not-now"


def _hold(referee: Referee) -> str:
    match referee.state:
        case Playing():
            return "give-up" if referee.notice is not None else "what-to-do"
        case Restoring(Goal.TAKE_BACK):
            return "play-on"
        case Restoring() | Offence():
            return "steps"
        case Choosing():
            return "next-table"
        case Unclear():
            return "take-back"
        case Over():
            return "new-game"
        case _:
            return "not-now"


_FINGERS: Mapping[type[Gesture], Fingers] = {
    Press: Fingers.TAP,
    Hold: Fingers.HOLD,
    LongHold: Fingers.LONG_HOLD,
    BothPress: Fingers.BOTH_TAP,
    BothHold: Fingers.BOTH_HOLD,
    LongBothHold: Fingers.LONG_BOTH_HOLD,
}
