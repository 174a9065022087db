"""Show, while play goes on, that the last moves are not written to disk, or that a file was damaged.

The sign is at both pots, where it hides no offer and no order. If a pot already says something (a tie, a
pause, a place that can't be weighed) the two take turns; if it asks for a hand or answers a finger, the sign
waits. The sentence likewise replaces those that ask for nothing. All this is put over what the core shows,
because a disk is no part of the game: a trace replays the same on any disk.
"""

from collections.abc import Sequence
from dataclasses import replace

from cupsboard.rules.places import Side, pot
from cupsboard.signs.light_patterns import PERIOD_SECONDS, shown
from cupsboard.signs.scene import Meaning, Message, Scene, Sign

SHOWN_SECONDS = 3 * PERIOD_SECONDS
"""How long the sign shows: enough to be read."""
EVERY_SECONDS = 3 * SHOWN_SECONDS
DAMAGED_SHOWN_SECONDS = 10 * PERIOD_SECONDS
"""How long the sign of a damaged file shows from the start on; its sentence stays on the page."""

_TELLS = (
    Meaning.GOODBYE,
    Meaning.PAUSED,
    Meaning.WINNER,
    Meaning.TIE,
    Meaning.DEAD,
    Meaning.BLOCKED,
    Meaning.EMBLEM,
)
"""Meanings at a pot that ask for nothing to be done."""
_ASK_FOR_NOTHING = (
    *("who-starts", "your-turn", "your-turn-again", "your-turn-marked", "winner", "tie", "paused"),
    *("who-starts-bare", "your-turn-bare", "winner-bare", "tie-bare"),
    *(
        "laps.who-starts",
        "laps.your-turn",
        "laps.your-turn-stock",
        "laps.your-turn-cups",
        "laps.winner",
        "laps.tie",
    ),
)


def with_unwritten(scene: Scene, since: float, now: float) -> Scene:
    """Return `scene` with the warning that the last moves have not been written since `since`."""
    is_its_turn = (now - since) % EVERY_SECONDS < SHOWN_SECONDS
    gives_way = (Meaning.YOUR_TURN, *_TELLS) if is_its_turn else (Meaning.YOUR_TURN,)
    at_pots = _at_pots(scene, Meaning.UNWRITTEN, gives_way)
    return replace(at_pots, message=_message(scene.message, is_its_turn))


def with_damaged(scene: Scene, since: float, now: float) -> Scene:
    """Return `scene` with the warning that a damaged file was found at the time `since`."""
    if now >= since + DAMAGED_SHOWN_SECONDS:
        return scene
    return _at_pots(scene, Meaning.DAMAGED, (Meaning.YOUR_TURN, *_TELLS))


def _at_pots(scene: Scene, meaning: Meaning, gives_way: Sequence[Meaning]) -> Scene:
    """Return the scene with a meaning at each pot that shows nothing else, or what gives way to it."""
    shows = shown(scene.signs)
    pots = tuple(pot(side) for side in Side if shows.get(pot(side), Meaning.YOUR_TURN) in gives_way)
    signs = tuple(sign for sign in scene.signs if sign.place not in pots)
    return replace(scene, signs=(*signs, *(Sign(place, meaning) for place in pots)))


def _message(message: Message, is_its_turn: bool) -> Message:
    if message.key == "goodbye":
        # It says that everything is kept.
        return Message("goodbye-unwritten")
    return Message("unwritten") if is_its_turn and message.key in _ASK_FOR_NOTHING else message
