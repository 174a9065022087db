"""The server as an application: the socket of version 1, and what a browser may look at.

Who may do what is decided by the token in `hello` alone. There are no cookies, so a foreign page in the same
browser can do no more here than its own visitor could.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from random import SystemRandom
from time import monotonic

from cupsboard.distance.wire import WireError
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.web.guard import with_headers
from cupsboard.web.rate_limited_log import RateLimitedLog
from cupsboard.web.static_files import page_folders
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from cupsclub.archive import Known, listed, record_text, table
from cupsclub.store.port import Records, RecordsError
from cupsclub.web.desk import Desk
from cupsclub.web.server_time import going_on
from cupsclub.web.sockets import Sockets
from cupsclub.writer import Writer

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are taken for each other."""
CODE_CHARACTERS = 8
STATIC = Path(__file__).parent / "static"
GAMES_A_PAGE = 100
_LOG = logging.getLogger(__name__)
_LOG.addFilter(RateLimitedLog())


def new_code() -> str:
    """Return the code of a new game, which can't be guessed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_CHARACTERS))


def drawn_side() -> Side:
    """Return a side by chance."""
    return SystemRandom().choice(list(Side))


def application(
    writing: Records,
    reading: Callable[[], AbstractContextManager[Records]],
    on_fault: Callable[[BaseException], object],
    clock: Callable[[], float] = monotonic,
) -> Starlette:
    """Return the server over records: `writing` is the writer's alone, `reading` opens others.

    `clock` tells seconds from any beginning, without a leap.
    """
    now = going_on(writing.served_seconds(), clock)
    desk = Desk(Writer(writing, now, new_code, drawn_side), on_fault)
    sockets, known, looking = Sockets(desk, now), Known(), asyncio.Lock()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        desk.opened()
        try:
            yield
        finally:
            desk.close()

    def looked_up(
        look: Callable[[Records, Known, Request], Response],
    ) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            def looked() -> Response:
                with reading() as records:
                    return look(records, known, request)

            try:
                # Looks wait for each other, so that moves need not wait for them.
                async with looking:
                    return await run_in_threadpool(looked)
            except RecordsError as fault:
                # Where the games are is for who runs the server alone.
                _LOG.error("can't read now: %s", fault)
                raise HTTPException(503, "The games can't be read now; try again in a minute.") from None
            except (RulesError, WireError) as fault:
                raise HTTPException(503, str(fault)) from None

        return endpoint

    folders = page_folders()
    routes: list[BaseRoute] = [
        WebSocketRoute("/v1", sockets.serve),
        Route("/games", looked_up(_games)),
        Route("/games/{code}.txt", looked_up(_record)),
        Route("/games/{code}/table", looked_up(partial(_table, now))),
        Route("/", _page),
        Route("/g/{code}", _page),
        Mount("/static", StaticFiles(directory=STATIC)),
        # The board is drawn as on the page of a board.
        *(Mount(f"/board{path}", StaticFiles(directory=str(folder))) for path, folder in reversed(folders)),
        Mount("/fonts", StaticFiles(directory=str(folders[0][1].joinpath("fonts")))),
    ]
    return Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(WithHeaders)])


class WithHeaders:
    """Says with every answer what a page of this server may do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._app(scope, receive, with_headers(send))


def _page(_: Request) -> Response:
    """Give the page of a seat without a board; which game it is about stands in its address."""
    return FileResponse(STATIC / "seat.html")


def _table(now: Callable[[], float], records: Records, known: Known, request: Request) -> Response:
    code = request.path_params["code"]
    found = table(records, code, known.shared(records, code), now())
    if found is None:
        raise HTTPException(404, "There is no game with this code.")
    return JSONResponse(found)


def _games(records: Records, known: Known, request: Request) -> Response:
    """List the newest games that have begun, those before `before` of the last look.

    The code of a game with a free seat is for the one who was given it.
    """
    codes = records.begun(request.query_params.get("before"), GAMES_A_PAGE)
    return JSONResponse([listed(records, code, known.shared(records, code)) for code in codes])


def _record(records: Records, known: Known, request: Request) -> Response:
    code = request.path_params["code"]
    text = record_text(records, code, known.shared(records, code))
    if text is None:
        raise HTTPException(404, "There is no begun game with this code.")
    return PlainTextResponse(text)
