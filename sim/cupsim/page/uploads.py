"""Games and evenings that a page brings along to step through: a record or a trace, read and not believed."""

from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO

from cupsboard.formats.file_reading import MOST_BYTES, lines_of
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import parse_record
from cupsboard.session.trace import TraceError, read_trace
from cupsboard.web import timeline
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsim.page.evening import LARGEST_TRACE_BYTES
from cupsim.page.game_links import record_of_code

LARGEST_UPLOAD_BYTES = LARGEST_TRACE_BYTES
"""What this page saves it can step through again."""
_MOST_IN_MEMORY_BYTES = MOST_BYTES
_LOOK_BYTES = 1000
LINKED = "game="
"""So begins what a link brings along."""
_CHOOSE = "choose a file saved here"


class Uploads:
    """Turns one upload at a time into a timeline: a trace is replayed, which takes a while."""

    def __init__(self) -> None:
        self._is_busy = False

    async def step_through(self, request: Request) -> Response:
        """The timeline of the record or trace in the request's body."""
        if self._is_busy:
            return PlainTextResponse("Another file is being read: try again.\n", 429)
        self._is_busy = True
        try:
            with SpooledTemporaryFile(_MOST_IN_MEMORY_BYTES) as file:
                if not await _fetched(request, file):
                    return PlainTextResponse(
                        f"This file is too large: at most {LARGEST_UPLOAD_BYTES:,} bytes are read.\n", 413
                    )
                return JSONResponse(await run_in_threadpool(read_timeline, file))
        except (RulesError, TraceError) as fault:
            return PlainTextResponse(f"{fault}\n", 422)
        finally:
            self._is_busy = False


def read_timeline(file: IO[bytes]) -> timeline.Timeline:
    """The timeline of a record's or a trace's file, from its beginning. Raises RulesError or TraceError."""
    file.seek(0)
    if file.read(len(BOM_UTF8)) != BOM_UTF8:
        file.seek(0)
    begins_at = file.tell()
    begins = file.read(_LOOK_BYTES)
    file.seek(begins_at)
    if begins.lstrip().startswith(b"{"):
        return timeline.of_trace(read_trace(lines_of(file)))
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise RulesError(f"this holds more than {MOST_BYTES:,} bytes, and no game record does: {_CHOOSE}")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise RulesError(f"this is neither a game record nor a trace: {_CHOOSE}") from None
    if text.startswith(LINKED):
        return timeline.of_game(record_of_code(text.removeprefix(LINKED).strip()))
    return timeline.of_game(parse_record(text, games.named))


def routes(trace_path: Callable[[], Path]) -> tuple[BaseRoute, ...]:
    """Bringing a file along, and taking the evening's trace home."""

    async def save_trace(_: Request) -> Response:
        return FileResponse(trace_path(), media_type="application/jsonl", filename="cups-evening.trace")

    uploads = Uploads()
    return (
        Route("/timeline", uploads.step_through, methods=["POST"]),
        Route("/evening.trace", save_trace),
    )


async def _fetched(request: Request, file: IO[bytes]) -> bool:
    """Put the whole body into the file; whether it was not longer than anything we read."""
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > LARGEST_UPLOAD_BYTES:
            return False
        file.write(chunk)
    return True
