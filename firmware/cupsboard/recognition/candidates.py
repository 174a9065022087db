"""A candidate: one table that would explain the weights, its probability, and what the rules say of it."""

import math
from collections.abc import Sequence
from functools import cached_property

from cupsboard.numbers import COSTS
from cupsboard.recognition import outcome
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, summed
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.hypotheses import brought_alone
from cupsboard.recognition.likelihood import OFF, Fit, standardised_residuals
from cupsboard.recognition.search import Explanation
from cupsboard.recognition.trust import said
from cupsboard.rules.game import Contents, Judgement, Mark, Plan
from cupsboard.rules.places import Place
from cupsboard.rules.table_legality import judge, judge_legality
from cupsboard.scales.readings import Weight

_COSTS = COSTS.acceptance


class Candidate:
    """One table that would explain the weights, with its probability and the judgement of the rules."""

    def __init__(
        self, evidence: Evidence, agreed: Contents, plans: Sequence[Plan], best: Explanation
    ) -> None:
        self.explanation = best
        """The best of all explanations that lead to this table."""
        self.probability = 0.0
        self.counted = 0.0
        """The table's share when the board decides whether to accept.

        Explanations by a second piece beside a sown one count only as far as a question about them is worth
        it.
        """
        self._evidence, self._agreed, self._plans = evidence, agreed, plans

    @cached_property
    def contents(self) -> dict[Place, int]:
        """Return how many pieces lie in each weighed place."""
        return dict(zip(self._evidence.places, self.explanation.found, strict=True))

    @cached_property
    def mishaps(self) -> tuple[Mishap, ...]:
        """Return the mishaps that this table assumes, without those that cancel each other."""
        return summed(self.explanation.hypothesis.mishaps)

    @cached_property
    def burdened(self) -> dict[Place, float]:
        """Return the weight (g) of the foreign thing on each place that carries one; {} if none does."""
        residual = self.explanation.fit.residual_grams
        places = self._evidence.places
        return {
            places[place]: residual[place] for place in sorted(self.explanation.hypothesis.supposed.burdened)
        }

    @cached_property
    def judgement(self) -> Judgement:
        """Return the judgement of the rules on these contents, without repairs."""
        return judge_legality(self._agreed, self._plans, self.contents, self._evidence.noticed.movers_table)

    def repairs(self) -> tuple[tuple[Mark, ...], ...]:
        """Return the sets of changes that would make this table legal; () if it is legal."""
        noticed = self._evidence.noticed
        return judge(self._agreed, self._plans, self.contents, noticed.movers_table).repairs

    @cached_property
    def is_legal(self) -> bool:
        """Return whether the game may go on from this table: it is legal, and no foreign thing lies on it."""
        if self.burdened:
            return False
        judged = self.judgement
        return bool(judged.is_unchanged or judged.complete or judged.under_way)

    @cached_property
    def worst(self) -> tuple[Place, float]:
        """Return the place with the largest residual, and that residual in standard deviations.

        Each place is judged given the weights of all others. A cup that was lifted counts as put back
        carelessly, which allows a larger residual.
        """
        return self._furthest(is_careful=False)

    def fits_badly(self, *, is_word_heard: bool = True) -> bool:
        """Return whether any residual exceeds `worst_sigmas`, if every lifted cup was put back carefully.

        Where players say that only pieces lie, any residual is well unless not `is_word_heard`.
        """
        _, distance = self._furthest(is_careful=True, is_word_heard=is_word_heard)
        return distance > COSTS.limits.worst_sigmas

    def _furthest(self, *, is_careful: bool, is_word_heard: bool = True) -> tuple[Place, float]:
        supposed = self.explanation.hypothesis.supposed
        off = standardised_residuals(self._evidence, supposed, is_careful=is_careful)
        doubted = self._evidence.may_be_burdened
        distances = [
            abs(value) if doubted(index) or not is_word_heard else 0.0 for index, value in enumerate(off)
        ]
        place = max(range(len(off)), key=distances.__getitem__)
        return self._evidence.places[place], distances[place]

    @property
    def passes(self) -> bool:
        """Return whether the table is legal and no residual exceeds `worst_sigmas` standard deviations."""
        return self.is_legal and self.worst[1] <= COSTS.limits.worst_sigmas

    @property
    def hides_no_piece(self) -> bool:
        """Return whether every residual is less than half of the lightest piece."""
        least = COSTS.limits.piece_beans * self._evidence.lightest_grams
        return all(abs(grams) < least for grams in self.explanation.fit.residual_grams)

    def may_hide_hands(self) -> frozenset[Place]:
        """Return the places that can't be read and where hands may have done more than this table says.

        No scale sees there what players do to put a table right, nor the second move after the agreed table,
        nor enough of any where they are most places. A move that a reply has ended may go on where it can't
        be read. What has fallen there may have lost a piece, unless the move takes one.
        """
        evidence, judged = self._evidence, self.judgement
        unread, traffic = evidence.unread, evidence.noticed.traffic
        is_mostly_dark = 2 * len(unread) > len(self._agreed)
        if (traffic is not None and traffic.is_putting_right) or (
            is_mostly_dark and (evidence.is_table_wanted or not judged.is_unchanged)
        ):
            return unread
        plans = (*judged.complete[:1], *(way.plan for way in judged.under_way))
        taken = {act.source for plan in plans for act in (*plan.settled, *plan.open)}
        settled = {end for plan in plans for act in plan.settled for end in (act.source, act.target)}
        return (unread & settled) | (unread & evidence.noticed.fallen) - taken

    def odd_since_unread(self) -> frozenset[Place]:
        """Return the places that are off by half a piece since they could not be read for a while."""
        evidence, least = self._evidence, COSTS.limits.piece_beans * self._evidence.lightest_grams
        residual = zip(evidence.places, self.explanation.fit.residual_grams, strict=True)
        odd = frozenset(place for place, grams in residual if abs(grams) >= least)
        return (odd & evidence.noticed.unread) - evidence.unread - evidence.noticed.only_pieces

    def legal_outcome(self) -> outcome.Unchanged | outcome.UnderWay | outcome.Complete:
        """Return the outcome for this table, which must be legal: unchanged, under way or complete."""
        if self.judgement.is_unchanged:
            return outcome.Unchanged()
        if self.judgement.complete:
            return outcome.Complete(self.judgement.complete[0], self.judgement.under_way)
        return outcome.UnderWay(self.judgement.under_way)

    def account(self) -> Account:
        """Return the way in which this table came about: the moves if it is legal, otherwise the mishaps."""
        if self.is_legal:
            return outcome.account_of(self.legal_outcome())
        return Account(AccountKind.NOT_LEGAL, mishaps=self.mishaps)

    def alternative(self) -> outcome.Alternative:
        """Return this table as an `Alternative`, the form in which an outcome reports it."""
        return outcome.Alternative(self.contents, said(self.probability), self.account(), self.is_legal)

    def arrived_alone(self) -> dict[Place, Weight]:
        """Return the measured weight of each fresh piece that came to its place alone; {} if there is none.

        A place counts if one piece from off the board is the only piece that came or went, and if this table
        explains the weight of the place.
        """
        odd = self.unexplained()
        return {place: weight for place, weight in self._fresh_and_alone().items() if place not in odd}

    def brings_an_unlikely_piece(self) -> bool:
        """Return whether any fresh piece that came to a place alone has an unlikely mass for one piece.

        Players must then be asked, because other pieces may have come and gone instead.
        """
        means = [each.mean_grams for each in self._evidence.populations.values()]
        light_grams, heavy_grams = (
            _COSTS.light_piece_share * min(means),
            _COSTS.heavy_piece_share * max(means),
        )
        return any(
            not light_grams <= weight.grams <= heavy_grams for weight in self._fresh_and_alone().values()
        )

    def may_bring_half_a_piece(self) -> bool:
        """Return whether any fresh piece that came to a place alone is light enough to be half a piece."""
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
        """Return the places where pieces came or went, or cups were exchanged, if this table is right."""
        supposed, places = self.explanation.hypothesis.supposed, self._evidence.places
        ends = {end for source, target, _ in supposed.flow for end in (source, target)} - {OFF}
        return frozenset(places[index] for index in (*ends, *(supposed.exchanged or ())))

    def unexplained(self) -> frozenset[Place]:
        """Return the places whose weight this table does not explain; the board learns nothing from them."""
        fit, burdened = self.explanation.fit, self.explanation.hypothesis.supposed.burdened
        return frozenset(
            place
            for index, place in enumerate(self._evidence.places)
            if index in burdened or (self._is_odd(index, fit) and self._evidence.may_be_burdened(index))
        )

    def _is_odd(self, index: int, fit: Fit) -> bool:
        """Return whether a place is off by more than chance, even with a carelessly put back cup."""
        deviation = math.hypot(
            fit.deviation_grams[index], math.sqrt(self._evidence.weighed[index].careless_variance)
        )
        return abs(fit.residual_grams[index]) > COSTS.limits.chance_sigmas * deviation
