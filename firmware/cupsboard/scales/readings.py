"""What the cells of a board say: readings of a frame, and the weights that come of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault

Reading = int | CellFault
"""Unfiltered signed counts of one conversion, or the reason why there are none."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One reading of all cells at one time, in the order of the profile's cells."""

    time: float
    readings: tuple[Reading, ...]

    def __reduce__(self) -> tuple[type["Frame"], tuple[float, tuple[Reading, ...]]]:
        """Return what makes an equal frame: a dataclass with slots travels between processes slowly."""
        return Frame, (self.time, self.readings)


@dataclass(frozen=True, slots=True)
class Weight:
    """The mean weight over a still stretch, and the variance of that mean."""

    grams: float
    variance: float


@dataclass(frozen=True, slots=True)
class Settled:
    """All places at a moment when the whole table lay still; a place that can't be read has its fault."""

    time: float
    weights: Mapping[Place, Weight | CellFault]
    stretches: tuple[int, ...] = ()
    """A number for each place, in the order of `weights`, that is another one as soon as anything has moved
    there; empty where nobody followed the samples."""
    lain_seconds: float = 0.0
    """For how long nothing has moved at any place."""

    @property
    def unread(self) -> frozenset[Place]:
        """The places that can't be read."""
        return frozenset(place for place, weight in self.weights.items() if isinstance(weight, CellFault))
