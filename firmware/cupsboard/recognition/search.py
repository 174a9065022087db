"""Search for the flows that explain the weights best: legal stages first, then the fewest mishaps on top.

Every legal stage is scored roughly and cheaply, and the promising ones are fitted exactly. Where a fit leaves
traces of pieces unexplained, single faulty acts are added, and more on top of those, until no trace is left
or a further act costs more than it explains. On a swept table all traces are mended in one step. The most
promising come first, and a budget bounds the work: a search that was cut short before what may count says so.

A wrong table that players are correcting is explained from the last look, whose mishaps count as known:
starting from the agreed table alone, each piece that is corrected would add one more change, and a stranger
explanation would win in the end.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition import mishaps
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.hypotheses import (
    NOTHING_BELIEVED,
    Believed,
    Hypothesis,
    Proposal,
    before_exchange,
    found_counts,
    present,
    resting,
)
from cupsboard.recognition.legal_tables import Stage, Work
from cupsboard.recognition.likelihood import OFF, Fit, Flow, fit
from cupsboard.rules.places import Kind
from cupsboard.scales.impacts import log_likelihood

_PROPOSALS = COSTS.proposals
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
    trace = _PROPOSALS.suspicious_beans * evidence.lightest_grams
    visible = {index: grams for index, grams in enumerate(changes) if abs(grams) > trace}
    # The same number in spite of what shows: other pieces, unless the cup itself was away.
    odd = visible.keys() - set(evidence.lifted_together)
    unseen = len(odd) * math.log(PRIORS.steps.unseen_exchange)
    yield replace(hypothesis, log_prior=hypothesis.log_prior + unseen)
    for index, grams in visible.items():
        if evidence.may_be_burdened(index) and index not in hypothesis.supposed.burdened:
            yield mishaps.with_burden(evidence, hypothesis, index, grams)
    if 0 < len(visible) <= _PROPOSALS.many_suspects:
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
    return [sign * count for count in mishaps.amounts(abs(grams), population.variance, population.mean_grams)]


def _with_pieces(
    evidence: Evidence, hypothesis: Hypothesis, places: Sequence[int], counts: Sequence[int], kind: Kind
) -> Iterator[Hypothesis]:
    """Yield the hypothesis with `counts` more pieces in each of `places`, if there are enough to take."""
    log_prior = hypothesis.log_prior
    for place, count in zip(places, counts, strict=True):
        if count < -present(evidence, hypothesis, place, kind):
            return
        source, target = (OFF, place) if count > 0 else (place, OFF)
        hypothesis = mishaps.with_act(evidence, hypothesis, source, target, kind, abs(count))
        log_prior += (abs(count) - 1) * math.log(PRIORS.mishaps.further_piece_share)
    yield replace(hypothesis, log_prior=log_prior)


_COSTS = COSTS.search
_ROUGH_LIMIT_NATS = _COSTS.rough_limit_nats
_LOG_NO_STEP = math.log(PRIORS.steps.no_step)
_LOG_KEPT_WHEN_LIFTED = math.log(PRIORS.mishaps.kept_when_lifted)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hypothesis about the events since the agreed table, and how well it explains the weights."""

    hypothesis: Hypothesis
    fit: Fit
    found: tuple[int, ...]
    noticed_log_likelihood: float
    """Log likelihood of the observed landings and steps."""

    @property
    def table(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """Return a key of the explained table: its counts by place, and the places with foreign things."""
        return self.found, self.hypothesis.supposed.burdened

    @property
    def log_posterior(self) -> float:
        """Return prior times likelihood as a logarithm, not normalised."""
        return self.hypothesis.log_prior + self.fit.log_likelihood + self.noticed_log_likelihood

    @property
    def promise(self) -> float:
        """Return the log posterior that this explanation may reach if one more act explained each residual.

        Each place counts against it by at most `rough_limit_nats`; one with a foreign thing does not.
        """
        promise, burdened = self.hypothesis.log_prior, self.hypothesis.supposed.burdened
        pairs = zip(self.fit.residual_grams, self.fit.deviation_grams, strict=True)
        for place, (residual, deviation) in enumerate(pairs):
            if place not in burdened:
                promise -= _misfit(residual, deviation)
        return promise


class Search:
    """The search for explanations of one look.

    `suppose` fits legal stages: points at which a plan may stand. `explain` adds mishaps. Both may be called
    again with more stages; fits already made are kept.
    """

    def __init__(self, evidence: Evidence, work: Work, believed: Believed = NOTHING_BELIEVED) -> None:
        """Begin a search on `evidence`, within the budget `work`.

        `believed` holds the explanations of the last look, if players are putting a wrong table right from
        there.
        """
        self._evidence, self._work, self._believed = evidence, work, believed
        self._scored_stages: list[tuple[float, Stage]] = []
        self._fitted_stages: dict[object, Explanation] = {}
        """The fits without mishaps, except exchanges of cups that were in the air together."""
        self._found: dict[object, Explanation] = {}
        """For each supposition the most probable explanation."""

    @property
    def needs_no_mishap(self) -> bool:
        """Return whether some legal table explains the weight of every place.

        It does if no residual of its fit is beyond the limit.
        """
        return self.fewest_places_off == 0

    @property
    def fewest_places_off(self) -> int:
        """Return at how many places the best legal table does not explain the weight."""
        return min(map(_places_off, self._fitted_stages.values()))

    def suppose(self, stages: Iterable[Stage]) -> None:
        """Add legal stages, and fit the promising ones of all that were added so far.

        The first stage is always fitted, whatever budget is left.
        """
        is_begun = bool(self._scored_stages)
        self._scored_stages += _scored(self._evidence, stages)
        supposed = _promising(self._scored_stages)
        if not is_begun:
            self._found[_key(supposed[0])] = _explanation(self._evidence, supposed[0])
            supposed += carried_on(self._evidence, self._believed)
        fitted = self._fitted(supposed)
        fitted += self._fitted(_with_lifted_exchanged(self._evidence, fitted))
        self._fitted_stages |= {_key(one.hypothesis): one for one in fitted}

    def explain(self) -> list[Explanation]:
        """Add mishaps until every residual is within its limit or no budget is left.

        Return all explanations, the most probable first.
        """
        layer, deepest = list(self._fitted_stages.values()), _COSTS.depth
        best = max(layer, key=lambda one: one.promise)
        if _places_off(best) > _COSTS.swept_places:
            swept = mishaps.all_mended(self._evidence, best.hypothesis, best.fit)
            layer, deepest = [_explanation(self._evidence, swept)], _COSTS.swept_depth
            self._found[_key(swept)] = layer[0]
        for depth in range(deepest):
            best = max(self._found.values(), key=lambda one: one.log_posterior)
            hopeless = best.log_posterior - _COSTS.give_up_nats
            layer = self._fitted(self._proposed(layer, hopeless, is_first=depth == 0))
            if not layer or (depth and not _is_off(best) and _best(layer) < hopeless):
                break
        return sorted(self._found.values(), key=lambda one: -one.log_posterior)

    def _fitted(self, hypotheses: Iterable[Hypothesis]) -> list[Explanation]:
        """Return the fits of these hypotheses while there is work left; known fits cost no work."""
        fitted: dict[object, Explanation] = {}
        for each in hypotheses:
            key = _key(each)
            known = self._found.get(key)
            if known is not None:
                likelier = each.log_prior > known.hypothesis.log_prior
                one = replace(known, hypothesis=each) if likelier else known
            elif self._work.may_fit(self._terms(each)):
                one = _explanation(self._evidence, each)
            else:
                break
            self._found[key] = fitted[key] = one
        return list(fitted.values())

    def _terms(self, hypothesis: Hypothesis) -> int:
        return len(self._evidence.places) + len(hypothesis.flow)

    def _proposed(
        self, layer: Sequence[Explanation], hopeless: float, *, is_first: bool
    ) -> Iterator[Hypothesis]:
        """Yield the most promising of a layer, each with one more act, as far as they may come near the best.

        Hundreds of acts are weighed by what they may come to; only those that are asked for are built.
        """
        evidence, proposed = self._evidence, list[tuple[float, Proposal]]()
        for one in sorted(layer, key=lambda one: -one.promise)[: _COSTS.width]:
            # A clearly unexplained place may hide any gain: such an explanation is always built upon.
            if not _is_off(one) and (one.log_posterior < hopeless or not is_first):
                continue
            promise = one.promise
            for propose in (mishaps.mishaps_on_top, mishaps.exchanges, mishaps.replacements, mishaps.trades):
                for each in propose(evidence, one.hypothesis, one.fit):
                    proposed.append((_expected_promise(evidence, one, promise, each), each))
        proposed.sort(key=lambda pair: -pair[0])
        tried, least = frozenset(self._found), -math.inf
        # What was noticed speaks for a proposal by no more than it speaks against the best.
        best = max(one.promise + one.noticed_log_likelihood for one in self._found.values())
        for number, (promise, proposal) in enumerate(proposed):
            if promise < least:
                break
            hypothesis = proposal.hypothesis
            if _key(hypothesis) not in tried:
                if not self._work.has_left(self._terms(hypothesis)):
                    left = math.fsum(math.exp(min(each - best, 0.0)) for each, _ in proposed[number:])
                    self._work.is_cut_short |= left > COSTS.acceptance.faint
                    break
                least = max(least, promise - _COSTS.rough_margin_nats)
                yield hypothesis


def _with_lifted_exchanged(evidence: Evidence, layer: Sequence[Explanation]) -> Iterator[Hypothesis]:
    """Yield each with cups exchanged that were in the air together; that is common on any stage."""
    for one in layer:
        if one.hypothesis.supposed.exchanged is None:
            yield from (each.hypothesis for each in mishaps.exchanges_of_lifted(evidence, one.hypothesis))


def _expected_promise(evidence: Evidence, before: Explanation, promise: float, proposal: Proposal) -> float:
    """Return the promise of an explanation after one more act, computed only where that act shows."""
    residuals, deviations = before.fit.residual_grams, before.fit.deviation_grams
    promise += proposal.log_prior - before.hypothesis.log_prior + proposal.hidden_nats
    for place, change in proposal.changes:
        if place in before.hypothesis.supposed.burdened:
            continue
        # Other pieces, as many as before, and a foreign thing: their number says nothing of their mass.
        now = residuals[place] - change * evidence.lightest_grams if change else 0.0
        promise += _misfit(residuals[place], deviations[place]) - _misfit(now, deviations[place])
    return promise


def _misfit(residual: float, deviation: float) -> float:
    misfit = 0.5 * (residual / deviation) ** 2
    return misfit if misfit < _ROUGH_LIMIT_NATS else _ROUGH_LIMIT_NATS


def _key(hypothesis: Hypothesis) -> object:
    supposed = hypothesis.supposed
    return frozenset(supposed.flow.items()), supposed.burdened, supposed.exchanged


def _best(explanations: Sequence[Explanation]) -> float:
    return max(one.log_posterior for one in explanations)


def _explanation(evidence: Evidence, hypothesis: Hypothesis) -> Explanation:
    found = found_counts(evidence, hypothesis)
    noticed = _landed(evidence, hypothesis, found) + _stepped(evidence, hypothesis, found)
    noticed += _lifted(evidence, hypothesis) + _come_and_gone(evidence, hypothesis, found)
    return Explanation(hypothesis, fit(evidence, hypothesis.supposed), found, noticed)


def _landed(evidence: Evidence, hypothesis: Hypothesis, found: Sequence[int]) -> float:
    if hypothesis.supposed.exchanged is not None:
        return sum(log_likelihood(seen, 0, is_burdened=True) for seen in evidence.landed.values())
    return sum(
        log_likelihood(
            seen, found[place] - evidence.counts[place], is_burdened=place in hypothesis.supposed.burdened
        )
        for place, seen in evidence.landed.items()
    )


def _come_and_gone(evidence: Evidence, hypothesis: Hypothesis, found: Sequence[int]) -> float:
    """Return the log likelihood of what places showed as something came: fingers' ways, or no step at all.

    A place that can't be read shows no step, whatever comes there.
    """
    noticed, burdened = evidence.noticed, hypothesis.supposed.burdened
    traffic, unread = noticed.traffic, evidence.unread
    total = 0.0
    for index, place in enumerate(evidence.places):
        if index in burdened:
            total += noticed.finger_nats.get(place, 0.0)
        elif traffic and place not in unread and traffic.lacks_a_step(place, found[index]):
            total += _LOG_NO_STEP
    return total


def _lifted(evidence: Evidence, hypothesis: Hypothesis) -> float:
    """Return the log likelihood of cups that were lifted and kept pieces: most are lifted to be emptied."""
    kept = [
        place
        for place in evidence.lifted
        if any(resting(evidence, hypothesis, place, kind) > 0 for kind in evidence.pieces[place])
    ]
    return len(kept) * _LOG_KEPT_WHEN_LIFTED


def _stepped(evidence: Evidence, hypothesis: Hypothesis, found: Sequence[int]) -> float:
    steps, supposed = evidence.noticed.steps, hypothesis.supposed
    if steps is None:
        return 0.0
    total = 0.0
    for index in evidence.stepped:
        place = evidence.places[index]
        if index in supposed.burdened:
            total += steps.log_burdened(place)
        elif index not in (supposed.exchanged or ()):
            total += steps.log_probability(place, found[index] - evidence.counts[index])
    return total


def _is_off(one: Explanation) -> bool:
    return _places_off(one) > 0


def _places_off(one: Explanation) -> int:
    return sum(
        abs(residual) > COSTS.limits.worst_sigmas * deviation
        for residual, deviation in zip(one.fit.residual_grams, one.fit.deviation_grams, strict=True)
    )


def _promising(scored: Sequence[tuple[float, Stage]]) -> list[Hypothesis]:
    """Return the stages worth an exact fit, the best rough score first.

    The one move that is likeliest before the weights are read (a wanted table) is always among them: a rough
    score counts as many misfits what is one, a mean mass that is off.
    """
    ranked = sorted(scored, key=lambda pair: pair[0])
    limit = ranked[0][0] + _COSTS.rough_margin_nats
    promising = [stage for score, stage in ranked[: _COSTS.most_stages] if score <= limit]
    likeliest = max((stage for _, stage in scored), key=lambda stage: stage.log_prior)
    if likeliest.flows and likeliest not in promising:
        promising.append(likeliest)
    return [stage.hypothesis for stage in promising]


def _scored(evidence: Evidence, stages: Iterable[Stage]) -> list[tuple[float, Stage]]:
    """Return each stage behind its rough score (nats), which considers touched places and steps of weight."""
    untouched = [
        min(0.5 * each.change_grams * each.change_grams / each.variance, _COSTS.rough_limit_nats)
        if each.is_trusted
        else 0.0
        for each in evidence.weighed
    ]
    total = sum(untouched)
    piece = {
        (source, kind): (_piece_grams(evidence, source, kind), population.variance)
        for source in (OFF, *range(len(evidence.places)))
        for kind, population in evidence.populations.items()
    }
    variances = [each.variance for each in evidence.weighed]
    changes = [each.change_grams if each.is_trusted else None for each in evidence.weighed]
    steps, stepped = evidence.noticed.steps, evidence.stepped

    @cache
    def log_steps(index: int, change: int) -> float:
        return steps.log_probability(evidence.places[index], change) if steps else 0.0

    rough: dict[int, float] = {}
    scored = []
    for stage in stages:
        score = total - stage.log_prior
        if stepped:
            found = found_counts(evidence, stage.hypothesis)
            score -= sum(log_steps(index, found[index] - evidence.counts[index]) for index in stepped)
        for flow in stage.flows:
            if id(flow) not in rough:
                fitted = piece | _common_mean(evidence, flow) if evidence.is_table_wanted else piece
                rough[id(flow)] = _rough(flow, fitted, variances, changes, untouched)
            score += rough[id(flow)]
        scored.append((score, stage))
    return scored


def _common_mean(evidence: Evidence, flow: Flow) -> dict[tuple[int, Kind], tuple[float, float]]:
    """Return mass and variance of fresh pieces, of each kind in `flow`, by the mean that fits it best.

    Where many places are filled, a mean that is off by little would count as many misfits.
    """
    fitted = {}
    for kind in {kind for source, _, kind in flow if source == OFF}:
        fresh = evidence.populations[kind]
        precision = 1.0 / fresh.mean_variance
        weighted_grams = fresh.mean_grams * precision
        for (source, target, of), count in flow.items():
            each = evidence.weighed[target] if target != OFF else None
            if source == OFF and of == kind and each is not None and each.is_trusted:
                weight = count / (each.variance + count * fresh.variance)
                precision += count * weight
                weighted_grams += weight * each.change_grams
        fitted[OFF, kind] = weighted_grams / precision, fresh.variance
    return fitted


def _rough(
    flow: Flow,
    piece: Mapping[tuple[int, Kind], tuple[float, float]],
    variances: Sequence[float],
    changes: Sequence[float | None],
    untouched: Sequence[float],
) -> float:
    """Return how much worse (nats, roughly) a flow explains the places it touches than no flow would.

    `piece` holds mass and variance of a piece by source and kind. By place, `variances` is that of an
    untouched weight, `changes` its change (None if it can't be read), `untouched` the misfit without a flow.
    Hundreds of flows are scored at a look, so no value is computed twice.
    """
    shift: dict[int, float] = {}
    spreads: dict[int, float] = {}
    for (source, target, kind), count in flow.items():
        piece_grams, piece_variance = piece[source, kind]
        grams, spread = count * piece_grams, count * piece_variance
        if source in shift:
            shift[source] -= grams
            spreads[source] += spread
        elif source != OFF:
            shift[source] = -grams
            spreads[source] = variances[source] + spread
        if target in shift:
            shift[target] += grams
            spreads[target] += spread
        elif target != OFF:
            shift[target] = grams
            spreads[target] = variances[target] + spread
    score = 0.0
    for place, grams in shift.items():
        change = changes[place]
        if change is not None:
            off = change - grams
            misfit = 0.5 * off * off / spreads[place]
            score += (misfit if misfit < _ROUGH_LIMIT_NATS else _ROUGH_LIMIT_NATS) - untouched[place]
    return score


def _piece_grams(evidence: Evidence, source: int, kind: Kind) -> float:
    if source != OFF and (pieces := evidence.counts[source]):
        return evidence.weighed[source].content_grams / pieces
    return evidence.populations[kind].mean_grams
