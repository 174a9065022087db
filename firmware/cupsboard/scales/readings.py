"""What the cells of a board say: readings of a frame, and the weights that come of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.places import Place


class CellFault(Enum):
    """Why a cell gave no weight in a frame."""

    MISSED = "no reading this time"
    STARTING = "still learning its rhythm"
    SILENT = "no conversions: unplugged or unpowered"
    STUCK_LOW = "data line stuck low"
    SATURATED_LOW = "below the range: overloaded or a bridge wire is off"
    SATURATED_HIGH = "above the range: overloaded or a bridge wire is off"
    FROZEN = "the same reading again and again: not converting"
    SLOW_CLOCK = "the computer clocks the scales too slowly: it is too busy, or its supply too weak"
    RESTLESS = "does not come to rest: something moves it, or its scale is loose"

    __hash__ = object.__hash__


Reading = int | CellFault
"""Unfiltered signed counts of one conversion, or the reason why there are none."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One reading of all cells at one time, in the order of the profile's cells."""

    time: float
    readings: tuple[Reading, ...]


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
