"""Individuals that stood somewhere for a moment: put down, and taken up again before the place lay still.

Of a place that rose and lies again as before nobody knows at once what it was: a hand presses like a cup.
When an individual lands elsewhere later, the samples say whether it was there before: for certain, where some
in a row show its very mass, and perhaps, where the place rose by as much.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cupsboard.rules.places import Place
from cupsboard.scales.calibration import PieceCalibration

VISIT_SHARE = 0.8
"""A place that rose by so much of an individual may have had it for a moment."""
SHOWN_SAMPLES = 4
"""So many samples in a row show it: fingers on their way to a firm hold don't press alike for 50 ms."""
_SHOWN_SIGMAS, _SHOWN_SHARE, _SHOWN_GRAMS = 4.0, 2e-3, 0.3
"""Within so many deviations of a sample, so much of its mass for where it stands, and so many grams."""
_KEPT = 30


@dataclass(frozen=True, slots=True)
class Visit:
    """Something came to a place and went; `samples` are by how much the place weighed more meanwhile."""

    place: Place
    came: float
    left: float
    samples: Sequence[tuple[float, float]]
    noise_grams: float

    @property
    def risen_grams(self) -> float:
        """The most that it weighed more."""
        return max(grams for _, grams in self.samples)

    def shows(self, mass: PieceCalibration) -> bool:
        """Whether it was certainly this individual."""
        grams = mass.mean_grams
        within = _SHOWN_SIGMAS * self.noise_grams + _SHOWN_SHARE * grams + _SHOWN_GRAMS
        in_a_row = 0
        for _, weight in self.samples:
            in_a_row = in_a_row + 1 if abs(weight - grams) <= within else 0
            if in_a_row >= SHOWN_SAMPLES:
                return True
        return False

    def may_show(self, mass: PieceCalibration) -> bool:
        """Whether it may have been."""
        return self.risen_grams >= VISIT_SHARE * mass.mean_grams


class Visits:
    """The latest visits to all places."""

    def __init__(self, lightest_grams: float) -> None:
        self._least_grams = VISIT_SHARE * lightest_grams
        self._visits: deque[Visit] = deque(maxlen=_KEPT)

    def note(self, place: Place, samples: Sequence[tuple[float, float]], noise_grams: float) -> None:
        """A place lies as before; so much more it weighed since it did so last, in grams at each time."""
        half = max((grams for _, grams in samples), default=0.0) / 2
        if 2 * half < self._least_grams:
            return
        risings = (after for (_, short), (after, past) in pairwise(samples) if short < half <= past)
        came = next(risings, samples[0][0])
        left = max(time for time, grams in samples if grams >= half)
        self._visits.append(Visit(place, came, left, tuple(samples), noise_grams))

    def between(self, begin: float, end: float, mass: PieceCalibration, but: Place) -> Iterator[Visit]:
        """Those of what may have been this individual, at other places, in their order."""
        for visit in self._visits:
            if visit.place != but and begin < visit.came < end and visit.may_show(mass):
                yield visit
