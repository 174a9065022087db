"""How well a supposed flow of pieces explains all weights together: the mathematics, and nothing else.

A *flow* says how many pieces of a kind went from which place to which. Under a flow the change of all
gross weights since the agreed table is jointly normal,

    change ~ N(shift, diag(d) + sum_a k_a u_a u_a'),

because mass is conserved. With a source place of content weight W ~ N(w, v), whose pieces have the total
variance A, the share of the pieces that went to place i has the mean mass M_i + (a_i / A)(w - M) and, given
W, the covariance diag(a) - a a' / A over all places the pieces can be in now (a_i: variance of the pieces
there, M_i: their expected mass). So every source adds a diagonal and two rank-one terms:

    -1/A along a     (the parts vary, their sum does not),
     v   along u     (u_i = a_i / A where they went, minus what left at the source).

Pieces from places without a scale come from the population: a diagonal of their variances, and one rank-one
term for the population's uncertain mean, which they share. Every hypothesis therefore costs a handful of
multiplications (Sherman-Morrison, matrix determinant lemma); no matrix is ever built.

No board is as normal as that. So the covariance is believed only up to a factor: most often it is right, now
and then everything is off by more (`PRIORS.tails`). The quadratic form and the determinant are known by then,
so each factor costs nothing, and of two explanations that fit badly neither is ever much better than the
other. A thing that is no piece may have any mass: its place is left out of the normal part, and the mass gets
a density that is flat over its logarithm, which has no width to choose.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cupsboard.numbers import PHYSICS, PRIORS
from cupsboard.recognition.population import Population, foreign_log_density
from cupsboard.rules.places import Kind

OFF = -1
"""The index of every place without a scale."""

Flow = Mapping[tuple[int, int, Kind], int]
"""(source index, target index, kind) -> how many pieces went there."""


@dataclass(frozen=True, slots=True)
class Supposition:
    """What is assumed since the agreed table: pieces that moved, foreign things, two cups exchanged."""

    flow: Flow
    burdened: frozenset[int] = frozenset()
    """Places with a foreign thing on them, or under the cup."""
    exchanged: tuple[int, int] | None = None
    """Two places whose cups have changed places, after everything else."""

    def with_flow(self, flow: Flow) -> "Supposition":
        """Return a copy of this supposition in which `flow` replaces the moved pieces."""
        return Supposition(flow, self.burdened, self.exchanged)


_LOG_TWO_PI = math.log(2 * math.pi)
_LEAST_INVERSE = 1e-12
"""In g^-2: keeps rounding from making the root of an inverse variance impossible."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The settled weight of one place, compared with that of the agreed table."""

    is_trusted: bool
    """Whether the place can be read; if not, it speaks neither for nor against any flow."""
    change_grams: float
    variance: float
    """Variance of the change, for a place that was not touched."""
    expected_grams: float
    """The mass of its pieces by their number alone."""
    spread_variance: float
    """The summed variance of its pieces."""
    content_grams: float
    content_variance: float
    gain_variance: float
    jump_variance: float
    """Variance that the zero gains where pieces come or go."""
    placement_variance: float
    """Variance that a cup's weight gains if it was lifted unseen to take pieces out."""
    careless_variance: float
    """Further variance of a cup that was seen in the air, if it was put back carelessly."""
    gross_grams: float
    """Weight of cup and content at the agreed table, above the bare platform."""
    zero_grams: float
    """How far the zero is off, if the cup is the one that was calibrated here."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one settled table beside the agreed one, by place index."""

    weighed: Sequence[Weighed]
    populations: Mapping[Kind, Population]


@dataclass(slots=True)
class _Prediction:
    """Mean and structured covariance of the changes under one flow."""

    shift: list[float]
    diagonal: list[float]
    terms: list[tuple[float, dict[int, float]]]
    is_told: list[bool]
    """Whether each place takes part: it can be read, and only pieces lie there."""


