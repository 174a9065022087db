"""How well one way of moving pieces explains all weights together, for any order of acts.

Every mass is a linear form of independent unit normals: one for the content that a place held, one for the
mean mass of each kind, and one more each time that some of several pieces are taken out of a place. The
pieces in one place form a pool; which piece of a kind is taken next is unknown. Let the pool's known sum be
W, and A the summed variance of its pieces. Pieces taken from it, with the summed variance a, then have the
mean M + (a / A)(W - expected), where M is their own expected mass and "expected" that of the pool. Beside
what they share with W, their variance is a (1 - a / A). So a cup's content, a handful of it, and the places
into which it was sown stay bound by conservation through any number of laps.

The changes of the touched places are then jointly normal with a covariance of few rows; the other places are
independent. As in `likelihood`, the covariance is believed only up to a factor.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cupsboard.numbers import PHYSICS
from cupsboard.recognition.histories.sight import Sight
from cupsboard.recognition.histories.world import Lot, Move
from cupsboard.recognition.likelihood import log_scale_mixture
from cupsboard.recognition.population import foreign_log_density
from cupsboard.rules.places import HAND, Place
from cupsboard.scales.readings import Weight

Form = dict[int, float]
"""Coefficients of unit normals by their number; negative numbers are the means of kinds."""


@dataclass(slots=True)
class _Pool:
    """The pieces in one place, and their sum as a linear form."""

    lot: Lot
    grams: float
    form: Form


@dataclass(frozen=True, slots=True)
class Fitted:
    """How well one way of moving pieces explains the weights of a look."""

    misfit: float
    """Negative log likelihood, relative to a perfect look at an untouched table with the same scales."""
    residual_grams: Mapping[Place, float]
    """Measured minus explained weight of each readable place."""
    deviation_grams: Mapping[Place, float]
    """The standard deviation of each residual."""
    worst_sigmas: float
    """How many standard deviations the worst place is off, given all others."""
    hand: Weight
    """The weight of the pieces in the hand, inferred from the places they left and reached."""
    touched: frozenset[Place]


class Masses:
    """The masses of the pieces in each place, as they are moved act by act to explain one look."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._normals = 0
        self._pools: dict[Place, _Pool] = {}
        self._start: dict[Place, _Pool] = {}
        self._opened: set[Place] = set()

    def move(self, moves: Iterable[Move]) -> "Masses":
        """Apply `moves` to this object, in order, and return it.

        Pieces from a place without a scale are fresh: they have the mean mass of their kind.
        """
        for source, target, lot in moves:
            grams, form = self._taken(source, lot)
            if target == HAND or target in self._sight.weighed:
                pool = self._pool(target)
                pool.lot = tuple(a + b for a, b in zip(pool.lot, lot, strict=True))
                pool.grams += grams
                _add(pool.form, form)
        return self

    def _pool(self, place: Place) -> _Pool:
        if place not in self._pools:
            sight = self._sight
            lot = sight.lots[place]
            if place == HAND:
                grams, variance = sight.hand.grams, min(sight.hand.variance, sight.variance(lot))
            else:
                each = sight.weighed[place]
                grams, variance = each.content_grams, each.content_variance
            form = {self._normal(): math.sqrt(variance)} if variance > 0 else {}
            self._start[place] = _Pool(lot, grams, form)
            self._pools[place] = _Pool(lot, grams, dict(form))
        return self._pools[place]

    def _normal(self) -> int:
        self._normals += 1
        return self._normals

    def _taken(self, source: Place, lot: Lot) -> tuple[float, Form]:
        sight = self._sight
        own, grams = sight.variance(lot), sight.mean_grams(lot)
        if source != HAND and source not in sight.weighed:
            form = {self._normal(): math.sqrt(own)}
            for kind, (count, each) in enumerate(zip(lot, sight.populations, strict=True)):
                if count:
                    form[-1 - kind] = count * math.sqrt(each.mean_variance)
            return grams, form
        pool = self._pool(source)
        self._opened.add(source)
        if pool.lot == lot:
            taken = pool.grams, pool.form
            pool.lot, pool.grams, pool.form = tuple(0 for _ in lot), 0.0, {}
            return taken
        share = own / sight.variance(pool.lot)
        grams += share * (pool.grams - sight.mean_grams(pool.lot))
        form = {each: share * value for each, value in pool.form.items()}
        form[self._normal()] = math.sqrt(own * (1.0 - share))
        pool.lot = tuple(a - b for a, b in zip(pool.lot, lot, strict=True))
        pool.grams -= grams
        _add(pool.form, form, -1.0)
        return grams, form

    def fit(
        self, burdened: frozenset[Place] = frozenset(), exchanged: tuple[Place, Place] | None = None
    ) -> Fitted:
        """Return how well the moves up to now explain the weights of the look.

        The places in `burdened` carry a foreign thing of unknown mass. `exchanged` are two places whose cups
        were exchanged after the last move; None if no cups were.
        """
        sight = self._sight
        shift, forms, noise = self._changes()
        if exchanged is not None:
            self._exchange(shift, forms, noise, *exchanged)
        residual: dict[Place, float] = {}
        deviation: dict[Place, float] = {}
        quadratic = log_ratio = 0.0
        worst = 0.0
        joint: list[Place] = []
        for place, each in sight.weighed.items():
            if not each.is_trusted:
                continue
            residual[place] = each.change_grams - shift.get(place, 0.0)
            if place in forms:
                own = sum(value * value for value in forms[place].values()) + noise[place]
                deviation[place] = math.sqrt(own)
                if place not in burdened:
                    joint.append(place)
            else:
                deviation[place] = math.sqrt(each.variance)
                if place not in burdened:
                    off = residual[place] * residual[place] / each.variance
                    quadratic += off
                    worst = max(worst, off)
        covariance = [
            [_dot(forms[one], forms[other]) for other in joint[: row + 1]] for row, one in enumerate(joint)
        ]
        for row, place in enumerate(joint):
            covariance[row][row] += noise[place]
        lower = cholesky(covariance)
        scaled = solve_lower(lower, [residual[place] for place in joint])
        quadratic += sum(value * value for value in scaled)
        for row, place in enumerate(joint):
            log_ratio += 2.0 * math.log(lower[row][row]) - math.log(sight.weighed[place].variance)
        size = len(residual) - len(burdened & residual.keys())
        misfit = 0.5 * log_ratio - log_scale_mixture(quadratic, size)
        for place in burdened & residual.keys():
            variance = sight.weighed[place].variance
            misfit -= foreign_log_density(residual[place], deviation[place])
            misfit -= 0.5 * math.log(2.0 * math.pi * variance)
            deviation[place] = max(deviation[place], abs(residual[place]))
        solved, inverse = solve_upper(lower, scaled), inverse_diagonal(lower)
        for row in range(len(joint)):
            worst = max(worst, solved[row] * solved[row] / inverse[row])
        hand = self._hand(joint, forms, lower, solved)
        return Fitted(misfit, residual, deviation, math.sqrt(worst), hand, frozenset(forms))

    def _changes(self) -> tuple[dict[Place, float], dict[Place, Form], dict[Place, float]]:
        """Return the expected change of each touched place: mean, linear form, and independent variance."""
        shift: dict[Place, float] = {}
        forms: dict[Place, Form] = {}
        noise: dict[Place, float] = {}
        for place, pool in self._pools.items():
            if place == HAND:
                continue
            start, each = self._start[place], self._sight.weighed[place]
            grams = shift[place] = pool.grams - start.grams
            form = forms[place] = dict(pool.form)
            _add(form, start.form, -1.0)
            noise[place] = each.variance + each.jump_variance
            noise[place] += (PHYSICS.hysteresis_share**2 + 2 * each.gain_variance) * grams * grams
            if place in self._opened:
                noise[place] += each.placement_variance
        return shift, forms, noise

    def _exchange(
        self,
        shift: dict[Place, float],
        forms: dict[Place, Form],
        noise: dict[Place, float],
        one: Place,
        other: Place,
    ) -> None:
        """Change the expectations in place for two exchanged cups: each stands on the other's scale."""
        weighed = self._sight.weighed
        on = {place: weighed[place].gross_grams + shift.get(place, 0.0) for place in (one, other)}
        of = {place: forms.get(place, {}) for place in (one, other)}
        own = {place: noise.get(place, weighed[place].variance) for place in (one, other)}
        for place, there in ((one, other), (other, one)):
            shift[place] = on[there] - weighed[place].gross_grams
            forms[place] = dict(of[there])
            gain = weighed[one].gain_variance + weighed[other].gain_variance
            noise[place] = own[there] + gain * on[there] ** 2 + 2 * PHYSICS.foreign_zero_grams**2

    def _hand(
        self,
        joint: Sequence[Place],
        forms: Mapping[Place, Form],
        lower: Sequence[Sequence[float]],
        solved: Sequence[float],
    ) -> Weight:
        """Return the weight of the pieces left in the hand, given the gains of the places."""
        pool = self._pools.get(HAND)
        if pool is None:
            return self._sight.hand
        along = [_dot(pool.form, forms[place]) for place in joint]
        half = solve_lower(lower, along)
        grams = pool.grams + sum(a * b for a, b in zip(along, solved, strict=True))
        variance = _dot(pool.form, pool.form) - sum(value * value for value in half)
        return Weight(grams, max(variance, 0.0))


