"""A greedy player: looks at nothing but what each move gains at once."""

from collections.abc import Callable, Sequence
from random import Random

from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import pot

Gain = Callable[[Plan], int]
"""How much of something a plan gains; more is better."""


def greedily(plans: Sequence[Plan], random: Random, *gains: Gain) -> Plan:
    """Return the plan that gains most, drawn from those that gain equally.

    Of plans with the same first gain the second decides, and so on.
    """
    gained = [tuple(gain(plan) for gain in gains) for plan in plans]
    best = max(gained)
    return random.choice([plan for plan, each in zip(plans, gained, strict=True) if each == best])


def potted(plan: Plan) -> int:
    """Return how many pieces a plan brings into its player's own pot, captured ones included."""
    return _into_own_pot(plan, plan.open)


def captured(plan: Plan) -> int:
    """Return how many pieces a plan captures."""
    return _into_own_pot(plan, plan.owed)


def _into_own_pot(plan: Plan, transfers: Sequence[Transfer]) -> int:
    own_pot = None if plan.side is None else pot(plan.side)
    return sum(transfer.count for transfer in transfers if transfer.target == own_pot)
