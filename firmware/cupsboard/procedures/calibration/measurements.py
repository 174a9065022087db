"""What a calibration has measured so far, or knows already: all it needs to go on after an interruption."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import fsum
from statistics import fmean

from cupsboard.procedures.calibration.raw_stillness import RawCounts
from cupsboard.procedures.reference_masses import Reference
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PlaceCalibration


@dataclass(frozen=True, slots=True)
class Rest:
    """What the empty cup read at a time of the calibration."""

    seconds: float
    counts: float


@dataclass(frozen=True, slots=True)
class PlaceNotes:
    """The readings of one place; a tuple is empty until its step is done, and then holds one.

    `loaded` is what the reference added in the cup, `again` what it added there once more, after the cup was
    lifted and put back; `on_platform` is what it added on the bare platform. `back_counts` is what was left
    of the first of these when the reference had been taken out again.
    """

    zero: tuple[RawCounts, ...] = ()
    cup: tuple[RawCounts, ...] = ()
    loaded: tuple[RawCounts, ...] = ()
    again: tuple[RawCounts, ...] = ()
    back_counts: float = 0.0
    rests: tuple[Rest, ...] = ()
    on_platform: tuple[RawCounts, ...] = ()
    seat_counts: float = 0.0
    """How far the empty cup read otherwise when it was lifted and put back."""
    cell_serial: str = ""

    @property
    def mass(self) -> RawCounts:
        """The mean of the readings of the reference, with the lesser noise; there must be one.

        The noise of a cell is always there: what is more in one of the readings shook it from outside.
        """
        each = (*self.loaded, *self.again)
        variance = fsum(reading.variance for reading in each) / len(each) ** 2
        return RawCounts(
            fmean(reading.mean for reading in each), variance, min(reading.noise for reading in each)
        )

    @property
    def apart_counts(self) -> float:
        """How far the two readings of the reference differ; 0 while there is one."""
        return self.again[0].mean - self.loaded[0].mean if self.loaded and self.again else 0.0


@dataclass(frozen=True, slots=True)
class BeanNote:
    """One bean that arrived alone in a place."""

    place: Place
    counts: float
    variance: float


@dataclass(frozen=True, slots=True)
class Notes:
    """All readings of one calibration.

    `touched` places were found right by touch; `unasked` ones got the mass though another place was lit, so
    that nothing but a touch tells whether their cables are theirs. `is_line_wanted` says that the reference
    is to go on the bare platforms too, `has_no_cups` that pieces stand on the platforms themselves. `skipped`
    places are left out.
    """

    begun: str
    rate_sps: float
    reference: Reference
    places: Mapping[Place, PlaceNotes]
    beans: tuple[BeanNote, ...] = ()
    are_beans_done: bool = False
    touched: tuple[Place, ...] = ()
    unasked: tuple[Place, ...] = ()
    skipped: tuple[Place, ...] = ()
    is_line_wanted: bool = False
    has_no_cups: bool = False

    @classmethod
    def empty(cls, begun: str, rate_sps: float, reference: Reference, places: Iterable[Place]) -> "Notes":
        """Nothing measured yet; `begun` is an ISO date and time."""
        return cls(begun, rate_sps, reference, {place: PlaceNotes() for place in places})

    def with_serials(self, serials: Mapping[Place, str]) -> "Notes":
        """With the serial numbers of these places' cells."""
        return self.noting(
            {
                place: replace(self.places[place], cell_serial=serial)
                for place, serial in serials.items()
                if place in self.places
            }
        )

    def noting(self, found: Mapping[Place, PlaceNotes]) -> "Notes":
        """With these places' notes in place of the old."""
        return replace(self, places={**self.places, **found})

    def forgetting(self, places: Iterable[Place]) -> "Notes":
        """Without anything that was measured at these places, which are to be calibrated again."""
        again = frozenset(places)
        return replace(
            self,
            places={
                place: PlaceNotes(cell_serial=known.cell_serial) if place in again else known
                for place, known in self.places.items()
            },
            touched=tuple(place for place in self.touched if place not in again),
            unasked=tuple(place for place in self.unasked if place not in again),
            skipped=tuple(place for place in self.skipped if place not in again),
        )

    def without_mass(self, places: Iterable[Place]) -> "Notes":
        """Without what the mass came to at these places, where it is to be put once more."""
        return self.noting(
            {place: replace(self.places[place], loaded=(), again=(), back_counts=0.0) for place in places}
        )

    def remeasured(self, newer: "Notes") -> "Notes":
        """With the places of newer notes in place of the old, and without the beans felt there before."""
        beans = tuple(bean for bean in self.beans if bean.place not in newer.places)
        return replace(self.noting(newer.places), beans=beans)

    def skipping(self, places: Iterable[Place]) -> "Notes":
        """With these places left out."""
        return replace(self, skipped=tuple(dict.fromkeys((*self.skipped, *places))))

    @property
    def readings(self) -> tuple[str, ...]:
        """The names of the readings that every place needs, in their order."""
        line, cup = (("on_platform",) if self.is_line_wanted else ()), (() if self.has_no_cups else ("cup",))
        return ("zero", *line, *cup, "loaded", "again")

    @property
    def unmeasured(self) -> tuple[Place, ...]:
        """The places that lack a reading without which they can't be weighed, left out or not."""
        needed = [what for what in self.readings if what != "on_platform"]
        return tuple(
            place for place, known in self.places.items() if not all(getattr(known, what) for what in needed)
        )

    def wanting(self, what: str) -> tuple[Place, ...]:
        """The places that still lack one of the `readings`."""
        return tuple(
            place
            for place, known in self.places.items()
            if place not in self.skipped and not getattr(known, what)
        )


ONE_GRAM = Reference("the calibration in force", 1.0, 0.0)
"""What such notes were loaded with: a gram by the calibration itself."""


def notes_of(calibration: Calibration, begun: str) -> Notes:
    """Return notes that have everything of the places and nothing of the beans; `begun` is an ISO date."""
    places = {place: _known(values) for place, values in calibration.places.items()}
    return Notes(begun, calibration.rate_sps, ONE_GRAM, places, touched=tuple(places))


def _known(values: PlaceCalibration) -> PlaceNotes:
    scale = values.counts_per_gram
    noise = values.noise_grams * scale
    cup = values.zero_counts + values.cup_grams * scale
    gram = RawCounts(scale, (values.gain_error * scale) ** 2, noise)
    return PlaceNotes(
        zero=(RawCounts(values.zero_counts, values.zero_error_counts**2, noise),),
        cup=(RawCounts(cup, (values.cup_error_grams * scale) ** 2, noise),),
        loaded=(gram,),
        again=(gram,),
        cell_serial=values.cell_serial,
    )
