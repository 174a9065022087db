"""Propose mishaps, one small act at a time, on top of a hypothesis.

A piece too many, missing or elsewhere; a foreign thing; two cups exchanged. Each is proposed only where the
residuals show a trace of it.

Players who take pieces out and put as many back seldom find the same ones. The rules don't mind, but the
weight differs: without an explanation such a place would look burdened for ever. If two places traded as many
pieces, one gains exactly what the other lacks.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.hypotheses import (
    Hypothesis,
    Proposal,
    arrived_at,
    before_exchange,
    moved_into,
    present,
    rerouted,
    resting,
    stands_at,
)
from cupsboard.recognition.likelihood import OFF, Fit, Flow, Supposition
from cupsboard.rules.places import Kind


def trades(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Iterator[Proposal]:
    """Yield a proposal of equally many pieces traded, for pairs of places.

    A pair of places is tried if one has become lighter by as much as the other has gained.
    """
    residuals = before_exchange(fit.residual_grams, hypothesis)
    deviations = before_exchange(fit.deviation_grams, hypothesis)
    limit = COSTS.limits.likely_sigmas
    odd = [
        place
        for place, (residual, deviation) in enumerate(zip(residuals, deviations, strict=True))
        if abs(residual) > limit * deviation and place not in hypothesis.supposed.burdened
    ]
    all_pairs = len(evidence.places) * (len(evidence.places) - 1) / 2
    for kind, population in evidence.populations.items():
        rest = {place: resting(evidence, hypothesis, place, kind) for place in odd}
        for one, other in combinations(odd, 2):
            doubt = math.hypot(deviations[one], deviations[other])
            if abs(residuals[one] + residuals[other]) > limit * doubt:
                continue
            most = min(rest[one], rest[other])
            # Each pair that is traded brings one piece's deviation and takes another's away.
            fewest = math.ceil((residuals[one] / limit) ** 2 / (2 * population.variance))
            for count in sorted({fewest, min(most, 2 * fewest)}):
                if 0 < count <= most:
                    changes = [(stands_at(hypothesis, place), 0) for place in (one, other)]
                    log_prior = hypothesis.log_prior + math.log(_PRIORS.traded / all_pairs)
                    log_prior += (count - 1) * math.log(_PRIORS.further_pair_share)
                    build = partial(_traded, evidence, hypothesis, one, other, kind, count)
                    yield Proposal(log_prior, changes, build)


def _traded(
    evidence: Evidence, hypothesis: Hypothesis, one: int, other: int, kind: Kind, count: int
) -> Hypothesis:
    flow = dict(hypothesis.flow)
    moved_into(flow, (one, other, kind), count)
    moved_into(flow, (other, one, kind), count)
    places = tuple(evidence.places[stands_at(hypothesis, place)] for place in (one, other))
    mishap = Mishap(MishapKind.TRADED, places, count)
    return hypothesis.with_mishap(hypothesis.supposed.with_flow(flow), hypothesis.log_prior, mishap)


def replaced_places(hypothesis: Hypothesis) -> list[int]:
    """Return the places from which pieces went off the board, and to which others of the same kind came."""
    flow = hypothesis.flow
    return sorted({source for source, target, kind in flow if target == OFF and (OFF, source, kind) in flow})


def replacements(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Iterator[Proposal]:
    """Yield a proposal of some pieces of one place replaced by as many others of the same kind.

    A place is tried if its residual in `fit` is significant.
    """
    residuals = before_exchange(fit.residual_grams, hypothesis)
    deviations = before_exchange(fit.deviation_grams, hypothesis)
    for place, residual in enumerate(residuals):
        is_odd = abs(residual) > COSTS.limits.likely_sigmas * deviations[place]
        if not is_odd or place in hypothesis.supposed.burdened:
            continue
        for kind, population in evidence.populations.items():
            there = present(evidence, hypothesis, place, kind)
            # Each replaced piece brings its own deviation and takes the old one's away.
            fewest = math.ceil((residual / COSTS.limits.likely_sigmas) ** 2 / (2 * population.variance))
            traffic = evidence.noticed.traffic
            seen = min(traffic.others(evidence.places[place], there), there) if traffic else 0
            if (count := seen or fewest) <= there:
                rate = _PRIORS.swapped_if_seen if seen else _PRIORS.swapped / len(evidence.places)
                stands = stands_at(hypothesis, place)
                swapped = MishapKind.SWAPPED_IN_SIGHT if seen else MishapKind.SWAPPED
                mishap = Mishap(swapped, (evidence.places[stands],), count)
                build = partial(_replaced, hypothesis, place, kind, mishap)
                yield Proposal(hypothesis.log_prior + math.log(rate), ((stands, 0),), build)


def _replaced(hypothesis: Hypothesis, place: int, kind: Kind, mishap: Mishap) -> Hypothesis:
    gone = rerouted(hypothesis.flow, place, OFF, kind, mishap.count)
    supposed = hypothesis.supposed.with_flow(rerouted(gone, OFF, place, kind, mishap.count))
    return hypothesis.with_mishap(supposed, hypothesis.log_prior, mishap)


_PRIORS, _COSTS = PRIORS.mishaps, COSTS.proposals


def mishaps_on_top(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Iterator[Proposal]:
    """Yield a proposal for every faulty act that the residuals in `fit` suggest on top of the hypothesis.

    If many places are off, only acts on the places furthest off are tried: all must be explained in the end,
    in any order.
    """
    # Acts come before an exchange of cups: what is off under a cup belongs to where that cup stood.
    residual = before_exchange(fit.residual_grams, hypothesis)
    trace = _COSTS.suspicious_beans * evidence.lightest_grams
    suspects = [place for place, grams in enumerate(residual) if abs(grams) > trace]
    if len(suspects) > _COSTS.many_suspects:
        deviation = before_exchange(fit.deviation_grams, hypothesis)
        suspects.sort(key=lambda place: -abs(residual[place]) / deviation[place])
    urgent = frozenset(suspects[: _COSTS.many_suspects])
    for kind, population in evidence.populations.items():
        mean = population.mean_grams
        gains = [i for i, grams in enumerate(residual) if grams > _COSTS.suspicious_beans * mean]
        losses = [i for i, grams in enumerate(residual) if grams < -_COSTS.suspicious_beans * mean]
        for target in urgent.intersection(gains):
            for count in amounts(residual[target], population.variance, mean):
                yield _act(evidence, hypothesis, OFF, target, kind, count)
        for source in losses:
            there = present(evidence, hypothesis, source, kind)
            for count in amounts(-residual[source], population.variance, mean):
                if count <= there:
                    if source in urgent:
                        yield _act(evidence, hypothesis, source, OFF, kind, count)
                    for target in gains:
                        if source in urgent or target in urgent:
                            yield from _hops(evidence, hypothesis, source, target, kind, count)
    for place in _perhaps_burdened(evidence, fit):
        if evidence.may_be_burdened(place) and place not in hypothesis.supposed.burdened:
            build = partial(with_burden, evidence, hypothesis, place, fit.residual_grams[place])
            log_prior = hypothesis.log_prior + _log_burden(evidence, fit.residual_grams[place])
            yield Proposal(log_prior, ((place, 0),), build)


def all_mended(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Hypothesis:
    """Return the hypothesis with as many mishaps as it takes to explain all residuals in `fit`.

    Pieces missing from some places are assumed to lie in the places that have too many.
    """
    residual = before_exchange(fit.residual_grams, hypothesis)
    for kind, population in evidence.populations.items():
        counts = [round(grams / population.mean_grams) for grams in residual]
        gains = [place for place, count in enumerate(counts) for _ in range(count)]
        for source, count in enumerate(counts):
            lost = min(-count, present(evidence, hypothesis, source, kind))
            for _ in range(lost):
                target = gains.pop() if gains else OFF
                hypothesis = with_act(evidence, hypothesis, source, target, kind, 1)
        for target in gains:
            hypothesis = with_act(evidence, hypothesis, OFF, target, kind, 1)
        residual = [
            grams - count * population.mean_grams for grams, count in zip(residual, counts, strict=True)
        ]
    return hypothesis


def exchanges_of_lifted(evidence: Evidence, hypothesis: Hypothesis) -> Iterator[Proposal]:
    """Yield a proposal to exchange two cups, for each pair of cups that were in the air together."""
    for one, other in combinations(evidence.lifted_together, 2):
        yield _exchange(evidence, hypothesis, one, other, _PRIORS.exchanged_if_lifted)


def exchanges(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Iterator[Proposal]:
    """Yield a proposal to exchange two cups, for each probable pair.

    Pairs are those that were lifted together, and the pair whose residuals suggest an exchange, if there is
    one.
    """
    if hypothesis.supposed.exchanged is not None:
        return
    yield from exchanges_of_lifted(evidence, hypothesis)
    trace = _COSTS.suspicious_beans * evidence.lightest_grams
    suspects = [place for place, grams in enumerate(fit.residual_grams) if abs(grams) > trace]
    if len(suspects) == 2 and not set(suspects) <= set(evidence.lifted_together):
        all_pairs = len(evidence.places) * (len(evidence.places) - 1) / 2
        rate = _PRIORS.exchanged_if_watched if evidence.noticed.is_watched else _PRIORS.exchanged
        yield _exchange(evidence, hypothesis, suspects[0], suspects[1], rate / all_pairs)


def _exchange(evidence: Evidence, hypothesis: Hypothesis, one: int, other: int, rate: float) -> Proposal:
    supposed = Supposition(hypothesis.flow, hypothesis.supposed.burdened, (one, other))
    mishap = Mishap(MishapKind.EXCHANGED, (evidence.places[one], evidence.places[other]))
    log_prior = hypothesis.log_prior + math.log(rate)
    build = partial(hypothesis.with_mishap, supposed, log_prior, mishap)
    # What cups weigh on each other's scales shows only in a fit.
    return Proposal(log_prior, (), build, 2 * COSTS.search.rough_limit_nats)


def _perhaps_burdened(evidence: Evidence, fit: Fit) -> Iterable[int]:
    """Return the places that are off by half of the lightest piece, or upwards by more than chance."""
    least = COSTS.limits.piece_beans * evidence.lightest_grams
    return [
        place
        for place, (grams, deviation) in enumerate(zip(fit.residual_grams, fit.deviation_grams, strict=True))
        if grams > min(least, COSTS.limits.chance_sigmas * deviation) or grams < -least
    ]


def with_burden(evidence: Evidence, hypothesis: Hypothesis, place: int, grams: float) -> Hypothesis:
    """Return `hypothesis` with one more mishap: a foreign thing on the place with index `place`.

    `grams` is measured minus explained weight there. If it is negative, the thing holds the cup up from
    below.
    """
    supposed = hypothesis.supposed
    return hypothesis.with_mishap(
        Supposition(supposed.flow, supposed.burdened | {place}, supposed.exchanged),
        hypothesis.log_prior + _log_burden(evidence, grams),
        Mishap(MishapKind.NOT_A_PIECE, (evidence.places[place],)),
    )


def _log_burden(evidence: Evidence, grams: float) -> float:
    return math.log((_PRIORS.burden if grams > 0 else _PRIORS.held_up) / len(evidence.places))


def amounts(grams: float, variance: float, mean: float) -> Iterable[int]:
    """Return the numbers of pieces, at least one, that may weigh `grams`.

    One piece weighs `mean` grams on average, with the variance `variance` (g²).
    """
    guess = grams / mean
    width = _COSTS.single_width_beans
    if guess > _COSTS.single_piece_beans:
        deviation = math.sqrt(max(guess, 1.0) * variance)
        width = max(_COSTS.several_width_beans, _COSTS.several_sigmas * deviation / mean)
    return range(max(1, math.ceil(guess - width)), max(1, math.floor(guess + width)) + 1)


def _hops(
    evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, kind: Kind, count: int
) -> Iterator[Proposal]:
    """Yield proposals of pieces that lie in `target` instead of `source`.

    Either those that were to come to the source, or others that hopped out when those came.
    """
    those = _act(evidence, hypothesis, source, target, kind, count)
    if not arrived_at(hypothesis.flow, source, kind) or count > resting(evidence, hypothesis, source, kind):
        yield those
        return

    def others() -> Hypothesis:
        built, flow = those.build(), dict(hypothesis.flow)
        moved_into(flow, (source, target, kind), count)
        return replace(built, supposed=built.supposed.with_flow(flow))

    share = _PRIORS.other_hops_share
    yield those._replace(log_prior=those.log_prior + math.log(1.0 - share))
    yield those._replace(log_prior=those.log_prior + math.log(share), build=others)


def _act(
    evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, kind: Kind, count: int
) -> Proposal:
    """Return the proposal of one more faulty act: `count` pieces go from `source` to `target`."""
    changes = [
        (stands_at(hypothesis, place), change)
        for place, change in ((source, -count), (target, count))
        if place != OFF
    ]
    build = partial(with_act, evidence, hypothesis, source, target, kind, count)
    return Proposal(_log_prior(evidence, hypothesis, source, target, kind, count), changes, build)


def with_act(
    evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, kind: Kind, count: int
) -> Hypothesis:
    """Return the hypothesis after one more faulty act: `count` pieces go from `source` to `target`."""
    flow = rerouted(hypothesis.flow, source, target, kind, count)
    return hypothesis.with_mishap(
        hypothesis.supposed.with_flow(flow),
        _log_prior(evidence, hypothesis, source, target, kind, count),
        _mishap(evidence, hypothesis, source, target, count),
        is_second=source == OFF and _is_filled(hypothesis.flow, target),
    )


def _log_prior(
    evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, kind: Kind, count: int
) -> float:
    """Return the log prior of a hypothesis after one more faulty act."""
    counted = _PRIORS.miscounted if evidence.is_table_wanted else None
    if source == OFF:
        rate = (counted or _PRIORS.second) if _is_filled(hypothesis.flow, target) else _PRIORS.extra
    elif target == OFF:
        is_new = arrived_at(hypothesis.flow, source, kind)
        rate = (counted or _PRIORS.missing) if is_new else _PRIORS.extra
    else:
        rate = (counted or _PRIORS.misplaced) / len(evidence.places)
    log_prior = hypothesis.log_prior + math.log(rate)
    if source == OFF or count < present(evidence, hypothesis, source, kind):
        # A whole content is poured at once; part of one is moved piece by piece.
        log_prior += (count - 1) * math.log(_PRIORS.further_piece_share)
    return log_prior


def _is_filled(flow: Flow, place: int) -> bool:
    return any(target == place for _, target, _ in flow)


def _mishap(evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, count: int) -> Mishap:
    ends = [evidence.places[stands_at(hypothesis, place)] for place in (source, target) if place != OFF]
    kind = MishapKind.MISPLACED
    if OFF in (source, target):
        kind = MishapKind.TOO_MANY if source == OFF else MishapKind.MISSING
    return Mishap(kind, tuple(ends), count)
