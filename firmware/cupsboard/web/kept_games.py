"""The games that a board has kept: found page by page, looked at, and taken home as record, table or JSON."""

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cupsboard.ports import Rows, StoreError, Wanted
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import format_record
from cupsboard.storage.games import SEARCHED, Game, KeptGameError, known_players, record_of
from cupsboard.web import timeline
from cupsboard.web.game_links import LONGEST_CODE, record_of_code
from cupsboard.web.work import PROCESSES_AND_THREADS, Beside, fetched

LISTED, AT_ONCE = 20, 500
"""Games on a page of the list, and those that are read at once for all of them."""
MOST_WORDS = 8
COLUMNS = ("number", "name", "began", "names", "score", "steps", "is_over")
HEAD = f"{','.join(COLUMNS)}\r\n"
"""The first line of a table."""


class KeptGamesPage:
    """Answers what a page asks of the games among the rows."""

    def __init__(self, rows: Callable[[], Rows], beside: Beside) -> None:
        """`rows` are called and read in any thread."""
        self._rows, self._aside, self._working = rows, beside.aside, asyncio.Lock()

    async def listed(self, request: Request) -> Response:
        """Answer with a page of the games that hold all words, the newest first, and who plays here."""
        below = request.query_params.get("below", "")
        wanted = self._wanted(
            request, LISTED + 1, int(below) if below.isdecimal() and len(below) < 16 else None
        )

        def found() -> dict[str, Any]:
            rows = self._rows()
            games = rows.newest(Game, wanted)
            shown = [_listed(row) for row in games[:LISTED]]
            return {"games": shown, "isMore": len(games) > LISTED, "known": known_players(rows)}

        return await self._explained(lambda: JSONResponse(found()))

    async def looked_at(self, request: Request) -> Response:
        """Answer with a game to step through."""
        number = request.path_params["number"]
        return await self._explained(lambda: JSONResponse(timeline.of_game(record_of(self._row(number)))))

    async def record(self, request: Request) -> Response:
        """Answer with the record of a game."""
        number = request.path_params["number"]
        saved = _saved_as(f"cups-game-{number}.txt")
        return await self._explained(
            lambda: PlainTextResponse(format_record(record_of(self._row(number))), headers=saved)
        )

    async def linked(self, request: Request) -> Response:
        """Answer with the game that a link holds, to step through."""
        content = bytearray()
        try:
            await fetched(request, content.extend, 2 * LONGEST_CODE)
        except ClientDisconnect:
            return Response(status_code=400)
        code = content.decode("ascii", "replace").removeprefix("game=")
        return await self._explained(lambda: JSONResponse(timeline.of_game(record_of_code(code))))

    async def table(self, request: Request) -> Response:
        """Answer with a line for each game that holds all words, the newest first."""
        lines = self._lines(request, HEAD, table_of)
        return StreamingResponse(lines, media_type="text/csv", headers=_saved_as("cups-games.csv"))

    async def whole(self, request: Request) -> Response:
        """Answer with all that is kept of each such game, as a line of JSON."""
        lines = self._lines(request, "", json_of)
        return StreamingResponse(lines, media_type="application/jsonl", headers=_saved_as("cups-games.jsonl"))

    async def _lines(
        self, request: Request, head: str, written: Callable[[Sequence[Game]], str]
    ) -> AsyncIterator[str]:
        yield head
        wanted = self._wanted(request, AT_ONCE)
        while rows := await self._aside(self._newest, wanted):
            yield written(rows)
            wanted = self._wanted(request, AT_ONCE, rows[-1].number)

    def _wanted(self, request: Request, most: int, below: int | None = None) -> Wanted:
        words = request.query_params.get("words", "").split()[:MOST_WORDS]
        return Wanted(most, below, tuple(words), SEARCHED, "entries")

    def _newest(self, wanted: Wanted) -> Sequence[Game]:
        return self._rows().newest(Game, wanted)

    def _row(self, number: int) -> Game:
        for row in self._rows().find(Game, number=min(number, 2**53)):
            return row
        raise KeptGameError(f"there is no game {number}: look at the list again")

    async def _explained(self, answer: Callable[[], Response]) -> Response:
        try:
            # One at a time: to play a long game through takes a while, and the board wants its share.
            async with self._working:
                answered: Response = await self._aside(answer)
        except (KeptGameError, RulesError) as fault:
            return PlainTextResponse(f"{fault}\n", 404)
        except StoreError as fault:
            return PlainTextResponse(f"{fault}\n", 503)
        return answered


def _listed(row: Game) -> dict[str, Any]:
    shown = ("number", "name", "began", "score", "lead", "steps")
    return {
        **{name: getattr(row, name) for name in shown},
        "players": row.called,
        "isOver": row.is_over,
        "isPlaying": row.is_playing,
        **({"onTime": row.won_on_time} if row.won_on_time else {}),
    }


def table_of(rows: Sequence[Game]) -> str:
    """Return a line of a table for each game."""
    text = io.StringIO()
    for row in rows:
        names = ", ".join(row.names.splitlines())
        csv.writer(text).writerow([names if name == "names" else getattr(row, name) for name in COLUMNS])
    return text.getvalue()


def json_of(rows: Sequence[Game]) -> str:
    """Return a line of JSON for each game."""
    return "".join(f"{json.dumps(asdict(row), ensure_ascii=False)}\n" for row in rows)


def _saved_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def routes(
    rows: Callable[[], Rows], beside: Beside = PROCESSES_AND_THREADS, *, reads_links: bool = False
) -> Sequence[BaseRoute]:
    """Return where a page finds the games that are kept; with `reads_links` those of links too."""
    page = KeptGamesPage(rows, beside)
    return (
        Route("/games.json", page.listed),
        Route("/games.csv", page.table),
        Route("/games.jsonl", page.whole),
        Route("/games/{number:int}.json", page.looked_at),
        Route("/games/{number:int}.txt", page.record),
        *([Route("/timeline", page.linked, methods=["POST"])] if reads_links else ()),
    )
