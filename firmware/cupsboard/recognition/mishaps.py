"""What goes wrong, one small act at a time, put on top of what is supposed to have happened.

A piece too many, missing, or elsewhere; something that is no piece; two cups exchanged. Each is proposed only
where the residuals show a trace of it.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.hypotheses import Hypothesis, before_exchange, present, rerouted
from cupsboard.recognition.knowledge import Population
from cupsboard.recognition.likelihood import OFF, Evidence, Fit
from cupsboard.rules.places import Kind

EXTRA = 1e-3
MISSING = 3e-3
MISPLACED = 3e-3
"""Priors of one faulty act on top of a stage, in the order of the sensing notes, section 3."""
EXTRA_WHERE_EVEN, EXTRA_WHERE_UNEVEN = 3e-3, 7e-4
EVEN_SPREAD, UNEVEN_SPREAD = 0.12, 0.145
"""Where a bean is sown a second one competes with a heavy one. With even beans a question costs nothing, for
hardly one is so heavy; the more the beans differ, the oftener an honest move would be asked about. So the
prior of a second bean falls from the one to the other between these relative spreads, evenly in its
logarithm: sim/RESULTS.md says what passes and what is questioned with unsorted and sorted kidney beans."""
FEW_SOWN = 3.5
"""All that is for moves that may sow few cups; who may sow ten has ten heavy beans to fear and is not asked
three times as often."""
EXCHANGED = 1e-3
"""Prior of two cups having changed places, if they were never seen in the air together."""
EXCHANGED_UNSEEN = 1e-6
"""The same, if the scales were watched all the time: then both should have been seen in the air."""
EXCHANGED_IF_LIFTED_TOGETHER = 0.3
"""The same, if they were."""
BURDEN = 1e-2
"""Prior of something that is no piece on some place: hands rest on rims all the time."""
HELD_UP = 2e-4
"""The same where a place is lighter than its pieces: somebody would have to hold it up."""
EACH_FURTHER_PIECE = 0.1
"""How much rarer a faulty act becomes with each further piece it moves."""

BEYOND_CHANCE = 4.0
"""Standard deviations from which something that presses is thought of, however lightly it does."""
SUSPICIOUS = 0.2
"""A residual counts as a trace of a piece from this part of the piece's mean weight on. Below it, one piece
more is at least 1e4 times less likely at any spread the board accepts (CV <= 20 %)."""

MANY_SUSPECTS = 4
"""More places with a trace of a piece are not all tried at once."""


def mishaps_on_top(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Iterator[Hypothesis]:
    """The hypothesis with one more faulty act, for every act of which the residuals show a trace.

    Where many places do, the next act concerns one that is furthest off: all must be mended, in any order.
    """
    # Acts come before an exchange of cups: what is off under a cup belongs to where that cup stood.
    residual = before_exchange(fit.residual_grams, hypothesis)
    lightest = min(population.mean_grams for population in evidence.populations.values())
    suspects = [place for place, grams in enumerate(residual) if abs(grams) > SUSPICIOUS * lightest]
    if len(suspects) > MANY_SUSPECTS:
        deviation = before_exchange(fit.deviation_grams, hypothesis)
        suspects.sort(key=lambda place: -abs(residual[place]) / deviation[place])
    urgent = frozenset(suspects[:MANY_SUSPECTS])
    for kind, population in evidence.populations.items():
        mean = population.mean_grams
        gains = [i for i, grams in enumerate(residual) if grams > SUSPICIOUS * mean]
        losses = [i for i, grams in enumerate(residual) if grams < -SUSPICIOUS * mean]
        for target in urgent.intersection(gains):
            for count in _amounts(residual[target], population.variance, mean):
                yield _with_act(evidence, hypothesis, OFF, target, kind, count)
        for source in losses:
            for count in _amounts(-residual[source], population.variance, mean):
                if count <= present(evidence, hypothesis, source, kind):
                    if source in urgent:
                        yield _with_act(evidence, hypothesis, source, OFF, kind, count)
                    for target in gains:
                        if source in urgent or target in urgent:
                            yield _with_act(evidence, hypothesis, source, target, kind, count)
    for place in _perhaps_burdened(evidence, fit):
        if evidence.may_be_burdened[place] and place not in hypothesis.supposed.burdened:
            yield _with_burden(evidence, hypothesis, place, fit.residual_grams[place])


def all_mended(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Hypothesis:
    """The hypothesis with every trace of pieces explained at once: what some places lack lies in others."""
    residual = before_exchange(fit.residual_grams, hypothesis)
    for kind, population in evidence.populations.items():
        counts = [round(grams / population.mean_grams) for grams in residual]
        gains = [place for place, count in enumerate(counts) for _ in range(count)]
        for source, count in enumerate(counts):
            lost = min(-count, present(evidence, hypothesis, source, kind))
            for _ in range(lost):
                target = gains.pop() if gains else OFF
                hypothesis = _with_act(evidence, hypothesis, source, target, kind, 1)
        for target in gains:
            hypothesis = _with_act(evidence, hypothesis, OFF, target, kind, 1)
        residual = [
            grams - count * population.mean_grams for grams, count in zip(residual, counts, strict=True)
        ]
    return hypothesis


def exchanges_of_lifted(evidence: Evidence, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The hypothesis with two of the cups exchanged that were in the air together."""
    for one, other in combinations(evidence.lifted_together, 2):
        yield _with_exchange(evidence, hypothesis, one, other, EXCHANGED_IF_LIFTED_TOGETHER)


