"""One board's memory: what is known of its places and beans, and what was noticed since the agreed table.

    tracker = Tracker(calibration, knowledge)
    tracker.follow(time, fresh_grams, latest_grams)       at every frame of the scales
    seen = tracker.look(plans, settled)                   whenever the table lies still
    tracker.keep(seen, settled)                           if that look is believed
    tracker.agree(contents)                               when the game goes on from a table

A look changes nothing: one that is not believed is forgotten by not keeping it, but for what it found, which
the next one may confirm. What the looks since the agreed table have found is one frozen value, a
`SinceAgreed`. For weights alone, without samples and times, `sim/studies/recogniser.py` is
the door.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from cupsboard.numbers import COSTS
from cupsboard.recognition import agreement, outcome
from cupsboard.recognition.common_errors import without_common_errors
from cupsboard.recognition.knowledge import Knowledge, filled_places, still, zeros_doubted
from cupsboard.recognition.observations import NOTHING, Meanwhile
from cupsboard.recognition.outcome import Unchanged
from cupsboard.recognition.recognise import lifted_places, recognise
from cupsboard.recognition.since_agreed import Look, SinceAgreed, beginning, without_weight_of_pieces
from cupsboard.rules.game import Contents, Plan, of_beans
from cupsboard.rules.places import BEAN, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.scales.impacts import Landed, Landings
from cupsboard.scales.readings import Settled, Weight


def followed(
    knowledge: Knowledge, look: Look, before: Look | None, disturbed: Collection[Place]
) -> tuple[Knowledge, frozenset[Place]]:
    """Return the knowledge with the zeros of untouched places followed, and those places.

    `before` is the look that was kept before `look`; None if there is none. Since the agreed table the cups
    of the places `disturbed` were in the air, or these could not be read: what is off there may be pieces.
    """
    odd = look.seen.touched | look.seen.unexplained
    traded = odd if isinstance(look.seen.outcome, Unchanged) else frozenset()
    at_rest = (
        knowledge.places.keys() - (odd - traded) - frozenset(disturbed) - _in_doubt(knowledge, look, before)
    )
    return still(knowledge, look.settled, at_rest, traded), frozenset(at_rest)


def _in_doubt(knowledge: Knowledge, look: Look, before: Look | None) -> set[Place]:
    """Return the places with pieces of doubtful weight that weigh something else than at the look before.

    A finger could pass for such pieces. Two looks that show the same end the doubt.
    """
    if before is None:
        return set()
    least_variance = (COSTS.limits.no_piece_beans * knowledge.lightest_grams) ** 2
    places = set()
    for place, known in knowledge.places.items():
        weight, last = look.settled.weights[place], before.settled.weights[place]
        is_in_doubt = known.gross.variance - known.shared_variance > least_variance
        if is_in_doubt and isinstance(weight, Weight) and isinstance(last, Weight):
            noise_grams = math.sqrt(weight.variance + last.variance + 2 * known.wander_variance)
            if abs(weight.grams - last.grams) > COSTS.limits.chance_sigmas * noise_grams:
                places.add(place)
    return places


def without_past_doubts(
    knowledge: Knowledge, look: Look, before: Look, unread: Collection[Place]
) -> Knowledge:
    """Return the knowledge with a doubtful weight accepted where the same pieces weigh the same at two looks.

    A finger has gone by then. The weight before the last look is no evidence: a piece may have come since
    that weighs what the finger did. Without this, a doubtful place might always hold one piece more, would
    count as touched, and its zero would not be followed. Where places were `unread` since the agreed table,
    hands may have been there unseen, and the doubt stays.
    """
    if look.settled.weights == before.settled.weights:
        return knowledge
    places = dict(knowledge.places)
    for place, known in places.items():
        weight, last = look.settled.weights[place], before.settled.weights[place]
        is_as_agreed = look.seen.found[place] == before.seen.found[place] == known.count
        is_certain = place in look.seen.certain and place not in look.seen.unexplained
        if not is_certain or not is_as_agreed or place in unread:
            continue
        if not isinstance(weight, Weight) or not isinstance(last, Weight):
            continue
        noise_variance = weight.variance + known.wander_variance
        is_doubtful = known.gross.variance > COSTS.limits.chance_sigmas**2 * noise_variance
        off = abs(weight.grams - last.grams)
        if is_doubtful and off < COSTS.limits.chance_sigmas * math.sqrt(2 * noise_variance):
            places[place] = known.weighed_again(weight)
    return replace(knowledge, places=places)


class Tracker:
    """Recognises the tables of one board, from one agreed table to the next, and remembers observations."""

    def __init__(self, calibration: Calibration, knowledge: Knowledge, *, is_watched: bool = True) -> None:
        """Begin with `knowledge` of an agreed table.

        `is_watched` says that every sample of the scales goes through `follow`, so that no cups can be
        exchanged unseen.
        """
        self._calibration = calibration
        self._is_watched = is_watched
        self._kept: Look | None = None
        self.wander_grams = 0.0
        """How far zeros go in a second by themselves now, as far as more than noise shows."""
        self.finger_nats: Mapping[Place, float] = {}
        """How much better a finger than a piece explains what came to each place lately."""
        self.filled: frozenset[Place] = frozenset()
        """Places that are not empty by their weight alone, whatever recognition found."""
        self._begin(knowledge, replace(NOTHING, is_watched=is_watched))

    def _begin(self, knowledge: Knowledge, observed: Meanwhile) -> None:
        self.knowledge = knowledge
        self._landings = Landings(
            self._calibration.rate_sps,
            self._calibration.beans.mean_grams,
            {place: self._calibration.places[place].noise_grams for place in knowledge.places},
        )
        self._lifted_since: dict[Place, float] = {}
        self._latest_grams: Mapping[Place, float | None] = {}
        self._since: SinceAgreed = beginning(knowledge, observed)

    def begin_unwatched(self, knowledge: Knowledge) -> None:
        """Begin from an agreed table that hands may have changed while the scales were not followed.

        Until a table is agreed, differences in weight count as pieces, and cups may have been exchanged.
        """
        self._begin(knowledge, replace(NOTHING, only_pieces=frozenset(knowledge.places)))

    @property
    def recognition(self) -> outcome.Recognition | None:
        """Return the recognition of the last table that was kept; None if none was."""
        return self._kept.seen if self._kept else None

    @property
    def landed(self) -> Mapping[Place, Landed]:
        """Return the landings since the agreed table, by place, where they could be measured."""
        return self._landings.landed

    def follow(
        self, now: float, fresh_grams: Mapping[Place, float], latest_grams: Mapping[Place, float | None]
    ) -> None:
        """Add the samples of one frame, and the newest weight of every place (both as gross grams)."""
        self._landings.step(fresh_grams)
        self._latest_grams = latest_grams
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
        self._since = self._since.lifted(places)

    def only_pieces(self, places: frozenset[Place]) -> None:
        """Record that players have looked at `places` and found only pieces."""
        self._since = self._since.with_only_pieces(places)

    def confirm(self, legal: outcome.Unchanged | outcome.UnderWay | outcome.Complete) -> None:
        """Record that players have confirmed the table of `legal`, and that only pieces lie on it."""
        self.confirm_table(outcome.table_of(legal, self.knowledge.contents))

    def confirm_table(self, contents: Contents) -> None:
        """Record that players have confirmed `contents`, and that only pieces lie there.

        Where the last look found something else they have counted by hand, so the zero there is learnt anew,
        unless a finger may rest there.
        """
        if self._kept is not None:
            found = {place: contents[place] for place in self.knowledge.places}
            seen = self._kept.seen
            odd = {place for place, count in found.items() if seen.found[place] != count}
            odd |= seen.unexplained | without_weight_of_pieces(seen)
            self._since = self._since.with_counted(frozenset(odd) - self._fingered)
            self._kept = replace(self._kept, seen=replace(self._kept.seen, found=found))
        self.only_pieces(frozenset(self.knowledge.places))

    def rule_out(self, contents: Contents) -> None:
        """Record that players have looked and not found `contents`; this holds until a place moves."""
        if self._kept is not None:
            weighed = {place: contents[place] for place in self.knowledge.places}
            self._since = replace(self._since, ruled_out=(self._kept.settled.stretches, weighed))

    def look(self, plans: Sequence[Plan], settled: Settled) -> outcome.Recognition:
        """Return the result of a look at `settled`; one of `plans` may have begun since the agreed table.

        The tracker stays unchanged, except that it remembers a probable result, which the next look may
        confirm, and the steps by which a wanted table is laid.
        """
        settled = without_common_errors(self.knowledge, settled)
        noticed = self._since.noticed(settled)
        meanwhile = replace(
            noticed,
            lain_seconds=settled.lain_seconds,
            fallen=self._fallen(settled),
            wander_grams=self.wander_grams,
            finger_nats=self.finger_nats,
            landed=self.landed,
        )
        seen = recognise(self.knowledge, plans, settled, meanwhile, self._since.believed(settled))
        is_table_wanted = any(plan.side is None for plan in plans)
        self._since = self._since.looked(seen, settled, is_table_wanted=is_table_wanted)
        return seen

    @property
    def _fingered(self) -> frozenset[Place]:
        """The places where something trembled that came lately, as fingers do."""
        least = COSTS.doubts.trembling_nats
        return frozenset(place for place, nats in self.finger_nats.items() if nats >= least)

    def _fallen(self, settled: Settled) -> frozenset[Place]:
        """Return the unbelieved places that weigh less by half a piece than at the agreed table."""
        least_grams = COSTS.limits.piece_beans * self.knowledge.lightest_grams
        seen = {place: self._latest_grams.get(place) for place in settled.unread}
        known = self.knowledge.places
        return frozenset(
            place
            for place, grams in seen.items()
            if grams is not None and grams < known[place].gross.grams - least_grams
        )

    def again(self, settled: Settled) -> outcome.Recognition | None:
        """Return the last recognition if a look at `settled` would certainly repeat it; None otherwise."""
        last, grams = self._since.probable, self.knowledge.lightest_grams
        is_open = self._since.is_ruled_out(settled)
        return last.seen if last and not is_open and last.holds_for(settled, grams) else None

    def keep(self, seen: outcome.Recognition, settled: Settled, *, is_putting_right: bool = False) -> None:
        """Accept `seen` as the result for `settled`, and update the knowledge of untouched places.

        `is_putting_right` says that players are asked for one certain table.
        """
        settled = without_common_errors(self.knowledge, settled)
        look = Look(seen, settled)
        self._since = self._since.with_zeros_unfollowed()
        if self._kept is not None and not isinstance(
            seen.outcome, outcome.Lifted | outcome.Burdened | outcome.NotLegal
        ):
            self.knowledge = without_past_doubts(
                self.knowledge, look, self._kept, self._since.meanwhile.unread
            )
        if isinstance(seen.outcome, outcome.Unchanged | outcome.UnderWay | outcome.Complete):
            self._follow_zeros(look)
        self._since = self._since.after(look, self.knowledge, is_putting_right=is_putting_right)
        self._kept = look
        self.filled = filled_places(self.knowledge, settled)

    def _follow_zeros(self, look: Look) -> None:
        """Follow the zeros of places where no piece came or went; the same weights count only once."""
        since = self._since
        if look.settled.weights != since.followed:
            disturbed = since.meanwhile.lifted | since.meanwhile.unread
            self.knowledge, places = followed(self.knowledge, look, self._kept, disturbed)
            self._since = since.with_zeros_followed(look.settled, places)

    def agree(self, contents: Contents, *, is_beneath: bool = False) -> None:
        """Begin from a table agreed to hold `contents`, with the weights of the last look that found it.

        Later looks that found something else at a place make its weight doubtful. If no look found the table,
        players say that the last look shows it, or that it lies beneath what that look showed (`is_beneath`).

        `contents` may hold more places than the scales weigh. Agreeing again changes nothing. Raises
        SensingError if no look was kept yet.
        """
        if self._kept is None:
            raise SensingError("no table was looked at yet: look before agreeing")
        contents = {place: contents[place] for place in self.knowledge.places}
        if not self._since.tables and contents == self.knowledge.contents:
            return
        found = self._since.table(contents)
        if found:
            look = self._as_it_lies_now(contents, found, self._kept, is_beneath=is_beneath)
            self._follow_zeros(look)
        else:
            look = self._kept
            if is_beneath:
                beans = self.knowledge.pieces[BEAN]
                settled = agreement.as_it_would_have_weighed(contents, look.seen.found, look.settled, beans)
                look = replace(look, settled=settled)
        self.knowledge = self._learnt(contents, look, is_found=found is not None)
        # A table that no look found, and that players say is the one of the last look, has no reply on it.
        is_replied = found is not None or is_beneath
        observed = self._since.replied_to(contents, self._kept) if is_replied else NOTHING
        observed = replace(observed, unread=self._kept.settled.unread, is_watched=self._is_watched)
        self._since = beginning(self.knowledge, observed, self._kept.stretches_of(contents))
        self._landings.begin_at({place: known.gross.grams for place, known in self.knowledge.places.items()})

    def _as_it_lies_now(self, contents: Contents, found: Look, last: Look, *, is_beneath: bool) -> Look:
        """Return the look that found `contents`, with the weights of the last look where the two agree."""
        since, grams = self._since, self.knowledge.lightest_grams
        here = {place for place, count in contents.items() if last.seen.found[place] == count}
        settled = agreement.as_it_lies_now(
            self._without_foreign(contents, found, last, is_beneath=is_beneath),
            last.settled,
            differing=contents.keys() - here,
            vouched=since.meanwhile.only_pieces,
            beneath_grams=COSTS.limits.piece_beans * grams if is_beneath else None,
        )
        moved = since.where_pieces_came_and_went(contents, settled, self.knowledge)
        return Look(replace(found.seen, touched=found.seen.touched | moved), settled)

    def _without_foreign(self, contents: Contents, found: Look, last: Look, *, is_beneath: bool) -> Settled:
        """Return the weights of `found`, with those of the last look where no pieces were weighed."""
        beans = self.knowledge.pieces[BEAN]
        beneath = agreement.as_it_would_have_weighed(contents, last.seen.found, last.settled, beans)
        weights = dict(found.settled.weights)
        for place in without_weight_of_pieces(found.seen):
            is_vouched = place in self._since.meanwhile.only_pieces and not is_beneath
            weights[place] = (last.settled if is_vouched else beneath).weights[place]
        return replace(found.settled, weights=weights)

    def _learnt(self, contents: Contents, look: Look, *, is_found: bool) -> Knowledge:
        """Return the knowledge of the agreed table `contents`, which weighs what `look` shows.

        If no look found that table (`is_found`), players have overruled the belief. It then teaches nothing
        about beans, nor about which places nobody touched.
        """
        since, beans = self._since.meanwhile, self.knowledge.pieces[BEAN]
        alone = {place: contents[place] for place in contents.keys() - since.lifted_together}
        settled = agreement.with_doubt_of_fingers(
            alone, look.settled, self._since.first_seen, beans.mean_grams
        )
        # What was counted together with a reply is another number.
        last = self._kept
        counted = {place for place in since.counted if last and last.seen.found[place] == contents[place]}
        weighed = {place: last.settled.weights[place] for place in counted} if last else {}
        settled = replace(settled, weights={**settled.weights, **weighed})
        lying = of_beans(contents)
        known = agreement.perhaps_exchanged(self.knowledge, since.lifted_together, lying, settled)
        notes = agreement.Notes(
            arrived_alone=look.seen.arrived_alone if is_found else {},
            # A finger that players have overlooked will go, and takes no piece along.
            unexplained=(look.seen.unexplained - since.only_pieces) | self._fingered,
            touched=look.seen.touched if is_found else None,
            vouched=since.only_pieces,
            counted=counted,
            lifted=since.lifted,
            unfollowed_looks=self._since.unfollowed_looks,
        )
        known = agreement.agreed(known, lying, settled, notes)
        told = self._calibration.pieces
        learnt = {kind: population.within(told[kind]) for kind, population in known.pieces.items()}
        return replace(known, pieces=learnt)
