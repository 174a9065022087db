"""The registry of engines: everything outside a game's own rooms finds here who plays a game."""

from collections.abc import Callable, Mapping
from typing import Any

from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.player import Clock, Engine
from cupsboard.rules.games import AnyGame

_FAMILIES: Mapping[str, Callable[[AnyGame, Clock | None], Engine[Any]]] = {"cups": CupsEngine}
"""Who plays each family of games, by the first word of their names."""


def of_game(game: AnyGame, clock: Clock | None = None) -> Engine[Any]:
    """The engine for a game; with a clock it takes limits in seconds. Raises ValueError if none plays it."""
    family = _FAMILIES.get(game.name.partition(" ")[0])
    if family is None:
        raise ValueError(f"{game.name}: no engine plays this game; ask for one of {', '.join(_FAMILIES)}")
    return family(game, clock)
