"""A person's two hands at a page: one drops beans while the other holds a cup, or both hold one."""

from collections.abc import Mapping
from random import Random

from cupsboard.rules.places import Kind, Place, Side, stock

from cupsim.page import requests
from cupsim.runs.game_world import World
from cupsim.table.hand_actions import Act, Bump, Drop, Lift, Pour, PutBack, Rest, Take, TipOut
from cupsim.table.hands import Hands

PERSON_TEMPO = 6.0
"""Whoever moves a pointer has taken their time already."""
LEAN_GRAMS, LEAN_SECONDS = 60.0, 1.5


class BothHands:
    """The hands of whoever sits at one side; the second comes in where the first holds a cup already."""

    def __init__(self, world: World, side: Side) -> None:
        self._world = world
        self._right = world.hands[side]
        self._left = world.new_hands(side, Random(side.value), tempo=PERSON_TEMPO)
        world.bring(self._left)
        self._lifters: dict[Place, Hands] = {}

    @property
    def named(self) -> Mapping[str, Hands]:
        """Both hands by a name of their own."""
        side = self._right.side.value
        return {side: self._right, f"{side}-left": self._left}

    @property
    def is_busy(self) -> bool:
        """Whether one of them still does what was asked for."""
        return self._right.is_busy or self._left.is_busy

    def do(self, order: requests.Hand) -> None:
        """Move the hand that an order is for."""
        act = _act_of(order)
        self._hand_for(order).do(act, now=self._world.now)

    def let_go(self) -> None:
        """Put down what they hold: a cup on its platform, beans into the stock."""
        for hand in (self._right, self._left):
            if hand.cup is not None and hand.cup_from is not None:
                hand.do(PutBack(hand.cup_from), now=self._world.now)
            if hand.beans:
                hand.do(Drop(stock(hand.side), len(hand.beans)), now=self._world.now)

    def refusals(self) -> list[str]:
        """Why acts could not be done, each told once."""
        reasons = []
        for hand in (self._right, self._left):
            if hand.refused is not None:
                reasons.append(hand.refused.reason)
                hand.refused = None
        return reasons

    def _hand_for(self, order: requests.Hand) -> Hands:
        match order:
            case requests.Lift(_, name):
                place = Place(name)
                is_free = self._right.cup is None and not self._right.is_busy
                self._lifters[place] = self._right if is_free else self._left
                return self._lifters[place]
            case requests.Pour() | requests.TipOut() | requests.PutBack():
                return self._lifters.get(Place(order.cup), self._right)
            case requests.Drop() if self._left.beans and not self._right.beans and not self._right.is_busy:
                return self._left
            case _:
                return self._right


def _act_of(order: requests.Hand) -> Act:
    match order:
        case requests.Take(_, place, count, kind):
            return Take(Place(place), count, _kinds(kind, count))
        case requests.Drop(_, place, count, kind):
            return Drop(Place(place), count, _kinds(kind, count))
        case requests.Lift(_, place):
            return Lift(Place(place))
        case requests.Pour(_, _, place):
            return Pour(Place(place))
        case requests.TipOut():
            return TipOut()
        case requests.PutBack(_, _, place):
            return PutBack(Place(place))
        case requests.Lean(_, place):
            return Rest(Place(place), LEAN_GRAMS, LEAN_SECONDS)
        case requests.Knock():
            return Bump()


def _kinds(kind: str | None, count: int) -> tuple[Kind, ...]:
    return () if kind is None else (Kind(kind),) * count
