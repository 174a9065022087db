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
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cupsboard.numbers import PHYSICS, PRIORS
from cupsboard.recognition.knowledge import Knowledge, Population
from cupsboard.recognition.observations import NOTHING, Meanwhile
from cupsboard.recognition.piece_counts import Steps
from cupsboard.recognition.traffic import Traffic
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.impacts import Landed
from cupsboard.scales.readings import CellFault, Settled

OFF = -1
"""The index of every place without a scale."""

Flow = Mapping[tuple[int, int, Kind], int]
"""(source index, target index, kind) -> how many pieces went there."""


@dataclass(frozen=True, slots=True)
class Supposition:
    """What is supposed to have happened since the agreed table: pieces, and what is none of them."""

    flow: Flow
    burdened: frozenset[int] = frozenset()
    """Places on which something lies or presses that is no piece."""
    exchanged: tuple[int, int] | None = None
    """Two places whose cups have changed places, after everything else."""


_LOG_TWO_PI = math.log(2 * math.pi)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The weights of one settled table beside the agreed one, by place index.

    Only places that can be read take part: `is_trusted` is False for the others, and they neither speak
    for nor against any flow.
    """

    places: tuple[Place, ...]
    is_trusted: Sequence[bool]
    may_be_burdened: Sequence[bool]
    """Whether something that is no piece may lie there, for all the players have said."""
    change_grams: Sequence[float]
    variance: Sequence[float]
    """Of the change of a place that nobody touched."""
    pieces: Sequence[Mapping[Kind, int]]
    expected_grams: Sequence[float]
    """What the pieces of a place should weigh by their number alone."""
    spread_variance: Sequence[float]
    """The summed variance of the pieces of a place."""
    content_grams: Sequence[float]
    content_variance: Sequence[float]
    gain_variance: Sequence[float]
    placement_variance: Sequence[float]
    gross_grams: Sequence[float]
    """Of the agreed table, above the bare platform: cup and content."""
    populations: Mapping[Kind, Population]
    is_watched: bool
    """See `Meanwhile`, and so for what follows."""
    lifted_together: Sequence[int]
    traffic: Traffic | None
    steps: Steps | None
    movers_table: Contents | None
    landed: Mapping[int, Landed]
    """Only places where something came or seems to have come."""


def gather(
    knowledge: Knowledge,
    settled: Settled,
    pieces: Sequence[Mapping[Kind, int]],
    meanwhile: Meanwhile = NOTHING,
) -> Evidence:
    """Lay the settled weights beside what was known and noticed."""
    places = tuple(knowledge.places)
    lightest = 0.3 * min(population.mean_grams for population in knowledge.pieces.values())
    trusted, change, variance = [], [], []
    expected, spread, content, content_variance, gain, placement = [], [], [], [], [], []
    for place, inside in zip(places, pieces, strict=True):
        known = knowledge.places[place]
        weight = settled.weights[place]
        trusted.append(not isinstance(weight, CellFault))
        if isinstance(weight, CellFault):
            change.append(0.0)
            variance.append(1.0)
        else:
            change.append(weight.grams - known.gross.grams)
            variance.append(weight.variance + known.gross.variance + PHYSICS.drift_grams**2)
        mean = sum(count * knowledge.pieces[kind].mean_grams for kind, count in inside.items())
        mean_variance = sum(count**2 * knowledge.pieces[kind].mean_variance for kind, count in inside.items())
        own = sum(count * knowledge.pieces[kind].variance for kind, count in inside.items())
        expected.append(mean)
        spread.append(own)
        # The scale and the number of pieces are two witnesses of the same mass.
        by_scale, by_number = known.content_variance, own + mean_variance
        total = by_scale + by_number
        content.append((known.content_grams * by_number + mean * by_scale) / total)
        content_variance.append(by_scale * by_number / total)
        gain.append(known.gain_error**2)
        # Where the cup stood before counts as much as where it stands now.
        placement.append(2 * (PHYSICS.placement_share * known.gross.grams) ** 2)
    return Evidence(
        places=places,
        is_trusted=trusted,
        may_be_burdened=[place not in meanwhile.only_pieces for place in places],
        change_grams=change,
        variance=variance,
        pieces=pieces,
        expected_grams=expected,
        spread_variance=spread,
        content_grams=content,
        content_variance=content_variance,
        gain_variance=gain,
        placement_variance=placement,
        gross_grams=[known.gross.grams for known in knowledge.places.values()],
        populations=knowledge.pieces,
        is_watched=meanwhile.is_watched,
        lifted_together=[index for index, place in enumerate(places) if place in meanwhile.lifted_together],
        traffic=meanwhile.traffic,
        steps=meanwhile.steps,
        movers_table=meanwhile.movers_table,
        landed={
            index: meanwhile.landed[place]
            for index, place in enumerate(places)
            if place in meanwhile.landed and (meanwhile.landed[place].steps or change[index] > lightest)
        },
    )


@dataclass(slots=True)
class _Prediction:
    """Mean and structured covariance of the changes under one flow."""

    shift: list[float]
    diagonal: list[float]
    terms: list[tuple[float, dict[int, float]]]


def _predict(evidence: Evidence, supposed: Supposition) -> _Prediction:
    prediction = _Prediction([0.0] * len(evidence.places), list(evidence.variance), [])
    by_source: dict[int, list[tuple[int, Kind, int]]] = {}
    for (source, target, kind), count in supposed.flow.items():
        by_source.setdefault(source, []).append((target, kind, count))
    for source, parts in by_source.items():
        if source == OFF:
            _add_fresh_pieces(evidence, prediction, parts)
        else:
            _add_moved_pieces(evidence, prediction, source, parts)
    for place, shift in enumerate(prediction.shift):
        if shift:
            prediction.diagonal[place] += (PHYSICS.hysteresis_share * shift) ** 2
    if supposed.exchanged is not None:
        _exchange_cups(evidence, prediction, *supposed.exchanged)
    for place in supposed.burdened:
        prediction.diagonal[place] += PRIORS.mishaps.burden_grams**2
    return prediction


def _exchange_cups(evidence: Evidence, prediction: _Prediction, one: int, other: int) -> None:
    """What would have stood on one scale stands on the other, whose zero and gain are another's."""
    gross, shift, diagonal = evidence.gross_grams, prediction.shift, prediction.diagonal
    on_one, on_other = gross[one] + shift[one], gross[other] + shift[other]
    shift[one], shift[other] = on_other - gross[one], on_one - gross[other]
    diagonal[one], diagonal[other] = diagonal[other], diagonal[one]
    for place, grams in ((one, on_other), (other, on_one)):
        gain = evidence.gain_variance[one] + evidence.gain_variance[other]
        diagonal[place] += gain * grams * grams + 2 * PHYSICS.foreign_zero_grams**2
    for _, along in prediction.terms:
        here, there = along.pop(one, 0.0), along.pop(other, 0.0)
        along.update({place: value for place, value in ((one, there), (other, here)) if value})


