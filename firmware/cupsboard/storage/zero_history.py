"""How the zeros of a board have moved over weeks and years: a row for each day on which it played.

The zeros are those with which the day began: the weights of the empty cups, as learnt until then.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.scales.calibration import Calibration
from cupsboard.storage.ledger import Ledger

LOOK_SECONDS = 60.0
"""How often it looks whether another day has begun."""


@dataclass(frozen=True, slots=True)
class Zeros:
    """The row of a day with a calibration, `calibrated` its date: the zeros as JSON in `places`."""

    key: str
    day: str
    calibrated: str
    places: str

    @property
    def grams(self) -> Mapping[str, float]:
        """Return the weights of the empty cups by their places."""
        weights: dict[str, float] = json.loads(self.places)
        return weights


class ZeroHistory:
    """A listener of the loop that writes down the zeros of each day, once."""

    def __init__(
        self,
        ledger: Ledger,
        calibration: Calibration,
        knowledge: Callable[[], Knowledge],
        today: Callable[[], str],
    ) -> None:
        """`today` gives the date."""
        self._ledger = ledger
        self._calibrated, self._knowledge, self._today = calibration.made, knowledge, today
        self._next_look = -math.inf
        self._day: str | None = None
        """The last day that was looked at; None before the first."""

    def __call__(self, moment: Moment) -> None:
        """Write the day down if it is another one."""
        if moment.time >= self._next_look:
            self._next_look = moment.time + LOOK_SECONDS
            if (day := self._today()) != self._day:
                self._look(day)

    def _look(self, day: str) -> None:
        self._day = day
        key = f"{day} {self._calibrated}"
        try:
            if self._ledger.find(Zeros, key=key):
                return
        except StoreError:
            # What is kept must stay; the next day tries again.
            return
        grams = {place: round(each.tare.grams, 4) for place, each in self._knowledge().places.items()}
        self._ledger.gather(Zeros(key, day, self._calibrated, json.dumps(grams)))