def _predict(weights: Weights, supposed: Supposition) -> _Prediction:
    variances = [each.variance for each in weights.weighed]
    is_told = [each.is_trusted for each in weights.weighed]
    prediction = _Prediction([0.0] * len(variances), variances, [], is_told)
    by_source: dict[int, list[tuple[int, Kind, int]]] = {}
    for (source, target, kind), count in supposed.flow.items():
        by_source.setdefault(source, []).append((target, kind, count))
    for source, parts in by_source.items():
        if source == OFF:
            _add_fresh_pieces(weights, prediction, parts)
        else:
            _add_moved_pieces(weights, prediction, source, parts)
    for place, shift in enumerate(prediction.shift):
        if shift:
            prediction.diagonal[place] += (PHYSICS.hysteresis_share * shift) ** 2
            prediction.diagonal[place] += weights.weighed[place].jump_variance
    if supposed.exchanged is not None:
        _exchange_cups(weights.weighed, prediction, *supposed.exchanged)
    for place in supposed.burdened:
        prediction.is_told[place] = False
    return prediction


def _exchange_cups(weighed: Sequence[Weighed], prediction: _Prediction, one: int, other: int) -> None:
    """Change a prediction in place for two exchanged cups: each stands on the other's scale."""
    shift, diagonal = prediction.shift, prediction.diagonal
    gross_one, gross_other = weighed[one].gross_grams, weighed[other].gross_grams
    on_one, on_other = gross_one + shift[one], gross_other + shift[other]
    shift[one], shift[other] = on_other - gross_one, on_one - gross_other
    diagonal[one], diagonal[other] = diagonal[other], diagonal[one]
    for place, grams in ((one, on_other), (other, on_one)):
        gain = weighed[one].gain_variance + weighed[other].gain_variance
        diagonal[place] += gain * grams * grams + 2 * PHYSICS.foreign_zero_grams**2
    for _, along in prediction.terms:
        here, there = along.pop(one, 0.0), along.pop(other, 0.0)
        along.update({place: value for place, value in ((one, there), (other, here)) if value})
    # The zeros differ by so much if both cups were at home, and by nothing if they had stood here before.
    apart = weighed[one].zero_grams - weighed[other].zero_grams
    prediction.terms.append((apart * apart, {one: 1.0, other: -1.0}))


def _add_fresh_pieces(
    weights: Weights, prediction: _Prediction, parts: Sequence[tuple[int, Kind, int]]
) -> None:
    """Add pieces from a place without a scale: each is a draw from its population."""
    shared: dict[Kind, dict[int, float]] = {}
    for target, kind, count in parts:
        if target == OFF:
            continue
        population = weights.populations[kind]
        prediction.shift[target] += count * population.mean_grams
        prediction.diagonal[target] += count * population.variance
        along = shared.setdefault(kind, {})
        along[target] = along.get(target, 0.0) + count
    for kind, along in shared.items():
        prediction.terms.append((weights.populations[kind].mean_variance, along))