def _add_fresh_pieces(
    evidence: Evidence, prediction: _Prediction, parts: Sequence[tuple[int, Kind, int]]
) -> None:
    """Pieces from a place without a scale: each is a draw from its population."""
    shared: dict[Kind, dict[int, float]] = {}
    for target, kind, count in parts:
        if target == OFF:
            continue
        population = evidence.populations[kind]
        prediction.shift[target] += count * population.mean_grams
        prediction.diagonal[target] += count * population.variance
        along = shared.setdefault(kind, {})
        along[target] = along.get(target, 0.0) + count
    for kind, along in shared.items():
        prediction.terms.append((evidence.populations[kind].mean_variance, along))


def _add_moved_pieces(
    evidence: Evidence, prediction: _Prediction, source: int, parts: Sequence[tuple[int, Kind, int]]
) -> None:
    """Pieces that lay in a weighed place: their sum is known, their parts are not."""
    spread = evidence.spread_variance[source]
    excess = evidence.content_grams[source] - evidence.expected_grams[source]
    own_gain = evidence.gain_variance[source]
    share: dict[int, float] = {}
    part_variance: dict[int, float] = {}
    left_grams = left_variance = 0.0
    for target, kind, count in parts:
        population = evidence.populations[kind]
        variance = count * population.variance
        grams = count * population.mean_grams + variance / spread * excess
        left_grams += grams
        left_variance += variance
        if target != OFF:
            prediction.shift[target] += grams
            prediction.diagonal[target] += variance + grams * grams * (
                evidence.gain_variance[target] + own_gain
            )
            share[target] = share.get(target, 0.0) + variance / spread
            part_variance[target] = part_variance.get(target, 0.0) + variance
    stays = max(spread - left_variance, 0.0)
    prediction.shift[source] -= left_grams
    prediction.diagonal[source] += stays + evidence.placement_variance[source]
    share[source] = share.get(source, 0.0) - left_variance / spread
    part_variance[source] = part_variance.get(source, 0.0) + stays
    prediction.terms.append((-1.0 / spread, part_variance))
    prediction.terms.append((evidence.content_variance[source], share))


