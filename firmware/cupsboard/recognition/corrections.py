"""Report the corrections that a board makes to its own knowledge during play, and revert them on request.

Knowledge follows zeros and the bean's mass by itself, from agreed and settled tables only (`knowledge`). This
module compares its steps, reports those that are large enough, and undoes one. The calibration is never
changed.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.places import BEAN, Kind, Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled

_COSTS = COSTS.learning


@dataclass(frozen=True, slots=True)
class ZeroMoved:
    """A correction of a place's zero: the weight of its empty cup (g), above the calibrated bare platform."""

    time: float
    place: Place
    before_grams: float
    after_grams: float


@dataclass(frozen=True, slots=True)
class MassLearnt:
    """A correction of the mean mass of a kind of piece."""

    time: float
    before_grams: float
    after_grams: float
    kind: Kind = BEAN


Healed = ZeroMoved | MassLearnt


class Healing:
    """Detects corrections of a game's knowledge that are large enough to report; reports each once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._told_zeros = _zeros(knowledge)
        self._told_masses = _masses(knowledge)

    def step(self, time: float, knowledge: Knowledge) -> tuple[Healed, ...]:
        """Return the corrections that are large enough to report since the last report; () if none is."""
        return (*self._zeros(time, knowledge), *self._masses(time, knowledge))

    def _zeros(self, time: float, knowledge: Knowledge) -> list[ZeroMoved]:
        moved = [
            ZeroMoved(time, place, self._told_zeros[place], grams)
            for place, grams in _zeros(knowledge).items()
            if abs(grams - self._told_zeros[place]) >= _COSTS.told_zero_grams
        ]
        self._told_zeros = {**self._told_zeros, **{each.place: each.after_grams for each in moved}}
        return moved

    def _masses(self, time: float, knowledge: Knowledge) -> list[MassLearnt]:
        learnt = [
            MassLearnt(time, before, after, kind)
            for kind, after in _masses(knowledge).items()
            if abs(after - (before := self._told_masses[kind])) >= _COSTS.told_bean_share * before
        ]
        self._told_masses = {**self._told_masses, **{each.kind: each.after_grams for each in learnt}}
        return learnt


def reverted(knowledge: Knowledge, healed: Healed) -> Knowledge:
    """Return the knowledge without the correction `healed`.

    What else was learnt since then is kept.
    """
    match healed:
        case ZeroMoved(_, place, before_grams, after_grams):
            there = knowledge.places[place]
            tare = replace(there.tare, grams=there.tare.grams + before_grams - after_grams)
            return replace(knowledge, places={**knowledge.places, place: replace(there, tare=tare)})
        case MassLearnt(_, before_grams, after_grams, kind):
            known = knowledge.pieces[kind]
            mean = known.mean_grams + before_grams - after_grams
            return replace(knowledge, pieces={**knowledge.pieces, kind: replace(known, mean_grams=mean)})
        case _:
            assert_never(healed)


def zeroed_by_hand(knowledge: Knowledge, settled: Settled, place: Place) -> Knowledge:
    """Return the knowledge after a person has declared that the cup at `place` is empty as it stands.

    Raises SensingError if pieces are known to lie in it, if the cell can't be read, or if the weight is too
    far from that of the empty cup.
    """
    known = knowledge.places.get(place)
    if known is None:
        raise SensingError(f"{place}: is not weighed; choose from {', '.join(knowledge.places)}")
    if known.count:
        raise SensingError(f"{place}: is to hold beans ({known.count}) by the agreed table; empty it first")
    weight = settled.weights[place]
    if isinstance(weight, CellFault):
        raise SensingError(f"{place}: {weight.value}; mend that first")
    off = weight.grams - known.tare.grams
    if abs(off) > _COSTS.zero_by_hand_grams:
        raise SensingError(
            f"{place}: is {off:+.2f} g from what its empty cup weighs, more than "
            f"{_COSTS.zero_by_hand_grams:g} g; take out what lies there, or calibrate this place again"
        )
    zeroed = replace(known, gross=weight, tare=weight, shared_variance=weight.variance)
    return replace(knowledge, places={**knowledge.places, place: zeroed})


def _zeros(knowledge: Knowledge) -> dict[Place, float]:
    return {place: known.tare.grams for place, known in knowledge.places.items()}


def _masses(knowledge: Knowledge) -> dict[Kind, float]:
    return {kind: population.mean_grams for kind, population in knowledge.pieces.items()}
