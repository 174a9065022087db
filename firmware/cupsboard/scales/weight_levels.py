"""Whether a place comes and goes among a few weights, as a cell with a cracked joint does.

Hands change what lies there as often. But fingers press in between, never twice with the same weight.
"""

import math
from collections import deque

from cupsboard.numbers import COSTS

_COSTS = COSTS.doubts


class Levels:
    """The latest weights at which one place has lain, however shortly."""

    def __init__(self, near_grams: float, least_grams: float) -> None:
        """Weights less than `near_grams` apart are one level. What leaps does so by `least_grams` or more."""
        self._near, self._least = near_grams, least_grams
        self._latest: deque[tuple[float, float]] = deque(maxlen=_COSTS.level_changes)
        self._highest = -math.inf
        """The highest sample since the place last lay still: what a hand pressed with."""

    def forget(self) -> None:
        """Begin anew: hands, or all places together, did what was seen."""
        self._latest.clear()

    def add(self, grams: float) -> None:
        """Take a sample."""
        self._highest = max(self._highest, grams)

    def lie(self, now: float, grams: float) -> float:
        """Take a weight at which the place lies.

        Return how far apart its levels are, in grams, if there are fewer than hands make; else 0.
        """
        levels = [level for _, level in self._latest] or [grams]
        is_touched = self._highest > max(levels[-1], grams) + _COSTS.touch_grams
        if is_touched and not any(abs(level - self._highest) <= self._near for level in levels):
            self.forget()
        self._highest = grams
        if self._latest and abs(grams - self._latest[-1][1]) <= self._near:
            return 0.0
        self._latest.append((now, grams))
        if len(self._latest) < _COSTS.level_changes or now - self._latest[0][0] > _COSTS.changes_seconds:
            return 0.0
        apart = list[float]()
        for weight in sorted(weight for _, weight in self._latest):
            if not apart or weight - apart[-1] > self._near:
                apart.append(weight)
        furthest = apart[-1] - apart[0]
        return furthest if len(apart) <= _COSTS.most_levels and furthest >= self._least else 0.0
