"""The one list of puzzles, with what became of each; one kept out of a game, or deleted."""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsboard.engine import engines
from cupsboard.formats.strict_data import from_plain
from cupsboard.ports import Rows, StoreError
from cupsboard.rules import games
from cupsboard.rules.puzzle import Puzzle
from cupsboard.session.puzzle_teller import today
from cupsboard.storage.own_puzzles import OwnPuzzle, delete, keep, own_puzzles
from cupsboard.storage.solved_puzzles import SolvedPuzzles, Tried
from cupsboard.web.hint import MOST_SECONDS
from cupsboard.web.sections import message_of, message_section
from cupsboard.web.work import PROCESSES_AND_THREADS, Beside, fetched

Plain = dict[str, Any]

COMMAND = (sys.executable, "-m", "cupsboard.session.puzzle_worker")
UNFOUND = (
    b'{"refused": {"key": "report.line", "values": {"text": "its best moves were not found: try again"}}}'
)
MOST_RECORD_BYTES = 1_000_000
"""A record of some ten thousand moves."""


class PuzzlesPage:
    """Answers what pages ask of puzzles; those of one's own, and what was solved, are among the rows."""

    def __init__(
        self, rows: Callable[[], Rows], beside: Beside = PROCESSES_AND_THREADS, day: Callable[[], str] = today
    ) -> None:
        """`rows` are called and read in any thread; `day` says today's date."""
        self._rows, self._beside, self._day, self._making = rows, beside, day, asyncio.Lock()

    def routes(self) -> Sequence[BaseRoute]:
        """Return where everybody finds the list."""
        return (Route("/puzzles.json", self.listed),)

    def changing(self, below: str = "") -> Sequence[tuple[str, str, Callable[[Request], Any]]]:
        """Return what changes the list, `below` a path: method, path and who answers."""
        return (
            ("POST", f"{below}/puzzles", self.kept),
            ("DELETE", f"{below}/puzzles/{{number:int}}", self.deleted),
        )

    async def listed(self, _: Request) -> Response:
        """Answer with all puzzles."""
        return JSONResponse(await self._beside.aside(self.list))

    async def kept(self, request: Request) -> Response:
        """Keep a position as a puzzle, and answer with its number.

        A record is sent, of which it is the position after `move` or the last, or a table that was laid out.
        """
        content, move = bytearray(), request.query_params.get("move", "")
        try:
            is_whole = await fetched(request, content.extend, MOST_RECORD_BYTES)
        except ClientDisconnect:
            return Response(status_code=400)
        if not is_whole or not (move == "" or move.isdecimal()):
            return PlainTextResponse("This is no record of a game.\n", 422)
        if self._making.locked():
            return PlainTextResponse("another puzzle is being looked at: try again\n", 429)
        async with self._making:
            made = await self._made(bytes(content), move)
        if "refused" in made:
            return JSONResponse(message_section(message_of(made["refused"])), 422)
        try:
            puzzle = await self._beside.aside(
                lambda: keep(self._rows(), from_plain(OwnPuzzle, made["puzzle"]))
            )
        except StoreError as fault:
            return PlainTextResponse(f"{fault}\n", 503)
        return JSONResponse({"number": engines.number_of(puzzle), "isProved": puzzle.is_proved})

    async def _made(self, record: bytes, move: str) -> Plain:
        """Return what the worker says of a position: its puzzle, or why there is none."""
        async with self._beside.launch((*COMMAND, *filter(None, (move,))), record) as working:
            try:
                said = await asyncio.wait_for(working.said(), MOST_SECONDS)
            except TimeoutError:
                said = b""
        found: Plain = json.loads(said or UNFOUND)
        return found

    async def deleted(self, request: Request) -> Response:
        """Delete a puzzle of one's own."""
        number = request.path_params["number"]
        try:
            is_deleted = await self._beside.aside(lambda: delete(self._rows(), number))
        except StoreError as fault:
            return PlainTextResponse(f"{fault}\n", 503)
        if not is_deleted:
            return PlainTextResponse(f"puzzle {number} is none of your own: look at the list again\n", 404)
        return Response(status_code=204)

    def list(self) -> Plain:
        """Return all puzzles in their order, with what has become of each so far.

        `fault` says why nothing is known of those of one's own and of what was solved; those that ship can be
        played all the same.
        """
        try:
            rows = self._rows()
            solved, own, fault = SolvedPuzzles(rows), own_puzzles(rows), ""
        except StoreError as refused:
            solved, own, fault = None, (), str(refused)
        day = self._day()
        return {
            "puzzles": [
                _plain(number, each, Tried(each.name) if solved is None else solved.of(each.name), day)
                for number, each in engines.all_puzzles(own).items()
            ],
            "fault": fault,
        }


def _plain(number: int, puzzle: Puzzle, tried: Tried, day: str) -> Plain:
    game = games.named(puzzle.game)
    return {
        "number": number,
        "kind": puzzle.kind.value,
        "game": puzzle.game,
        "cups": len(game.places) // 2 - 1,
        "difficulty": puzzle.difficulty,
        "beans": game.contents(game.parse_position(puzzle.position)),
        "solution": puzzle.solution,
        "level": puzzle.level,
        "isProved": puzzle.is_proved,
        "tried": tried.times,
        "isSolved": tried.is_solved,
        "isSolvedWithHelp": tried.is_solved_with_help,
        "isHelped": tried.helped_on == day,
    }
