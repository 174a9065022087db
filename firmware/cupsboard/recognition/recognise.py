"""From settled weights to a named outcome: which table lies there, and what the rules make of it.

`recognise` is the one entry point: knowledge of the agreed table (which came from a calibration), the plans
the game allows from there, and the settled weights go in; a `Recognition` comes out.

The weights decide which *table* lies there, with what probability; the rules decide what that table *is*
(complete, under way, not legal). Explanations that lead to the same table are one table. A legal table is
accepted when it is probable enough and no place is too far off given all others; the second test catches what
no hypothesis describes.

Plans that weights can't follow are refused before a look. Tables are compared by the number of pieces in each
place, so a dime would pass for a penny. A relay takes up the pieces that have landed in a cup, and sows them
on; weights don't show how far it has got. Pieces that have landed and are then captured can be followed: from
a pot they go no further.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from cupsboard.numbers import COSTS
from cupsboard.recognition.acceptance import Situation, refusal
from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.candidates import Candidate
from cupsboard.recognition.evidence import Evidence, gather
from cupsboard.recognition.hypotheses import NOTHING_BELIEVED, Believed, Hypothesis
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.legal_tables import Work, stages, stages_of_replies
from cupsboard.recognition.mishaps import replaced_places
from cupsboard.recognition.observations import NOTHING, Meanwhile
from cupsboard.recognition.outcome import (
    Blind,
    Burdened,
    Complete,
    Lifted,
    NotLegal,
    Outcome,
    Recognition,
    Unchanged,
    Undecided,
    UnderWay,
)
from cupsboard.recognition.search import Explanation, Search
from cupsboard.recognition.trust import Trust, said, trust_in
from cupsboard.rules.game import Contents, Plan, Transfer, carried_out
from cupsboard.rules.places import BEAN, Kind, Place, is_cup
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled


def require_readable(knowledge: Knowledge, plans: Iterable[Plan]) -> None:
    """Raise SensingError if weights can't tell two plans apart, or can't follow a plan to its end.

    That is so for kinds other than beans, for a plan that moves a piece twice, and for a plan that begins
    from another table.
    """
    require_beans(knowledge.pieces)
    require_told_by_counts(knowledge.contents, plans)


def require_beans(kinds: Iterable[Kind]) -> None:
    """Raise SensingError if any of these kinds is not the bean."""
    for kind in kinds:
        if kind != BEAN:
            raise SensingError(
                f"{kind}: in play beside beans, and tables are told by numbers alone; play with beans only"
            )


def require_told_by_counts(agreed: Contents, plans: Iterable[Plan]) -> None:
    """Raise SensingError if numbers of pieces can't follow one of the plans from the table `agreed`."""
    # Replies to one move come one after the other, so that move is looked at once.
    for (label, settled), group in groupby(plans, key=attrgetter("settled_label", "settled")):
        _require_counts_to_tell(agreed, settled, str(label))
        contents = carried_out(agreed, settled)
        for plan in group:
            said = plan.label if label is None else ", ".join((label, plan.label))
            _require_counts_to_tell(contents, plan.open, said)


def _require_counts_to_tell(contents: Contents, transfers: Sequence[Transfer], said: str) -> None:
    """Raise SensingError for another kind, a relay, or a place that is to give what it does not hold."""
    filled = Counter[Place]()
    for transfer in transfers:
        filled[transfer.target] += transfer.count
    # What a cup that is sown all round gets back is none of what it gave.
    sown_round = {transfer.target for transfer in transfers if transfer.source == transfer.target}
    sown_on = {transfer.source for transfer in transfers if is_cup(transfer.target)} - sown_round
    given: dict[Place, int] = {}
    for transfer in transfers:
        if transfer.kind != BEAN:
            raise SensingError(
                f"{said}: moves a {transfer.kind}, and tables are told by numbers alone; play with beans only"
            )
        if (place := transfer.source) in contents:
            given[place] = given.get(place, 0) + transfer.count
    for place, count in given.items():
        if place in filled and place in sown_on:
            raise SensingError(
                f"{said}: {place} is to be filled and to give {count} in the same move; weights don't tell "
                "yet how far a relay has got, so play a game without one"
            )
        if count > contents[place] + filled[place]:
            raise SensingError(
                f"{said}: {place} is to give {count} and holds {contents[place]}; give the plans of the "
                "agreed table"
            )


