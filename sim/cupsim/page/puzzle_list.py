"""The puzzles for a page: which there are, what was solved of them, and the one that is being played."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cupsboard.drivers.files import Files
from cupsboard.engine import engines
from cupsboard.engine.puzzles import Progress, Puzzle, progress
from cupsboard.ports import StoreError
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.session.puzzle_teller import puzzle_of
from cupsboard.storage.paths import homes
from cupsboard.storage.solved_puzzles import SolvedPuzzles, Tried
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

Plain = dict[str, Any]


def solved_by_this_user() -> SolvedPuzzles:
    """What `cupsboard puzzle` lists as tried and solved, here or at a board. Raises StoreError."""
    return SolvedPuzzles(Files(homes(os.environ, Path.home()).state))


def routes(history: Callable[[], History[Any]], kept: Callable[[], SolvedPuzzles]) -> tuple[BaseRoute, ...]:
    """Where a page asks for the list; `history` gives the game as it is then, in any thread."""

    async def listed(_: Request) -> Response:
        return JSONResponse(puzzle_list(history(), kept))

    return (Route("/puzzles.json", listed),)


def puzzle_list(history: History[Any], kept: Callable[[], SolvedPuzzles]) -> Plain:
    """All puzzles in their order, and what has become so far of the one that is played.

    `fault` says why nothing is known of what was solved; the puzzles can be played all the same.
    """
    fault = ""
    solved = None
    try:
        solved = kept()
    except StoreError as refused:
        fault = str(refused)
    return {
        "puzzles": [
            _plain(puzzle, Tried() if solved is None else solved.of(puzzle.name))
            for puzzle in engines.puzzles()
        ],
        "current": _current(history),
        "fault": fault,
    }


def _plain(puzzle: Puzzle, tried: Tried) -> Plain:
    return {
        "kind": puzzle.kind.value,
        "cups": len(games.named(puzzle.game).places) // 2 - 1,
        "difficulty": puzzle.difficulty,
        "level": puzzle.level,
        "tried": tried.times,
        "isSolved": tried.is_solved,
    }


def _current(history: History[Any]) -> Plain | None:
    puzzle = puzzle_of(history)
    if puzzle is None:
        return None
    how = progress(puzzle, history)
    # The way is told when there is nothing left to find.
    way = [] if how is Progress.GOING_ON else list(puzzle.solution)
    return {"number": engines.puzzles().index(puzzle) + 1, "progress": how.value, "way": way}