def exchanges(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Iterator[Hypothesis]:
    """The hypothesis with two cups exchanged: those that were in the air together, and those that look so."""
    if hypothesis.supposed.exchanged is not None:
        return
    yield from exchanges_of_lifted(evidence, hypothesis)
    lightest = min(population.mean_grams for population in evidence.populations.values())
    suspects = [p for p, grams in enumerate(fit.residual_grams) if abs(grams) > SUSPICIOUS * lightest]
    if len(suspects) == 2 and not set(suspects) <= set(evidence.lifted_together):
        all_pairs = len(evidence.places) * (len(evidence.places) - 1) / 2
        rate = (EXCHANGED_UNSEEN if evidence.is_watched else EXCHANGED) / all_pairs
        yield _with_exchange(evidence, hypothesis, suspects[0], suspects[1], rate)


def _with_exchange(
    evidence: Evidence, hypothesis: Hypothesis, one: int, other: int, rate: float
) -> Hypothesis:
    return replace(
        hypothesis,
        supposed=replace(hypothesis.supposed, exchanged=(one, other)),
        log_prior=hypothesis.log_prior + math.log(rate),
        mishaps=(
            *hypothesis.mishaps,
            Mishap(MishapKind.EXCHANGED, (evidence.places[one], evidence.places[other])),
        ),
    )


def _perhaps_burdened(evidence: Evidence, fit: Fit) -> Iterable[int]:
    """Places with a trace of at least half of the lightest piece, or of more than chance leaves."""
    lightest = min(population.mean_grams for population in evidence.populations.values())
    return [
        place
        for place, (grams, deviation) in enumerate(zip(fit.residual_grams, fit.deviation_grams, strict=True))
        if grams > min(0.5 * lightest, BEYOND_CHANCE * deviation) or grams < -0.5 * lightest
    ]


def _with_burden(evidence: Evidence, hypothesis: Hypothesis, place: int, grams: float) -> Hypothesis:
    rate = BURDEN if grams > 0 else HELD_UP
    return replace(
        hypothesis,
        log_prior=hypothesis.log_prior + math.log(rate / len(evidence.places)),
        mishaps=(*hypothesis.mishaps, Mishap(MishapKind.NOT_A_PIECE, (evidence.places[place],))),
        supposed=replace(hypothesis.supposed, burdened=hypothesis.supposed.burdened | {place}),
    )


def _amounts(grams: float, variance: float, mean: float) -> Iterable[int]:
    guess = grams / mean
    width = max(0.8, 2.0 * math.sqrt(max(guess, 1.0) * variance) / mean) if guess > 1.4 else 0.9
    return range(max(1, math.ceil(guess - width)), max(1, math.floor(guess + width)) + 1)


def _with_act(
    evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, kind: Kind, count: int
) -> Hypothesis:
    """One act more."""
    flow = rerouted(hypothesis.flow, source, target, kind, count)
    has_arrived = any(key[1] == source != OFF and key[2] == kind for key in hypothesis.flow)
    rate = _rate(evidence, hypothesis, source, target, kind, has_arrived)
    log_prior = hypothesis.log_prior + math.log(rate)
    if source == OFF or count < present(evidence, hypothesis, source, kind):
        # A whole content is poured at once; part of one is moved piece by piece.
        log_prior += (count - 1) * math.log(EACH_FURTHER_PIECE)
    return replace(
        hypothesis,
        supposed=replace(hypothesis.supposed, flow=flow),
        log_prior=log_prior,
        mishaps=(*hypothesis.mishaps, _mishap(evidence, hypothesis, source, target, count)),
    )


def _mishap(evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, count: int) -> Mishap:
    places = before_exchange(evidence.places, hypothesis)
    if source == OFF:
        return Mishap(MishapKind.TOO_MANY, (places[target],), count)
    if target == OFF:
        return Mishap(MishapKind.MISSING, (places[source],), count)
    return Mishap(MishapKind.MISPLACED, (places[source], places[target]), count)


def _rate(
    evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, kind: Kind, has_arrived: bool
) -> float:
    """The prior of one act with a single piece."""
    if source == OFF:
        sown = {key[1] for key in hypothesis.flow if key[1] != OFF}
        widest = max(hypothesis.widest, len(sown))
        rate = EXTRA
        if target in sown:
            rate = _second_piece(evidence.populations[kind]) * min(1.0, FEW_SOWN / widest)
        return rate
    if target == OFF:
        return MISSING if has_arrived else EXTRA
    return MISPLACED / len(evidence.places)


def _second_piece(population: Population) -> float:
    """The prior of a second piece where one is sown, for pieces that differ so much."""
    spread = math.sqrt(population.variance) / population.mean_grams
    uneven = min(max((spread - EVEN_SPREAD) / (UNEVEN_SPREAD - EVEN_SPREAD), 0.0), 1.0)
    return math.exp((1.0 - uneven) * math.log(EXTRA_WHERE_EVEN) + uneven * math.log(EXTRA_WHERE_UNEVEN))