@dataclass(frozen=True, slots=True)
class Fit:
    """How a supposition fits: its log likelihood, and per place what it leaves unexplained.

    `residual_grams` is what is measured beyond the explanation; `deviation_grams` the standard deviation
    it should have.
    """

    log_likelihood: float
    residual_grams: Sequence[float]
    deviation_grams: Sequence[float]


def fit(evidence: Evidence, supposed: Supposition) -> Fit:
    """Weigh one supposition against the evidence."""
    prediction = _predict(evidence, supposed)
    diagonal, trusted = prediction.diagonal, evidence.is_trusted
    residual = [change - shift for change, shift in zip(evidence.change_grams, prediction.shift, strict=True)]
    quadratic = log_determinant = 0.0
    for index, variance in enumerate(diagonal):
        if trusted[index]:
            quadratic += residual[index] ** 2 / variance
            log_determinant += math.log(variance)
        else:
            residual[index] = 0.0
    marginal = list(diagonal)
    done: list[tuple[float, dict[int, float]]] = []
    for weight, along in prediction.terms:
        if not weight:
            continue
        solved, scale = _solve(diagonal, trusted, done, along)
        denominator = 1.0 + weight * scale
        projected = sum(value * residual[index] for index, value in solved.items())
        quadratic -= weight * projected * projected / denominator
        log_determinant += math.log(denominator)
        done.append((weight / denominator, solved))
        for index, value in along.items():
            marginal[index] += weight * value * value
    log_likelihood = -0.5 * (quadratic + log_determinant + sum(trusted) * _LOG_TWO_PI)
    return Fit(log_likelihood, residual, [math.sqrt(value) for value in marginal])


def _solve(
    diagonal: Sequence[float],
    trusted: Sequence[bool],
    done: Sequence[tuple[float, Mapping[int, float]]],
    along: Mapping[int, float],
) -> tuple[dict[int, float], float]:
    """The solution of (diagonal + terms done so far) x = along, and along' x."""
    solved = {index: value / diagonal[index] for index, value in along.items() if trusted[index]}
    for weight, earlier in done:
        projected = sum(earlier[index] * value for index, value in along.items() if index in earlier)
        if projected:
            for index, value in earlier.items():
                solved[index] = solved.get(index, 0.0) - weight * projected * value
    return solved, sum(value * solved.get(index, 0.0) for index, value in along.items())


def standardised_residuals(evidence: Evidence, supposed: Supposition) -> list[float]:
    """How many standard deviations each place is off, given all others: (S^-1 r)_i / sqrt((S^-1)_ii).

    This is the absolute test beside the posterior: it finds what no hypothesis describes.
    """
    prediction = _predict(evidence, supposed)
    trusted = evidence.is_trusted
    size = len(evidence.places)
    residual = [
        (change - shift) if trusted[index] else 0.0
        for index, (change, shift) in enumerate(zip(evidence.change_grams, prediction.shift, strict=True))
    ]
    solved_residual = [
        value / variance for value, variance in zip(residual, prediction.diagonal, strict=True)
    ]
    inverse_diagonal = [1.0 / variance for variance in prediction.diagonal]
    done: list[tuple[float, dict[int, float]]] = []
    for weight, along in prediction.terms:
        if not weight:
            continue
        solved, scale = _solve(prediction.diagonal, trusted, done, along)
        factor = weight / (1.0 + weight * scale)
        projected = sum(value * residual[index] for index, value in solved.items())
        for index, value in solved.items():
            solved_residual[index] -= factor * projected * value
            inverse_diagonal[index] -= factor * value * value
        done.append((factor, solved))
    return [
        solved_residual[index] / math.sqrt(max(inverse_diagonal[index], 1e-12)) if trusted[index] else 0.0
        for index in range(size)
    ]
