"""What every step of a calibration is, and its first two: the bare platforms and the cups.

A step is asked again and again with all cells watched, and says `None` as long as it must wait, the notes
with its readings when it is done, or a refusal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from cupsboard.procedures.calibration.measurements import Notes, Rest
from cupsboard.procedures.calibration.raw_stillness import CountsWatch, RawCounts, usual_noise_counts
from cupsboard.procedures.rejections import Rejection, unreadable, wrong_direction
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


class CalibrationStep(Protocol):
    """One thing to do."""

    def look(self, seen: Seen, notes: Notes) -> Notes | Rejection | None:
        """The notes with its readings, a refusal, or None while it waits."""

    def signs(self) -> tuple[Sign, ...]:
        """What the lights ask for."""

    def message(self) -> Message:
        """What the words ask for."""


def first_fault(watch: CountsWatch, places: Sequence[Place], rate_sps: float) -> Rejection | None:
    """The first of these places that can't be read."""
    for place, fault in watch.faults(places).items():
        return unreadable(place, fault, usual_noise_counts(rate_sps))
    return None


class EmptyPlatforms:
    """Waits for a press that says all platforms are bare, and measures their zeros."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = tuple(places)
        self._is_said = False

    def look(self, seen: Seen, notes: Notes) -> Notes | Rejection | None:
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
        key = "calibrate-still" if self._is_said else "calibrate-empty"
        return Message(key, {"place": self._places[0]} if len(self._places) == 1 else {})


class CupsOn:
    """Waits until a cup stands on every platform, and measures them."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._felt: set[Place] = set()
        self._places = tuple(places)
        self.is_said = False
        """Whether a press said that all cups stand, though not all were felt."""

    def look(self, seen: Seen, notes: Notes) -> Notes | Rejection | None:
        """See `CalibrationStep`."""
        if (fault := first_fault(seen.watch, self._places, notes.rate_sps)) is not None:
            return fault
        found = {place: seen.watch.counts(place) for place in self._places}
        cups = {place: counts for place, counts in found.items() if isinstance(counts, RawCounts)}
        rises = {place: counts.mean - notes.places[place].zero[0].mean for place, counts in cups.items()}
        # What moves keeps what was last felt there.
        self._felt |= {place for place, rise in rises.items() if abs(rise) >= LEAST_CHANGE_COUNTS}
        self._felt -= {place for place, rise in rises.items() if abs(rise) < LEAST_CHANGE_COUNTS}
        if self.missing:
            self.is_said = self.is_said or seen.is_pressed
            return None
        if len(rises) < len(self._places):
            return None
        for place, rise in rises.items():
            if rise < 0:
                return wrong_direction(place, rise)
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
