"""What a game whose acts count as they land shows at a moment."""

from cupsboard.referee.as_landed.instructions import Sight
from cupsboard.referee.as_landed.referee import Referee
from cupsboard.rules.places import pot
from cupsboard.signs.scene import Meaning, Message, Scene, Sign


def scene_of(referee: Referee, sight: Sight, now: float) -> Scene:  # noqa: ARG001
    """What the board shows for a referee at a time: whose turn it is."""
    side = referee.course.player
    if side is None:
        return Scene((), None, Message("who-starts"), referee.stocks)
    values = {"side": side.value, "stock": referee.stocks[side]}
    return Scene((Sign(pot(side), Meaning.YOUR_TURN),), side, Message("your-turn", values), referee.stocks)
