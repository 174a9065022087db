"""Explain a wrong table that players are correcting, starting from the last look.

A table that needs several mishaps is as improbable as all of them together, and each piece that is corrected
adds one more change. Starting from the agreed table alone, a stranger explanation would win in the end. So
the mishaps that an earlier look found count as known.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.hypotheses import Believed, Hypothesis, before_exchange, present
from cupsboard.recognition.likelihood import OFF
from cupsboard.recognition.mishaps import amounts, with_act, with_burden
from cupsboard.rules.places import Kind

_COSTS = COSTS.proposals
_LOG_ONE_MISHAP = math.log(PRIORS.tables.unchanged * PRIORS.mishaps.extra)


def carried_on(evidence: Evidence, believed: Believed) -> Iterator[Hypothesis]:
    """Yield the last look's explanations, each as it was and with the changes of weight since that look.

    The mishaps of the best explanation count as a single one; the others keep their difference in log prior
    from it. A foreign thing is assumed to be still there only if the weight of its place has not changed.
    """
    if not believed.explanations:
        return
    lift = max(_LOG_ONE_MISHAP - believed.explanations[0].log_prior, 0.0)
    for each in believed.explanations:
        lifted = replace(each, log_prior=each.log_prior + lift)
        if all(_lies_still(evidence, believed, index) for index in each.supposed.burdened):
            yield from _changed(evidence, believed, lifted)
        if each.supposed.burdened:
            yield from _changed(evidence, believed, lifted.unburdened)


def _lies_still(evidence: Evidence, believed: Believed, index: int) -> bool:
    return evidence.may_be_burdened(index) and evidence.places[index] not in believed.changes_grams


def _changed(evidence: Evidence, believed: Believed, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """Yield the hypothesis with every number of pieces that the changes since the last look may be."""
    changes = [believed.changes_grams.get(place, 0.0) for place in evidence.places]
    trace = _COSTS.suspicious_beans * evidence.lightest_grams
    visible = {index: grams for index, grams in enumerate(changes) if abs(grams) > trace}
    # The same number in spite of what shows: other pieces, unless the cup itself was away.
    odd = visible.keys() - set(evidence.lifted_together)
    unseen = len(odd) * math.log(PRIORS.steps.unseen_exchange)
    yield replace(hypothesis, log_prior=hypothesis.log_prior + unseen)
    for index, grams in visible.items():
        if evidence.may_be_burdened(index) and index not in hypothesis.supposed.burdened:
            yield with_burden(evidence, hypothesis, index, grams)
    if 0 < len(visible) <= _COSTS.many_suspects:
        # What comes to a cup that was exchanged has come to where that cup stood.
        cups = {
            i: grams for i, grams in enumerate(before_exchange(changes, hypothesis)) if abs(grams) > trace
        }
        for kind in evidence.populations:
            counts = [_counts(evidence, grams, kind) for grams in cups.values()]
            for combination in product(*counts):
                yield from _with_pieces(evidence, hypothesis, list(cups), combination, kind)


def _counts(evidence: Evidence, grams: float, kind: Kind) -> list[int]:
    """Return the numbers of pieces that may have come, negative if they went."""
    population = evidence.populations[kind]
    sign = 1 if grams > 0 else -1
    return [sign * count for count in amounts(abs(grams), population.variance, population.mean_grams)]


def _with_pieces(
    evidence: Evidence, hypothesis: Hypothesis, places: Sequence[int], counts: Sequence[int], kind: Kind
) -> Iterator[Hypothesis]:
    """Yield the hypothesis with `counts` more pieces in each of `places`, if there are enough to take."""
    log_prior = hypothesis.log_prior
    for place, count in zip(places, counts, strict=True):
        if count < -present(evidence, hypothesis, place, kind):
            return
        source, target = (OFF, place) if count > 0 else (place, OFF)
        hypothesis = with_act(evidence, hypothesis, source, target, kind, abs(count))
        log_prior += (abs(count) - 1) * math.log(PRIORS.mishaps.further_piece_share)
    yield replace(hypothesis, log_prior=log_prior)
