"""How a simulated player chooses among the legal moves."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import pot

from cupsim.errors import SimulatorError

Policy = Callable[[Sequence[Plan], Random], Plan]
"""One plan out of at least one."""


def at_random(plans: Sequence[Plan], random: Random) -> Plan:
    """Any legal move."""
    return random.choice(plans)


def greedily(plans: Sequence[Plan], random: Random) -> Plan:
    """The move that captures most, then the one that pots most, then any of these."""
    best = max(map(_gain, plans))
    return random.choice([plan for plan in plans if _gain(plan) == best])


def _gain(plan: Plan) -> tuple[int, int]:
    """Beans captured and beans potted."""
    return _potted(plan, plan.owed), _potted(plan, plan.open)


def _potted(plan: Plan, transfers: Sequence[Transfer]) -> int:
    own_pot = pot(plan.side) if plan.side else None
    return sum(transfer.count for transfer in transfers if transfer.target == own_pot)


POLICIES: Mapping[str, Policy] = {"random": at_random, "greedy": greedily}
"""Every way of choosing by its name."""


def policy(name: str) -> Policy:
    """The policy of that name. Raises SimulatorError listing the known ones."""
    try:
        return POLICIES[name]
    except KeyError:
        raise SimulatorError(f"no player called {name!r}: choose one of {', '.join(POLICIES)}") from None
