"""What the lights and the sentence say of the other board, over what they say of this one."""

from dataclasses import replace
from typing import Any

from cupsboard.referee.far import Far, FarEnd, FarOther, FarPhrase
from cupsboard.referee.far_talk import FarQuestion, is_time_over, may_ask_again
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import OfferingNewGame, Over, Paused, Turn
from cupsboard.rules.places import Side, pot, side_of
from cupsboard.signs.clock import with_time_left
from cupsboard.signs.interludes import counted
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Values

_WAITING = (Meaning.YOUR_TURN, Meaning.BLOCKED)
_WON = (FarEnd.WON, FarEnd.WON_BY_TIME)
_LOST = (FarEnd.LOST, FarEnd.LOST_BY_TIME)


def with_far(scene: Scene, referee: Referee[Any], now: float) -> Scene:
    """Return `scene` with what players must know of the other board; unchanged for a game at one board."""
    far, state = referee.far, referee.state
    if far is None:
        return scene
    if far.clocks is not None and far.end is None:
        scene = with_time_left(scene, far.clocks, now)
    if any(sign.meaning is Meaning.HELD for sign in scene.signs):
        return _held(scene, far) if referee.is_far_over else scene
    if isinstance(state, OfferingNewGame):
        signs = tuple(Sign(pot(side), Meaning.GIVE_UP) for side in Side)
        return replace(scene, signs=signs, message=Message("far-give-up"))
    if isinstance(state, Paused):
        return replace(scene, message=Message("far-paused", _sides(far)))
    step = scene.message.values.get("what")
    if scene.message.key == "or-table-right" and isinstance(step, tuple):
        # The record is not this board's alone: a table never corrects it.
        scene = replace(scene, message=step[0])
    lost = () if far.is_linked else tuple(Sign(pot(side), Meaning.NO_LINK) for side in Side)
    scene = replace(scene, signs=(*scene.signs, *lost))
    if (question := referee.far_question(now)) is not None:
        return _asking(scene, far, question)
    if not (state == Turn() or isinstance(state, Over)) or referee.notice is not None:
        return scene
    if referee.talk.offered or referee.talk.heard:
        return _talking(scene, referee, far)
    return _ended(scene, far) if referee.is_far_over else _resting(scene, far, now)


def _sides(far: Far) -> Values:
    return {"side": far.own.value, "other": far.own.other.value}


def _talking(scene: Scene, referee: Referee[Any], far: Far) -> Scene:
    """Return the scene with the phrase that is offered or heard: rows count its number in the list of all."""
    talk, rows = referee.talk, (far.own, far.own.other)
    phrase = talk.offered or talk.heard
    if phrase is None:
        return scene
    # What is said here is counted from the near row on, what was heard from the far one on.
    sides = rows if talk.offered else rows[::-1]
    places = [place for side in sides for place in referee.history.game.places if side_of(place) is side]
    count = tuple(counted(1 + list(FarPhrase).index(phrase), places, Meaning.ONES))
    values = _sides(far) | {"what": (Message(f"far-phrases.{phrase.value}"),)}
    return replace(
        scene, signs=count, message=Message("far-offered" if talk.offered else "far-heard", values)
    )


def _asking(scene: Scene, far: Far, question: FarQuestion) -> Scene:
    """Return the scene with the question; one that ends the game has a light of its own once it is sure."""
    what = "time-over" if question.what is None else f"asks-{question.what.value}"
    if question.is_last:
        signs = tuple(Sign(pot(side), Meaning.GIVE_UP) for side in Side)
        return replace(scene, signs=signs, message=Message(f"far-{what}-sure", _sides(far)))
    signs = (Sign(pot(far.own), Meaning.FAR_ASKS), *scene.signs)
    return replace(scene, signs=signs, message=Message(f"far-{what}", _sides(far)))


def _resting(scene: Scene, far: Far, now: float) -> Scene:
    """Return the scene of a table that is agreed and on which nothing is begun."""
    own = _sides(far)
    if far.is_on_its_way:
        key = "far-on-its-way" if far.is_linked else "far-waits-for-link"
        signs = (Sign(pot(far.own), Meaning.THINKING), *scene.signs)
        return replace(scene, signs=signs, message=Message(key, own))
    if not far.is_linked:
        key = "far-no-link-your-turn" if scene.turn is far.own else "far-no-link"
        return replace(scene, message=Message(key, own))
    if far.alone_from is not None and now >= far.alone_from:
        return replace(scene, message=Message("far-alone", own))
    if far.is_asking:
        return replace(scene, message=Message("far-asked", own))
    if scene.turn is far.own.other:
        return replace(scene, message=Message(_waiting_for(far), own))
    if far.has_waiting_clocks:
        return replace(scene, message=Message("far-clocks-stand", own))
    if any(sign.meaning is Meaning.TIME_SHORT for sign in scene.signs):
        key = "far-own-time-over" if is_time_over(far, far.own, now) else "far-time-short"
        return replace(scene, message=Message(key, own))
    return scene


def _waiting_for(far: Far) -> str:
    """Return the key of the sentence while the other side is to move."""
    if far.has_waiting_clocks:
        return "far-turn-clocks-stand"
    if far.other is FarOther.AWAY and far.alone_from is not None:
        return "far-turn-away-long"
    is_there = far.other in (None, FarOther.THERE)
    return "far-turn" if is_there or far.other is None else f"far-turn-{far.other.value}"


def _held(scene: Scene, far: Far) -> Scene:
    """Return the scene of a button that is held when the game is over: to let go of it asks for another."""
    is_asked = Sign(pot(far.own), Meaning.HELD) in scene.signs and may_ask_again(far)
    return replace(scene, message=Message("far-held", _sides(far))) if is_asked else scene


def _ended(scene: Scene, far: Far) -> Scene:
    """Return the scene of a game that is over: who won, and how another is to be had."""
    own = _sides(far)
    if far.end is not None:
        winner = far.own if far.end in _WON else far.own.other if far.end in _LOST else None
        waiting = tuple(sign for sign in scene.signs if sign.meaning not in _WAITING)
        signs = waiting if winner is None else (Sign(pot(winner), Meaning.WINNER), *waiting)
        message = Message(f"far-ended-{far.end.value}", own)
        scene = replace(scene, signs=signs, turn=None, message=message)
    if far.own in far.again:
        signs = (Sign(pot(far.own), Meaning.THINKING), *scene.signs)
        return replace(scene, signs=signs, message=Message("far-again-asked", own))
    if not may_ask_again(far):
        return scene
    return replace(scene, message=Message("far-or-again", {"what": (scene.message,), **own}))
