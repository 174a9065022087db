"""Update a world's knowledge of its scales after a look, and learn from agreed tables.

A place where no piece came or went has a zero that moved; elsewhere the content changed. Pieces teach their
mass only if a table was both found and agreed, they lie alone, and they stay within bounds.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.agreement import unforeseen_jump
from cupsboard.recognition.histories.explaining import Explanation
from cupsboard.recognition.histories.world import Lot, Lots, Move, World
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge, largest_wander
from cupsboard.recognition.population import Population
from cupsboard.rules.places import ANY_KIND, HAND, Kind, Place
from cupsboard.rules.turns import Act
from cupsboard.scales.calibration import PieceCalibration
from cupsboard.scales.readings import Settled, Weight

T = TypeVar("T")
_LIMITS = COSTS.limits


@dataclass(frozen=True, slots=True)
class Scales:
    """The knowledge of kinds and scales that all worlds share."""

    pieces: Mapping[Kind, Population]
    told: Mapping[Kind, PieceCalibration]
    """The calibrated masses of the kinds; learnt masses stay near them."""
    jump_variance: float

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds in the order in which every lot counts them."""
        return tuple(self.pieces)

    @classmethod
    def of(cls, knowledge: Knowledge) -> "Scales":
        """Return what all worlds share at the beginning: the masses and the jump variance of `knowledge`."""
        told = {
            kind: PieceCalibration(
                each.mean_grams, math.sqrt(each.mean_variance), math.sqrt(each.variance), round(each.sample)
            )
            for kind, each in knowledge.pieces.items()
        }
        return cls(knowledge.pieces, told, knowledge.jump_variance)

    def taught(self, samples: Sequence[tuple[int, Weight]]) -> "Scales":
        """Return these scales after pieces were weighed alone, with refined masses of their kinds.

        Each sample is the index of a kind and the weight of one piece.
        """
        pieces = dict(self.pieces)
        for number, weight in samples:
            kind = self.kinds[number]
            pieces[kind] = pieces[kind].with_sample(weight.grams, weight.variance).within(self.told[kind])
        return replace(self, pieces=pieces)

    def having_seen(
        self, before: World[Any], after: World[Any], settled: Settled, lifted: frozenset[Place]
    ) -> "Scales":
        """Return these scales with a corrected jump variance, after an accepted look.

        A place that held pieces in `before` and is empty in `after` shows how far its zero has jumped. Places
        in `lifted` don't count: their cups are in the air.
        """
        jump, lightest = self.jump_variance, min(self.pieces.values(), key=lambda each: each.mean_grams)
        for place, known in before.knowledge.items():
            weight = None if place in lifted else settled.weights[place]
            if known.count and not after.knowledge[place].count and isinstance(weight, Weight):
                jump = max(0.0, jump + unforeseen_jump(known, weight, jump, lightest))
        largest = largest_wander(Knowledge(before.knowledge, self.pieces))
        return replace(self, jump_variance=min(max(jump, PHYSICS.drift_grams**2), largest))


def world_after(
    one: Explanation[T],
    scales: Scales,
    settled: Settled,
    lifted: frozenset[Place],
    looks: int,
    log_weight: float,
) -> World[T]:
    """Return the world that the explanation `one` leads to, with its knowledge updated by the look `settled`.

    `looks` is how many looks passed since the world was last updated, `lifted` the places whose cups are in
    the air, `log_weight` the log probability of the new world.
    """
    before, fitted = one.world, one.fitted
    largest = largest_wander(Knowledge(before.knowledge, scales.pieces))
    places = {}
    for place, known in before.knowledge.items():
        weight = settled.weights[place]
        if place in lifted or not isinstance(weight, Weight):
            places[place] = unseen(known, before.lots[place], one.lots[place], scales)
        elif place in fitted.touched:
            off = fitted.residual_grams[place]
            if abs(off) > _LIMITS.chance_sigmas * fitted.deviation_grams[place]:
                weight = Weight(weight.grams, weight.variance + off * off)
            places[place] = known.refilled(
                _pieces(one.lots[place], scales), weight, scales.jump_variance, looks
            )
        else:
            places[place] = known.followed(weight, largest)
    acts, ended = _acts(one, scales.kinds)
    hand = fitted.hand if any(one.lots[HAND]) else Weight(0.0, 0.0)
    return World(
        one.node.turn,
        one.lots,
        places,
        hand,
        log_weight,
        acts,
        ended,
        one.mishaps.slips,
        (*before.samples, *_samples(one, settled)),
    )


