"""How a simulated player chooses among the legal moves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from cupsboard.engine import engines
from cupsboard.engine.foreign import command_of
from cupsboard.engine.greedy import captured, greedily, potted
from cupsboard.engine.levels import LEVELS
from cupsboard.rules.game import Plan
from cupsboard.rules.games import AnyGame
from cupsboard.rules.turns import Order

from cupsim.errors import SimulatorError

Policy = Callable[[Sequence[Plan], Random], Plan]
"""One plan out of at least one."""


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

RANDOM = "random"
POLICIES: Mapping[str, Policy] = {RANDOM: at_random, "greedy": captures_first}
"""Every way of choosing without thinking by its name, the weakest first."""

LEVEL_NAMES: Sequence[str] = tuple(level.name for level in LEVELS)
"""Every level that thinks, the weakest first."""

PLAYERS: Sequence[str] = (*LEVEL_NAMES, *POLICIES)
"""Everybody who can be simulated beside foreign engines."""


def simulated_with(names: Iterable[str]) -> Sequence[str]:
    """Return everybody who can be simulated, with the foreign engines among the names."""
    return (*PLAYERS, *(name for name in dict.fromkeys(names) if command_of(name) is not None))


def players_of(game: AnyGame, names: Sequence[str]) -> Sequence[str]:
    """Return those of the players with these names who can play a game.

    Where acts count as they land, a policy has no plans to choose from, and foreign engines are not asked.
    """
    if game.turns.order is Order.FREE:
        return names
    levels = engines.level_names(game)
    return [name for name in names if name in levels or name == RANDOM]


def policy(name: str) -> Policy:
    """The policy of that name. Raises SimulatorError listing everybody who can be simulated."""
    try:
        return POLICIES[name]
    except KeyError:
        raise SimulatorError(f"no player called {name!r}: choose one of {', '.join(PLAYERS)}") from None


def described(name: str) -> str:
    """A player as a sentence or a record names them."""
    if (command := command_of(name)) is not None:
        return f"engine {command}"
    return f"level {name}" if name in LEVEL_NAMES else name
