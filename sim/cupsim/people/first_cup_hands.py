"""Somebody who lets one cell be looked at: does what the sentence asks for until it is at a loss."""

from cupsboard.rules.places import Place

from cupsim.people.calibrating_hands import CalibratingHands, Motion
from cupsim.people.calibrator import Asks, MassMaker

PRESS_SECONDS = 0.15
MOST_BEANS = 40
PATIENCE_SECONDS = 60.0
"""How long a fault is said before the hands give up."""
AT_A_LOSS = ("scope-silent", "scope-stuck", "scope-saturated", "scope-faulty", "scope-restless", "scope-fell")
"""The sentences about something that these hands can't mend."""


class FirstCupMaker(MassMaker):
    """Lays a mass on one place, and drops beans into its cup."""

    def __init__(self, asks: Asks, hands: CalibratingHands, place: Place) -> None:
        super().__init__(asks, hands)
        self._hands, self._place = hands, place
        self._said, self._said_at = "", 0.0
        self._dropped = 0

    def _next(self, now: float) -> Motion | None:
        key, hands, place = self._asks.said(), self._hands, self._place
        if key != self._said:
            self._said, self._said_at = key, now
        self.has_given_up = key in AT_A_LOSS and now - self._said_at > PATIENCE_SECONDS
        match key:
            case "scope-rest" | "scope-waiting" if not hands.has_taken(place):
                return hands.lift_off(place)
            case "scope-mass" if hands.loaded_place is None:
                return hands.put_load(place)
            case "scope-unload" | "scope-odd-gain" if hands.loaded_place is not None:
                return hands.take_load(place)
            case "scope-cup" if hands.has_taken(place):
                return hands.put_back(place)
            case "scope-beans" | "scope-too-few" if self._dropped < MOST_BEANS:
                self._dropped += 1
                return hands.drop_bean(place)
            case "scope-judged" | "scope-too-few":
                return self._asks.press(PRESS_SECONDS, now)
            case _:
                return None
