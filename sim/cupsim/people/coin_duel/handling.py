"""A chosen play as hands carry it out: a handful is taken up, each piece is dropped alone, lap by lap."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random

from cupsboard.rules.places import HAND, Place, side_of
from cupsboard.rules.turns import CAPTURE

from cupsim.people.coin_duel.choosing import Deed
from cupsim.table.hand_actions import Act, Drop, Lift, Pour, PutBack, Take, TipOut, Wait


@dataclass(frozen=True, slots=True)
class Manner:
    """How fast a person plays: the `tempo` of the hands, and how long each lap is looked at."""

    tempo: float = 1.0
    rest_seconds: tuple[float, float] = (0.3, 0.8)
    lifting_share: float = 0.5
    """How often a cup is tipped out into the hand; else fingers take what lies in it."""
    relay_tries: int = 1
    """They think of so many plays and like the longest relay best."""


SLOW = Manner(0.8, (0.6, 1.5))
STEADY = Manner()
QUICK = Manner(1.7, (0.05, 0.4))
RELAYS = Manner(1.3, (0.3, 0.6), relay_tries=30)
MANNERS = (SLOW, STEADY, QUICK, RELAYS)


def hand_acts(deeds: Sequence[Deed], manner: Manner, random: Random) -> tuple[Act, ...]:
    """Return the timed acts of the hands for a play, or for a part that begins with an empty hand."""
    acts: list[Act] = []
    for (source, _), together in groupby(deeds, key=_handful_of):
        handful = tuple(together)
        if source != HAND and handful[0].act.target != HAND and side_of(source) is not None:
            acts += (
                _from_stock(handful) if source.endswith("-stock") else _captured(handful[0], manner, random)
            )
        elif handful[0].act.target == HAND:
            acts += _taken_up(handful[0].act.source, len(handful[0].kinds), manner, random)
            continue
        else:
            acts += [Drop(deed.act.target, kinds=deed.kinds) for deed in handful]
        acts.append(Wait(random.uniform(*manner.rest_seconds)))
    return tuple(acts)


def _handful_of(deed: Deed) -> tuple[Place, bool]:
    return deed.act.source, deed.act.verb == CAPTURE


def _from_stock(handful: Sequence[Deed]) -> list[Act]:
    kinds = tuple(kind for deed in handful for kind in deed.kinds)
    drops = [Drop(deed.act.target, kinds=deed.kinds) for deed in handful]
    return [Take(handful[0].act.source, kinds=kinds), *drops]


def _taken_up(place: Place, count: int, manner: Manner, random: Random) -> list[Act]:
    if random.random() < manner.lifting_share:
        return [Lift(place), TipOut(), PutBack(place)]
    return [Take(place, count)]


def _captured(deed: Deed, manner: Manner, random: Random) -> list[Act]:
    source, target = deed.act.source, deed.act.target
    if random.random() < manner.lifting_share:
        return [Lift(source), Pour(target), PutBack(source)]
    return [Take(source, len(deed.kinds)), Drop(target, len(deed.kinds))]
