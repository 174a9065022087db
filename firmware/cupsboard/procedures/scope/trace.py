"""What one cell has read: the last seconds sample by sample, the last minutes second by second."""

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from math import floor, sqrt

SHORT_SECONDS, LONG_SECONDS = 10.0, 600.0
_WITHIN_A_DEVIATION = 0.683


@dataclass(frozen=True, slots=True)
class Second:
    """The lowest and the highest reading of a second, in counts."""

    time: int
    low: int
    high: int


class Trace:
    """The readings of one cell, in counts; what is too old is forgotten."""

    def __init__(self) -> None:
        self._short = deque[tuple[float, int]]()
        self._long = deque[Second]()

    def add(self, time: float, counts: int) -> None:
        """Take one reading."""
        self._short.append((time, counts))
        while self._short[0][0] < time - SHORT_SECONDS:
            self._short.popleft()
        second = floor(time)
        if self._long and self._long[-1].time == second:
            before = self._long.pop()
            self._long.append(Second(second, min(before.low, counts), max(before.high, counts)))
        else:
            self._long.append(Second(second, counts, counts))
        while self._long[0].time < time - LONG_SECONDS:
            self._long.popleft()

    @property
    def samples(self) -> tuple[tuple[float, int], ...]:
        """The times and counts of the last `SHORT_SECONDS`."""
        return tuple(self._short)

    @property
    def seconds(self) -> tuple[Second, ...]:
        """The last `LONG_SECONDS`."""
        return tuple(self._long)

    @property
    def noise_counts(self) -> float | None:
        """The standard deviation of one reading, from the steps between neighbours; None without any.

        The wildest third of the steps counts for nothing, so beans that land and hands don't.
        """
        steps = sorted(abs(after - before) for (_, before), (_, after) in pairwise(self._short))
        return steps[round(_WITHIN_A_DEVIATION * (len(steps) - 1))] / sqrt(2) if steps else None

    @property
    def arriving_sps(self) -> float | None:
        """How many readings a second have arrived of late; None before there are two."""
        if len(self._short) < 2:
            return None
        (first, _), (last, _) = self._short[0], self._short[-1]
        return (len(self._short) - 1) / (last - first)
