"""What the board corrects of itself in play: seen, told, and put back if somebody wants that.

The knowledge follows zeros and the bean's mass by itself, from agreed and settled tables only (`knowledge`).
Here its steps are watched from outside: what has changed by enough to be told, whether the whole board is
warming up, and how to undo it. The calibration is never touched.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import median

from cupsboard.ports import CellFault
from cupsboard.rules.places import BEAN, Place
from cupsboard.sensing.errors import SensingError
from cupsboard.sensing.knowledge import Knowledge, PlaceKnowledge, Settled

TOLD_ZERO_GRAMS = 0.02
"""A zero that has moved so far since it was last told is told again: a twentieth of a bean or less."""
TOLD_BEAN_SHARE = 0.005
WARM_UP_MINUTES = 5.0
WARM_GRAMS_PER_MINUTE = 0.004
"""A zero that moves faster, with nearly all others, is warming up: 500 g cells drift 15 mg/degC."""
MOST_WANDER_GRAMS = 0.05
"""What changes by more from one look to the next has been touched."""
MOST_SHARE = 0.7
"""Of the places; a draught or a lean concerns fewer."""
MOST_BY_HAND_GRAMS = 5.0
"""Further off than this it is no zero that has wandered but something that lies in the cup."""


@dataclass(frozen=True, slots=True)
class ZeroMoved:
    """The weight of a place's empty cup, in grams above the calibrated bare platform."""

    time: float
    place: Place
    before_grams: float
    after_grams: float


@dataclass(frozen=True, slots=True)
class BeanLearnt:
    """The mean mass of a bean."""

    time: float
    before_grams: float
    after_grams: float


@dataclass(frozen=True, slots=True)
class WarmingUp:
    """Nearly all zeros move one way: wait a little before a game that matters."""

    time: float
    grams_per_minute: float


Healed = ZeroMoved | BeanLearnt | WarmingUp


class Healing:
    """Watches the knowledge of one game."""

    def __init__(self, knowledge: Knowledge, time: float) -> None:
        self._told_zeros = _zeros(knowledge)
        self._told_bean_grams = knowledge.pieces[BEAN].mean_grams
        self._latest = knowledge
        self._wandered = dict.fromkeys(knowledge.places, 0.0)
        self._earlier: deque[tuple[float, Mapping[Place, float]]] = deque([(time, self._wandered)])
        self._is_warming = False

    def step(self, time: float, knowledge: Knowledge) -> tuple[Healed, ...]:
        """Look at the knowledge as it is now; what is to be told."""
        return (*self._zeros(time, knowledge), *self._bean(time, knowledge), *self._warming(time, knowledge))

    def _zeros(self, time: float, knowledge: Knowledge) -> list[ZeroMoved]:
        moved = [
            ZeroMoved(time, place, self._told_zeros[place], grams)
            for place, grams in _zeros(knowledge).items()
            if abs(grams - self._told_zeros[place]) >= TOLD_ZERO_GRAMS
        ]
        self._told_zeros = {**self._told_zeros, **{each.place: each.after_grams for each in moved}}
        return moved

    def _bean(self, time: float, knowledge: Knowledge) -> list[BeanLearnt]:
        before, after = self._told_bean_grams, knowledge.pieces[BEAN].mean_grams
        if abs(after - before) < TOLD_BEAN_SHARE * before:
            return []
        self._told_bean_grams = after
        return [BeanLearnt(time, before, after)]

    def _warming(self, time: float, knowledge: Knowledge) -> list[WarmingUp]:
        self._wandered = {
            place: self._wandered[place] + _wandered(self._latest.places[place], known)
            for place, known in knowledge.places.items()
        }
        self._latest = knowledge
        if time - self._earlier[-1][0] >= WARM_UP_MINUTES * 6:
            self._earlier.append((time, self._wandered))
        while len(self._earlier) > 1 and time - self._earlier[1][0] >= WARM_UP_MINUTES * 60:
            self._earlier.popleft()
        since, then = self._earlier[0]
        minutes = (time - since) / 60
        if minutes < WARM_UP_MINUTES / 2:
            return []
        rates = [(grams - then[place]) / minutes for place, grams in self._wandered.items()]
        typical = median(rates)
        along = sum(rate * typical > 0 for rate in rates)
        was, self._is_warming = (
            self._is_warming,
            (abs(typical) >= WARM_GRAMS_PER_MINUTE and along >= MOST_SHARE * len(rates)),
        )
        return [WarmingUp(time, typical)] if self._is_warming and not was else []


def reverted(knowledge: Knowledge, healed: Healed) -> Knowledge:
    """The knowledge with one correction taken back; what was learnt since of anything else stays."""
    match healed:
        case ZeroMoved(_, place, before_grams, after_grams):
            known = knowledge.places[place]
            tare = replace(known.tare, grams=known.tare.grams + before_grams - after_grams)
            return replace(knowledge, places={**knowledge.places, place: replace(known, tare=tare)})
        case BeanLearnt(_, before_grams, after_grams):
            beans = knowledge.pieces[BEAN]
            mean = beans.mean_grams + before_grams - after_grams
            return replace(knowledge, pieces={**knowledge.pieces, BEAN: replace(beans, mean_grams=mean)})
        case WarmingUp():
            return knowledge


def zeroed_by_hand(knowledge: Knowledge, settled: Settled, place: Place) -> Knowledge:
    """The knowledge after somebody said, on purpose, that this cup is empty as it stands.

    Raises SensingError where that can't be: pieces are known to lie there, it can't be read, or it is too
    far from what an empty cup weighs.
    """
    known = knowledge.places.get(place)
    if known is None:
        raise SensingError(f"{place}: is not weighed; choose from {', '.join(knowledge.places)}")
    if known.count:
        raise SensingError(f"{place}: holds {known.count} pieces in the agreed table; empty it first")
    weight = settled.weights[place]
    if isinstance(weight, CellFault):
        raise SensingError(f"{place}: {weight.value}; mend that first")
    off = weight.grams - known.tare.grams
    if abs(off) > MOST_BY_HAND_GRAMS:
        raise SensingError(
            f"{place}: is {off:+.2f} g from what its empty cup weighs, more than {MOST_BY_HAND_GRAMS:g} g; "
            "take out what lies there, or calibrate this place again"
        )
    return replace(knowledge, places={**knowledge.places, place: replace(known, gross=weight, tare=weight)})


def _wandered(before: PlaceKnowledge, after: PlaceKnowledge) -> float:
    """What the weight of a place has changed by itself: nobody put in or took out anything."""
    change = after.gross.grams - before.gross.grams
    return change if before.count == after.count and abs(change) < MOST_WANDER_GRAMS else 0.0


def _zeros(knowledge: Knowledge) -> dict[Place, float]:
    return {place: known.tare.grams for place, known in knowledge.places.items()}
