"""A scale as somebody else would describe it: a bar that swings, a converter that averages, and its errors.

A sample is the plain mean of the last 50 ms (HX711 data sheet: settling time at 80 samples a second). Every
change of load comes with an error of its own, the zero walks, and noise has heavy tails.
"""

from math import exp, pi, sin, sqrt
from random import Random

from cupsim.people.king_of_the_cups.strangers.tremor import Tremor

WINDOW_SECONDS, POINTS = 0.05, 8
SLOWEST_SWING, FASTEST_SWING = 18.0, 75.0
"""Hertz; a soft plate under a tray swings as slowly, a bare bar as fast."""
CHANGE_ERROR_SHARE = 1e-4
WALK_GRAMS_PER_ROOT_SECOND = 0.002
TAIL_FREEDOM = 5.0
COUNTS_PER_GRAM = 900.0


class Scale:
    """One scale; loads come and go at given times, and samples are taken in order."""

    def __init__(self, noise_grams: float, random: Random) -> None:
        self.noise_grams = noise_grams
        self.counts_per_gram = COUNTS_PER_GRAM * random.uniform(0.9, 1.1)
        self.zero_counts = random.uniform(-2e5, 2e5)
        self._random = random
        self._hertz = random.uniform(SLOWEST_SWING, FASTEST_SWING)
        self._damping = random.uniform(0.03, 0.12)
        self._rested_grams = 0.0
        self._changes: list[tuple[float, float]] = []
        self._swings: list[tuple[float, float]] = []
        self._tremors: list[Tremor] = []
        self._walked_grams, self._walked_at = 0.0, 0.0

    def change(self, time: float, grams: float) -> None:
        """So much more presses from a time on."""
        self._changes.append((time, grams * (1 + self._random.gauss(0.0, CHANGE_ERROR_SHARE))))

    def swing(self, time: float, grams: float) -> None:
        """Something hit it: it swings by so much at first."""
        self._swings.append((time, grams))

    def tremble(self, tremor: Tremor) -> None:
        """A hand that rests there trembles."""
        self._tremors.append(tremor)

    def signal(self, end: float, period: float) -> int:  # noqa: ARG002
        """The counts of a conversion that ends at `end`."""
        self._settle(end - WINDOW_SECONDS)
        grams = self._rested_grams
        if self._changes or self._swings or self._tremors:
            step = WINDOW_SECONDS / POINTS
            grams += sum(self._moving_grams(end - (n + 0.5) * step) for n in range(POINTS)) / POINTS
        self._walked_grams += self._random.gauss(0.0, WALK_GRAMS_PER_ROOT_SECOND) * sqrt(
            max(0.0, end - self._walked_at)
        )
        self._walked_at = end
        shown = grams + self._walked_grams + self._noise()
        return round(self.zero_counts + self.counts_per_gram * shown)

    def _settle(self, until: float) -> None:
        self._rested_grams += sum(grams for time, grams in self._changes if time <= until)
        self._changes = [each for each in self._changes if each[0] > until]
        self._swings = [each for each in self._swings if self._swing_at(until, *each, is_bound=True) > 1e-3]
        self._tremors = [each for each in self._tremors if each.ended > until]

    def _moving_grams(self, time: float) -> float:
        changed = sum(grams for began, grams in self._changes if began <= time)
        swung = sum(self._swing_at(time, *each) for each in self._swings)
        return changed + swung + sum(each.grams_at(time) for each in self._tremors)

    def _swing_at(self, time: float, began: float, grams: float, *, is_bound: bool = False) -> float:
        turn = 2 * pi * self._hertz * (time - began)
        if turn < 0:
            return abs(grams) if is_bound else 0.0
        fallen = abs(grams) * exp(-self._damping * turn)
        return fallen if is_bound else fallen * sin(turn) * (1 if grams > 0 else -1)

    def _noise(self) -> float:
        chi = self._random.gammavariate(TAIL_FREEDOM / 2, 2.0)
        return self.noise_grams * self._random.gauss(0.0, 1.0) * sqrt((TAIL_FREEDOM - 2) / chi)
