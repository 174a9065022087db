"""What every step of a calibration is, and those that need no mass: bare platforms, cups, and beans.

A step is asked again and again with all cells watched. It answers with `None` as long as it must wait, and
otherwise with the notes that hold its readings, with a refusal, or with what it can't tell by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import median
from typing import Protocol

from cupsboard.procedures.calibration.measurements import BeanNote, Notes, Rest
from cupsboard.procedures.calibration.raw_stillness import CountsWatch, RawCounts, usual_noise_counts
from cupsboard.procedures.rejections import Rejection, unreadable
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning, Message, Sign

LEAST_CHANGE_COUNTS = 1_500.0
"""What a load must change: 3 g on a 5 kg cell, half a gram on one of 500 g."""
SURE = 6.0
"""Standard deviations from which a reading has changed."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a step is given: all cells, the time, and whether a button was just pressed."""

    watch: CountsWatch
    now: float
    is_pressed: bool


@dataclass(frozen=True, slots=True)
class Fell:
    """Places that became lighter than they were measured, or that felt nothing though a press said so.

    A hand, a cup that stood there before, and swapped wires all look like that: only a touch tells them
    apart. The values are the changes in counts.
    """

    changes: Mapping[Place, float]


@dataclass(frozen=True, slots=True)
class MeasureAgain:
    """Places whose readings no longer hold, by the word of somebody who pressed."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class TouchThem:
    """Places of which a touch is to tell whether their cells are theirs."""

    places: tuple[Place, ...]


Answer = Notes | Rejection | Fell | MeasureAgain | TouchThem | None
"""What a step has to say."""


class CalibrationStep(Protocol):
    """One thing to do."""

    def look(self, seen: Seen, notes: Notes) -> Answer:
        """The notes with its readings, a refusal, what it can't tell, or None while it waits."""

    def signs(self) -> tuple[Sign, ...]:
        """Return what the lights ask for."""

    def message(self) -> Message:
        """Return what the words ask for."""


def first_fault(watch: CountsWatch, places: Sequence[Place], rate_sps: float) -> Rejection | None:
    """Return the first of these places that can't be read; None if all can."""
    for place, fault in watch.faults(places).items():
        return unreadable(place, fault, usual_noise_counts(rate_sps))
    return None


class EmptyPlatforms:
    """Waits for a press that says all platforms are bare, and measures their zeros."""

    def __init__(self, places: Sequence[Place], fallen: Place | None = None) -> None:
        """`fallen` is a place that became lighter than the zero measured there before."""
        self._places = tuple(places)
        self._fallen = fallen
        self._is_said = False

    def look(self, seen: Seen, notes: Notes) -> Answer:
        """See `CalibrationStep`."""
        self._is_said = self._is_said or seen.is_pressed
        if not self._is_said:
            return None
        if (fault := first_fault(seen.watch, self._places, notes.rate_sps)) is not None:
            return fault
        zeros = seen.watch.all_counts(self._places)
        if zeros is None:
            return None
        return notes.noting(
            {place: replace(notes.places[place], zero=(zero,)) for place, zero in zeros.items()}
        )

    def signs(self) -> tuple[Sign, ...]:
        """Every cup is to come off."""
        return () if self._is_said else tuple(Sign(place, Meaning.TOO_MANY) for place in self._places)

    def message(self) -> Message:
        """See `CalibrationStep`."""
        if self._is_said:
            return Message("calibrate-still")
        if self._fallen is not None:
            return Message("calibrate-empty-again", {"place": self._fallen})
        return Message("calibrate-empty")


