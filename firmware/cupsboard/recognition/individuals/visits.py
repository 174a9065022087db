"""Individuals that stood somewhere for a moment: put down, and taken up again before the place lay still.

Of a place that rose and lies again as before nobody knows at once what it was: a hand presses like a cup.
When an individual lands elsewhere later, the samples say whether it was there before: for certain, where some
in a row show its very mass, and perhaps, where the place rose by as much.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cupsboard.rules.places import Place
from cupsboard.scales.calibration import PieceCalibration

VISIT_SHARE = 0.8
"""A place that rose by so much of an individual may have had it for a moment."""
SHOWN_SAMPLES = 4
"""So many samples in a row show it: fingers on their way to a firm hold don't press alike for 50 ms."""
LEAST_CARRY_SECONDS = 0.12
"""No hand has a cup on another place sooner: half of what Fitts's law gives for 10 cm, up and down."""
LEAST_STAND_SECONDS = 0.05
"""Nor does another hand take it sooner after it landed: closing round it takes some 90 ms."""
_SHOWN_SIGMAS, _SHOWN_SHARE, _SHOWN_GRAMS = 4.0, 2e-3, 0.3
"""Within so many deviations of a sample, so much of its mass for where it stands, and so many grams."""
_KEPT = 30


@dataclass(frozen=True, slots=True)
class Visit:
    """Something stood on a place from `came` to `left`, as far as it was such an individual."""

    place: Place
    came: float
    left: float
    is_sure: bool
    is_hidden: bool
    """Whether something presses there still."""


@dataclass(frozen=True, slots=True)
class _Bulge:
    """A place weighed more for a while: so many grams at each time, from as before to as before."""

    place: Place
    samples: Sequence[tuple[float, float]]
    noise_grams: float

    @property
    def began(self) -> float:
        """When the place was as before for the last time."""
        return self.samples[0][0]

    def as_of(self, mass: PieceCalibration) -> Visit | None:
        """The visit of such an individual, if it may have been one."""
        grams = mass.mean_grams
        if max(weight for _, weight in self.samples) < VISIT_SHARE * grams:
            return None
        shown = [time for time, weight in self.samples if weight >= grams / 2]
        is_hidden = self.samples[-1][1] >= grams / 2
        return Visit(self.place, shown[0], shown[-1], self._shows(mass) and not is_hidden, is_hidden)

    def _shows(self, mass: PieceCalibration) -> bool:
        """Whether it was certainly this individual."""
        grams = mass.mean_grams
        within = _SHOWN_SIGMAS * self.noise_grams + _SHOWN_SHARE * grams + _SHOWN_GRAMS
        in_a_row = 0
        for _, weight in self.samples:
            in_a_row = in_a_row + 1 if abs(weight - grams) <= within else 0
            if in_a_row >= SHOWN_SAMPLES:
                return True
        return False


class Visits:
    """The latest visits to all places."""

    def __init__(self, lightest_grams: float) -> None:
        self._least_grams = VISIT_SHARE * lightest_grams
        self._bulges: deque[_Bulge] = deque(maxlen=_KEPT)

    def note(self, place: Place, samples: Sequence[tuple[float, float]], noise_grams: float) -> None:
        """A place lies as before; so much more it weighed since it did so last, in grams at each time."""
        if max((grams for _, grams in samples), default=0.0) >= self._least_grams:
            # A place that moves on is noted once more.
            before = [each for each in self._bulges if (each.place, each.began) != (place, samples[0][0])]
            self._bulges.clear()
            self._bulges.extend([*before, _Bulge(place, tuple(samples), noise_grams)])

    def between(self, begin: float, end: float, mass: PieceCalibration, but: Place) -> Iterator[Visit]:
        """What may have been this individual at other places, brought by one hand and taken by another."""
        for bulge in self._bulges:
            visit = bulge.as_of(mass) if bulge.place != but else None
            if visit is None:
                continue
            # Under a hand that still presses there nobody sees when it left.
            left = end - LEAST_CARRY_SECONDS if visit.is_hidden else visit.left
            if (
                begin + LEAST_CARRY_SECONDS <= visit.came
                and visit.came + LEAST_STAND_SECONDS <= left
                and left + LEAST_CARRY_SECONDS <= end
            ):
                yield replace(visit, left=left)
