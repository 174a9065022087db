"""One cup used as a scale of its own: what lies in it now, told by weight alone."""

import math
from dataclasses import dataclass

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Reading, Weight
from cupsboard.scales.settling import Weighing

SURE = 4.5
"""Standard deviations from which a weight is no longer that of the empty cup."""

DRIFT_GRAMS_PER_SECOND = 0.01
"""How fast the weight of an empty cup may change, after a hand has leant on it for example."""


HELD_SECONDS = 0.5
"""So long it must lie still to be what the cup holds: a finger lingers on what it lays down or takes."""


@dataclass(frozen=True, slots=True)
class Unsteady:
    """Something is moving, or hands are at the cup."""


@dataclass(frozen=True, slots=True)
class Empty:
    """The cup stands there with nothing in it."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The cup holds something that weighs so much."""

    weight: Weight


@dataclass(frozen=True, slots=True)
class OffPlatform:
    """The cup is off its platform."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The cell gives no weight."""

    fault: CellFault


Content = Unsteady | Empty | Holding | OffPlatform | Unreadable


class CupScale:
    """Follows one cup; the weight of the empty cup is learned anew whenever it is seen empty."""

    def __init__(self, calibration: Calibration, place: Place) -> None:
        values = calibration.places[place]
        self._place = place
        self._weighing = Weighing(calibration, (place,))
        self._cup_grams = values.cup_grams
        self._empty = Weight(values.cup_grams, values.cup_error_grams**2 + PHYSICS.stored_drift_grams**2)
        self._is_stored = True
        self._looks = 0
        self._time = self._moved_at = 0.0

    def step(self, time: float, reading: Reading, least_grams: float) -> Content:
        """Take one conversion; less than `least_grams` is dust or drift, not a bean."""
        self._weighing.step(Frame(time, (reading,)))
        elapsed_seconds, self._time = time - self._time, time
        if self._weighing.moving:
            self._looks, self._moved_at = 0, time
            return Unsteady()
        self._looks += 1
        weight = self._weighing.settled.weights[self._place]
        if isinstance(weight, CellFault):
            return Unreadable(weight)
        if weight.grams < self._empty.grams - 0.5 * self._cup_grams:
            return OffPlatform()
        content = Weight(weight.grams - self._empty.grams, weight.variance + self._empty.variance)
        sure_grams = SURE * math.sqrt(content.variance)
        if content.grams > max(least_grams, sure_grams):
            return Holding(content) if time - self._moved_at >= HELD_SECONDS else Unsteady()
        # Lighter than empty means that it was not empty before.
        if self._is_stored or content.grams < -sure_grams:
            self._empty, self._is_stored = weight, False
        elif self._looks >= COSTS.settling.stretch_samples:
            self._follow(weight, elapsed_seconds)
        return Empty()

    def _follow(self, weight: Weight, seconds: float) -> None:
        """Let the empty cup drift, but not so fast that a light bean could pass for drift as it lands."""
        most = DRIFT_GRAMS_PER_SECOND * seconds
        off = weight.grams - self._empty.grams
        self._empty = Weight(self._empty.grams + max(-most, min(most, off)), weight.variance)

    def call_empty(self) -> None:
        """Believe that the cup is empty as it stands now, whatever it weighs."""
        if not self._weighing.moving:
            weight = self._weighing.settled.weights[self._place]
            if isinstance(weight, Weight):
                self._empty, self._is_stored = weight, False
