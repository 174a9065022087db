"""The engine, levels and explanations of Cups, as the value that `cupsboard.engine.engines` loads."""

from typing import Any

from cupsboard.engine.cups import oversights, puzzle_making, tables
from cupsboard.engine.cups.book import CUPS
from cupsboard.engine.cups.perfect import PerfectEngine
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.cups.puzzles import shipped
from cupsboard.engine.cups.reasons import reasons
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.player import Clock, Engine
from cupsboard.engine.thinking import Puzzles, Tables, Thinking
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.games import AnyGame


def _flawless(game: AnyGame, clock: Clock | None) -> Engine[Any] | None:
    """Return the engine that plays by its book, for the whole game on the board that the book is of."""
    return PerfectEngine(game, clock) if game == Cups(CUPS) else None


THINKING = Thinking(
    engine=CupsEngine,
    levels=LEVELS,
    overlook=oversights.hidden,
    flawless=_flawless,
    explain=reasons,
    tables=Tables(tables.board_of, tables.bounds_for),
    puzzles=Puzzles(shipped, puzzle_making.make),
)
