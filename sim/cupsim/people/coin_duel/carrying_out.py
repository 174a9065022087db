"""A play by its label as deeds of the hands, each with the very pieces that it moves."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cupsboard.engine import engines
from cupsboard.rules.game import GameOf
from cupsboard.rules.places import HAND, Side
from cupsboard.rules.turns import PUT, Act

from cupsim.people.coin_duel.choosing import Deed


def deeds_of(game: GameOf[Any, Any], position: Any, side: Side, label: str) -> tuple[Deed, ...]:
    """The deeds of a legal play, in their order. Raises RulesError for one that isn't legal."""
    lying = {place: Counter(lot) for place, lot in game.pieces(position).items()}
    lying[HAND] = Counter()
    deeds = []
    for act in engines.acts_of(game, position, side, label):
        kinds = (act.kind,) if act.verb == PUT else tuple(sorted(lying[act.source].elements()))
        lying[act.source] = lying[act.source] - Counter(kinds)
        lying[act.target] = lying[act.target] + Counter(kinds)
        deeds.append(Deed(act, kinds))
    return tuple(deeds)


def rest_of(deeds: Sequence[Deed], done: Sequence[Act]) -> tuple[Deed, ...] | None:
    """What is left of a play after these acts; None if they are of another play."""
    planned = [deed.act[:4] for deed in deeds]
    return tuple(deeds[len(done) :]) if planned[: len(done)] == [act[:4] for act in done] else None
