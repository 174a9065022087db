"""What a converter shows of a cell at rest beside its load, in units of the cell's white noise.

Two recorded HX711 at rest were Gaussian and as noisy from sample to sample as the data sheet says, but with a
slow part: the mean of a second differed from that of the next by 0.72 to 0.88 of the noise, where white noise
gives 0.45. Of the other kinds there are reports, not recordings.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import exp, log, pi, sin, sqrt
from random import Random
from typing import Protocol

from cupsim.errors import SimulatorError

NOISE_GROWTH = log(90 / 50) / log(8)
"""The data sheet's 90 nV at 80 SPS against 50 nV at 10 SPS, as a power of the rate."""
WHITE_NOISE = "white"
WHITE, SLOWER = 0.97, 0.54
SLOW = (0.68, 0.93)
"""Standard deviations of the three parts of coloured noise; that of the slow part is each cell's own."""
SLOW_SECONDS, SLOWER_SECONDS = 1.0, 60.0
LEVELS_APART = (1.0, 3.0)
LEVEL_SECONDS = 8.0
WILD_SHARE, WILD_TIMES = 0.02, 5.0
"""One sample in fifty is drawn from a noise five times as wide."""
BEAT = (0.4, 1.5)
BEAT_HERTZ = (0.05, 2.0)
"""Mains of 50 Hz beside a rate that is off by some per cent, as oscillators are."""


class Noise(Protocol):
    """What one cell is off by, from conversion to conversion."""

    def played(self) -> Iterator[float]:
        """Yield the next conversion's error for ever, in standard deviations of the cell's white noise."""


@dataclass(frozen=True, slots=True)
class DrawnNoise:
    """The noise of one cell, of a kind by its name, drawn from `random` at a rate of `sps`."""

    kind: str
    random: Random
    sps: float

    def __post_init__(self) -> None:
        """Raise SimulatorError for a kind that is not one of `KINDS`."""
        if self.kind not in _KINDS:
            raise SimulatorError(f"no noise called {self.kind!r}: choose one of {', '.join(KINDS)}")

    def played(self) -> Iterator[float]:
        """See `Noise`."""
        return _KINDS[self.kind](self)

    def white(self) -> float:
        """Return a conversion's error without a past."""
        return self.random.gauss(0.0, 1.0)

    @property
    def at_10_sps(self) -> float:
        """The white noise at 10 samples a second in units of that at `sps`: slow parts don't grow with it."""
        return float((self.sps / 10) ** -NOISE_GROWTH)

    def walking(self, deviation: float, seconds: float) -> Iterator[float]:
        """Yield a slow part of that standard deviation, which is forgotten within `seconds`."""
        kept = exp(-1 / (self.sps * seconds))
        value = self.random.gauss(0.0, deviation)
        while True:
            yield value * self.at_10_sps
            value = kept * value + self.random.gauss(0.0, deviation * sqrt(1 - kept * kept))


def _white(cell: DrawnNoise) -> Iterator[float]:
    while True:
        yield cell.white()


def _coloured(cell: DrawnNoise) -> Iterator[float]:
    slow = cell.walking(cell.random.uniform(*SLOW), SLOW_SECONDS)
    slower = cell.walking(SLOWER, SLOWER_SECONDS)
    for seconds, minutes in zip(slow, slower, strict=True):
        yield WHITE * cell.white() + seconds + minutes


def _two_levels(cell: DrawnNoise) -> Iterator[float]:
    """The zero steps between two levels, as a converter's with popcorn noise."""
    half = cell.random.uniform(*LEVELS_APART) / 2 * cell.at_10_sps
    while True:
        half = -half
        for _ in range(1 + int(cell.random.expovariate(1 / (LEVEL_SECONDS * cell.sps)))):
            yield half + cell.white()


def _long_tails(cell: DrawnNoise) -> Iterator[float]:
    while True:
        is_wild = cell.random.random() < WILD_SHARE
        yield cell.white() * (WILD_TIMES if is_wild else 1.0)


def _mains(cell: DrawnNoise) -> Iterator[float]:
    height, hertz = cell.random.uniform(*BEAT) * cell.at_10_sps, cell.random.uniform(*BEAT_HERTZ)
    turn = cell.random.uniform(0.0, 2 * pi)
    while True:
        yield cell.white() + height * sin(turn)
        turn += 2 * pi * hertz / cell.sps


_KINDS: Mapping[str, Callable[[DrawnNoise], Iterator[float]]] = {
    WHITE_NOISE: _white,
    "coloured": _coloured,
    "two-levels": _two_levels,
    "long-tails": _long_tails,
    "mains": _mains,
}

KINDS = tuple(_KINDS)
"""Every kind of noise by its name."""