def _add(form: Form, other: Mapping[int, float], times: float = 1.0) -> None:
    for each, value in other.items():
        form[each] = form.get(each, 0.0) + times * value


def _dot(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    if len(other) < len(one):
        one, other = other, one
    return sum(value * other[each] for each, value in one.items() if each in other)


def cholesky(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the lower Cholesky factor of a positive definite matrix, given by its lower half."""
    root: list[list[float]] = []
    for row, values in enumerate(matrix):
        above: list[float] = []
        for column in range(row):
            other = root[column]
            rest = values[column] - sum(a * b for a, b in zip(above, other, strict=False))
            above.append(rest / other[column])
        above.append(math.sqrt(values[row] - sum(value * value for value in above)))
        root.append(above)
    return root


def solve_lower(root: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution x of L x = right."""
    found: list[float] = []
    for values, wanted in zip(root, right, strict=True):
        rest = wanted - sum(a * b for a, b in zip(values, found, strict=False))
        found.append(rest / values[-1])
    return found


def solve_upper(root: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution x of L' x = right."""
    found = list(right)
    for row in range(len(root) - 1, -1, -1):
        values = root[row]
        found[row] /= values[row]
        for column in range(row):
            found[column] -= values[column] * found[row]
    return found


def inverse_diagonal(root: Sequence[Sequence[float]]) -> list[float]:
    """Return the diagonal of the inverse of L L'."""
    size = len(root)
    total = [0.0] * size
    for column in range(size):
        # A column of the inverse of L.
        entries = [1.0 / root[column][column]]
        total[column] += entries[0] * entries[0]
        for row in range(column + 1, size):
            values = root[row]
            value = -sum(values[column + k] * entry for k, entry in enumerate(entries)) / values[row]
            entries.append(value)
            total[column] += value * value
    return total
