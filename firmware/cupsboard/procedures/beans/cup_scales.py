"""Watch each cup of a board as a scale of its own, and tell what lies in it by weight alone."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.procedures.rejections import cure
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame, Reading, Weight
from cupsboard.scales.settling import Weighing
from cupsboard.signs.scene import Meaning, Message, Sign

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


LEAST_BEAN = 0.25
"""In means: what weighs less is dust."""


class CupsWatch:
    """Follows the cups in which beans are weighed."""

    def __init__(self, calibration: Calibration, cells: Sequence[Place], places: Sequence[Place]) -> None:
        """`cells` are the places in the order of a frame's readings, `places` those to be watched."""
        if unknown := [place for place in places if place not in cells]:
            raise SensingError(f"{', '.join(unknown)}: no cell there; choose from {', '.join(cells)}")
        self._scales = {place: CupScale(calibration, place) for place in places}
        self._readings = {place: cells.index(place) for place in places}
        self.contents: Mapping[Place, Content] = dict.fromkeys(places, Unsteady())
        self._seen_empty: set[Place] = set()

    def step(self, frame: Frame, mean_grams: float | None) -> None:
        """Take one frame; `mean_grams` is a bean's mean weight where it is known."""
        least_grams = 0.0 if mean_grams is None else LEAST_BEAN * mean_grams
        self.contents = {
            place: scale.step(frame.time, frame.readings[self._readings[place]], least_grams)
            for place, scale in self._scales.items()
        }
        self._seen_empty |= {place for place, each in self.contents.items() if isinstance(each, Empty)}

    def call_empty(self) -> None:
        """Believe that all cups are empty as they stand now."""
        for scale in self._scales.values():
            scale.call_empty()

    @property
    def _usable(self) -> Mapping[Place, Content]:
        """The cups whose cells give a weight."""
        return {place: each for place, each in self.contents.items() if not isinstance(each, Unreadable)}

    @property
    def is_blind(self) -> bool:
        """Whether no cup can be weighed now: then nothing is known of what lies in them."""
        return not self._usable

    @property
    def has_begun(self) -> bool:
        """Return whether every cup that can be weighed was seen empty, and at least one can be weighed.

        Whatever lay in a cup before that is not counted, also if its cell gives weights only later.
        """
        return not self.is_blind and not self._unseen

    @property
    def _unseen(self) -> Sequence[Place]:
        """The cups that can be weighed and were not seen empty yet."""
        return [place for place in self._usable if place not in self._seen_empty]

    @property
    def is_still(self) -> bool:
        """Whether nothing moves in any cup."""
        return not any(isinstance(content, Unsteady) for content in self.contents.values())

    @property
    def is_full(self) -> bool:
        """Return whether every cup that can be used holds something that lies still."""
        return not self.is_blind and all(isinstance(each, Holding) for each in self._usable.values())

    def trouble(self) -> Message | None:
        """Return what keeps all weighing from going on, in words; None if nothing does."""
        for place, content in self.contents.items():
            if self.is_blind and isinstance(content, Unreadable):
                fault = (Message(f"faults.{content.fault.name}"),)
                return Message(
                    "beans-blind", {"place": place, "fault": fault, "cure": (cure(content.fault),)}
                )
            if isinstance(content, OffPlatform):
                return Message("lifted", {"place": place})
        if not self.has_begun:
            is_any_full = any(isinstance(self.contents[place], Holding) for place in self._unseen)
            return Message("beans-empty-first" if is_any_full else "beans-looking")
        return None

    def signs(
        self, holding: Mapping[Place, Meaning], empty: Meaning | None = Meaning.MAY_NEXT
    ) -> tuple[Sign, ...]:
        """A sign for each cup with something to say; `holding` are those of the cups that hold something.

        A cup in motion is dark: its last sign would be taken for a verdict on what has just arrived. Before
        all have stood there empty, those that have not and hold something ask to be emptied.
        """
        if not self.has_begun:
            holding, empty = dict.fromkeys(self._unseen, Meaning.TOO_MANY), None
        shown = {
            place: _meaning(content, empty, holding.get(place)) for place, content in self.contents.items()
        }
        return tuple(Sign(place, meaning) for place, meaning in shown.items() if meaning is not None)


def _meaning(content: Content, empty: Meaning | None, held: Meaning | None) -> Meaning | None:
    match content:
        case Unsteady():
            return None
        case Empty():
            return empty
        case Holding():
            return held
        case OffPlatform():
            return Meaning.LIFTED
        case Unreadable():
            return Meaning.DEAD
        case _:
            assert_never(content)