_COSTS = COSTS.acceptance
_ODD = frozenset(MishapKind) - {MishapKind.SWAPPED_IN_SIGHT}
"""The mishaps that make a table odd: it then needs a higher probability to be accepted."""


def recognise(
    knowledge: Knowledge,
    plans: Sequence[Plan],
    settled: Settled,
    meanwhile: Meanwhile = NOTHING,
    believed: Believed = NOTHING_BELIEVED,
) -> Recognition:
    """Return the result of a look: the most probable table, and the judgement of the rules on it.

    `plans` are the legal moves from the agreed table of `knowledge`, `meanwhile` what was observed since.
    `believed` holds the last look's explanations, if a wrong table is being put right. `settled` must hold
    every place of `knowledge`. Raises SensingError for plans that weights can't tell apart.
    """
    require_readable(knowledge, plans)
    agreed = knowledge.contents
    unreadable = {place: weight for place, weight in settled.weights.items() if isinstance(weight, CellFault)}
    grams = {
        place: None if isinstance(weight, CellFault) else weight.grams
        for place, weight in settled.weights.items()
    }
    if lifted := lifted_places(knowledge, grams):
        return Recognition(Lifted(lifted), agreed, 1.0, None, unreadable)
    pieces = [known.pieces for known in knowledge.places.values()]
    is_table_wanted = any(plan.side is None for plan in plans)
    evidence = gather(knowledge, settled, pieces, meanwhile, is_table_wanted=is_table_wanted)
    work = Work()
    search = Search(evidence, work, believed)
    moves, replies = [plan for plan in plans if not plan.settled], [plan for plan in plans if plan.settled]

    def belief() -> _Belief:
        return _Belief(evidence, agreed, plans, search.explain(), work, trust_in(knowledge))

    search.suppose(stages(evidence, moves, work))
    # A reply touches a row, a pot and a captured cup. Where more is off, no reply mends it.
    is_beyond_replies = search.fewest_places_off > len(agreed) // 2 + 1
    narrow = belief() if search.needs_no_mishap or is_beyond_replies or not replies else None
    if narrow is not None and (narrow.needs_no_reply or is_beyond_replies or not replies):
        return narrow.recognition(unreadable)
    # Replies come before mishaps upon mishaps, for these would spend all the work on a table that is legal.
    search.suppose(stages_of_replies(evidence, replies, work))
    are_replies_tried = not work.is_cut_short
    wide = belief()
    if narrow is not None and narrow.is_acceptable and are_replies_tried and work.is_cut_short:
        # What a whole search accepted is not given up for mishaps on replies that were tried in part only.
        wide = max(narrow, wide, key=lambda each: each.log_posterior)
    return wide.recognition(unreadable)


def lifted_places(knowledge: Knowledge, grams: Mapping[Place, float | None]) -> frozenset[Place]:
    """Return the places whose cup is off its platform: they weigh less than half of an empty cup."""
    lifted = []
    for place, known in knowledge.places.items():
        weight = grams[place]
        missing_grams = (1.0 - _COSTS.lifted_cup_share) * known.cup_grams
        if weight is not None and weight < known.tare.grams - missing_grams:
            lifted.append(place)
    return frozenset(lifted)


