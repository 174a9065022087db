"""One board's memory: what is known of its places and beans, and what was noticed since the agreed table.

    tracker = Tracker(calibration, knowledge)
    tracker.follow(time, fresh_grams, latest_grams)       at every frame of the scales
    seen = tracker.look(plans, settled)                   whenever the table lies still
    tracker.keep(seen, settled)                           if that look is believed
    tracker.agree(contents)                               when the game goes on from a table

A look changes nothing: one that is not believed is forgotten by not keeping it, but for what it found, which
the next one may confirm. For weights alone, without samples and times, `sim/studies/recogniser.py` is
the door.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.agreement import (
    Notes,
    agreed,
    as_it_would_have_weighed,
    perhaps_exchanged,
    with_doubt_of_fingers,
)
from cupsboard.recognition.common_factor import without_common_factor
from cupsboard.recognition.hypotheses import NOTHING_BELIEVED, Believed, Hypothesis
from cupsboard.recognition.knowledge import Knowledge, filled_places, still, zeros_doubted
from cupsboard.recognition.last_look import LastLook
from cupsboard.recognition.observations import NOTHING, Meanwhile
from cupsboard.recognition.outcome import (
    Burdened,
    Complete,
    Lifted,
    NotLegal,
    Recognition,
    Unchanged,
    UnderWay,
    is_movers_alone,
    table_of,
)
from cupsboard.recognition.piece_counts import from_agreed
from cupsboard.recognition.recognise import lifted_places, recognise
from cupsboard.recognition.traffic import Traffic
from cupsboard.rules.game import Contents, Plan, of_beans
from cupsboard.rules.places import BEAN, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.impacts import Landed, Landings
from cupsboard.scales.readings import Settled, Weight


class Tracker:
    """Recognises the tables of one board, from one agreed table to the next, and remembers observations."""

    def __init__(self, calibration: Calibration, knowledge: Knowledge, *, is_watched: bool = True) -> None:
        """Begin with `knowledge` of an agreed table.

        `is_watched` says that every sample of the scales goes through `follow`, so that no cups can be
        exchanged unseen.
        """
        self._calibration = calibration
        self._is_watched = is_watched
        self.recognition: Recognition | None = None
        """The recognition of the last table that was kept."""
        self._settled: Settled | None = None
        self.is_wandering = False
        """Whether zeros drift so fast now that no change may be accepted unasked."""
        self.unproven: frozenset[Place] = frozenset()
        """Where what came may be a finger: that is no piece unasked."""
        self.filled: frozenset[Place] = frozenset()
        """Places that are not empty by their weight alone, whatever recognition found."""
        self._begin(knowledge, replace(NOTHING, is_watched=is_watched))

    def _begin(self, knowledge: Knowledge, since: Meanwhile) -> None:
        self.knowledge = knowledge
        self._landings = Landings(
            self._calibration.rate_sps,
            self._calibration.beans.mean_grams,
            {place: self._calibration.places[place].noise_grams for place in knowledge.places},
        )
        self._lifted_since: dict[Place, float] = {}
        self._start_from_agreed(since, stretches=())

    def _start_from_agreed(self, since: Meanwhile, stretches: tuple[int, ...]) -> None:
        self._since = replace(since, steps=from_agreed(self.knowledge))
        self._traffic = Traffic(self.knowledge.contents, stretches)
        self._tables: list[tuple[Recognition, Settled]] = []
        self._ruled_out: tuple[tuple[int, ...], Contents | None] = (), None
        self._last_look: LastLook | None = None
        self._put_right_from: tuple[Sequence[Hypothesis], Settled] | None = None
        self._followed: Mapping[Place, Weight | CellFault] = {}
        self._unfollowed_looks = dict.fromkeys(self.knowledge.places, 0)
        # How many pieces were last seen in each place, and what it weighed when they were first seen.
        self._first_seen = {
            place: (known.count, known.gross) for place, known in self.knowledge.places.items()
        }

    def begin_unwatched(self, knowledge: Knowledge) -> None:
        """Begin from an agreed table that hands may have changed while the scales were not followed.

        Until a table is agreed, differences in weight count as pieces, and cups may have been exchanged.
        """
        self._begin(knowledge, replace(NOTHING, only_pieces=frozenset(knowledge.places)))

    def follow(
        self, now: float, fresh_grams: Mapping[Place, float], latest_grams: Mapping[Place, float | None]
    ) -> None:
        """Add the samples of one frame, and the newest weight of every place (both as gross grams)."""
        self._landings.step(fresh_grams)
        lifted = lifted_places(self.knowledge, latest_grams)
        self._lifted_since = {place: self._lifted_since.get(place, now) for place in lifted}
        least = COSTS.waits.lifted_seconds
        in_the_air = [place for place, since in self._lifted_since.items() if now - since >= least]
        if in_the_air:
            self.lift(frozenset(in_the_air))

    def doubt_zeros(self, gone_grams: Mapping[Place, float]) -> None:
        """Make the zeros of some places less certain: each may have moved by its `gone_grams`."""
        self.knowledge = replace(self.knowledge, places=zeros_doubted(self.knowledge.places, gone_grams))

    def lift(self, places: frozenset[Place]) -> None:
        """Record that the cups of `places` are in the air.

        Each may be emptied, and several may come back exchanged.
        """
        since = self._since
        together = places if len(places) > 1 else frozenset()
        self._since = replace(
            since,
            steps=since.steps.without(places) if since.steps else None,
            lifted=since.lifted | places,
            stands_off={place: off for place, off in since.stands_off.items() if place not in places},
            lifted_together=since.lifted_together | together,
        )

    def only_pieces(self, places: frozenset[Place]) -> None:
        """Record that players have looked at `places` and found only pieces."""
        self._since = replace(self._since, only_pieces=self._since.only_pieces | places)

    def confirm(self, legal: Unchanged | UnderWay | Complete) -> None:
        """Record that players have confirmed the table of `legal`, and that only pieces lie on it."""
        if self.recognition is not None:
            self.recognition = replace(self.recognition, found=table_of(legal, self.knowledge.contents))
        self.only_pieces(frozenset(self.knowledge.places))

    def rule_out(self, contents: Contents) -> None:
        """Record that players have looked and found other contents; this holds until a place moves."""
        if self._settled is not None:
            weighed = {place: contents[place] for place in self.knowledge.places}
            self._ruled_out = self._settled.stretches, weighed

    @property
    def landed(self) -> Mapping[Place, Landed]:
        """Return the landings since the agreed table, by place, where they could be measured."""
        return self._landings.landed

    def look(self, plans: Sequence[Plan], settled: Settled) -> Recognition:
        """Return the result of a look at `settled`; one of `plans` may have begun since the agreed table.

        The tracker stays unchanged, except that it remembers a probable result, which the next look may
        confirm.
        """
        settled = without_common_factor(self.knowledge, settled)
        since = self._last_look.noticed(self._since, settled) if self._last_look else self._since
        meanwhile = replace(
            since,
            is_wandering=self.is_wandering,
            unproven=self.unproven - since.only_pieces,
            landed=self.landed,
            traffic=self._traffic.until(settled),
            ruled_out=self._ruled_out[1] if self._ruled_out[0] == settled.stretches else None,
            steps=since.steps.seeing(settled) if since.steps else None,
        )
        seen = recognise(self.knowledge, plans, settled, meanwhile, self._hands_go_on_from(settled))
        if seen.is_probable:
            self._last_look = LastLook(seen, settled)
        return seen

    def again(self, settled: Settled) -> Recognition | None:
        """Return the last recognition if a new look would certainly give the same result; None otherwise."""
        last, grams = self._last_look, self.knowledge.lightest_grams
        is_open = self.is_wandering or self._ruled_out[0] == settled.stretches
        return last.seen if last and not is_open and last.holds_for(settled, grams) else None

    def _hands_go_on_from(self, settled: Settled) -> Believed:
        """Return the last look's explanations and the changes since, if a wrong table is being put right."""
        if self._put_right_from is None:
            return NOTHING_BELIEVED
        explanations, last = self._put_right_from
        stretches = zip(settled.weights, settled.stretches, last.stretches, strict=False)
        still = {place for place, now, before in stretches if now == before}
        changes = {
            place: now.grams - then.grams
            for place, now in settled.weights.items()
            if place not in still
            and isinstance(now, Weight)
            and isinstance(then := last.weights[place], Weight)
        }
        return Believed(explanations, changes)

    def keep(self, seen: Recognition, settled: Settled, *, is_putting_right: bool = False) -> None:
        """Record the recognition `seen` of a table, and update what is known of the untouched places.

        `is_putting_right` says that players are asked for one certain table.
        """
        settled = without_common_factor(self.knowledge, settled)
        self._unfollowed_looks = {place: looks + 1 for place, looks in self._unfollowed_looks.items()}
        if not isinstance(seen.outcome, Lifted | Burdened | NotLegal):
            self._end_doubts(seen, settled)
        if isinstance(seen.outcome, Unchanged | UnderWay | Complete):
            self._follow_zeros(seen, settled)
            self._since = replace(self._since, stands_off=self._standing(seen, settled))
        self.recognition, self._settled = seen, settled
        self.filled = filled_places(self.knowledge, settled)
        if is_movers_alone(seen.outcome) and not self._traffic.is_putting_right:
            self._since = replace(self._since, movers_table=seen.found)
        self._tables = [table for table in self._tables if table[0].found != seen.found]
        self._tables.append((seen, settled))
        if isinstance(seen.outcome, Lifted):
            return
        burdened = seen.outcome.places if isinstance(seen.outcome, Burdened) else ()
        for place, weight in settled.weights.items():
            count = seen.found[place]
            if isinstance(weight, Weight) and place not in burdened and self._first_seen[place][0] != count:
                self._first_seen[place] = count, weight
        if self._since.steps is not None:
            steps = self._since.steps.seeing(settled, burdened)
            back = self._since.lifted - self._since.lifted_together - seen.unexplained
            before = self.knowledge.contents
            changes = {
                place: {number - before[place] for number in numbers}
                for place, numbers in seen.numbers.items()
            }
            if isinstance(seen.outcome, NotLegal):
                steps = steps.told(changes)
            came_back = {place: possible for place, possible in changes.items() if place in back}
            self._since = replace(self._since, steps=steps.put_back(settled, came_back))
        if not isinstance(seen.outcome, Burdened):
            is_wrong = isinstance(seen.outcome, NotLegal)
            self._traffic = self._traffic.until(settled).seeing(
                seen.found, settled.stretches, is_putting_right=is_wrong or is_putting_right
            )
        self._put_right_from = (seen.explanations, settled) if self._traffic.is_putting_right else None

    def agree(self, contents: Contents, *, is_beneath: bool = False) -> None:
        """Begin from a table agreed to hold `contents`, with the weights of the last look that found it.

        Later looks that found something else at a place make its weight doubtful. If no look found the table,
        players say that the last look shows it, or that it lies beneath what that look showed (`is_beneath`).

        `contents` may hold more places than the scales weigh. Agreeing again changes nothing. Raises
        SensingError if no look was kept yet.
        """
        if self.recognition is None or self._settled is None:
            raise SensingError("no table was looked at yet: look before agreeing")
        contents = {place: contents[place] for place in self.knowledge.places}
        if not self._tables and contents == self.knowledge.contents:
            return
        found = next((table for table in self._tables if table[0].found == contents), None)
        seen, settled = found or (self.recognition, self._settled)
        if found:
            settled = self._as_it_lies_now(contents, settled, is_beneath=is_beneath)
            seen = replace(seen, touched=seen.touched | self._where_pieces_came_and_went(contents, settled))
        # A belief that was overruled teaches nothing about beans, nor about which places nobody touched.
        arrived_alone = seen.arrived_alone if found else {}
        touched = seen.touched if found else None
        if found:
            self._follow_zeros(seen, settled)
        if found is None and is_beneath:
            settled = as_it_would_have_weighed(contents, seen.found, settled, self.knowledge.pieces[BEAN])
        alone = {place: contents[place] for place in contents.keys() - self._since.lifted_together}
        beans = self.knowledge.pieces[BEAN]
        settled = with_doubt_of_fingers(alone, settled, self._first_seen, beans.mean_grams)
        # A finger that players have overlooked will go, and takes no piece along.
        unexplained = (seen.unexplained - self._since.only_pieces) | self.unproven
        lying = of_beans(contents)
        known = perhaps_exchanged(self.knowledge, self._since.lifted_together, lying, settled)
        since, looks = self._since, self._unfollowed_looks
        notes = Notes(arrived_alone, unexplained, touched, since.only_pieces, since.lifted, looks)
        known = agreed(known, lying, settled, notes)
        told = self._calibration.pieces
        learnt = {kind: population.within(told[kind]) for kind, population in known.pieces.items()}
        self.knowledge = replace(known, pieces=learnt)
        since = replace(NOTHING, is_watched=self._is_watched)
        self._start_from_agreed(since, self._settled.stretches)
        self._landings.begin_at({place: known.gross.grams for place, known in self.knowledge.places.items()})

    def _follow_zeros(self, seen: Recognition, settled: Settled) -> None:
        """Update the zeros of places where no piece came or went; the same weights count only once."""
        if settled.weights != self._followed:
            self._followed = settled.weights
            odd = seen.touched | seen.unexplained
            traded = odd if isinstance(seen.outcome, Unchanged) else frozenset()
            at_rest = (
                self.knowledge.places.keys() - (odd - traded) - self._since.lifted - self._in_doubt(settled)
            )
            self.knowledge = still(self.knowledge, settled, at_rest, traded)
            self._unfollowed_looks |= dict.fromkeys(at_rest, 0)

    def _in_doubt(self, settled: Settled) -> set[Place]:
        """Return the places with pieces of doubtful weight that weigh something else than at the last look.

        A finger could pass for such pieces. Two looks that show the same end the doubt.
        """
        least_variance = (COSTS.limits.no_piece_beans * self.knowledge.lightest_grams) ** 2
        places = set()
        for place, known in self.knowledge.places.items():
            weight, last = settled.weights[place], self._settled and self._settled.weights[place]
            is_in_doubt = known.gross.variance - known.shared_variance > least_variance
            if is_in_doubt and isinstance(weight, Weight) and isinstance(last, Weight):
                noise_grams = math.sqrt(weight.variance + last.variance + 2 * known.wander_variance)
                if abs(weight.grams - last.grams) > COSTS.limits.chance_sigmas * noise_grams:
                    places.add(place)
        return places

    def _where_pieces_came_and_went(self, contents: Contents, settled: Settled) -> set[Place]:
        """Return the places where a look saw another number and where other pieces lie now.

        A look that saw a place before hands were there says nothing of it.
        """
        places = set()
        for place, known in self.knowledge.places.items():
            weight = settled.weights[place]
            if isinstance(weight, Weight) and any(
                seen.found[place] != contents[place] for seen, _ in self._tables
            ):
                doubt = math.sqrt(known.gross.variance + known.wander_variance + weight.variance)
                if abs(weight.grams - known.gross.grams) > COSTS.limits.chance_sigmas * doubt:
                    places.add(place)
        return places

    def _standing(self, seen: Recognition, settled: Settled) -> Mapping[Place, Weight]:
        """Return how far off each cup stands that was lifted alone, from the first look that is sure of it.

        Later changes are measured from there, so the cup's new position hides none of them.
        """
        since, beans = self._since, self.knowledge.pieces[BEAN]
        standing = dict(since.stands_off)
        for place in since.lifted - since.lifted_together - since.stands_off.keys() - seen.unexplained:
            known, weight, count = self.knowledge.places[place], settled.weights[place], seen.found[place]
            if not isinstance(weight, Weight) or place not in seen.certain:
                continue
            more = count - known.count
            came_grams, variance = more * beans.mean_grams, abs(more) * beans.variance
            if not count:
                came_grams, variance = -known.content_grams, known.content_variance
            off = weight.grams - known.gross.grams - came_grams
            standing[place] = Weight(off, weight.variance + variance)
        return standing

    def _end_doubts(self, seen: Recognition, settled: Settled) -> None:
        """Accept a doubtful weight where the same pieces weigh the same at two looks.

        A finger has gone by then. The weight before the last look is no evidence: a piece may have come since
        that weighs what the finger did. Without this, a doubtful place might always hold one piece more,
        would count as touched, and its zero would not be followed.
        """
        if self._settled is None or self.recognition is None or settled.weights == self._settled.weights:
            return
        places = dict(self.knowledge.places)
        for place, known in places.items():
            weight, last = settled.weights[place], self._settled.weights[place]
            is_as_agreed = seen.found[place] == self.recognition.found[place] == known.count
            if place in seen.unexplained or place not in seen.certain or not is_as_agreed:
                continue
            if not isinstance(weight, Weight) or not isinstance(last, Weight):
                continue
            noise_variance = weight.variance + known.wander_variance
            is_doubtful = known.gross.variance > COSTS.limits.chance_sigmas**2 * noise_variance
            off = abs(weight.grams - last.grams)
            if is_doubtful and off < COSTS.limits.chance_sigmas * math.sqrt(2 * noise_variance):
                places[place] = known.weighed_again(weight)
        self.knowledge = replace(self.knowledge, places=places)

    def _as_it_lies_now(self, contents: Contents, settled: Settled, *, is_beneath: bool) -> Settled:
        """Return the last look's weights, with those of the look that found the table where the two differ.

        Which of them is right the next look must decide, so their difference becomes doubt. With
        `is_beneath`, a weight that differs significantly is doubtful too, and one that differs by half a
        piece counts as it was.
        """
        assert self.recognition is not None
        assert self._settled is not None
        weights: dict[Place, Weight | CellFault] = dict(self._settled.weights)
        for place, then in settled.weights.items():
            now = weights[place]
            if not isinstance(then, Weight) or not isinstance(now, Weight):
                continue
            apart = then.grams - now.grams
            noise_grams = math.sqrt(then.variance + now.variance)
            if is_beneath and abs(apart) > COSTS.limits.piece_beans * self.knowledge.lightest_grams:
                weights[place] = then
            elif (
                abs(apart) > COSTS.limits.chance_sigmas * noise_grams
                if is_beneath
                else self.recognition.found[place] != contents[place]
            ):
                shown = now if place in self._since.only_pieces else then
                weights[place] = Weight(shown.grams, then.variance + apart * apart)
        return replace(self._settled, weights=weights)
