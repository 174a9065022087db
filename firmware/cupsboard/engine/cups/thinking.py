"""The engine, levels and explanations of Cups, as the value that `cupsboard.engine.engines` loads."""

from functools import cache
from typing import Any

from cupsboard.engine.compiled import compiled
from cupsboard.engine.cups import puzzle_making, tables
from cupsboard.engine.cups.book import CUPS
from cupsboard.engine.cups.player import CupsEngine, PerfectEngine, ProvingEngine
from cupsboard.engine.cups.reasons import overlooked, reasons
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.player import Clock, Engine
from cupsboard.engine.puzzles import Kind, Puzzle
from cupsboard.engine.shipped import data_of
from cupsboard.engine.thinking import Puzzles, Tables, Thinking
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.games import AnyGame


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program, from the easiest of each kind to the hardest."""
    read = data_of(__package__, "puzzles.json")
    return tuple(
        Puzzle(**{**each, "kind": Kind(each["kind"]), "solution": tuple(each["solution"])}) for each in read
    )


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
    puzzles=Puzzles(shipped, puzzle_making.make),
)
