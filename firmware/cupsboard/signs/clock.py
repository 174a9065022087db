"""What lights and sentences say of the time to think, in a game at one board."""

import math
from collections.abc import Iterator
from dataclasses import replace

from cupsboard.referee.turn_clock import TurnClock
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.places import Side, is_cup, pot, side_of
from cupsboard.signs.interludes import MOST_A_PLACE
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Values


def with_clock(
    scene: Scene,
    clock: TurnClock,
    now: float,
    computer: Side | None,
    *,
    is_resting: bool,
    may_be_claimed: bool,
) -> Scene:
    """Return `scene` with the time that is left for the side to move, if that is none that the board plays.

    Its row glows as far as it has time left, and the words of the time come after those of the turn.
    `is_resting` says that nothing is begun and nothing else shown, `may_be_claimed` that a tap of the other
    side, if that is none that the board plays, claims the game once the time is over.
    """
    side, clocks = scene.turn, clock.clocks
    if not isinstance(side, Side) or side is computer:
        return scene
    scene = with_time_left(scene, clocks, now)
    # While a button is down, what it does is told instead.
    is_told = not scene.message.key.startswith("held")
    values: Values = {"what": (scene.message,), "side": side.value, "other": side.other.value}
    if clock.away:
        key = "clock-waits" if len(clock.away) == len(Side) else "clock-waits-for"
        message = Message(key, {**values, "other": next(iter(clock.away)).value})
        return replace(scene, message=message) if is_told and is_resting else scene
    if not clocks.is_short(side, now):
        return scene
    if is_told and may_be_claimed and clocks.is_over(side, now):
        key = "time-over-unclaimed" if side.other is computer else "time-over"
        return replace(scene, message=Message(key, values))
    return replace(scene, message=Message("time-short", values)) if is_told and is_resting else scene


def with_time_left(scene: Scene, clocks: Clocks, now: float) -> Scene:
    """Return `scene` with the lights of the time that is left for the side to move, at one board or at two.

    Its row glows as far as it has time left, and its pot warns while that time is short.
    """
    side = scene.turn
    if not isinstance(side, Side):
        return scene
    warning = (Sign(pot(side), Meaning.TIME_SHORT),) if clocks.is_short(side, now) else ()
    return replace(scene, signs=(*_drained(scene.signs, clocks, side, now), *warning))


def _drained(signs: tuple[Sign, ...], clocks: Clocks, side: Side, now: float) -> Iterator[Sign]:
    """Yield the signs with the glow of the cups of `side` cut to its share of time, from cup 1 on."""
    glowing = [each.place for each in signs if each.meaning is Meaning.YOUR_TURN and _is_cup_of(each, side)]
    left = math.ceil(clocks.share_left(side, now) * MOST_A_PLACE * len(glowing))
    lit = {place: min(MOST_A_PLACE, left - MOST_A_PLACE * at) for at, place in enumerate(glowing)}
    for sign in signs:
        if sign.meaning is not Meaning.YOUR_TURN or sign.place not in lit:
            yield sign
        elif lit[sign.place] > 0:
            yield replace(sign, beans=lit[sign.place] % MOST_A_PLACE)


def _is_cup_of(sign: Sign, side: Side) -> bool:
    return is_cup(sign.place) and side_of(sign.place) is side
