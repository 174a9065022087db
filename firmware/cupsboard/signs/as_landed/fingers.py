"""What fingers that are still down will do, where turns are followed act by act."""

from collections.abc import Mapping

from cupsboard.referee.as_landed.gesture_overview import GESTURES, teller_of
from cupsboard.referee.as_landed.gesture_overview import situation_of as lap_situation
from cupsboard.referee.as_landed.referee import Referee
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
from cupsboard.referee.states import Interlude
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Message, Values


def held_message(referee: Referee, held: Held) -> tuple[tuple[Side, ...], Message]:
    """Return the pots to light and the sentence for buttons that are down.

    The pots are lit once letting go is more than a tap.
    """
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
    """Return what each gesture of this player does now, as keys of phrases."""
    state, notice = referee.state, referee.notice
    if isinstance(state, Interlude):
        there = gestures_in(situation_of(state), can_play=bool(referee.seats.levels))
        return {gesture: there[fingers].deed.value for gesture, fingers in _FINGERS.items()}
    row = GESTURES[lap_situation(state, notice, side, referee.seats.side)]
    teller = teller_of(state, notice)
    deeds = {gesture: row[fingers].value for gesture, fingers in _FINGERS.items()}
    if None not in (side, teller) and side is not teller:
        deeds[Press] = row[Fingers.OTHERS_TAP].value
    return deeds


_FINGERS: Mapping[type[Gesture], Fingers] = {
    Press: Fingers.TAP,
    Hold: Fingers.HOLD,
    LongHold: Fingers.LONG_HOLD,
    BothPress: Fingers.BOTH_TAP,
    BothHold: Fingers.BOTH_HOLD,
    LongBothHold: Fingers.LONG_BOTH_HOLD,
}