def _add_moved_pieces(
    weights: Weights, prediction: _Prediction, source: int, parts: Sequence[tuple[int, Kind, int]]
) -> None:
    """Add pieces that lay in a weighed place: their sum is known, their parts are not."""
    weighed = weights.weighed
    own = weighed[source]
    spread = own.spread_variance
    excess = own.content_grams - own.expected_grams
    share: dict[int, float] = {}
    part_variance: dict[int, float] = {}
    left_grams = left_variance = 0.0
    for target, kind, count in parts:
        population = weights.populations[kind]
        variance = count * population.variance
        grams = count * population.mean_grams + variance / spread * excess
        left_grams += grams
        left_variance += variance
        if target != OFF:
            prediction.shift[target] += grams
            prediction.diagonal[target] += variance + grams * grams * (
                weighed[target].gain_variance + own.gain_variance
            )
            share[target] = share.get(target, 0.0) + variance / spread
            part_variance[target] = part_variance.get(target, 0.0) + variance
    stays = max(spread - left_variance, 0.0)
    prediction.shift[source] -= left_grams
    prediction.diagonal[source] += stays + own.placement_variance
    share[source] = share.get(source, 0.0) - left_variance / spread
    part_variance[source] = part_variance.get(source, 0.0) + stays
    prediction.terms.append((-1.0 / spread, part_variance))
    prediction.terms.append((own.content_variance, share))


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a supposition explains the weights: its log likelihood, and the residual of each place.

    `residual_grams` is measured minus explained weight, `deviation_grams` the standard deviation of the
    residual.
    """

    log_likelihood: float
    residual_grams: Sequence[float]
    deviation_grams: Sequence[float]


def fit(weights: Weights, supposed: Supposition) -> Fit:
    """Return how well a supposition explains the weights."""
    prediction = _predict(weights, supposed)
    residual = _residual(weights, prediction)
    quadratic = log_determinant = 0.0
    told = 0
    for is_told, off, variance in zip(prediction.is_told, residual, prediction.diagonal, strict=True):
        if is_told:
            quadratic += off**2 / variance
            log_determinant += math.log(variance)
            told += 1
    marginal = list(prediction.diagonal)
    terms = list(_factorised(prediction))
    for weight, along, solved, denominator in terms:
        projected = _along(solved, residual)
        quadratic -= weight * projected * projected / denominator
        log_determinant += math.log(denominator)
        for index, value in along.items():
            marginal[index] += weight * value * value
    deviation = [math.sqrt(value) for value in marginal]
    log_likelihood = log_scale_mixture(quadratic, told) - 0.5 * (log_determinant + told * _LOG_TWO_PI)
    for place, each in enumerate(weights.weighed):
        if each.careless_variance and prediction.is_told[place]:
            off, inverse = _inverted_at(place, prediction, residual, terms)
            grown = 1.0 + each.careless_variance * inverse
            careless = log_scale_mixture(quadratic - each.careless_variance * off * off / grown, told)
            careless -= 0.5 * (log_determinant + math.log(grown) + told * _LOG_TWO_PI)
            log_likelihood = log_sum(_LOG_CAREFUL + log_likelihood, _LOG_CARELESS + careless)
    for place in supposed.burdened:
        if weights.weighed[place].is_trusted:
            log_likelihood += foreign_log_density(residual[place], deviation[place])
            # Whatever is measured there is the thing's.
            deviation[place] = max(deviation[place], abs(residual[place]))
    return Fit(log_likelihood, residual, deviation)


def _inverted_at(
    place: int, prediction: "_Prediction", residual: Sequence[float], terms: Sequence["_Term"]
) -> tuple[float, float]:
    """Return S^-1 r and the diagonal element of S^-1 at one place."""
    off, inverse = residual[place] / prediction.diagonal[place], 1.0 / prediction.diagonal[place]
    for weight, _, solved, denominator in terms:
        if place in solved:
            projected = _along(solved, residual)
            off -= weight / denominator * projected * solved[place]
            inverse -= weight / denominator * solved[place] ** 2
    return off, max(inverse, _LEAST_INVERSE)


def log_sum(one: float, other: float) -> float:
    """Return the logarithm of the sum of two numbers given by their logarithms."""
    high, low = max(one, other), min(one, other)
    return high + math.log1p(math.exp(low - high))


_LOG_CARELESS = math.log(PRIORS.mishaps.careless)
_LOG_CAREFUL = math.log(1.0 - PRIORS.mishaps.careless)
_TAILS = PRIORS.tails
_LOG_TAILS = tuple(
    (math.log(share), times, math.log(times))
    for share, times in zip(_TAILS.shares, _TAILS.variance_times, strict=True)
)


def log_scale_mixture(quadratic: float, size: int) -> float:
    """Return the log density of a normal vector whose covariance is right up to an unknown factor.

    `quadratic` is r' S^-1 r and `size` the dimension. The determinant and powers of 2π are left out.
    """
    parts = [
        log_share - 0.5 * (quadratic / times + size * log_times) for log_share, times, log_times in _LOG_TAILS
    ]
    most = max(parts)
    total = 0.0
    for part in parts:
        total += math.exp(part - most)
    return most + math.log(total)


def standardised_residuals(
    weights: Weights, supposed: Supposition, *, is_careful: bool = False
) -> list[float]:
    """Return each place's residual in standard deviations, given all others: (S^-1 r)_i / sqrt((S^-1)_ii).

    This is an absolute test beside the posterior: it detects weights that no hypothesis describes. Unless
    `is_careful`, a cup that was in the air may have been put back carelessly.
    """
    prediction = _predict(weights, supposed)
    if not is_careful:
        for place, each in enumerate(weights.weighed):
            prediction.diagonal[place] += each.careless_variance
    diagonal, residual = prediction.diagonal, _residual(weights, prediction)
    solved_residual = [value / variance for value, variance in zip(residual, diagonal, strict=True)]
    inverse_diagonal = [1.0 / variance for variance in diagonal]
    for weight, _, solved, denominator in _factorised(prediction):
        projected = _along(solved, residual)
        factor = weight / denominator
        for index, value in solved.items():
            solved_residual[index] -= factor * projected * value
            inverse_diagonal[index] -= factor * value * value
    return [
        value / math.sqrt(max(inverse, _LEAST_INVERSE)) if is_told else 0.0
        for value, inverse, is_told in zip(solved_residual, inverse_diagonal, prediction.is_told, strict=True)
    ]


def _residual(weights: Weights, prediction: _Prediction) -> list[float]:
    """Return measured minus predicted changes; 0 where a place can't be read."""
    return [
        (each.change_grams - shift) if each.is_trusted else 0.0
        for each, shift in zip(weights.weighed, prediction.shift, strict=True)
    ]