def _vouched_for(passing: Sequence[Candidate], plans: Sequence[Plan]) -> Unchanged | UnderWay | Complete:
    """Return the outcome if a player looks and presses: a completed move, if one is possible.

    Where one certain table is wanted (a set-up or an undo), it is that table, if possible.
    """
    likely = [one for one in passing if one.counted > _COSTS.negligible]
    wanted = next((plan for plan in plans if plan.side is None), None)
    if wanted is None:
        done = [one for one in likely if one.judgement.complete]
    elif wanted.open:
        done = [one for one in likely if wanted in one.judgement.complete]
    else:
        done = [one for one in likely if one.judgement.is_unchanged]
    return (done or passing)[0].legal_outcome()


def _counted_share(evidence: Evidence, hypothesis: Hypothesis) -> float:
    """Return how much of its probability an explanation counts when deciding whether to ask."""
    if not hypothesis.seconds:
        return 1.0
    spread = max(math.sqrt(each.variance) / each.mean_grams for each in evidence.populations.values())
    even, uneven = _COSTS.even_spread_share, _COSTS.uneven_spread_share
    unevenness = min(max((spread - even) / (uneven - even), 0.0), 1.0)
    share = math.pow(_COSTS.second_share, unevenness) * min(1.0, _COSTS.few_sown / max(hypothesis.widest, 1))
    return math.pow(share, hypothesis.seconds)


