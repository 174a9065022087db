"""How a simulated player chooses among the legal moves."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from cupsboard.engine.greedy import captured, greedily, potted
from cupsboard.rules.game import Plan

from cupsim.errors import SimulatorError

Policy = Callable[[Sequence[Plan], Random], Plan]
"""One plan out of at least one."""


def gently(plans: Sequence[Plan], random: Random) -> Plan:
    """A move that pots as few beans as can be, any of these: for an opponent's first games.

    It sows and captures only where it must, so its own cups fill up for the other to capture.
    """
    return greedily(plans, random, lambda plan: -potted(plan))


def at_random(plans: Sequence[Plan], random: Random) -> Plan:
    """Any legal move."""
    return random.choice(plans)


def captures_first(plans: Sequence[Plan], random: Random) -> Plan:
    """The move that captures most, then the one that pots most, then any of these.

    Captures ask most of a board. The board's own player, which wants most in the pot however it comes there,
    wins more often.
    """
    return greedily(plans, random, captured, potted)


PERSON = "person"
"""Who plays a side that nobody simulates."""

POLICIES: Mapping[str, Policy] = {"gentle": gently, "random": at_random, "greedy": captures_first}
"""Every way of choosing by its name, the weakest first."""


def policy(name: str) -> Policy:
    """The policy of that name. Raises SimulatorError listing the known ones."""
    try:
        return POLICIES[name]
    except KeyError:
        raise SimulatorError(f"no player called {name!r}: choose one of {', '.join(POLICIES)}") from None
