"""The engine, levels and explanations of Cups, as the value that `cupsboard.engine.engines` loads."""

from typing import Any

from cupsboard.engine.compiled import compiled
from cupsboard.engine.cups import puzzle_making, tables
from cupsboard.engine.cups.book import CUPS
from cupsboard.engine.cups.player import CupsEngine, PerfectEngine, ProvingEngine
from cupsboard.engine.cups.reasons import overlooked, reasons
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.player import Clock, Engine
from cupsboard.engine.thinking import Tables, Thinking
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.games import AnyGame


def _flawless(game: AnyGame, clock: Clock | None) -> Engine[Any] | None:
    """Return the engine that plays by its book, for the book's game; else one that proves by the core."""
    if game == Cups(CUPS):
        return PerfectEngine(game, clock)
    return None if compiled() is None else ProvingEngine(game, clock)


THINKING = Thinking(
    engine=CupsEngine,
    levels_of=lambda _: LEVELS,
    overlook=overlooked,
    flawless=_flawless,
    explain=reasons,
    tables=Tables(tables.board_of, tables.bounds_for),
    make_puzzles=puzzle_making.make,
)
