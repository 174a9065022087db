"""Propose other pieces in a place: the same number, another weight.

Players who take pieces out and put as many back seldom find the same ones. The rules don't mind, but the
weight differs: without this explanation such a place would look burdened for ever. If two places traded as
many pieces, one gains exactly what the other lacks.
"""

import math
from collections.abc import Iterator
from functools import partial
from itertools import combinations

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition import hypotheses
from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.likelihood import OFF, Fit
from cupsboard.rules.places import Kind

_PRIORS, _COSTS = PRIORS.mishaps, COSTS.proposals


def trades(evidence: Evidence, hypothesis: hypotheses.Hypothesis, fit: Fit) -> Iterator[hypotheses.Proposal]:
    """Yield a proposal of equally many pieces traded, for pairs of places.

    A pair of places is tried if one has become lighter by as much as the other has gained.
    """
    residuals = hypotheses.before_exchange(fit.residual_grams, hypothesis)
    deviations = hypotheses.before_exchange(fit.deviation_grams, hypothesis)
    limit = COSTS.limits.likely_sigmas
    odd = [
        place
        for place, (residual, deviation) in enumerate(zip(residuals, deviations, strict=True))
        if abs(residual) > limit * deviation and place not in hypothesis.supposed.burdened
    ]
    all_pairs = len(evidence.places) * (len(evidence.places) - 1) / 2
    for kind, population in evidence.populations.items():
        rest = {place: hypotheses.resting(evidence, hypothesis, place, kind) for place in odd}
        for one, other in combinations(odd, 2):
            doubt = math.hypot(deviations[one], deviations[other])
            if abs(residuals[one] + residuals[other]) > limit * doubt:
                continue
            most = min(rest[one], rest[other])
            # Each pair that is traded brings one piece's deviation and takes another's away.
            fewest = math.ceil((residuals[one] / limit) ** 2 / (2 * population.variance))
            for count in sorted({fewest, min(most, 2 * fewest)}):
                if 0 < count <= most:
                    changes = [(hypotheses.stands_at(hypothesis, place), 0) for place in (one, other)]
                    log_prior = hypothesis.log_prior + math.log(_PRIORS.traded / all_pairs)
                    log_prior += (count - 1) * math.log(_PRIORS.further_pair_share)
                    build = partial(_traded, evidence, hypothesis, one, other, kind, count)
                    yield hypotheses.Proposal(log_prior, changes, build)


def _traded(
    evidence: Evidence, hypothesis: hypotheses.Hypothesis, one: int, other: int, kind: Kind, count: int
) -> hypotheses.Hypothesis:
    flow = dict(hypothesis.flow)
    hypotheses.moved_into(flow, (one, other, kind), count)
    hypotheses.moved_into(flow, (other, one, kind), count)
    places = tuple(evidence.places[hypotheses.stands_at(hypothesis, place)] for place in (one, other))
    mishap = Mishap(MishapKind.TRADED, places, count)
    return hypothesis.with_mishap(hypothesis.supposed.with_flow(flow), hypothesis.log_prior, mishap)


def replaced_places(hypothesis: hypotheses.Hypothesis) -> list[int]:
    """Return the places from which pieces went off the board, and to which others of the same kind came."""
    flow = hypothesis.flow
    return sorted({source for source, target, kind in flow if target == OFF and (OFF, source, kind) in flow})


def replacements(
    evidence: Evidence, hypothesis: hypotheses.Hypothesis, fit: Fit
) -> Iterator[hypotheses.Proposal]:
    """Yield a proposal of some pieces of one place replaced by as many others of the same kind.

    A place is tried if its residual in `fit` is significant.
    """
    residuals = hypotheses.before_exchange(fit.residual_grams, hypothesis)
    deviations = hypotheses.before_exchange(fit.deviation_grams, hypothesis)
    for place, residual in enumerate(residuals):
        is_odd = abs(residual) > COSTS.limits.likely_sigmas * deviations[place]
        if not is_odd or place in hypothesis.supposed.burdened:
            continue
        for kind, population in evidence.populations.items():
            there = hypotheses.present(evidence, hypothesis, place, kind)
            # Each replaced piece brings its own deviation and takes the old one's away.
            fewest = math.ceil((residual / COSTS.limits.likely_sigmas) ** 2 / (2 * population.variance))
            traffic = evidence.noticed.traffic
            seen = min(traffic.others(evidence.places[place], there), there) if traffic else 0
            if (count := seen or fewest) <= there:
                rate = _PRIORS.swapped_if_seen if seen else _PRIORS.swapped / len(evidence.places)
                stands = hypotheses.stands_at(hypothesis, place)
                swapped = MishapKind.SWAPPED_IN_SIGHT if seen else MishapKind.SWAPPED
                mishap = Mishap(swapped, (evidence.places[stands],), count)
                build = partial(_replaced, hypothesis, place, kind, mishap)
                yield hypotheses.Proposal(hypothesis.log_prior + math.log(rate), ((stands, 0),), build)


def _replaced(
    hypothesis: hypotheses.Hypothesis, place: int, kind: Kind, mishap: Mishap
) -> hypotheses.Hypothesis:
    gone = hypotheses.rerouted(hypothesis.flow, place, OFF, kind, mishap.count)
    supposed = hypothesis.supposed.with_flow(hypotheses.rerouted(gone, OFF, place, kind, mishap.count))
    return hypothesis.with_mishap(supposed, hypothesis.log_prior, mishap)