class _Belief:
    """The posterior over tables, and the decision that follows from it."""

    def __init__(
        self,
        evidence: Evidence,
        agreed: Contents,
        plans: Sequence[Plan],
        explanations: Sequence[Explanation],
        work: Work,
        trust: Trust,
    ) -> None:
        self._evidence, self._agreed, self._plans = evidence, agreed, plans
        self._work, self._trust = work, trust
        self._is_incomplete = work.is_cut_short
        best = explanations[0].log_posterior
        self._explanations = tuple(
            one.hypothesis
            for one in explanations[: COSTS.search.width]
            if math.exp(one.log_posterior - best) > _COSTS.faint
        )
        candidates: dict[object, Candidate] = {}
        for one in explanations:
            candidate = candidates.get(one.table)
            if candidate is None:
                candidate = candidates[one.table] = Candidate(evidence, agreed, plans, one)
            probability = math.exp(one.log_posterior - best)
            candidate.probability += probability
            # Hands that lay a wanted table bring handfuls: a second piece is no mishap there.
            share = 1.0 if evidence.is_table_wanted else _counted_share(evidence, one.hypothesis)
            candidate.counted += probability * share
        ruled_out = evidence.noticed.ruled_out
        possible = [each for each in candidates.values() if each.burdened or each.contents != ruled_out]
        self._ranked = sorted(possible or candidates.values(), key=lambda candidate: -candidate.probability)
        total = sum(candidate.probability for candidate in self._ranked)
        counted = sum(candidate.counted for candidate in self._ranked)
        for candidate in self._ranked:
            candidate.probability /= total
            candidate.counted /= counted
        self._first = self._ranked[0]
        self._second = self._ranked[1] if len(self._ranked) > 1 else None

    @property
    def log_posterior(self) -> float:
        """Return the log posterior of the best explanation, not normalised."""
        return self._first.explanation.log_posterior

    @cached_property
    def is_acceptable(self) -> bool:
        """Return whether the board believes the best table unasked: it is legal, and by `acceptance`."""
        return self._first.is_legal and refusal(self._situation()) is None

    def _situation(self) -> Situation:
        """Return the best table as the rules of acceptance see it."""
        first, judged = self._first, self._first.judgement
        is_arrived = self._evidence.is_table_wanted and not judged.is_unchanged
        is_odd = first.fits_badly(is_word_heard=not is_arrived) or bool(first.odd_since_unread())
        is_odd = is_odd or any(each.kind in _ODD for each in first.mishaps)
        return Situation(
            first.probability,
            first.counted,
            self._trust,
            is_odd=is_odd,
            has_come_by_itself=self._has_come_by_itself,
            is_seen_again=self._is_seen_again,
            is_on_the_way=not judged.complete and not judged.is_unchanged,
            may_bring_half_a_piece=first.may_bring_half_a_piece(),
            is_accepted_again=self._is_accepted_again and not is_odd,
            brings_an_unlikely_piece=first.brings_an_unlikely_piece(),
            may_be_exchanged=any(map(self._is_exchanged_instead, self._ranked)),
            is_cut_short=self._is_incomplete,
            may_hide_hands=bool(first.may_hide_hands()),
        )

    @property
    def needs_no_reply(self) -> bool:
        """Return whether the plans without a reply explain the table well enough.

        A complete move may already be answered. Unless it is certain, replies must be tried too: a light
        piece of the reply competes with how its place stands. Where a place can't be read, a reply seen only
        there does not count.
        """
        is_beyond_doubt = self._first.probability >= _COSTS.accept_at_once
        is_blind = not all(each.is_trusted for each in self._evidence.weighed)
        may_be_answered = self._first.judgement.complete and not is_beyond_doubt and not is_blind
        return self.is_acceptable and not may_be_answered

    @cached_property
    def _doubts(self) -> dict[Place, float]:
        """Return for each place the probability of another number than in the first table."""
        found = self._first.contents
        doubts = dict.fromkeys(found, 0.0)
        for candidate in self._ranked[1:]:
            for place, count in candidate.contents.items():
                doubts[place] += candidate.probability if count != found[place] else 0.0
        return doubts

    def _surer_than(self, probability: float) -> frozenset[Place]:
        """Return the places that hold the first table's number with more than `probability`."""
        return frozenset(place for place, doubt in self._doubts.items() if doubt < 1.0 - probability)

    @cached_property
    def _is_seen_again(self) -> bool:
        """Return whether an earlier look agrees at every place where another number is possible."""
        seen, found = self._evidence.noticed.seen_before, self._first.contents
        if seen is None:
            return False
        return all(
            seen[place] == found[place] for place in found.keys() - self._surer_than(_COSTS.accept_at_once)
        )

    @property
    def _is_accepted_again(self) -> bool:
        """Return whether these noisy scales have accepted the same table at two looks in a row."""
        return self._trust.is_noisy and self._evidence.noticed.accepted_before == self._first.contents

    @property
    def _is_at_first_sight(self) -> bool:
        """Return whether one more look is advisable: only one has shown this table, or no place moved."""
        if self._trust.is_noisy:
            # A piece may have come since an earlier look, hidden by a scale that is off for a moment.
            return not self._is_accepted_again
        is_sure = self._first.probability >= _COSTS.accept_at_once
        return self._has_come_by_itself or not (is_sure or self._is_seen_again)

    @property
    def _has_come_by_itself(self) -> bool:
        """Return whether the last look saw another table although no place has moved."""
        noticed = self._evidence.noticed
        return noticed.lay_still and noticed.seen_before not in (None, self._first.contents)

    def _is_exchanged_instead(self, other: Candidate) -> bool:
        """Return whether cups lifted together that came back exchanged, and nothing else, make `other`."""
        found, supposed = self._first, other.explanation.hypothesis.supposed
        if supposed.exchanged in (None, found.explanation.hypothesis.supposed.exchanged):
            return False
        is_common = len(other.mishaps) == 1 and {*supposed.exchanged} <= {*self._evidence.lifted_together}
        return is_common and other.contents != found.contents and not other.fits_badly()

    def recognition(self, unreadable: dict[Place, CellFault]) -> Recognition:
        """Return this belief as a named outcome with its details."""
        shown, other = self._first, self._second
        outcome = self._outcome_if_legal(unreadable) or self._outcome_of_wrong(shown, unreadable)
        likely = [one for one in self._ranked if one.counted > _COSTS.faint]
        return Recognition(
            outcome=outcome,
            found=shown.contents,
            confidence=said(shown.probability),
            runner_up=other.alternative() if other else None,
            unreadable=unreadable,
            arrived_alone=shown.arrived_alone(),
            unexplained=shown.unexplained(),
            is_probable=self.is_acceptable or shown.probability >= _COSTS.probable,
            is_at_first_sight=self.is_acceptable and self._is_at_first_sight,
            is_cut_short=self._work.is_cut_short and not self.is_acceptable,
            touched=frozenset().union(*(one.touched() for one in likely)),
            certain=self._surer_than(1.0 - _COSTS.negligible),
            numbers={place: frozenset(one.contents[place] for one in likely) for place in shown.contents},
            explanations=self._explanations,
        )

    def _outcome_if_legal(self, unreadable: dict[Place, CellFault]) -> Outcome | None:
        """Return the outcome if a legal table is accepted or asked about; None if there is none."""
        if self.is_acceptable:
            return self._first.legal_outcome()
        legal = [one for one in self._ranked if one.counted > _COSTS.faint and one.is_legal]
        passing = [one for one in legal if one.passes]
        if not passing and self._is_incomplete and self._first.is_legal and self._first.hides_no_piece:
            # What fits better may not have been tried: that alone makes no weight a thing that lies there.
            passing = [self._first]
        if not passing or sum(one.counted for one in legal) <= _COSTS.negligible:
            return None
        if self._differs_only_at(unreadable):
            return Blind(unreadable, self._moves_perhaps_done(passing, unreadable))
        alternatives = tuple(one.alternative() for one in self._ranked[: _COSTS.most_alternatives])
        return Undecided(self._question(), alternatives, _vouched_for(passing, self._plans))

    def _outcome_of_wrong(self, first: Candidate, unreadable: dict[Place, CellFault]) -> Outcome:
        if first.burdened:
            return Burdened(first.burdened)
        if first.is_legal:
            # The pieces make a legal table, but some weight on it is none of theirs.
            place, _ = first.worst
            off = first.explanation.fit.residual_grams[list(first.contents).index(place)]
            return Burdened({place: off})
        if any(first.contents[place] != self._agreed[place] for place in unreadable):
            # What to mend there would be a guess, and nobody would see it mended.
            return Blind(unreadable)
        return NotLegal(first.repairs(), first.mishaps)

    def _moves_perhaps_done(
        self, passing: Sequence[Candidate], unreadable: Collection[Place]
    ) -> tuple[Complete, ...]:
        """Return the moves that may be complete, best first: those that a readable place shows, else any.

        Without a readable place that would be guesswork, and there are none.
        """
        seen = [place for place in self._agreed if place not in unreadable]
        complete = [one for one in passing if one.judgement.complete]
        shown = [one for one in complete if any(one.contents[place] != self._agreed[place] for place in seen)]
        done = [one for one in shown if one.counted > _COSTS.negligible] or (complete if seen else [])
        # Of two that are as probable, the one of more pieces: it is the other with one more in the dark.
        done.sort(key=lambda one: (-round(one.probability, 2), -len(one.judgement.complete[0].open)))
        moves = {one.judgement.complete[0]: one.judgement.under_way for one in reversed(done)}
        choices = [Complete(move, ways) for move, ways in reversed(moves.items())]
        return tuple(choices[: _COSTS.most_alternatives])

    def _question(self) -> Place:
        """Return the place where the two best tables differ most, or the oddest place of the only one."""
        first, second = self._first, self._second
        if doubted := first.may_hide_hands() or first.odd_since_unread():
            return min(doubted)
        replaced = replaced_places(first.explanation.hypothesis)
        is_odd = bool(replaced) or first.fits_badly()
        if (
            second is None
            or first.contents == second.contents
            or (is_odd and second.probability < _COSTS.rival)
        ):
            return list(first.contents)[replaced[0]] if replaced else first.worst[0]
        return max(first.contents, key=lambda place: abs(first.contents[place] - second.contents[place]))

    def _differs_only_at(self, unreadable: Collection[Place]) -> bool:
        """Return whether the two best tables differ only at places that can't be read."""
        if self._second is None:
            return False
        first, second = self._first.contents, self._second.contents
        differing = [place for place in first if first[place] != second[place]]
        return bool(differing) and all(place in unreadable for place in differing)
