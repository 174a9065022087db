"""What persons may do, in words, for those who don't know the game yet."""

from collections.abc import Set

from cupsboard.recognition.outcome import Outcome
from cupsboard.rules.places import Place, Side
from cupsboard.rules.turns import Order
from cupsboard.signs.possibilities import possibilities
from cupsboard.signs.scene import Scene
from cupsboard.signs.sentences import place_name, say

from cupsim.runs.putting_up import AnyReferee


def hint(referee: AnyReferee, scene: Scene, outcome: Outcome | None, persons: Set[Side]) -> str:
    """As the page says it, or "": moves of a simulated player are for watching."""
    if not (persons if scene.turn is None else persons & {scene.turn}):
        return ""
    if referee.history.game.turns.order is not Order.FREE:
        # The board's own words say what comes next there.
        return ""
    may = possibilities(referee.history.game, referee.position, scene, outcome)
    who = "Whoever begins" if scene.turn is None else place_name(Place(scene.turn.value))
    return f"{who} may: {'; '.join(map(say, may))}." if may else ""
