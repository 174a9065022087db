"""Evidence: the settled weights beside what was known and what was noticed since the agreed table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.likelihood import Weighed, Weights
from cupsboard.recognition.observations import NOTHING, Meanwhile
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.impacts import Landed
from cupsboard.scales.readings import Settled, Weight


@dataclass(frozen=True, slots=True)
class Evidence(Weights):
    """The data of one look by which explanations are judged; sequences are indexed by place."""

    places: tuple[Place, ...]
    pieces: Sequence[Mapping[Kind, int]]
    noticed: Meanwhile
    lifted: Sequence[int]
    """The places whose cup was in the air by itself, at no time with another."""
    lifted_together: Sequence[int]
    """The places whose cups were in the air at the same time."""
    landed: Mapping[int, Landed]
    """Landings that were seen, only at places to which a piece came or seems to have come."""
    counts: Sequence[int]
    """How many pieces of any kind each place held at the agreed table."""
    stepped: Sequence[int]
    """The places whose weight was followed step by step and tells what lies there now."""
    lightest_grams: float
    """The mean mass of the lightest kind of piece."""
    is_table_wanted: bool
    """Whether hands lay one certain table, counting the pieces."""

    @property
    def unread(self) -> frozenset[Place]:
        """Return the places that can't be read now."""
        pairs = zip(self.places, self.weighed, strict=True)
        return frozenset(place for place, each in pairs if not each.is_trusted)

    def may_be_burdened(self, index: int) -> bool:
        """Return whether a foreign thing may lie on the place with this index; False if players deny it."""
        return self.places[index] not in self.noticed.only_pieces


def gather(
    knowledge: Knowledge,
    settled: Settled,
    pieces: Sequence[Mapping[Kind, int]],
    noticed: Meanwhile = NOTHING,
    *,
    is_table_wanted: bool = False,
) -> Evidence:
    """Return the evidence for one look: `settled` compared with `knowledge`, and what was `noticed`.

    `pieces` are the pieces of each place at the agreed table, in the order of the places in `knowledge`.
    `noticed` is what was observed since that table, and `is_table_wanted` says that hands lay a certain one.
    """
    places = tuple(knowledge.places)
    pooled_variance = COSTS.learning.pooled_wander_share * knowledge.mean_wander_variance
    pooled_variance += COSTS.doubts.followed_seconds * noticed.wander_grams**2
    weighed = [
        weighed_since(
            known,
            settled.weights[place],
            inside,
            knowledge,
            pooled_variance,
            was_lifted=place in noticed.lifted,
            stands_off=noticed.stands_off.get(place),
        )
        for (place, known), inside in zip(knowledge.places.items(), pieces, strict=True)
    ]
    trace = COSTS.limits.perhaps_piece_beans * knowledge.lightest_grams
    steps = noticed.steps
    # What leapt was no piece that landed.
    told = noticed.landed.keys() - noticed.unread
    landed = {index: noticed.landed[place] for index, place in enumerate(places) if place in told}
    return Evidence(
        weighed=weighed,
        populations=knowledge.pieces,
        places=places,
        pieces=pieces,
        noticed=noticed,
        lifted=[
            index for index, place in enumerate(places) if place in noticed.lifted - noticed.lifted_together
        ],
        lifted_together=[index for index, place in enumerate(places) if place in noticed.lifted_together],
        landed={
            index: seen for index, seen in landed.items() if seen.steps or weighed[index].change_grams > trace
        },
        counts=[sum(inside.values()) for inside in pieces],
        stepped=[
            index
            for index, place in enumerate(places)
            if steps and steps.are_telling(place) and place not in noticed.unread
        ],
        lightest_grams=knowledge.lightest_grams,
        is_table_wanted=is_table_wanted,
    )


def weighed_since(
    known: PlaceKnowledge,
    weight: Weight | CellFault,
    inside: Mapping[Kind, int],
    knowledge: Knowledge,
    pooled_variance: float,
    *,
    was_lifted: bool = False,
    stands_off: Weight | None = None,
) -> Weighed:
    """Return the weight of one place compared with what was `known` of it at the agreed table.

    `inside` are its pieces at that table. If its cup `was_lifted`, it may stand anywhere on its platform,
    which changes the weight. `stands_off` is that change, if a later look has shown it; else None.
    `pooled_variance` (g²) is the part of the zero's drift that is estimated from all places together.
    """
    populations = knowledge.pieces
    change, variance = 0.0, 1.0
    if isinstance(weight, Weight):
        change = weight.grams - known.gross.grams
        own_share = 1.0 - COSTS.learning.pooled_wander_share
        wander_variance = own_share * known.wander_variance + pooled_variance
        variance = weight.variance + known.gross.variance + wander_variance
        if stands_off is not None:
            change -= stands_off.grams
            variance += stands_off.variance
        elif was_lifted:
            variance += knowledge.placement_variance(known.gross.grams)
    expected = sum(count * populations[kind].mean_grams for kind, count in inside.items())
    mean_variance = sum(count**2 * populations[kind].mean_variance for kind, count in inside.items())
    spread = sum(count * populations[kind].variance for kind, count in inside.items())
    # The scale and the number of pieces are two witnesses of the same mass; of none both are sure.
    by_scale, by_number = known.content_variance, spread + mean_variance
    total = (by_scale + by_number) or 1.0
    return Weighed(
        is_trusted=isinstance(weight, Weight),
        change_grams=change,
        variance=variance,
        expected_grams=expected,
        spread_variance=spread,
        content_grams=(known.content_grams * by_number + expected * by_scale) / total,
        content_variance=by_scale * by_number / total,
        gain_variance=known.gain_error**2,
        jump_variance=knowledge.jump_variance,
        placement_variance=0.0 if was_lifted else 2 * (PHYSICS.placement_share * known.gross.grams) ** 2,
        careless_variance=2 * (PHYSICS.careless_share * known.gross.grams) ** 2 if was_lifted else 0.0,
        gross_grams=known.gross.grams,
        zero_grams=known.tare.grams - known.cup_grams,
    )
