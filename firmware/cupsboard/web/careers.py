"""How a player plays: told at once by what is known, and again for each game that a process beside judges."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cupsboard.formats.strict_data import from_plain, to_plain
from cupsboard.ports import Rows, StoreError
from cupsboard.rules.record import is_person
from cupsboard.session.career import LEAST_GAMES, career_of
from cupsboard.storage.games import Game, games_of
from cupsboard.storage.judgements import Judged, known_judgements
from cupsboard.web.kept_games import json_of
from cupsboard.web.work import PROCESSES_AND_THREADS, Beside

COMMAND = (sys.executable, "-m", "cupsboard.session.judging_worker")
MOST_SECONDS_A_GAME = 600.0
"""A worker that is silent for longer is stuck, and ended."""
MOST_AT_ONCE = 500
"""The most games that are judged for one look, the newest first."""
MOST_LINES = 100
"""The most lines that tell anew how a player plays."""


class Careers:
    """Tells how players play; one of them at a time has games judged."""

    def __init__(self, rows: Callable[[], Rows], beside: Beside = PROCESSES_AND_THREADS) -> None:
        """`rows` are called, read and kept in any thread."""
        self._rows, self._beside, self._judging = rows, beside, asyncio.Lock()

    async def about(self, request: Request) -> Response:
        """Answer with lines of JSON: how a player plays, by more and more games that are judged."""
        name = request.query_params.get("name", "")
        if not is_person(name):
            return PlainTextResponse("a guest and a program have no games of their own: say a name\n", 404)
        try:
            played, known = await self._beside.aside(self._found, name)
        except StoreError as fault:
            return PlainTextResponse(f"{fault}\n", 503)
        lines = self._lines(name, played, known)
        return StreamingResponse(lines, media_type="application/jsonl")

    def _found(self, name: str) -> tuple[Sequence[Game], Mapping[int, Judged]]:
        rows = self._rows()
        played = games_of(rows, name)
        return played, known_judgements(rows, played)

    async def _lines(
        self, name: str, played: Sequence[Game], known: Mapping[int, Judged]
    ) -> AsyncIterator[str]:
        yield await self._line(name, played, known)
        if len(played) < LEAST_GAMES or len(known) == len(played):
            return
        with suppress(StoreError, TimeoutError):
            async with self._judging:
                # Another page may have had the same games judged meanwhile.
                played, known = await self._beside.aside(self._found, name)
                async for line in self._judged(name, played, dict(known)):
                    yield line

    async def _judged(
        self, name: str, played: Sequence[Game], known: dict[int, Judged]
    ) -> AsyncIterator[str]:
        left = [row for row in reversed(played) if row.number not in known][:MOST_AT_ONCE]
        every = max(1, len(left) // MOST_LINES)
        async with self._beside.launch(COMMAND, json_of(left).encode()) as working:
            for count in range(1, len(left) + 1):
                line = await asyncio.wait_for(working.readline(), MOST_SECONDS_A_GAME)
                if not line:
                    return
                found = from_plain(Judged, json.loads(line), "judged")
                known[found.number] = found
                await self._beside.aside(self._keep, found)
                if count % every == 0 or count == len(left):
                    yield await self._line(name, played, known)

    def _keep(self, found: Judged) -> None:
        self._rows().keep((found,))

    async def _line(self, name: str, played: Sequence[Game], known: Mapping[int, Judged]) -> str:
        career = await self._beside.aside(career_of, name, played, known)
        return f"{json.dumps(to_plain(career), ensure_ascii=False)}\n"


def routes(rows: Callable[[], Rows], beside: Beside = PROCESSES_AND_THREADS) -> Sequence[BaseRoute]:
    """Return where a page finds how players play."""
    return (Route("/career.jsonl", Careers(rows, beside).about),)