def acts_of(one: Explanation[T], kinds: Sequence[Kind]) -> tuple[tuple[Act, ...], ...]:
    """Return the acts of each turn that ended since the agreed table, and last those of the current turn."""
    acts, ended = _acts(one, kinds)
    return (*ended, acts)


def _acts(
    one: Explanation[Any], kinds: Sequence[Kind]
) -> tuple[tuple[Act, ...], tuple[tuple[Act, ...], ...]]:
    acts, ended = one.world.acts, one.world.ended
    for (act, is_next), (_, _, lot) in zip(one.path, one.way.moves, strict=True):
        if is_next:
            acts, ended = (), (*ended, acts)
        there = [kind for kind, count in zip(kinds, lot, strict=True) if count]
        acts = (*acts, act._replace(kind=there[0] if len(there) == 1 else ANY_KIND))
    return acts, ended


def _samples(one: Explanation[Any], settled: Settled) -> list[tuple[int, Weight]]:
    """Return fresh pieces that came alone to a place without other changes, as (index of kind, weight)."""
    visits: dict[Place, list[Move]] = {}
    for move in one.way.moves:
        for place in (move.source, move.target):
            visits.setdefault(place, []).append(move)
    found = []
    for place, moves in visits.items():
        weight = settled.weights.get(place)
        if len(moves) > 1 or place not in one.fitted.residual_grams or not isinstance(weight, Weight):
            continue
        ((source, target, lot),) = moves
        is_fresh = target == place and source != HAND and source not in one.world.knowledge
        off = abs(one.fitted.residual_grams[place])
        if is_fresh and sum(lot) == 1 and off <= _LIMITS.chance_sigmas * one.fitted.deviation_grams[place]:
            gross = one.world.knowledge[place].gross
            found.append((lot.index(1), Weight(weight.grams - gross.grams, weight.variance + gross.variance)))
    return found


def unseen(known: PlaceKnowledge, before: Lot, after: Lot, scales: Scales) -> PlaceKnowledge:
    """Return the knowledge of a place that could not be weighed.

    Its pieces changed from `before` to `after`: their mean masses change its expected weight.
    """
    if before == after:
        return known
    if not any(after):
        return known.emptied()
    grams, variance = known.gross.grams, known.gross.variance
    for was, now, each in zip(before, after, scales.pieces.values(), strict=True):
        grams += (now - was) * each.mean_grams
        variance += abs(now - was) * each.variance + (now - was) ** 2 * each.mean_variance
    return replace(known, pieces=_pieces(after, scales), gross=Weight(grams, variance))


def _pieces(lot: Lot, scales: Scales) -> dict[Kind, int]:
    return {kind: count for kind, count in zip(scales.kinds, lot, strict=True) if count}


def trusted_places(
    world: World[Any],
    lots: Lots,
    scales: Scales,
    settled: Settled,
    lifted: frozenset[Place],
    shown: Lots | None,
) -> dict[Place, PlaceKnowledge]:
    """Return the knowledge of all places after players have said that `lots` lies on the table.

    `settled` are the weights of the last look, and `lifted` the places whose cups were in the air in it. If
    hands had gone on by then, `shown` is what that look found; the mass of the difference is subtracted. None
    if the look found `lots` itself.
    """
    largest = largest_wander(Knowledge(world.knowledge, scales.pieces))
    places = {}
    for place, known in world.knowledge.items():
        weight = settled.weights[place]
        if place in lifted or not isinstance(weight, Weight):
            places[place] = unseen(known, world.lots[place], lots[place], scales)
            continue
        if shown is not None and shown[place] != lots[place]:
            weight = _as_it_would_have_weighed(weight, shown[place], lots[place], scales)
        doubt = math.sqrt(known.gross.variance + known.wander_variance + weight.variance)
        is_still = world.lots[place] == lots[place]
        if is_still and abs(weight.grams - known.gross.grams) <= _LIMITS.chance_sigmas * doubt:
            places[place] = known.followed(weight, largest)
        else:
            places[place] = known.refilled(_pieces(lots[place], scales), weight, scales.jump_variance, 0)
    return places


def _as_it_would_have_weighed(weight: Weight, shown: Lot, lot: Lot, scales: Scales) -> Weight:
    grams, variance = weight.grams, weight.variance
    for there, agreed, each in zip(shown, lot, scales.pieces.values(), strict=True):
        grams += (agreed - there) * each.mean_grams
        variance += abs(agreed - there) * each.variance + (agreed - there) ** 2 * each.mean_variance
    return Weight(grams, variance)
