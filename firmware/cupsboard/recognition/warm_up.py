"""Detect that a board is still warming up, from the weights of places that no hand touches.

Cells that warm up drift, each in its own direction and at its own rate. One alone tells nothing; all together
do.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.scales.readings import Weight

_COSTS = COSTS.warm_up


@dataclass(frozen=True, slots=True)
class Warmed:
    """The report that zeros have drifted although no hand touched their places.

    `typical_grams` is the root mean square of the drift over all places.
    """

    time: float
    typical_grams: float


@dataclass(frozen=True, slots=True)
class _Stretch:
    """One place over a time in which the same pieces lay in it."""

    since: float
    until: float
    first: Weight
    last: Weight

    @property
    def wandered_grams(self) -> float:
        return self.last.grams - self.first.grams

    @property
    def variance(self) -> float:
        return self.first.variance + self.last.variance


class _Place:
    """The stretches of one place within the window."""

    def __init__(self, time: float, count: int, gross: Weight) -> None:
        self._count = count
        self._current = _Stretch(time, time, gross, gross)
        self._past: deque[_Stretch] = deque()

    def look(self, time: float, count: int, gross: Weight) -> None:
        current = self._current
        is_same = count == self._count and abs(gross.grams - current.last.grams) < _COSTS.touched_grams
        if is_same and time - current.since < _COSTS.window_seconds / 2:
            self._current = _Stretch(current.since, time, current.first, gross)
        else:
            self._past.append(current)
            self._count = count
            self._current = _Stretch(time, time, gross, gross)
        while self._past and self._past[0].until < time - _COSTS.window_seconds:
            self._past.popleft()

    @property
    def stretches(self) -> Iterator[_Stretch]:
        return (each for each in (*self._past, self._current) if each.until > each.since)


class Warming:
    """Detects once in a session that the board is warming up."""

    def __init__(self, time: float, knowledge: Knowledge) -> None:
        self._places = {
            place: _Place(time, known.count, known.gross) for place, known in knowledge.places.items()
        }
        self._is_told = False

    def step(self, time: float, knowledge: Knowledge) -> Warmed | None:
        """Add the present `knowledge` of the scales.

        Return a report the first time that the drift is significant, else None.
        """
        for place, known in knowledge.places.items():
            self._places[place].look(time, known.count, known.gross)
        if self._is_told:
            return None
        found = self._wandered(time)
        self._is_told = found is not None
        return found

    def _wandered(self, time: float) -> Warmed | None:
        excess = surprise = 0.0
        for place in self._places.values():
            stretches = list(place.stretches)
            if sum(each.until - each.since for each in stretches) < _COSTS.least_seconds:
                return None
            wandered = sum(each.wandered_grams for each in stretches)
            variance = sum(each.variance for each in stretches)
            excess += wandered**2 - variance
            surprise += wandered**2 / variance
        number = len(self._places)
        typical = sqrt(max(0.0, excess / number))
        is_sure = surprise > number + _COSTS.sure_sigmas * sqrt(2 * number)
        return Warmed(time, typical) if is_sure and typical > _COSTS.warm_grams else None
