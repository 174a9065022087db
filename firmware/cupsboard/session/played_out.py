"""Moves as the paths of their pieces, to play them out on a drawn board."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from cupsboard.engine import engines
from cupsboard.engine.player import PASS
from cupsboard.rules.game import Game
from cupsboard.rules.places import BEAN, HAND, Place, Side
from cupsboard.rules.turns import PUT, TAKE, Act, Order

P = TypeVar("P")

Plain = dict[str, Any]


def flow_of(game: Game[P], position: P, side: Side, label: str) -> list[Plain]:
    """Return how many pieces a legal move brings from which place to which, in the order of hands.

    Where pieces are of several kinds, theirs is named. [] for a turn that nobody tells act by act.
    """
    if game.turns.order is not Order.FREE:
        if not engines.is_told_in_acts(game):
            return []
        return list(_flow_of_acts(game, position, engines.acts_of(game, position, side, label)))
    plan = next(plan for plan in game.plans(position, side) if plan.label == label)
    return [{"from": each.source, "to": each.target, "count": each.count} for each in plan.open]


def _flow_of_acts(game: Game[P], position: P, acts: Iterable[Act]) -> Iterator[Plain]:
    """The ways of the pieces in a turn whose acts count as they land, from where each handful lay."""
    lying = {place: dict(pieces) for place, pieces in game.pieces(position).items()}
    is_of_kinds, held = game.kinds.keys() != {BEAN}, Place("")
    for act in acts:
        if act.verb == TAKE:
            held = act.source
            continue
        source = held if act.source == HAND else act.source
        gone = {act.kind: act.pieces} if act.verb == PUT else {k: n for k, n in lying[source].items() if n}
        for kind, count in gone.items():
            lying[source][kind] -= count
            lying[act.target][kind] = lying[act.target].get(kind, 0) + count
            named = {"kind": kind} if is_of_kinds else {}
            yield {"from": source, "to": act.target, "count": count, **named}


def line_of(game: Game[P], position: P, side: Side, labels: Iterable[str]) -> list[Plain]:
    """Return each move of a line and each forced pass, with the table after it; `side` moves first."""
    steps = []
    for label in labels:
        flow: list[Plain] = []
        if label == PASS:
            mover, after = game.passer(position), game.pass_turn(position)
        else:
            movers = game.movers(position)
            mover = movers[0] if len(movers) == 1 else side
            flow, after = flow_of(game, position, mover, label), game.play(position, mover, label)
        steps.append({"side": mover.value, "move": label, "flow": flow, "beans": dict(game.contents(after))})
        position = after
    return steps
