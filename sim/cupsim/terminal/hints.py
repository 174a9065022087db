"""What persons may do, in words, for those who don't know the game yet."""

from collections.abc import Set
from typing import Any

from cupsboard.recognition.outcome import Outcome
from cupsboard.referee.referee import Referee
from cupsboard.rules.places import Place, Side
from cupsboard.signs.possibilities import possibilities
from cupsboard.signs.scene import Scene
from cupsboard.signs.sentences import place_name, say


def hint(referee: Referee[Any], scene: Scene, outcome: Outcome | None, persons: Set[Side]) -> str:
    """As the page says it, or "": moves of a simulated player are for watching."""
    if not (persons if scene.turn is None else persons & {scene.turn}):
        return ""
    may = possibilities(referee.history.game, referee.position, scene, outcome)
    who = "Whoever begins" if scene.turn is None else place_name(Place(scene.turn.value))
    return f"{who} may: {'; '.join(map(say, may))}." if may else ""