class CupsOn:
    """Waits until a cup stands on every platform, and measures them."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._felt: set[Place] = set()
        self._places = tuple(places)

    def look(self, seen: Seen, notes: Notes) -> Answer:
        """See `CalibrationStep`."""
        if (fault := first_fault(seen.watch, self._places, notes.rate_sps)) is not None:
            return fault
        found = {place: seen.watch.counts(place) for place in self._places}
        cups = {place: counts for place, counts in found.items() if isinstance(counts, RawCounts)}
        rises = {place: counts.mean - notes.places[place].zero[0].mean for place, counts in cups.items()}
        # What moves keeps what was last felt there.
        self._felt |= {place for place, rise in rises.items() if rise >= LEAST_CHANGE_COUNTS}
        self._felt -= {place for place, rise in rises.items() if rise < LEAST_CHANGE_COUNTS}
        fallen = {place: rise for place, rise in rises.items() if rise <= -LEAST_CHANGE_COUNTS}
        if fallen and not self._felt:
            # No cup was put on yet: most likely all of them still stood there.
            return Fell({place: fallen.get(place, 0.0) for place in self._places})
        if fallen:
            return Fell(fallen)
        if self.missing:
            return Fell({place: rises.get(place, 0.0) for place in self.missing}) if seen.is_pressed else None
        if len(rises) < len(self._places):
            return None
        rest = {place: (Rest(seen.now, counts.mean),) for place, counts in cups.items()}
        return notes.noting(
            {
                place: replace(notes.places[place], cup=(counts,), rests=rest[place])
                for place, counts in cups.items()
            }
        )

    def signs(self) -> tuple[Sign, ...]:
        """Every platform without its cup."""
        return tuple(Sign(place, Meaning.LIFTED) for place in self.missing)

    @property
    def missing(self) -> tuple[Place, ...]:
        """The platforms where no cup was felt yet."""
        return tuple(place for place in self._places if place not in self._felt)

    def message(self) -> Message:
        """See `CalibrationStep`."""
        return Message("calibrate-cups", {"missing": len(self.missing)})


BEANS_WANTED = 24
FEWEST_BEANS = 8
SEVERAL_FROM = 1.8
"""In medians: what arrived with so much weight was more than one bean."""


class BeansOneByOne:
    """Learns the beans' masses: each arrival in a cup is taken for one bean and added to the sample."""

    def __init__(self, cups: Sequence[Place]) -> None:
        self._cups = tuple(cups)
        self._before: dict[Place, RawCounts] = {}
        self._beans: list[BeanNote] = []
        self._is_enough = False
        self._felt_at_press: int | None = None
        """How many beans were felt when a button was pressed too early; None once there are more."""

    def look(self, seen: Seen, notes: Notes) -> Notes | Rejection | None:
        """See `CalibrationStep`."""
        if (fault := first_fault(seen.watch, self._cups, notes.rate_sps)) is not None:
            return fault
        for place in self._cups:
            now = seen.watch.counts(place)
            if not isinstance(now, RawCounts):
                continue
            before = self._before.setdefault(place, now)
            rise, variance = now.mean - before.mean, now.variance + before.variance
            if rise > SURE * sqrt(variance):
                self._beans.append(BeanNote(place, rise, variance))
                self._before[place] = now
            elif abs(rise) < 2 * sqrt(variance) or rise < 0:
                # A lighter cup has lost a bean, or a hand that was counted has gone.
                if rise < -SURE * sqrt(variance) and (mine := self._last_of(place)) is not None:
                    self._beans.remove(mine)
                self._before[place] = now
        singles = single_beans(notes, self._beans)
        self._is_enough = len(singles) >= BEANS_WANTED
        if seen.is_pressed:
            self._felt_at_press = len(singles)
        elif self._felt_at_press != len(singles):
            self._felt_at_press = None
        is_ended = seen.is_pressed and len(singles) >= FEWEST_BEANS
        if not (self._is_enough or is_ended) or seen.watch.moving:
            return None
        return replace(notes, beans=singles, are_beans_done=True)

    def _last_of(self, place: Place) -> BeanNote | None:
        return next((bean for bean in reversed(self._beans) if bean.place == place), None)

    def signs(self) -> tuple[Sign, ...]:
        """Return a sign at every cup that is at rest: it may take one more bean."""
        if self._is_enough:
            return ()
        fewest = min((self._in(place) for place in self._before), default=0)
        return tuple(Sign(place, Meaning.MAY_NEXT) for place in self._before if self._in(place) == fewest)

    def _in(self, place: Place) -> int:
        return sum(bean.place == place for bean in self._beans)

    def message(self) -> Message:
        """See `CalibrationStep`."""
        if self._felt_at_press is not None and self._felt_at_press < FEWEST_BEANS:
            return Message("calibrate-beans-few", {"weighed": self._felt_at_press, "wanted": FEWEST_BEANS})
        return Message("calibrate-beans", {"weighed": len(self._beans), "wanted": BEANS_WANTED})


def single_beans(notes: Notes, beans: Sequence[BeanNote]) -> tuple[BeanNote, ...]:
    """Return the arrivals that were a single bean, judged by their ratio to the median arrival."""
    if not beans:
        return ()
    gains = {place: known.mass.mean for place, known in notes.places.items() if known.loaded}
    weights = [bean.counts / gains[bean.place] for bean in beans]
    middle = median(weights)
    return tuple(bean for bean, weight in zip(beans, weights, strict=True) if weight < SEVERAL_FROM * middle)
