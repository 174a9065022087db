"""Beans that are dropped onto one cell, counted and weighed by what each adds."""

from dataclasses import dataclass
from math import sqrt
from statistics import median

from cupsboard.procedures.calibration.platform_and_cup_steps import SURE
from cupsboard.procedures.calibration.raw_stillness import RawCounts

LIGHTEST, SEVERAL_FROM, MOST_AT_ONCE = 0.4, 1.8, 12.0
"""In median arrivals: with less it was no bean, from the second on more than one, beyond the third a cup."""
SAME = 2.0
"""Within this number of standard deviations nothing came or went, and the reading may follow a drift."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What the cell reads more or, negative, less than before, in counts, and the variance of that."""

    counts: float
    variance: float


class Arrivals:
    """Follows the settled readings of one cell while beans come and go."""

    def __init__(self, empty: RawCounts) -> None:
        """`empty` is what the cell reads before the first bean."""
        self._before = empty
        self._changes: list[Arrival] = []

    @property
    def singles(self) -> tuple[Arrival, ...]:
        """The arrivals that were one bean each; what has been taken off again was weighed all the same."""
        came = [each for each in self._changes if each.counts > 0]
        if not came:
            return ()
        middle = self._middle
        return tuple(each for each in came if LIGHTEST * middle < each.counts < SEVERAL_FROM * middle)

    @property
    def lying(self) -> int:
        """How many beans lie on the cell now."""
        if not self._changes:
            return 0
        middle = self._middle
        return max(0, sum(_beans(each.counts / middle) for each in self._changes))

    def take(self, now: RawCounts) -> None:
        """Take a settled reading."""
        change, variance = now.mean - self._before.mean, now.variance + self._before.variance
        if abs(change) <= SURE * sqrt(variance):
            if abs(change) < SAME * sqrt(variance):
                self._before = now
            return
        self._before = now
        if change > 0 or self._changes:
            self._changes.append(Arrival(change, variance))

    @property
    def _middle(self) -> float:
        return median(each.counts for each in self._changes if each.counts > 0)


def _beans(share: float) -> int:
    """How many beans a change is, of which the median arrival is one."""
    if not LIGHTEST < abs(share) < MOST_AT_ONCE:
        return 0
    number = 1 if abs(share) < SEVERAL_FROM else round(abs(share))
    return number if share > 0 else -number
