"""One place at rest: the line through the samples of a second, and how far the latest samples scatter."""

import math
from collections import deque
from dataclasses import dataclass

from cupsboard.numbers import COSTS

_COSTS = COSTS.doubts


@dataclass(frozen=True, slots=True)
class Second:
    """The line through the samples of one place over a second in which no piece came or went."""

    grams: float
    """The mean."""
    slope: float
    """Grams a second."""


class Line:
    """The straight line through the samples of a second, as they come."""

    def __init__(self, time: float, grams: float) -> None:
        self._time, self._grams = time, grams
        self._n = 0
        self._t = self._g = self._tt = self._tg = self._gg = 0.0

    def add(self, time: float, grams: float) -> None:
        """Take a sample."""
        t, g = time - self._time, grams - self._grams
        self._n += 1
        self._t, self._g = self._t + t, self._g + g
        self._tt, self._tg, self._gg = self._tt + t * t, self._tg + t * g, self._gg + g * g

    def is_over(self, time: float) -> bool:
        """Whether a second has passed."""
        return time - self._time >= 1.0

    def fitted(self) -> tuple[float, float, float, int]:
        """Mean, slope, the variance of a sample about the line, and of how many."""
        n = self._n
        spread_t = self._tt - self._t * self._t / n
        together = self._tg - self._t * self._g / n
        slope = together / spread_t if spread_t > 0.0 else 0.0
        rest = self._gg - self._g * self._g / n - slope * together
        return self._grams + self._g / n, slope, max(rest, 0.0) / max(n - 2, 1), n


class Rest:
    """How far the latest samples scatter about their mean, since a place came to rest with a step."""

    def __init__(self, time: float, grams: float, rough_grams: float) -> None:
        self._began, self._grams, self._rough = time, grams, rough_grams
        self._samples: deque[tuple[float, float]] = deque()
        self._sum = self._squares = 0.0
        self._rough_at = -math.inf

    def add(self, time: float, grams: float) -> None:
        """Take a sample."""
        self._samples.append((time, grams - self._grams))
        self._count(grams - self._grams, 1)
        while self._samples[0][0] < time - _COSTS.rough_seconds:
            self._count(self._samples.popleft()[1], -1)

    def _count(self, off: float, sign: int) -> None:
        self._sum, self._squares = self._sum + sign * off, self._squares + sign * off * off

    def is_rough(self, time: float, *, was_rough: bool) -> bool:
        """Whether something trembles there; a lull is no end of that, but another step may be."""
        count = len(self._samples)
        if count < _COSTS.fewest_samples or (was_rough and time - self._began < _COSTS.quiet_seconds):
            return was_rough
        if self._deviation > (_COSTS.quiet_share if was_rough else 1.0) * self._rough:
            self._rough_at = time
        return time - self._rough_at < _COSTS.lull_seconds

    @property
    def _deviation(self) -> float:
        count = len(self._samples)
        return math.sqrt(max(self._squares / count - (self._sum / count) ** 2, 0.0))

    @property
    def scatter_grams(self) -> float:
        """The standard deviation of the latest samples; 0 of those of less than a second."""
        return self._deviation if self._samples[-1][0] - self._samples[0][0] >= 0.9 else 0.0

    def is_known(self, time: float) -> bool:
        """Whether a hand that came with the step has shown by now."""
        return time - self._began >= _COSTS.rough_seconds

    def is_over(self, time: float, *, is_rough: bool) -> bool:
        """Whether it is judged no more: no hand rests for so long."""
        return time - self._began >= (_COSTS.resting_seconds if is_rough else _COSTS.judged_seconds)
