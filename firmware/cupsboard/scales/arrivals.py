"""Tell whether what comes to a place fell and lies, as pieces do, or was laid on and trembles, as fingers do.

What falls passes the weight that it comes to rest at: its blow is added to it. A finger that rests as lightly
as a piece presses with no more; one that taps, with far more than a piece strikes with. What has not struck,
or scatters by more than the cell does, may be a finger until it has lain for longer than fingers rest; what
struck harder than pieces do, until it has lain as quietly as they do for as long as a hand takes to show.
Where players lay their pieces down, or pieces are too light to show a blow, that tells nothing: each place
counts how many of its pieces struck.
"""

import math
from collections import deque
from statistics import fmean

from cupsboard.numbers import COSTS

_COSTS = COSTS.doubts


class Arrivals:
    """Follows what comes to one place."""

    def __init__(self, piece_grams: float, blow_pieces: float, hard_share: float) -> None:
        """A blow of `blow_pieces` shows that something fell.

        One of more than `hard_share` of what came was no piece's: a hand was there.
        """
        self._piece = piece_grams
        self._blow_grams = blow_pieces * piece_grams
        self._hard_share = hard_share
        self._latest: deque[tuple[float, float]] = deque()
        """The samples of about a second."""
        self._came_at = -math.inf
        self._before = math.inf
        """What the place weighed before it came."""
        self._step_from = 0.0
        """What the place weighed before the last of it came."""
        self._highest = 0.0
        """What was seen at most as the last of it came."""
        self._after: list[float] = []
        """The first samples after it had come to rest."""
        self._scatter = 0.0
        """By how much it scattered at most since then, in times the noise."""
        self._is_counted = True
        self.struck = self.told = 0
        """How many pieces struck, of those that did and those that lay for longer than fingers rest."""

    def add(self, now: float, grams: float) -> None:
        """Take a sample."""
        self._latest.append((now, grams))
        while self._latest[0][0] < now - _COSTS.blow_seconds:
            self._latest.popleft()
        if not self._is_counted and self._has_shown:
            # A finger that rests for as long as most do is no piece that was laid down.
            self._is_counted = self._has_struck or now >= self._came_at + _COSTS.resting_seconds
            self.told += self._is_counted
            self.struck += self._has_struck

    def lie(self, now: float, grams: float, scatter: float = 0.0) -> None:
        """A sample agrees with those before it, which scatter by `scatter` times the noise."""
        self._scatter = max(self._scatter, scatter)
        if now < self._came_at + _COSTS.blow_seconds:
            self._after.append(grams)

    def come(self, now: float, before_grams: float) -> None:
        """Something has come to rest there, where the place weighed `before_grams`."""
        is_further = now < self._came_at + _COSTS.judged_seconds
        self._before = min(self._before, before_grams) if is_further else before_grams
        self._step_from = before_grams
        self._came_at, self._is_counted = now, False
        self._highest, self._after = max(grams for _, grams in self._latest), []
        self._scatter = 0.0

    def is_gone(self, grams: float, near_grams: float) -> bool:
        """Whether nothing of what came is left in a place of this weight; a finger may press less by now."""
        return grams - self._before <= near_grams

    def go(self) -> None:
        """What had come there is gone."""
        self._came_at, self._is_counted = -math.inf, True

    def is_too_soon(self, now: float) -> bool:
        """Whether it can't be told yet if something that has come there fell, or trembles."""
        if not self._has_shown:
            return now < self._came_at + _COSTS.blow_seconds
        return self._is_hard and now < self._came_at + _COSTS.rough_seconds

    def may_be_finger(self, now: float, *, is_wary: bool = False) -> bool:
        """Whether what came there last did not fall or does not lie, and has not lain for long.

        Who `is_wary`, for a finger was found lately, takes for one what struck too hard or hardly, and what
        is lighter than hardly any piece.
        """
        if now >= self._came_at + _COSTS.judged_seconds or not self._has_shown:
            return False
        if is_wary and (
            self._is_hard
            or self._blow < _COSTS.wary_times * self._blow_grams
            or self._came_grams < _COSTS.wary_pieces * self._piece
        ):
            return True
        if self._is_hard:
            return self._scatter > _COSTS.quiet_times
        return not self._has_struck or self._scatter > _COSTS.loud_times

    @property
    def _has_shown(self) -> bool:
        return len(self._after) >= _COSTS.blow_samples

    @property
    def _came_grams(self) -> float:
        return fmean(self._after) - self._step_from

    @property
    def _blow(self) -> float:
        return self._highest - fmean(self._after)

    @property
    def _has_struck(self) -> bool:
        return self._blow >= self._blow_grams

    @property
    def _is_hard(self) -> bool:
        return self._blow > self._hard_share * max(self._came_grams, self._blow_grams)