class _Term(NamedTuple):
    """One rank-one term, weight u u', on top of S: the diagonal and the terms before it."""

    weight: float
    along: Mapping[int, float]
    """u."""
    solved: Mapping[int, float]
    """S^-1 u, over the places that can be read."""
    denominator: float
    """1 + weight u' S^-1 u: by which the determinant grows. The inverse loses weight / denominator times
    (S^-1 u) (S^-1 u)'."""


def _factorised(prediction: _Prediction) -> Iterator[_Term]:
    """Yield the covariance term by term, each solved with the diagonal and the terms before it."""
    done: list[tuple[float, Mapping[int, float]]] = []
    for weight, along in prediction.terms:
        if weight:
            solved, scale = _solve(prediction, done, along)
            denominator = 1.0 + weight * scale
            done.append((weight / denominator, solved))
            yield _Term(weight, along, solved, denominator)


def _solve(
    prediction: _Prediction, done: Sequence[tuple[float, Mapping[int, float]]], along: Mapping[int, float]
) -> tuple[dict[int, float], float]:
    """The solution of (diagonal + terms done so far) x = along, and along' x."""
    diagonal, is_told = prediction.diagonal, prediction.is_told
    solved = {index: value / diagonal[index] for index, value in along.items() if is_told[index]}
    for weight, earlier in done:
        projected = 0.0
        for index, value in along.items():
            if index in earlier:
                projected += earlier[index] * value
        if projected:
            for index, value in earlier.items():
                solved[index] = solved.get(index, 0.0) - weight * projected * value
    scale = 0.0
    for index, value in along.items():
        if index in solved:
            scale += value * solved[index]
    return solved, scale


def _along(sparse: Mapping[int, float], dense: Sequence[float]) -> float:
    """Return the dot product of two vectors. It adds in order, so that every Python has the same result."""
    total = 0.0
    for index, value in sparse.items():
        total += value * dense[index]
    return total
