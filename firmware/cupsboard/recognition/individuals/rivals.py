"""Delay a landing while another place still moves, where the same individual may have landed.

The weight here may then be a hand's.
"""

from collections.abc import Iterable

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.explaining import Standing
from cupsboard.recognition.individuals.masses import Masses
from cupsboard.rules.places import Place

_COSTS = COSTS.individuals


class Rivals:
    """The landings that are delayed, and since when."""

    def __init__(self, masses: Masses) -> None:
        self._masses = masses
        self._since: dict[Place, float] = {}

    def are_waited_for(self, place: Place, came: Standing, more_grams: Iterable[float], now: float) -> bool:
        """Return whether to delay a decision: the apparent arrival `came` may have landed elsewhere.

        `more_grams` is the measured minus the expected weight of each moving place.
        """
        more = tuple(more_grams)
        masses = (self._masses[kind].mean_grams for kind in came)
        if not any(each >= _COSTS.rival_share * mass for mass in masses for each in more):
            return False
        return now - self._since.setdefault(place, now) < _COSTS.rival_seconds

    def forget(self, place: Place) -> None:
        """Drop a place that has been explained."""
        self._since.pop(place, None)
