"""What a page shows of one game beside what it shows of all: a value for each game that has such a thing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from cupsboard.rules import families
from cupsboard.rules.families import Family, wing
from cupsboard.rules.game import Contents
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.history import HistoryOf
from cupsboard.signs.scene import Scene

AnyHistory = HistoryOf[Any, Any]


def _position_of(history: AnyHistory, _scene: Scene | None) -> Any:
    return history.position


def _nothing_lying(_history: AnyHistory, _scene: Scene) -> Contents | None:
    return None


def _no_section(_history: AnyHistory, _scene: Scene | None) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Shown:
    """What one game has shown; every part may be left out."""

    position: Callable[[AnyHistory, Scene | None], Any] = _position_of
    """The position that a page draws."""
    lying: Callable[[AnyHistory, Scene], Contents | None] = _nothing_lying
    """How many pieces lie where, if that is not what the recogniser found."""
    section: Callable[[AnyHistory, Scene | None], dict[str, Any]] = _no_section
    """More for the state's section about the game."""


@cache
def _of_family(family: Family) -> Shown:
    shown: Shown = wing(family.shown) if family.shown else Shown()
    return shown


def shown_of(game: AnyPlayersGame) -> Shown:
    """Return what is shown of a game beside what is shown of all."""
    return _of_family(families.family_of(game.name))
