"""A lower bound of the misfit of a look, place by place, from counts or from kinds alone.

It must be a true bound: an explanation that it excludes is never fitted, so an error here would never be
noticed.

Of the exact covariance S of all changes (`masses`) it takes a diagonal D that is at least S, so that r' D^-1
r is at most r' S^-1 r. The change of a place is its content now minus its content at the start; the
covariance of a difference is at most twice the sum of both. The content now varies at most as its pieces do
independently: knowing the sum of a pool only reduces their variance, and moving pieces from one pool to
another keeps the pools apart. Pieces from the bag (a place without a scale) share the uncertainty of the mean
of their kind; a rank-one term w u u' is at most w times the diagonal of |u_i| (|u_1| + |u_2| + ...).

And r is the least residual possible: a piece of a kind weighs on average its mean plus its variance times the
surplus of its pool per variance. Where pools come together, that ratio lies between theirs. So it lies
between the smallest and the largest ratio of all places (0 for the bag), and the mass of a piece between two
bounds.
"""

import math
from collections.abc import Iterable

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.histories.sight import Sight
from cupsboard.recognition.histories.world import Lot
from cupsboard.recognition.likelihood import log_scale_mixture
from cupsboard.rules.places import HAND, Place

_LIMIT_NATS = COSTS.histories.place_limit_nats

Screened = tuple[float, float]
"""Of one place: its part of the quadratic form, and of half the logarithm of the determinant."""


class Screen:
    """Computes lower bounds of one look's misfit, from the pieces in each place alone."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        least, most = _surpluses(sight)
        self._least = [each.mean_grams + each.variance * least for each in sight.populations]
        self._most = [each.mean_grams + each.variance * most for each in sight.populations]
        self._variance = max(each.variance for each in sight.populations)
        self._mean_variance = max(each.mean_variance for each in sight.populations)
        self._lightest, self._heaviest = min(self._least), max(self._most)
        self._at_rest: dict[Place, Screened] = {}
        self._counts = {place: sum(lot) for place, lot in sight.lots.items()}
        self._cache: dict[tuple[Place, int, bool, int], Screened] = {}
        self.told = sight.told
        self.weighed = sight.weighed.keys()
        self.lifted = sight.lifted
        for place in self.told:
            each = sight.weighed[place]
            self._at_rest[place] = each.change_grams**2 / each.variance, 0.0

    def is_bag(self, place: Place) -> bool:
        """Return whether pieces from `place` are fresh, of unknown mass.

        They are if the place has no scale and is not the hand.
        """
        return place != HAND and place not in self.weighed

    def of_count(self, place: Place, count: int, *, is_opened: bool, fresh: int) -> Screened:
        """Return the lower bound of one place's misfit if it holds `count` pieces of any kinds now.

        `is_opened` says whether pieces were taken out of the place since the last look. `fresh` is how many
        pieces came from the bag (a place without a scale) to any place.
        """
        key = (place, count, is_opened, fresh)
        found = self._cache.get(key)
        if found is None:
            come = count if is_opened else count - self._counts[place]
            found = self._at_rest[place]
            if come or is_opened:
                spread = come * self._variance
                least, most = come * self._lightest, come * self._heaviest
                found = self._between(place, least, most, spread, come, is_opened=is_opened, fresh=fresh)
            self._cache[key] = found
        return found

    def of_lot(self, place: Place, lot: Lot, *, is_opened: bool, fresh: int) -> Screened:
        """Return the lower bound of one place's misfit if it holds `lot` now: pieces of known kinds.

        `is_opened` and `fresh` are those of `of_count`.
        """
        before = self._sight.lots[place]
        come = lot if is_opened else tuple(now - was for now, was in zip(lot, before, strict=True))
        if not is_opened and not any(come):
            return self._at_rest[place]
        least = sum(n * grams for n, grams in zip(come, self._least, strict=True))
        most = sum(n * grams for n, grams in zip(come, self._most, strict=True))
        spread = self._sight.variance(come)
        return self._between(place, least, most, spread, sum(come), is_opened=is_opened, fresh=fresh)

    def _between(
        self,
        place: Place,
        least: float,
        most: float,
        spread: float,
        come: int,
        *,
        is_opened: bool,
        fresh: int,
    ) -> Screened:
        each = self._sight.weighed[place]
        shared = self._mean_variance * min(come, fresh) * fresh
        noise = each.variance + each.jump_variance
        variance = 2.0 * (spread + shared)
        if is_opened:
            least, most = least - each.content_grams, most - each.content_grams
            noise += each.placement_variance
            variance += 2.0 * each.content_variance
        off = max(0.0, least - each.change_grams, each.change_grams - most)
        variance += (PHYSICS.hysteresis_share**2 + 2 * each.gain_variance) * max(least * least, most * most)
        return off * off / (noise + variance), 0.5 * math.log(noise / each.variance)

    def bound(self, screened: Iterable[Screened]) -> float:
        """Return a lower bound of the look's misfit.

        `screened` holds the bound of each place whose weight can be used; see `of_count`.
        """
        quadratic = logarithm = 0.0
        for part, log_part in screened:
            quadratic += part
            logarithm += log_part
        return logarithm - log_scale_mixture(quadratic, len(self.told))


def capped(screened: Screened) -> float:
    """Return the misfit (nats) of one place, up to a limit.

    It is limited because later acts may still change the place. `screened` is the bound of that place; see
    `Screen.of_count`.
    """
    return min(0.5 * screened[0] + screened[1], _LIMIT_NATS)


def _surpluses(sight: Sight) -> tuple[float, float]:
    """Return the least and the largest surplus of a pool over its kinds' mean mass, per variance."""
    found = [0.0]
    for place, lot in sight.lots.items():
        if any(lot) and (place == HAND or place in sight.weighed):
            grams = sight.hand.grams if place == HAND else sight.weighed[place].content_grams
            found.append((grams - sight.mean_grams(lot)) / sight.variance(lot))
    return min(found), max(found)
