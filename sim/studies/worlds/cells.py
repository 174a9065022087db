"""One load cell with its converter: from the load that stands on it to a settled weight."""

import math
from random import Random

from studies.worlds.world import Cells

INPUT_NOISE_VOLTS = {10.0: 50e-9, 80.0: 90e-9}
"""HX711 data sheet (Avia), gain 128: noise at the input at 10 and at 80 samples a second."""
BOARD_TIMES = 2.0
"""Boards are noisier than the sheet: a log of 24 hours comes to 2.7 times (New Screwdriver, 2023)."""
EXCITATION_VOLTS = 4.3
"""What common HX711 boards give a bridge."""
OUTPUT_VOLTS_PER_VOLT = {500.0: 0.7e-3, 1000.0: 1.0e-3}
"""Rated output by rating in grams: 0.5 to 0.8 mV/V (Seeed 500 g), 1.0 mV/V (DFRobot SEN0160, 1 kg)."""
ZERO_SHARE_PER_DEGREE = 3e-5
"""Of the rating: 0.05 % in 10 degC is the sheets' limit (YZC-133), 15 mg/degC of 500 g is three fifths."""
MAINS_HERTZ = 50.0
RATE_ERROR_SHARE = {10.0: 0.015, 80.0: 0.06}
"""The converters' own clocks are off; at 10 samples/s only those near the notch let a slow beat through."""
WARMING_LOOKS = 150.0
"""Time constant of a room that warms: half an hour of looks twelve seconds apart."""


def noise_grams(cells: Cells) -> float:
    """The standard deviation of one sample that a calibration finds."""
    volts_per_gram = OUTPUT_VOLTS_PER_VOLT[cells.rating_grams] * EXCITATION_VOLTS / cells.rating_grams
    return BOARD_TIMES * INPUT_NOISE_VOLTS[cells.sps] / volts_per_gram


def student(freedom: float, random: Random) -> float:
    """Student's distribution, scaled to a variance of 1 (`freedom` above 2)."""
    chi_squared = random.gammavariate(freedom / 2.0, 2.0)
    return random.gauss(0.0, 1.0) * math.sqrt((freedom - 2.0) / chi_squared)


def warmed_share(waits: int) -> float:
    """How much of its warming a room has behind it after waiting so often."""
    return 1.0 - math.exp(-waits / WARMING_LOOKS)


class Cell:
    """One place's cell; times in seconds, temperatures in degC above the evening's beginning."""

    def __init__(self, cells: Cells, random: Random) -> None:
        self._cells, self._random = cells, random
        self.gain = random.gauss(1.0, cells.gain_share)
        self.zero_grams = 0.0
        """What the zero has wandered and jumped, temperature apart."""
        self._per_degree = random.gauss(0.0, ZERO_SHARE_PER_DEGREE * cells.rating_grams)
        self._slope = random.uniform(-cells.slope_grams, cells.slope_grams)
        self._rate = cells.sps * random.gauss(1.0, RATE_ERROR_SHARE[cells.sps])
        self._crept_grams: float | None = None
        self._degrees = 0.0

    def wait(self, seconds: float, load_grams: float, degrees: float) -> None:
        """Let time pass until the next look, with a load on the cell."""
        cells = self._cells
        self.zero_grams += self._slope + self._random.gauss(0.0, cells.walk_grams)
        self._degrees = degrees
        goal = cells.creep_share * load_grams
        if self._crept_grams is None:
            # The cups have stood there for a while when the evening begins.
            self._crept_grams = goal
        self._crept_grams += (goal - self._crept_grams) * (1.0 - math.exp(-seconds / cells.creep_seconds))

    def touch(self, change_grams: float) -> None:
        """A hand was at the cup; the load has changed by so much."""
        cells = self._cells
        self.zero_grams += self._random.gauss(0.0, cells.jump_grams)
        self.zero_grams += self._random.gauss(0.0, cells.hysteresis_share * abs(change_grams))

    def shown_grams(self, load_grams: float) -> float:
        """What the cell shows of a load without any noise."""
        crept = self._crept_grams or 0.0
        return self.gain * (load_grams + crept) + self.zero_grams + self._per_degree * self._degrees

    def noise(self, samples: int) -> float:
        """The error of a mean of so many samples."""
        cells = self._cells
        deviation = cells.noise_times * noise_grams(cells) / math.sqrt(samples)
        freedom = cells.tail_freedom
        scaled = self._random.gauss(0.0, 1.0) if freedom is None else student(freedom, self._random)
        return deviation * scaled + self._hum(samples)

    def _hum(self, samples: int) -> float:
        if not self._cells.hum_grams:
            return 0.0
        phase, step = self._random.uniform(0.0, math.tau), math.tau * MAINS_HERTZ / self._rate
        return self._cells.hum_grams * math.fsum(math.sin(phase + n * step) for n in range(samples)) / samples
