"""A game judged for the page, move by move, by a process beside the board's own."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import parse_record

COMMAND = (sys.executable, "-m", "cupsboard.session.analysis_worker")
MOST_RECORD_BYTES = 200_000
MOST_SECONDS_A_MOVE = 60.0
"""A worker that says nothing for so long is stuck, and ended."""


class Analyses:
    """One analysis at a time: two would take turns, and the smallest board has little memory."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._is_busy = False

    async def analyse(self, request: Request) -> Response:
        """Lines of JSON, one a judged entry of the record in the request's body; it ends with the request."""
        if self._is_busy:
            return PlainTextResponse("Another game is being looked at: try again.\n", 429)
        self._is_busy = True
        try:
            content = bytearray()
            async for chunk in request.stream():
                content += chunk
                if len(content) > MOST_RECORD_BYTES:
                    return PlainTextResponse(f"A record has at most {MOST_RECORD_BYTES:,} bytes.\n", 413)
            await run_in_threadpool(_require_record, bytes(content))
            worker = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        except RulesError as fault:
            return PlainTextResponse(f"{fault}\n", 422)
        else:
            lines = self._lines(worker, bytes(content))
            return StreamingResponse(lines, media_type="application/x-ndjson")
        finally:
            self._is_busy = False

    async def _lines(self, worker: asyncio.subprocess.Process, record: bytes) -> AsyncIterator[bytes]:
        assert worker.stdin is not None
        assert worker.stdout is not None
        self._is_busy = True
        try:
            worker.stdin.write(record)
            worker.stdin.close()
            while line := await asyncio.wait_for(worker.stdout.readline(), MOST_SECONDS_A_MOVE):
                yield line
        except TimeoutError:
            # The page says that the lines ended before the game did.
            return
        finally:
            with suppress(ProcessLookupError):
                worker.kill()
            self._is_busy = False
            await worker.wait()


def routes() -> Sequence[BaseRoute]:
    """Where a page has a game judged."""
    return (Route("/analysis", Analyses().analyse, methods=["POST"]),)


def _require_record(content: bytes) -> None:
    """Refuse what is no record. Raises RulesError."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise RulesError("this is no game record: choose a file saved here") from None
    parse_record(text, games.named)
