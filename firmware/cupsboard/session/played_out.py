"""Moves as the paths of their pieces, to play them out on a drawn board."""

from collections.abc import Iterable
from typing import Any, TypeVar

from cupsboard.engine.player import PASS
from cupsboard.rules.game import Game
from cupsboard.rules.places import Side
from cupsboard.rules.turns import Order

P = TypeVar("P")

Plain = dict[str, Any]


def flow_of(game: Game[P], position: P, side: Side, label: str) -> list[Plain]:
    """Return how many pieces a legal move brings from which place to which, in the order of hands.

    [] for a turn that is not a plan.
    """
    if game.turns.order is not Order.FREE:
        return []
    plan = next(plan for plan in game.plans(position, side) if plan.label == label)
    return [{"from": each.source, "to": each.target, "count": each.count} for each in plan.open]


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
