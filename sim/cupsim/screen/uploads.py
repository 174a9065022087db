"""Games and evenings that a page brings along to step through: a record or a trace, read and not believed."""

from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path

from cupsboard.rules.cups import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import parse_record
from cupsboard.trace import TraceError, read_trace
from cupsboard.web import timeline
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

LARGEST_UPLOAD_BYTES = 64_000_000


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
            content = await _body(request)
            if content is None:
                return PlainTextResponse("This file is too large.\n", 413)
            return JSONResponse(await run_in_threadpool(read_timeline, content))
        except (RulesError, TraceError) as fault:
            return PlainTextResponse(f"{fault}\n", 422)
        finally:
            self._is_busy = False


def read_timeline(content: bytes) -> timeline.Timeline:
    """The timeline of a record's or a trace's bytes. Raises RulesError or TraceError."""
    content = content.removeprefix(BOM_UTF8)
    if content.lstrip().startswith(b"{"):
        return timeline.of_trace(read_trace(content.splitlines(keepends=True)))
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise RulesError("this is neither a game record nor a trace: choose a file saved here") from None
    return timeline.of_game(parse_record(text, Cups.named).history())


def routes(trace_path: Callable[[], Path]) -> tuple[BaseRoute, ...]:
    """Bringing a file along, and taking the evening's trace home."""

    async def save_trace(_: Request) -> Response:
        return FileResponse(trace_path(), media_type="application/jsonl", filename="cups-evening.trace")

    uploads = Uploads()
    return (
        Route("/timeline", uploads.step_through, methods=["POST"]),
        Route("/evening.trace", save_trace),
    )


async def _body(request: Request) -> bytes | None:
    """The whole body; None if it is longer than anything we read."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST_UPLOAD_BYTES:
            return None
    return bytes(content)
