"""The puzzles for a page: which there are, and what was solved of them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.puzzles import Puzzle
from cupsboard.ports import StoreError
from cupsboard.rules import games
from cupsboard.session.puzzle_teller import today
from cupsboard.storage.paths import homes
from cupsboard.storage.solved_puzzles import SolvedPuzzles, Tried
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

Plain = dict[str, Any]


def solved_by_this_user() -> SolvedPuzzles:
    """What `cupsboard puzzle` lists as tried and solved, here or at a board. Raises StoreError."""
    # A tab, which keeps puzzles elsewhere, has no SQLite.
    from cupsboard.storage.memory import memory_in

    return SolvedPuzzles(memory_in(homes(os.environ, Path.home()).state))


def routes(kept: Callable[[], SolvedPuzzles]) -> tuple[BaseRoute, ...]:
    """Where a page asks for the list."""

    async def listed(_: Request) -> Response:
        return JSONResponse(puzzle_list(kept))

    return (Route("/puzzles.json", listed),)


def puzzle_list(kept: Callable[[], SolvedPuzzles], day: Callable[[], str] = today) -> Plain:
    """All puzzles in their order, with what has become of each so far.

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
            _plain(puzzle, Tried(puzzle.name) if solved is None else solved.of(puzzle.name), day())
            for puzzle in engines.puzzles()
        ],
        "fault": fault,
    }


def _plain(puzzle: Puzzle, tried: Tried, day: str) -> Plain:
    game = games.named(puzzle.game)
    return {
        "kind": puzzle.kind.value,
        "game": puzzle.game,
        "cups": len(game.places) // 2 - 1,
        "difficulty": puzzle.difficulty,
        "beans": game.contents(game.parse_position(puzzle.position)),
        "solution": puzzle.solution,
        "level": puzzle.level,
        "tried": tried.times,
        "isSolved": tried.is_solved,
        "isSolvedWithHelp": tried.is_solved_with_help,
        "isHelped": tried.helped_on == day,
    }
