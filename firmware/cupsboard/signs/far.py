"""What the lights and the sentence say of the other board, over what they say of this one."""

from dataclasses import replace
from typing import Any

from cupsboard.referee.far import Far, FarEnd
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import OfferingNewGame, Over, Paused, Turn
from cupsboard.rules.places import Side, pot
from cupsboard.signs.scene import Meaning, Message, Scene, Sign

_WAITING = (Meaning.YOUR_TURN, Meaning.BLOCKED)


def with_far(scene: Scene, referee: Referee[Any]) -> Scene:
    """Return `scene` with what players must know of the other board; unchanged for a game at one board."""
    far, state = referee.far, referee.state
    if far is None or any(sign.meaning is Meaning.HELD for sign in scene.signs):
        return scene
    if isinstance(state, OfferingNewGame):
        signs = tuple(Sign(pot(side), Meaning.GIVE_UP) for side in Side)
        return replace(scene, signs=signs, message=Message("far-give-up"))
    if isinstance(state, Paused):
        return scene
    lost = () if far.is_linked else tuple(Sign(pot(side), Meaning.NO_LINK) for side in Side)
    scene = replace(scene, signs=(*scene.signs, *lost))
    if state != Turn() or referee.notice is not None:
        return _ended(scene, far) if isinstance(state, Over) else scene
    return _resting(scene, far)


def _resting(scene: Scene, far: Far) -> Scene:
    """Return the scene of a table that is agreed and on which nothing is begun."""
    own = {"side": far.own.value, "other": far.own.other.value}
    if far.end is not None:
        return _ended(scene, far)
    if far.asked is not None:
        signs = (Sign(pot(far.own), Meaning.FAR_ASKS), *scene.signs)
        return replace(scene, signs=signs, message=Message(f"far-asks-{far.asked.value}", own))
    if far.is_on_its_way:
        key = "far-on-its-way" if far.is_linked else "far-waits-for-link"
        signs = (Sign(pot(far.own), Meaning.THINKING), *scene.signs)
        return replace(scene, signs=signs, message=Message(key, own))
    if not far.is_linked:
        key = "far-no-link-your-turn" if scene.turn is far.own else "far-no-link"
        return replace(scene, message=Message(key, own))
    if far.is_asking:
        return replace(scene, message=Message("far-asked", own))
    if scene.turn is far.own.other:
        return replace(scene, message=Message("far-turn", own))
    return scene


def _ended(scene: Scene, far: Far) -> Scene:
    """Return the scene of a game that ended before its last move; the same scene for any other."""
    if far.end is None:
        return scene
    values = {"side": far.own.value, "other": far.own.other.value}
    winner = {FarEnd.WON: far.own, FarEnd.LOST: far.own.other}.get(far.end)
    waiting = tuple(sign for sign in scene.signs if sign.meaning not in _WAITING)
    signs = waiting if winner is None else (Sign(pot(winner), Meaning.WINNER), *waiting)
    return replace(scene, signs=signs, turn=None, message=Message(f"far-ended-{far.end.value}", values))
