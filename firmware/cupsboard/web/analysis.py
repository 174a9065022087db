"""A game judged for the page, move by move, by a process beside the board's own."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cupsboard.formats.file_reading import NoText, text_of
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import parse_record
from cupsboard.web.work import PROCESSES_AND_THREADS, Beside, fetched

COMMAND = (sys.executable, "-m", "cupsboard.session.analysis_worker")
MOST_RECORD_BYTES = 200_000
MOST_SECONDS_A_MOVE = 60.0
"""A worker that says nothing for so long is stuck, and ended."""


class Analyses:
    """One analysis at a time: two would take turns, and the smallest board has little memory."""

    def __init__(self, beside: Beside = PROCESSES_AND_THREADS) -> None:
        self._beside = beside
        self._is_busy = False

    async def analyse(self, request: Request) -> Response:
        """Lines of JSON, one a judged entry of the record in the request's body; it ends with the request."""
        record = bytearray()
        try:
            if not await fetched(request, record.extend, MOST_RECORD_BYTES):
                return PlainTextResponse(f"A record has at most {MOST_RECORD_BYTES:,} bytes.\n", 413)
            await self._beside.aside(_require_record, bytes(record))
        except ClientDisconnect:
            return Response(status_code=400)
        except RulesError as fault:
            return PlainTextResponse(f"{fault}\n", 422)
        return self.of(bytes(record))

    def of(self, record: bytes) -> Response:
        """Return lines of JSON, one a judged entry of a record that can be read."""
        if self._is_busy:
            return PlainTextResponse("Another game is being looked at: try again.\n", 429)
        return StreamingResponse(self._lines(record), media_type="application/x-ndjson")

    async def _lines(self, record: bytes) -> AsyncIterator[bytes]:
        if self._is_busy:
            # Somebody else's came first by a hair: the page says that the lines ended before the game did.
            return
        self._is_busy = True
        try:
            async with self._beside.launch(COMMAND, record) as working:
                with suppress(TimeoutError):
                    while line := await asyncio.wait_for(working.readline(), MOST_SECONDS_A_MOVE):
                        yield line
        finally:
            self._is_busy = False


def routes(beside: Beside = PROCESSES_AND_THREADS) -> Sequence[BaseRoute]:
    """Where a page has a game judged."""
    return (Route("/analysis", Analyses(beside).analyse, methods=["POST"]),)


def _require_record(content: bytes) -> None:
    """Refuse what is no record. Raises RulesError."""
    try:
        parse_record(text_of(content), games.named)
    except NoText as fault:
        raise RulesError(str(fault)) from None
