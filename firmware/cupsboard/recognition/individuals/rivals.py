"""A landing that waits: another place still moves, and may have got the same individual, with a hand here."""

from collections.abc import Iterable

from cupsboard.recognition.individuals.explaining import Standing
from cupsboard.recognition.individuals.masses import Masses
from cupsboard.rules.places import Place

RIVAL_SECONDS = 0.75
"""So long a landing waits for places that still move: few ring or are touched for longer."""
RIVAL_SHARE = 0.6
"""A place that moves may have got a cup if it weighs so much of it more than was believed."""


class Rivals:
    """Since when landings wait."""

    def __init__(self, masses: Masses) -> None:
        self._masses = masses
        self._since: dict[Place, float] = {}

    def are_waited_for(self, place: Place, came: Standing, more_grams: Iterable[float], now: float) -> bool:
        """Whether what seems to have come to a place may be where something moves yet.

        `more_grams` is by how much the moving places weigh more than was believed.
        """
        more = tuple(more_grams)
        masses = (self._masses[kind].mean_grams for kind in came)
        if not any(each >= RIVAL_SHARE * mass for mass in masses for each in more):
            return False
        return now - self._since.setdefault(place, now) < RIVAL_SECONDS

    def forget(self, place: Place) -> None:
        """The place is explained."""
        self._since.pop(place, None)
