"""How what comes to a place behaves: a piece falls and then lies still, a finger presses and trembles.

What falls passes the weight that it comes to rest at, for its blow is added to it. A finger that rests as
lightly as a piece presses with no more; a finger that taps presses with far more than a piece strikes with.
Then a finger trembles, and a piece does not. Neither decides: both are evidence, beside how rarely a finger
rests as lightly as a piece (`recognition.search`). How many of a board's pieces strike is counted at each
place, for some players lay their pieces down.
"""

import math
from collections import deque
from statistics import fmean

from cupsboard.numbers import COSTS, PRIORS

_COSTS, _PRIORS = COSTS.doubts, PRIORS.arrivals


class Arrivals:
    """Follows what comes to one place."""

    def __init__(self, blow_grams: float | None, hard_share: float) -> None:
        """Begin at a place where nothing has come yet.

        A blow of `blow_grams` shows that something fell; None if a blow can't be told from noise. A blow of
        more than `hard_share` of what came was no piece's.
        """
        self._blow_grams = blow_grams
        self._hard_share = hard_share
        self._latest: deque[tuple[float, float]] = deque()
        """The samples of about a second, as far as the place has not lain still since."""
        self._came_at = -math.inf
        self._before = self._step_from = 0.0
        """The weights of the place before the first and before the last of what came (g)."""
        self._highest = 0.0
        """The highest sample as the last of it came (g)."""
        self._after: list[float] = []
        """The first samples after it had come to rest (g)."""
        self._tremor_nats, self._trembled_at = 0.0, -math.inf
        self._is_counted = True
        self.struck = self.told = 0
        """How many pieces struck, of those that were followed."""

    def add(self, now: float, grams: float) -> None:
        """Add a sample."""
        self._latest.append((now, grams))
        while self._latest[0][0] < now - _COSTS.blow_seconds:
            self._latest.popleft()
        if not self._is_counted and self._has_shown and now >= self._came_at + _COSTS.judged_seconds:
            self._count()

    def _count(self) -> None:
        self._is_counted = True
        self.told += 1
        self.struck += self.has_struck is True

    def lie(self, now: float, grams: float, scatter: float, *, is_there: bool) -> None:
        """Add a sample of a place at rest; the latest ones scatter by `scatter` times the noise.

        `is_there` says whether the place weighs about what it did when something came last.
        """
        self._tremor_nats, self._trembled_at = max(self._faded_nats(now), tremor_nats(scatter)), now
        if is_there and now < self._came_at + _COSTS.blow_seconds:
            self._after.append(grams)

    def come(self, now: float, before_grams: float) -> None:
        """Begin to follow what has come to rest where the place weighed `before_grams`."""
        is_further = now < self._came_at + _COSTS.judged_seconds
        if is_further and not self._is_counted and self._has_shown:
            self._count()
        self._before = min(self._before, before_grams) if is_further else before_grams
        self._step_from = before_grams
        self._came_at, self._is_counted = now, False
        self._highest, self._after = max(grams for _, grams in self._latest), []
        self._tremor_nats = 0.0

    def stay(self) -> None:
        """Note that the place lies as before: what it showed until now is no blow of what comes next."""
        self._latest.clear()

    def is_gone(self, grams: float, near_grams: float) -> bool:
        """Return whether nothing of what came is left in a place that weighs `grams`."""
        return grams - self._before <= near_grams

    def go(self) -> None:
        """Forget what came: it is gone."""
        self._came_at, self._is_counted, self._after = -math.inf, True, []

    def finger_nats(self, now: float, striking_share: float) -> float:
        """Return how much better a finger than a piece explains what came (log likelihood ratio).

        `striking_share` is the share of this board's pieces that strike. 0 if nothing came lately.
        """
        if now >= self._came_at + _COSTS.judged_seconds:
            return 0.0
        return self._faded_nats(now) + self._blow_nats(striking_share)

    def _faded_nats(self, now: float) -> float:
        """Return what a tremor still tells: a finger that rests goes on trembling, a piece does not."""
        seconds = now - self._trembled_at
        return self._tremor_nats * math.pow(0.5, seconds / _COSTS.tremor_half_seconds)

    def _blow_nats(self, striking_share: float) -> float:
        struck = self.has_struck
        if struck is None:
            return 0.0
        if not struck:
            return math.log((1.0 - _PRIORS.tapping_share) / (1.0 - striking_share))
        is_hard = self._blow > self._hard_share * max(self._came_grams, self._blow_grams or 0.0)
        share = _PRIORS.hard_piece_share
        piece = striking_share * (share if is_hard else 1.0 - share)
        finger = _PRIORS.hard_tap_share if is_hard else 1.0 - _PRIORS.hard_tap_share
        return math.log(_PRIORS.tapping_share * finger / piece)

    @property
    def has_struck(self) -> bool | None:
        """Return whether what came last began with a blow; None if that is not known yet."""
        if self._blow_grams is None or not self._has_shown:
            return None
        return self._blow >= self._blow_grams

    @property
    def _has_shown(self) -> bool:
        return len(self._after) >= _COSTS.blow_samples

    @property
    def _came_grams(self) -> float:
        return fmean(self._after) - self._step_from

    @property
    def _blow(self) -> float:
        return self._highest - fmean(self._after)


def tremor_nats(scatter: float) -> float:
    """Return how much better a tremor of unknown size explains samples than the noise does alone.

    It is the log likelihood ratio of normal samples that scatter by `scatter` times the noise, less what the
    unknown size costs; 0 where the noise explains them as well.
    """
    if scatter <= 1.0:
        return 0.0
    squared = scatter * scatter
    gained = 0.5 * _COSTS.tremor_samples * (squared - 1.0 - math.log(squared))
    return max(gained - _COSTS.tremor_size_nats, 0.0)


def striking_share(arrivals: "list[Arrivals] | tuple[Arrivals, ...]") -> float:
    """Return the share of a board's pieces that strike, by what its places have seen and a prior."""
    told = sum(each.told for each in arrivals) + _PRIORS.prior_pieces
    struck = sum(each.struck for each in arrivals) + _PRIORS.prior_pieces * _PRIORS.striking_share
    return struck / told
