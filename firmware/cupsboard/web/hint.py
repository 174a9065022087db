"""Where to play, for whoever asks at the page, found by a process beside the board's own."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsboard.web.work import PROCESSES_AND_THREADS, Launch

COMMAND = (sys.executable, "-m", "cupsboard.session.hint_worker")
MOST_SECONDS = 60.0
"""A worker that says nothing for so long is stuck, and ended. The smallest Pi needs about ten to begin."""
MOST_WAITING = 8
"""Who asks while so many wait is asked to try again."""


class Hints:
    """One at a time, each kept until another is asked for: two people may ask for the same one."""

    def __init__(
        self,
        record: Callable[[], Record[Any]],
        given: Callable[[], object] = lambda: None,
        launch: Launch = PROCESSES_AND_THREADS.launch,
        is_shared: Callable[[], bool] = lambda: False,
    ) -> None:
        """`record` gives the game as it is then, and `given` hears of every hint; both in any thread.

        `is_shared` says whether the other side sits at another board, or the game counts in a club: then
        nobody gets one.
        """
        self._record = record
        self._given = given
        self._launch = launch
        self._is_shared = is_shared
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._kept: tuple[str, Side, bytes] | None = None

    async def hint(self, request: Request) -> Response:
        """A hint for the side that the address names, as JSON."""
        try:
            side = Side(request.path_params["side"])
        except ValueError:
            return PlainTextResponse("A hint is for south or for north.\n", 404)
        if self._is_shared():
            return PlainTextResponse(
                "A game shared with another board, or of the club, is played without hints.\n", 409
            )
        if self._waiting >= MOST_WAITING:
            return PlainTextResponse("Too many ask for a hint: try again.\n", 429)
        self._waiting += 1
        try:
            async with self._turn:
                return await self._found(side)
        finally:
            self._waiting -= 1

    async def _found(self, side: Side) -> Response:
        record = self._record()
        history = record.history()
        if side not in history.game.movers(history.position):
            return PlainTextResponse(f"It is not {side.value}'s turn: ask when it is.\n", 409)
        text = format_record(record)
        if self._kept is None or self._kept[:2] != (text, side):
            found = await self._worked_out(side, text.encode())
            if not found:
                return PlainTextResponse("No hint was found: try again.\n", 503)
            self._kept = (text, side, found)
        self._given()
        return Response(self._kept[2], media_type="application/json")

    async def _worked_out(self, side: Side, record: bytes) -> bytes:
        """What the worker says; nothing if it breaks or takes too long."""
        async with self._launch((*COMMAND, side.value), record) as working:
            try:
                said = await asyncio.wait_for(working.said(), MOST_SECONDS)
            except TimeoutError:
                return b""
        return said if working.returncode == 0 else b""


def routes(
    record: Callable[[], Record[Any]],
    given: Callable[[], object] = lambda: None,
    launch: Launch = PROCESSES_AND_THREADS.launch,
    is_shared: Callable[[], bool] = lambda: False,
) -> Sequence[BaseRoute]:
    """Where a page asks for a hint; `given` hears of every one, in any thread."""
    return (Route("/hint/{side}", Hints(record, given, launch, is_shared).hint, methods=["POST"]),)
