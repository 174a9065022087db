"""Why the board decided so, for its owner: looks of the evening and the weights, told by a process beside."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from cupsboard.web.work import PROCESSES_AND_THREADS, Beside

ADDRESS = "/owner/looks.jsonl"
ALL = "all"
STRETCHES = ("60", "600", ALL)
"""The stretches that a page may ask for: seconds before now, or the whole evening."""
MOST_SECONDS_A_LINE = 600.0
"""A long evening is repeated from its beginning before its first line comes."""
TOO_LONG = b'{"isTooLong":true}\n'
"""What stands in the place of the looks that are not told any more."""
BEHIND_ALL = ("nice", "-n", "15")
"""The board weighs and plays meanwhile."""


class EveningLooks:
    """Tells the looks of a trace, for one page at a time: the smallest board has little memory."""

    def __init__(self, trace: Path, beside: Beside = PROCESSES_AND_THREADS) -> None:
        self._trace, self._beside = trace, beside
        self._is_busy = False

    async def tell(self, request: Request) -> Response:
        """Answer with the looks of the last `seconds` and the weights meanwhile, a JSON object a line."""
        seconds = request.query_params.get("seconds", STRETCHES[0])
        if seconds not in STRETCHES:
            return PlainTextResponse(f"Ask for {' or '.join(STRETCHES)} seconds.\n", 422)
        if not self._trace.is_file():
            return PlainTextResponse("Nothing was traced yet: begin a game.\n", 404)
        if self._is_busy:
            return PlainTextResponse("Another page reads it just now: try again.\n", 429)
        return StreamingResponse(self._lines(seconds), media_type="application/jsonl")

    def _command(self, seconds: str) -> Sequence[str]:
        last = () if seconds == ALL else ("--last", seconds)
        command = (sys.executable, "-m", "cupsboard", "lab", "scope", "--plain", "--trace", str(self._trace))
        return (*BEHIND_ALL, *command, *last)

    async def _lines(self, seconds: str) -> AsyncIterator[bytes]:
        if self._is_busy:
            return
        self._is_busy = True
        try:
            async with self._beside.launch(self._command(seconds), b"") as working:
                while line := await asyncio.wait_for(working.readline(), MOST_SECONDS_A_LINE):
                    yield line
        except TimeoutError:
            yield TOO_LONG
        finally:
            self._is_busy = False
