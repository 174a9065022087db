"""Games and evenings that a page brings along to step through: a record or a trace, read and not believed."""

import os
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO

from cupsboard.formats.file_reading import MOST_BYTES
from cupsboard.web.work import PROCESSES_AND_THREADS, Launch, fetched, while_there
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cupsim.page.arrivals import Arrivals
from cupsim.page.timeline_worker import COMMAND, MOST_PROCESSOR_SECONDS, OUT_OF_MEMORY, REFUSED
from cupsim.page.trace_limit import LARGEST_TRACE_BYTES

LARGEST_UPLOAD_BYTES = LARGEST_TRACE_BYTES
"""What this page saves it can step through again."""
TOO_MUCH = (
    f"Reading this takes more than {MOST_PROCESSOR_SECONDS} seconds of the processor, or more memory than "
    "there is: step through a shorter evening.\n"
)
NO_ROOM = "This file can't be kept in {folder} while it is read: {why}. Make room there, then try again.\n"
_MOST_IN_MEMORY_BYTES = MOST_BYTES
_PIECE_BYTES = 65_536


class Uploads:
    """Turns one upload at a time into a timeline: a trace is replayed, which takes a while.

    Only a file that is there as a whole is worked on, by a process of its own that ends with its page.
    """

    def __init__(
        self, launch: Launch = PROCESSES_AND_THREADS.launch, command: Sequence[str] = COMMAND
    ) -> None:
        self._launch, self._command = launch, command
        self._arrivals = Arrivals()
        self._is_busy = False

    async def step_through(self, request: Request) -> Response:
        """The timeline of the record or trace in the request's body."""
        try:
            return await self._stepped_through(request)
        except OSError as fault:
            folder = tempfile.tempdir or "the folder for temporary files"
            return PlainTextResponse(NO_ROOM.format(folder=folder, why=fault.strerror or fault), 507)

    async def _stepped_through(self, request: Request) -> Response:
        address = "" if request.client is None else request.client.host
        with SpooledTemporaryFile(_MOST_IN_MEMORY_BYTES) as file:
            try:
                async with self._arrivals.one(address):
                    is_whole = await fetched(request, file.write, LARGEST_UPLOAD_BYTES)
            except TimeoutError:
                return PlainTextResponse("Others send files, and faster: try again.\n", 429)
            except ClientDisconnect:
                return _nobody_there()
            if not is_whole:
                most = f"{LARGEST_UPLOAD_BYTES:,} bytes"
                return PlainTextResponse(f"This file is too large: at most {most} are read.\n", 413)
            if self._is_busy:
                return PlainTextResponse("Another file is being read: try again.\n", 429)
            self._is_busy = True
            try:
                return await while_there(request, self._worked_out(file)) or _nobody_there()
            finally:
                self._is_busy = False

    async def _worked_out(self, file: IO[bytes]) -> Response:
        file.seek(0)
        async with self._launch(self._command, file) as working:
            said = await working.said()
        code = working.returncode
        if code == 0:
            return Response(said, media_type="application/json")
        if code == REFUSED:
            return PlainTextResponse(said, 422)
        if code == OUT_OF_MEMORY or (code is not None and code < 0):
            return PlainTextResponse(TOO_MUCH, 422)
        return PlainTextResponse("This file could not be read; the program's log says more.\n", 500)


def routes(
    trace_path: Callable[[], Path], launch: Launch = PROCESSES_AND_THREADS.launch
) -> tuple[BaseRoute, ...]:
    """Bringing a file along, and taking the evening's trace home."""

    async def save_trace(_: Request) -> Response:
        saved = {"Content-Disposition": 'attachment; filename="cups-evening.trace"'}
        return StreamingResponse(_pieces(trace_path()), media_type="application/jsonl", headers=saved)

    uploads = Uploads(launch)
    return (Route("/timeline", uploads.step_through, methods=["POST"]), Route("/evening.trace", save_trace))


async def _pieces(path: Path) -> AsyncIterator[bytes]:
    """The file as it is now; it may grow meanwhile."""
    with path.open("rb") as file:
        left = os.fstat(file.fileno()).st_size
        while left and (piece := file.read(min(left, _PIECE_BYTES))):
            left -= len(piece)
            yield piece


def _nobody_there() -> Response:
    return Response(status_code=400)
