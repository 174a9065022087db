"""Finding the flows that explain the weights best: legal stages first, then the fewest mishaps on top.

Every legal stage is scored roughly and cheaply; the promising ones are fitted exactly; where a fit leaves
traces of pieces unexplained, single faulty acts are put on top, and on top of those again, until nothing
is left to explain or each further act costs more than it explains. Of a swept table all traces are mended in
one step, so that the work is bounded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cupsboard.recognition.hypotheses import Hypothesis, found_counts
from cupsboard.recognition.likelihood import OFF, Evidence, Fit, fit
from cupsboard.recognition.mishaps import all_mended, exchanges, exchanges_of_lifted, mishaps_on_top
from cupsboard.recognition.swapped_pieces import replacements
from cupsboard.rules.places import Kind
from cupsboard.scales.impacts import log_likelihood

ROUGH_LIMIT = 12.0
"""The most one place can speak against a stage in the rough score (nats): one faulty act can mend a place."""
ROUGH_MARGIN = 30.0
"""How far behind the best rough score a stage is still fitted exactly (nats)."""
MOST_STAGES = 24
"""How many stages are fitted exactly at the most."""
WIDTH = 6
"""How many explanations of each depth are carried on."""
DEPTH = 24
"""How many faulty acts are put on top of one another at the most: a whole pot turned over is found."""
GIVE_UP = 14.0
"""An explanation this far behind the best one (nats, 1 in 10^6) is not built upon."""
SWEPT = 8
"""Where more places than this are off, a sleeve has swept the table: no piece is traced by itself then."""
SWEPT_DEPTH = 2
"""How many faulty acts are then still put on top: the answer must come while somebody waits for it."""
CLEARLY_OFF = 5.0
"""Standard deviations from which a place certainly needs another explanation."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hypothesis with how well it fits."""

    hypothesis: Hypothesis
    fit: Fit
    found: tuple[int, ...]
    noticed_log_likelihood: float
    """How well it fits what was seen to come down, and what came and went look by look."""

    @property
    def table(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """What lies there: the pieces in every place, and the places with something else on them."""
        return self.found, self.hypothesis.supposed.burdened

    @property
    def log_posterior(self) -> float:
        """Unnormalised: prior times likelihood."""
        return self.hypothesis.log_prior + self.fit.log_likelihood + self.noticed_log_likelihood

    @property
    def promise(self) -> float:
        """What it may come to: as many nats as one act could mend at most are held against each place."""
        misfits = (
            min(0.5 * (residual / deviation) ** 2, ROUGH_LIMIT)
            for residual, deviation in zip(self.fit.residual_grams, self.fit.deviation_grams, strict=True)
        )
        return self.hypothesis.log_prior - sum(misfits)


def explain(evidence: Evidence, stages: Iterable[Hypothesis]) -> list[Explanation]:
    """The explanations worth comparing, best first."""
    layer = [_explanation(evidence, stage) for stage in _promising(evidence, list(stages))]
    # Cups that were in the air together are often exchanged, on whatever stage: a good fit hides none.
    layer += [
        _explanation(evidence, hypothesis)
        for one in layer
        for hypothesis in exchanges_of_lifted(evidence, one.hypothesis)
    ]
    best = max(layer, key=lambda one: one.promise)
    everything, deepest = list(layer), DEPTH
    if _places_off(best) > SWEPT:
        swept = _explanation(evidence, all_mended(evidence, best.hypothesis, best.fit))
        layer, deepest = [swept], SWEPT_DEPTH
        everything.append(swept)
    seen = {_key(one.hypothesis) for one in everything}
    for depth in range(deepest):
        layer.sort(key=lambda one: -one.promise)
        best = max(everything, key=lambda one: one.log_posterior)
        grown = []
        for one in layer[:WIDTH]:
            # A clearly unexplained place may hide any gain: such an explanation is always built upon.
            if one.log_posterior < best.log_posterior - GIVE_UP and not _is_off(one):
                continue
            if depth and not _is_off(one):
                continue
            for hypothesis in (
                *mishaps_on_top(evidence, one.hypothesis, one.fit),
                *exchanges(evidence, one.hypothesis, one.fit),
                *replacements(evidence, one.hypothesis, one.fit),
            ):
                key = _key(hypothesis)
                if key not in seen:
                    seen.add(key)
                    grown.append(_explanation(evidence, hypothesis))
        if not grown or (depth and not _is_off(best) and _best(grown) < best.log_posterior - GIVE_UP):
            everything += grown
            break
        everything += grown
        layer = grown
    everything.sort(key=lambda one: -one.log_posterior)
    return everything


def _key(hypothesis: Hypothesis) -> object:
    supposed = hypothesis.supposed
    return frozenset(supposed.flow.items()), supposed.burdened, supposed.exchanged


def _best(explanations: Sequence[Explanation]) -> float:
    return max(one.log_posterior for one in explanations)


def _explanation(evidence: Evidence, hypothesis: Hypothesis) -> Explanation:
    found = found_counts(evidence, hypothesis)
    noticed = _landed(evidence, hypothesis, found) + _stepped(evidence, hypothesis, found)
    return Explanation(hypothesis, fit(evidence, hypothesis.supposed), found, noticed)


def _landed(evidence: Evidence, hypothesis: Hypothesis, found: Sequence[int]) -> float:
    if hypothesis.supposed.exchanged is not None:
        return sum(log_likelihood(seen, 0, is_burdened=True) for seen in evidence.landed.values())
    return sum(
        log_likelihood(
            seen,
            found[place] - sum(evidence.pieces[place].values()),
            is_burdened=place in hypothesis.supposed.burdened,
        )
        for place, seen in evidence.landed.items()
    )


def _stepped(evidence: Evidence, hypothesis: Hypothesis, found: Sequence[int]) -> float:
    steps, supposed = evidence.steps, hypothesis.supposed
    if steps is None:
        return 0.0
    total = 0.0
    for index, place in enumerate(evidence.places):
        if index in supposed.burdened:
            total += steps.log_burdened(place)
        elif index not in (supposed.exchanged or ()):
            total += steps.log_probability(place, found[index] - sum(evidence.pieces[index].values()))
    return total


def _is_off(one: Explanation) -> bool:
    return _places_off(one) > 0


def _places_off(one: Explanation) -> int:
    return sum(
        abs(residual) > CLEARLY_OFF * deviation
        for residual, deviation in zip(one.fit.residual_grams, one.fit.deviation_grams, strict=True)
    )


def _promising(evidence: Evidence, stages: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The stages worth an exact fit, by a rough score that looks at the touched places only."""
    untouched = [
        min(0.5 * change * change / variance, ROUGH_LIMIT) if trusted else 0.0
        for change, variance, trusted in zip(
            evidence.change_grams, evidence.variance, evidence.is_trusted, strict=True
        )
    ]
    total = sum(untouched)
    scored = [(_rough(evidence, stage, untouched) + total - stage.log_prior, stage) for stage in stages]
    scored.sort(key=lambda pair: pair[0])
    limit = scored[0][0] + ROUGH_MARGIN
    return [stage for score, stage in scored[:MOST_STAGES] if score <= limit]


def _rough(evidence: Evidence, stage: Hypothesis, untouched: Sequence[float]) -> float:
    """How much worse (nats, roughly) a stage explains the places it touches than if it didn't."""
    shift: dict[int, float] = {}
    variance: dict[int, float] = {}
    for (source, target, kind), count in stage.flow.items():
        each = _piece_grams(evidence, source, kind)
        spread = count * evidence.populations[kind].variance
        for place, grams in ((source, -count * each), (target, count * each)):
            if place != OFF:
                shift[place] = shift.get(place, 0.0) + grams
                variance[place] = variance.get(place, evidence.variance[place]) + spread
    score = 0.0
    for place, grams in shift.items():
        if evidence.is_trusted[place]:
            off = evidence.change_grams[place] - grams
            score += min(0.5 * off * off / variance[place], ROUGH_LIMIT) - untouched[place]
    return score


def _piece_grams(evidence: Evidence, source: int, kind: Kind) -> float:
    if source != OFF and (pieces := sum(evidence.pieces[source].values())):
        return evidence.content_grams[source] / pieces
    return evidence.populations[kind].mean_grams
