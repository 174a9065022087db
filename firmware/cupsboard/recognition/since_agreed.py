"""Fold of all looks since the agreed table: what each of them found, and what the next one builds on.

    since = beginning(knowledge, NOTHING)
    seen = recognise(knowledge, plans, settled, since.noticed(settled), since.believed(settled))
    since = since.looked(seen, settled)               whether the look is believed or not
    since = since.after(look, knowledge)              if it is believed

Every value is frozen; a table that is agreed begins anew.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.hypotheses import NOTHING_BELIEVED, Believed
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.observations import Meanwhile, Traffic
from cupsboard.recognition.outcome import (
    Burdened,
    Complete,
    Lifted,
    NotLegal,
    Recognition,
    Unchanged,
    UnderWay,
    is_movers_alone,
)
from cupsboard.recognition.piece_counts import Steps, from_agreed
from cupsboard.recognition.trust import SURE
from cupsboard.rules.game import Contents
from cupsboard.rules.places import BEAN, Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight

NO_STRETCH = -2
"""Stands for the stretch of a place that showed other pieces."""


@dataclass(frozen=True, slots=True)
class Look:
    """One evaluation of a table at rest: its result `seen`, and the settled weights that it evaluated."""

    seen: Recognition
    settled: Settled

    def holds_for(self, settled: Settled, lightest_grams: float) -> bool:
        """Return whether a new look at `settled` would certainly give the same result as this one.

        It would if this look was sure of an untouched table, no place has moved since, and no weight has
        changed by what could be a light piece.
        """
        is_sure = isinstance(self.seen.outcome, Unchanged) and self.seen.confidence >= SURE
        lay_still = self.settled.stretches == settled.stretches != ()
        if not is_sure or not lay_still or self.seen.is_at_first_sight:
            return False
        least_grams = COSTS.limits.no_piece_beans * lightest_grams
        pairs = ((self.settled.weights[place], weight) for place, weight in settled.weights.items())
        return all(
            isinstance(then, Weight) and isinstance(now, Weight) and abs(now.grams - then.grams) < least_grams
            for then, now in pairs
        )

    def stretches_of(self, contents: Contents) -> tuple[int, ...]:
        """Return the stretches of this look where it shows `contents`, and elsewhere what no stretch is."""
        pairs = zip(self.settled.weights, self.settled.stretches, strict=False)
        return tuple(
            stretch if self.seen.found[place] == contents[place] else NO_STRETCH for place, stretch in pairs
        )

    def noticed_by_the_next(self, meanwhile: Meanwhile, settled: Settled) -> Meanwhile:
        """Return the observations `meanwhile` for the next look, extended by the table that this look found.

        `settled` are the weights of the next look. If both looks use the same samples, the table is left out,
        because it would confirm nothing.
        """
        lay_still = self.settled.stretches == settled.stretches != ()
        if self.settled.weights == settled.weights:
            return replace(meanwhile, lay_still=lay_still)
        is_accepted = isinstance(self.seen.outcome, Unchanged | UnderWay | Complete)
        # Without stretches nobody knows whether hands went on, but a second look comes at once.
        is_right_after = lay_still if settled.stretches else self.seen.is_at_first_sight
        return replace(
            meanwhile,
            seen_before=self.seen.found,
            accepted_before=self.seen.found if is_accepted and is_right_after else None,
            lay_still=lay_still,
        )


@dataclass(frozen=True, slots=True)
class SinceAgreed:
    """The results of all looks since the agreed table, as the next look needs them.

    A look that is kept gives a new value, by `after`.
    """

    meanwhile: Meanwhile
    """What was observed beside the weights; `noticed` completes it for one look."""
    traffic: Traffic
    """The numbers of pieces seen, table by table."""
    first_seen: Mapping[Place, tuple[int, Weight | CellFault]]
    """The number of pieces last seen in each place, and the weight of the place when it was first seen."""
    unfollowed_looks: Mapping[Place, int]
    """For how many kept looks the zero of each place was not followed."""
    followed: Mapping[Place, Weight | CellFault] = field(default_factory=dict)
    """The weights by which zeros were followed last."""
    tables: tuple[Look, ...] = ()
    """The last look at each table that was kept, the newest last."""
    probable: Look | None = None
    """The last look that found a probable table, kept or not."""
    wrong: Look | None = None
    """The last look at a table that players are putting right; None while nothing is wrong."""
    ruled_out: tuple[tuple[int, ...], Contents] | None = None
    """The contents that players have not found, and the stretches of the table they hold for."""

    def lifted(self, places: frozenset[Place]) -> "SinceAgreed":
        """Return these results after the cups of `places` were in the air.

        Each may have been emptied, and several may come back exchanged.
        """
        meanwhile = self.meanwhile
        together = places if len(places) > 1 else frozenset()
        return self._observing(
            replace(
                meanwhile,
                steps=meanwhile.steps.without(places) if meanwhile.steps else None,
                lifted=meanwhile.lifted | places,
                stands_off={place: off for place, off in meanwhile.stands_off.items() if place not in places},
                lifted_together=meanwhile.lifted_together | together,
            )
        )

    def with_only_pieces(self, places: frozenset[Place]) -> "SinceAgreed":
        """Return these results after players have looked at `places` and found only pieces."""
        return self._observing(replace(self.meanwhile, only_pieces=self.meanwhile.only_pieces | places))

    def with_counted(self, places: frozenset[Place]) -> "SinceAgreed":
        """Return these results after players have counted the pieces in `places` by hand."""
        return self._observing(replace(self.meanwhile, counted=self.meanwhile.counted | places))

    def noticed(self, settled: Settled) -> Meanwhile:
        """Return the observations that a look at the weights `settled` is to take into account."""
        since = (
            self.probable.noticed_by_the_next(self.meanwhile, settled) if self.probable else self.meanwhile
        )
        return replace(
            since,
            traffic=self.traffic.until(settled),
            unread=since.unread | settled.unread,
            ruled_out=self.ruled_out[1] if self.ruled_out and self.is_ruled_out(settled) else None,
            steps=since.steps.seeing(settled) if since.steps else None,
        )

    def is_ruled_out(self, settled: Settled) -> bool:
        """Return whether players have looked at the present table, `settled`, and ruled contents out."""
        return self.ruled_out is not None and self.ruled_out[0] == settled.stretches

    def believed(self, settled: Settled) -> Believed:
        """Return the explanations of the last look, and the changes of weight from it to `settled`.

        Both are empty unless players are putting a wrong table right.
        """
        if self.wrong is None:
            return NOTHING_BELIEVED
        last = self.wrong.settled
        stretches = zip(settled.weights, settled.stretches, last.stretches, strict=False)
        still = {place for place, now, before in stretches if now == before}
        changes = {
            place: now.grams - then.grams
            for place, now in settled.weights.items()
            if place not in still
            and isinstance(now, Weight)
            and isinstance(then := last.weights[place], Weight)
        }
        return Believed(self.wrong.seen.explanations, changes)

    def looked(self, seen: Recognition, settled: Settled, *, is_table_wanted: bool = False) -> "SinceAgreed":
        """Return these results after a look with the result `seen`, whether it is kept or not.

        A probable table is remembered: the next look may confirm it, or hands may have exchanged a piece
        before that. While players lay one certain table (`is_table_wanted`), no look between two pieces may
        be kept, but their steps count.
        """
        since = self
        if seen.is_probable:
            is_of_pieces = not isinstance(seen.outcome, Burdened)
            traffic = self.traffic.glimpsing(seen.found, settled) if is_of_pieces else self.traffic
            since = replace(self, probable=Look(seen, settled), traffic=traffic)
        steps = self.meanwhile.steps
        if not is_table_wanted or steps is None or isinstance(seen.outcome, Lifted):
            return since
        steps = steps.seeing(settled, _burdened(seen))
        return since._observing(replace(self.meanwhile, steps=steps))

    def after(self, look: Look, knowledge: Knowledge, *, is_putting_right: bool = False) -> "SinceAgreed":
        """Return these results extended by `look`, which is kept.

        `knowledge` has been updated by that look. `is_putting_right` says that players are asked for one
        certain table.
        """
        seen, settled = look.seen, look.settled
        meanwhile, outcome = (
            replace(self.meanwhile, unread=self.meanwhile.unread | settled.unread),
            seen.outcome,
        )
        if is_decided := isinstance(outcome, Unchanged | UnderWay | Complete):
            meanwhile = replace(meanwhile, stands_off=_standing(meanwhile, seen, settled, knowledge))
        if is_movers_alone(outcome) and not self.traffic.is_putting_right:
            meanwhile = replace(meanwhile, movers_table=seen.found)
        others = (each for each in self.tables if each.seen.found != seen.found)
        since = replace(self, meanwhile=meanwhile, tables=(*others, look))
        if isinstance(outcome, Lifted):
            return since
        burdened = _burdened(seen)
        steps = meanwhile.steps and _stepped(meanwhile.steps, meanwhile, seen, settled, knowledge, burdened)
        traffic = self.traffic
        if not isinstance(outcome, Burdened):
            is_wrong = isinstance(outcome, NotLegal)
            traffic = traffic.until(settled).seeing(
                seen.found,
                settled.stretches,
                None if is_decided and not is_putting_right else seen.numbers,
                is_putting_right=is_wrong or is_putting_right,
            )
        return replace(
            since,
            meanwhile=replace(meanwhile, steps=steps),
            traffic=traffic,
            first_seen={**self.first_seen, **_newly_seen(self.first_seen, seen, settled, burdened)},
            wrong=look if traffic.is_putting_right else None,
        )

    def replied_to(self, contents: Contents, last: Look) -> Meanwhile:
        """Return the observations that hold on when `contents` are agreed, because a reply lies on them.

        `last` is the last look. Where it shows another number, a cup was perhaps lifted for the reply, and
        what players have said of the pieces there is said of the reply.
        """
        since = self.meanwhile
        replied = {place for place, count in contents.items() if last.seen.found[place] != count}
        together = since.lifted_together if replied & since.lifted_together else frozenset[Place]()
        lifted = since.lifted & replied | together
        return Meanwhile(lifted=lifted, lifted_together=together, only_pieces=since.only_pieces & replied)

    def with_zeros_unfollowed(self) -> "SinceAgreed":
        """Return these results with one more look at which no zero has been followed yet."""
        looks = {place: looks + 1 for place, looks in self.unfollowed_looks.items()}
        return replace(self, unfollowed_looks=looks)

    def with_zeros_followed(self, settled: Settled, places: Collection[Place]) -> "SinceAgreed":
        """Return these results with the zeros of `places` followed by the weights of `settled`."""
        looks = {**self.unfollowed_looks, **dict.fromkeys(places, 0)}
        return replace(self, followed=settled.weights, unfollowed_looks=looks)

    def table(self, contents: Contents) -> Look | None:
        """Return the last kept look that found `contents`; None if no look did."""
        return next((look for look in self.tables if look.seen.found == contents), None)

    def where_pieces_came_and_went(
        self, contents: Contents, settled: Settled, knowledge: Knowledge
    ) -> set[Place]:
        """Return the places that hold other pieces than before, though as many as `contents` says.

        There a look found another number than `contents`, and the weight differs from that of the agreed
        table. A look that found another number before hands were there says nothing of the place.
        """
        places = set()
        for place, known in knowledge.places.items():
            weight = settled.weights[place]
            if isinstance(weight, Weight) and any(
                look.seen.found[place] != contents[place] for look in self.tables
            ):
                doubt = math.sqrt(known.gross.variance + known.wander_variance + weight.variance)
                if abs(weight.grams - known.gross.grams) > COSTS.limits.chance_sigmas * doubt:
                    places.add(place)
        return places

    def _observing(self, meanwhile: Meanwhile) -> "SinceAgreed":
        return replace(self, meanwhile=meanwhile)


def beginning(knowledge: Knowledge, observed: Meanwhile, stretches: tuple[int, ...] = ()) -> SinceAgreed:
    """Return the results at the agreed table of `knowledge`, before any look.

    `observed` holds from the beginning. `stretches` are those of the agreed table's settled weights, if it
    was weighed (see `Settled`).
    """
    return SinceAgreed(
        replace(observed, steps=from_agreed(knowledge)),
        Traffic(knowledge.contents, stretches),
        {place: (known.count, known.gross) for place, known in knowledge.places.items()},
        dict.fromkeys(knowledge.places, 0),
    )


def without_weight_of_pieces(seen: Recognition) -> frozenset[Place]:
    """Return the places whose weight in a look is not that of pieces: burdened, or the cup in the air."""
    return frozenset(seen.outcome.places) if isinstance(seen.outcome, Burdened | Lifted) else frozenset()


def _burdened(seen: Recognition) -> frozenset[Place]:
    """Return the places on which a look found a foreign thing."""
    return frozenset(seen.outcome.places) if isinstance(seen.outcome, Burdened) else frozenset()


def _standing(
    since: Meanwhile, seen: Recognition, settled: Settled, knowledge: Knowledge
) -> Mapping[Place, Weight]:
    """Return how far off each cup stands that was lifted alone, from the first look that is sure of it.

    Later changes are measured from there, so the cup's new position hides none of them.
    """
    beans = knowledge.pieces[BEAN]
    standing = dict(since.stands_off)
    for place in since.lifted - since.lifted_together - since.stands_off.keys() - seen.unexplained:
        known, weight, count = knowledge.places[place], settled.weights[place], seen.found[place]
        if not isinstance(weight, Weight) or place not in seen.certain:
            continue
        more = count - known.count
        came_grams, variance = more * beans.mean_grams, abs(more) * beans.variance
        if not count:
            came_grams, variance = -known.content_grams, known.content_variance
        off = weight.grams - known.gross.grams - came_grams
        standing[place] = Weight(off, weight.variance + variance)
    return standing


def _stepped(
    steps: Steps,
    since: Meanwhile,
    seen: Recognition,
    settled: Settled,
    knowledge: Knowledge,
    burdened: frozenset[Place],
) -> Steps:
    """Return `steps` with the changes of one more look; a foreign thing lies on the places `burdened`."""
    before = knowledge.contents
    changes = {
        place: {number - before[place] for number in numbers} for place, numbers in seen.numbers.items()
    }
    steps = steps.seeing(settled, burdened)
    if isinstance(seen.outcome, NotLegal):
        steps = steps.told(changes)
    back = since.lifted - since.lifted_together - seen.unexplained
    return steps.put_back(settled, {place: possible for place, possible in changes.items() if place in back})


def _newly_seen(
    first_seen: Mapping[Place, tuple[int, Weight | CellFault]],
    seen: Recognition,
    settled: Settled,
    burdened: frozenset[Place],
) -> dict[Place, tuple[int, Weight | CellFault]]:
    """Return the places that show another number than in `first_seen`, each with number and weight."""
    return {
        place: (seen.found[place], weight)
        for place, weight in settled.weights.items()
        if isinstance(weight, Weight) and place not in burdened and first_seen[place][0] != seen.found[place]
    }
