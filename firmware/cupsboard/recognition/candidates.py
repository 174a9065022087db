"""One table that would explain the weights, and what is to be said of it."""

import math
from collections.abc import Sequence
from functools import cached_property

from cupsboard.numbers import COSTS
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, summed
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.hypotheses import brought_alone
from cupsboard.recognition.likelihood import OFF, Fit, standardised_residuals
from cupsboard.recognition.outcome import (
    Alternative,
    Complete,
    Unchanged,
    UnderWay,
    account_of,
)
from cupsboard.recognition.search import Explanation
from cupsboard.recognition.trust import said
from cupsboard.rules.game import Contents, Judgement, Mark, Plan
from cupsboard.rules.places import Place
from cupsboard.rules.table_legality import judge, judge_legality
from cupsboard.scales.readings import Weight

_COSTS = COSTS.acceptance


class Candidate:
    """One table that would explain the weights: what lies there, how probable it is, what the rules say."""

    def __init__(
        self, evidence: Evidence, agreed: Contents, plans: Sequence[Plan], best: Explanation
    ) -> None:
        self.explanation = best
        """The best of all explanations that lead to this table."""
        self.probability = 0.0
        self.counted = 0.0
        """Its share of what decides: as its probability, but second pieces count only as far as it is worth
        asking about them."""
        self._evidence, self._agreed, self._plans = evidence, agreed, plans

    @cached_property
    def contents(self) -> dict[Place, int]:
        """The pieces in every place."""
        return dict(zip(self._evidence.places, self.explanation.found, strict=True))

    @cached_property
    def mishaps(self) -> tuple[Mishap, ...]:
        """What went wrong, and was not put right."""
        return summed(self.explanation.hypothesis.mishaps)

    @cached_property
    def burdened(self) -> dict[Place, float]:
        """The places with something on them that is no piece, and how many grams it is."""
        residual = self.explanation.fit.residual_grams
        places = self._evidence.places
        return {
            places[place]: residual[place] for place in sorted(self.explanation.hypothesis.supposed.burdened)
        }

    @cached_property
    def judgement(self) -> Judgement:
        """What the rules say of the pieces, repairs apart."""
        return judge_legality(self._agreed, self._plans, self.contents, self._evidence.noticed.movers_table)

    def repairs(self) -> tuple[tuple[Mark, ...], ...]:
        """What would mend the table, if it is wrong."""
        noticed = self._evidence.noticed
        return judge(self._agreed, self._plans, self.contents, noticed.movers_table).repairs

    @cached_property
    def is_legal(self) -> bool:
        """Whether the game may go on from here."""
        if self.burdened:
            return False
        judged = self.judgement
        return bool(judged.is_unchanged or judged.complete or judged.under_way)

    @cached_property
    def worst(self) -> tuple[Place, float]:
        """The place furthest off, and by how many standard deviations given all others."""
        return self._furthest(is_careful=False)

    @cached_property
    def worst_of_careful_hands(self) -> tuple[Place, float]:
        """The same if no cup was put back carelessly."""
        return self._furthest(is_careful=True)

    def _furthest(self, *, is_careful: bool) -> tuple[Place, float]:
        supposed = self.explanation.hypothesis.supposed
        off = standardised_residuals(self._evidence, supposed, is_careful=is_careful)
        doubted = self._evidence.may_be_burdened
        distances = [abs(value) if doubted(index) else 0.0 for index, value in enumerate(off)]
        place = max(range(len(off)), key=distances.__getitem__)
        return self._evidence.places[place], distances[place]

    @property
    def is_careless(self) -> bool:
        """Whether it takes a cup that was put back carelessly: that is a mishap like others."""
        return self.worst_of_careful_hands[1] > COSTS.limits.worst_sigmas

    @property
    def passes(self) -> bool:
        """Whether it is legal and no place is too far off."""
        return self.is_legal and self.worst[1] <= COSTS.limits.worst_sigmas

    @property
    def hides_no_piece(self) -> bool:
        """Whether every place is off by less than half of the lightest piece."""
        least = COSTS.limits.piece_beans * self._evidence.lightest_grams
        return all(abs(grams) < least for grams in self.explanation.fit.residual_grams)

    def legal_outcome(self) -> Unchanged | UnderWay | Complete:
        """The table as a named outcome, if it is legal."""
        if self.judgement.is_unchanged:
            return Unchanged()
        if self.judgement.complete:
            return Complete(self.judgement.complete[0], self.judgement.under_way)
        return UnderWay(self.judgement.under_way)

    def account(self) -> Account:
        """What seems to have happened."""
        if self.is_legal:
            return account_of(self.legal_outcome())
        return Account(AccountKind.NOT_LEGAL, mishaps=self.mishaps)

    def alternative(self) -> Alternative:
        """The table as others may see it."""
        return Alternative(self.contents, said(self.probability), self.account(), self.is_legal)

    def arrived_alone(self) -> dict[Place, Weight]:
        """What single fresh pieces weighed, at places where nothing else came, went or lies."""
        odd = self.unexplained()
        return {place: weight for place, weight in self._fresh_and_alone().items() if place not in odd}

    def brings_an_unlikely_piece(self) -> bool:
        """Whether a single fresh piece is so light, or so heavy, that other pieces may have come and gone."""
        means = [each.mean_grams for each in self._evidence.populations.values()]
        light_grams, heavy_grams = (
            _COSTS.light_piece_share * min(means),
            _COSTS.heavy_piece_share * max(means),
        )
        return any(
            not light_grams <= weight.grams <= heavy_grams for weight in self._fresh_and_alone().values()
        )

    def may_bring_half_a_piece(self) -> bool:
        """Whether a single fresh piece is so light that half of one, or a crumb, may lie there instead."""
        least_grams = min(
            min(
                _COSTS.half_piece_share * each.mean_grams,
                each.mean_grams - _COSTS.light_piece_sigmas * math.sqrt(each.variance),
            )
            for each in self._evidence.populations.values()
        )
        return any(weight.grams < least_grams for weight in self._fresh_and_alone().values())

    def _fresh_and_alone(self) -> dict[Place, Weight]:
        evidence = self._evidence
        return {
            evidence.places[place]: Weight(
                evidence.weighed[place].change_grams, evidence.weighed[place].variance
            )
            for place in brought_alone(self.explanation.hypothesis.flow)
            if evidence.weighed[place].is_trusted
        }

    def touched(self) -> frozenset[Place]:
        """The places where pieces came or went, or cups."""
        supposed, places = self.explanation.hypothesis.supposed, self._evidence.places
        ends = {end for source, target, _ in supposed.flow for end in (source, target)} - {OFF}
        return frozenset(places[index] for index in (*ends, *(supposed.exchanged or ())))

    def unexplained(self) -> frozenset[Place]:
        """The places from whose weight nothing should be learnt."""
        fit, burdened = self.explanation.fit, self.explanation.hypothesis.supposed.burdened
        return frozenset(
            place
            for index, place in enumerate(self._evidence.places)
            if index in burdened or (self._is_odd(index, fit) and self._evidence.may_be_burdened(index))
        )

    def _is_odd(self, index: int, fit: Fit) -> bool:
        """Whether a place is off by no chance, even if its cup was put back carelessly."""
        deviation = math.hypot(
            fit.deviation_grams[index], math.sqrt(self._evidence.weighed[index].careless_variance)
        )
        return abs(fit.residual_grams[index]) > COSTS.limits.chance_sigmas * deviation
