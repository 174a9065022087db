"""What can be asked of the simulator that it can't do."""

from collections.abc import Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class SimulatorError(ValueError):
    """Base of the simulator's errors; the message names the thing, the value and the next step."""


def named(choices: Mapping[K, V], name: K, what: str) -> V:
    """Return the choice of that name. Raises SimulatorError listing the known ones; `what` they all are."""
    if name not in choices:
        raise SimulatorError(f"no {what} called {name!r}: choose one of {', '.join(map(str, choices))}")
    return choices[name]
