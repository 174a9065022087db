"""The cells of a board before they are calibrated: counts instead of grams, and what lies still."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from cupsboard.numbers import COSTS
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Weight
from cupsboard.scales.settling import Weighing

FAST_SPS = 40.0
"""Between the two rates of an HX711, 10 and 80 a second."""
DATASHEET_NOISE_COUNTS = {False: 25.0, True: 45.0}
"""50 nV at 10 SPS, 90 nV at 80 (HX711 data sheet), in counts of 2.0 nV; the key says whether it is fast."""
USUAL_NOISE_FACTOR = 2.0
"""Published logs of real boards come to twice the data sheet."""
STILL_SECONDS = 1.5
"""A finger rests for a moment too; what is measured for good must lie still for longer."""
GONE_SECONDS = 5.0
"""An amplifier that a busy computer has upset finds back within a second or two; a loose wire stays loose."""
NEARLY_NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class RawCounts:
    """The settled reading of a cell: its mean, the variance of that mean, and the noise of one sample."""

    mean: float
    variance: float
    noise: float


def usual_noise_counts(rate_sps: float) -> float:
    """The noise of one sample on a usual board."""
    return USUAL_NOISE_FACTOR * DATASHEET_NOISE_COUNTS[rate_sps > FAST_SPS]


class CountsWatch:
    """Follows all cells; without a calibration a count is taken for a gram."""

    def __init__(self, cells: Sequence[Place], rate_sps: float) -> None:
        """`cells` are the places in the order of a frame's readings."""
        self.cells = tuple(cells)
        in_counts = PlaceCalibration(0.0, 1.0, 0.0, 0.0, 0.0, usual_noise_counts(rate_sps))
        beans = PieceCalibration(1.0, NEARLY_NOTHING, NEARLY_NOTHING, 1)
        places = dict.fromkeys(self.cells, in_counts)
        self._weighing = Weighing(Calibration("", rate_sps, beans, places), self.cells)
        self._stretches = tuple(0 for _ in self.cells)
        self._looks = dict.fromkeys(self.cells, 0)
        self._now: float | None = None
        self._read_at = dict.fromkeys(self.cells, -inf)
        """When every place was read last."""
        self._rested_at = dict.fromkeys(self.cells, -inf)
        """When every place had last been still for long enough to be measured."""
        self._looks_needed = max(COSTS.settling.stretch_samples, round(STILL_SECONDS * rate_sps))

    def step(self, frame: Frame) -> None:
        """Take one frame."""
        if self._now is None:
            self._read_at = dict.fromkeys(self.cells, frame.time)
            self._rested_at = dict.fromkeys(self.cells, frame.time)
        self._now = frame.time
        self._read_at |= {
            place: frame.time
            for place, reading in zip(self.cells, frame.readings, strict=True)
            if isinstance(reading, int)
        }
        self._weighing.step(frame)
        moving, stretches = self._weighing.moving, self._weighing.stretches
        for place, before, now in zip(self.cells, self._stretches, stretches, strict=True):
            is_same = before == now and place not in moving
            self._looks[place] = self._looks[place] + 1 if is_same else 0
            if self._looks[place] >= self._looks_needed or self._read_at[place] < frame.time:
                self._rested_at[place] = frame.time
        self._stretches = stretches

    @property
    def moving(self) -> frozenset[Place]:
        """The places that are not still."""
        return self._weighing.moving

    def restless(self, seconds: float) -> tuple[Place, ...]:
        """Return the places that are read and have been restless for longer than that."""
        return tuple(
            place
            for place, rested in self._rested_at.items()
            if self._now is not None and self._now - rested > seconds
        )

    @property
    def latest(self) -> Mapping[Place, float | None]:
        """The newest counts of every place."""
        return self._weighing.latest_grams

    def counts(self, place: Place) -> RawCounts | CellFault | None:
        """Return what a place reads, why it can't be read, or None while it has not been still for long."""
        weight = self._weighing.weight(place) if place not in self.moving else None
        if isinstance(weight, Weight) and self._looks[place] >= self._looks_needed:
            return RawCounts(weight.grams, weight.variance, self._weighing.noise_grams[place])
        # Readings that were missed for a moment come back; a cell that is gone is called silent.
        if not isinstance(weight, CellFault) or weight is CellFault.MISSED:
            return None
        return None if self._may_come_back(place) else weight

    def _may_come_back(self, place: Place) -> bool:
        """Whether a place has given no reading for a moment only."""
        return self._now is not None and 0.0 < self._now - self._read_at[place] < GONE_SECONDS

    def all_counts(self, places: Sequence[Place]) -> dict[Place, RawCounts] | None:
        """The counts of these places, those left out that can't be read; None while one is not still."""
        found = {}
        for place in places:
            counts = self.counts(place)
            if counts is None:
                return None
            if isinstance(counts, RawCounts):
                found[place] = counts
        return found

    def faults(self, places: Sequence[Place]) -> dict[Place, CellFault]:
        """The places that can't be read, and why."""
        found = {place: self.counts(place) for place in places}
        return {place: fault for place, fault in found.items() if isinstance(fault, CellFault)}
