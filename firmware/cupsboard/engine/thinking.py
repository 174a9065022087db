"""What the engine room of a game offers to all who ask: one value a family of games.

What a game does not have (tables, puzzles, reasons) is left out of its value.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cupsboard.engine.analysis import Explain
from cupsboard.engine.levels import Hidden, Level, Overlook, Scale
from cupsboard.engine.player import Clock, Engine, Info, Known
from cupsboard.rules.games import AnyGame, AnyPlayersGame
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Puzzle
from cupsboard.rules.turns import Act

ActsOf = Callable[[AnyGame, Any, Side, str], tuple[Act, ...]]
"""A legal move, by its label, act by act as hands carry it out."""


def overlooking_nothing(_game: AnyGame, _position: Any, _info: Info) -> Sequence[Hidden]:
    """Return (), for games in which a level overlooks nothing of a move."""
    return ()


@dataclass(frozen=True, slots=True)
class Tables:
    """The functions by which an engine finds and reads tables of exact values."""

    board_of: Callable[[str], str]
    """The name that the file of a game's table bears, by the game's name."""
    bounds_for: Callable[[str, memoryview, str], Known]
    """What the content of such a file tells of a game. Raises RulesError that names the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """The engine, levels and explanations of one family of games."""

    engine: Callable[[AnyGame, Clock | None, Known | None], Engine[Any]]
    levels_of: Callable[[AnyPlayersGame], tuple[Level, ...]]
    """Return the levels of a game, weakest first."""
    overlook: Overlook[Any] = overlooking_nothing
    scale_of: Callable[[AnyGame], Scale] = lambda _: Scale()
    flawless: Callable[[AnyGame, Clock | None], Engine[Any] | None] | None = None
    """Return the engine that plays a game without a flaw and without a table; None if there is none."""
    explain: Explain[Any] | None = None
    """Who names why a move is worse than another."""
    acts_of: ActsOf | None = None
    """Who tells a move act by act, where acts count as they land."""
    tables: Tables | None = None
    make_puzzles: Callable[[int], Iterator[Puzzle]] | None = None
    """Who makes puzzles from a seed, without their difficulty."""
