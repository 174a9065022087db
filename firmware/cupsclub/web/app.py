"""The server as an application: the socket of version 1, and what a browser may look at.

Who may do what is decided by the token in `hello`. A member of the club has a cookie beside, which counts on
our own pages alone: a foreign page in the same browser can do no more here than its own visitor could.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from ipaddress import ip_address
from random import SystemRandom
from time import monotonic
from typing import Any

from cupsboard.distance.shared_game import for_distance
from cupsboard.distance.wire import WireError
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsboard.web import timeline
from cupsboard.web.analysis import Analyses
from cupsboard.web.guard import RateLimitedLog, with_headers
from cupsboard.web.static_files import Pages, page_folders
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from cupsclub.archive import Known, listed, record_of
from cupsclub.clients.requests import Neighbour, Tidings
from cupsclub.people import digest, new_code
from cupsclub.store.members import Members
from cupsclub.store.port import Records, RecordsError
from cupsclub.web.club import Club
from cupsclub.web.cookie import token_of
from cupsclub.web.desk import Desk
from cupsclub.web.levels import Levels
from cupsclub.web.neighbours import BEGUN, Neighbours
from cupsclub.web.seen import board_of, offered, seen
from cupsclub.web.sockets import Sockets
from cupsclub.web.vitals import Figure, Vitals
from cupsclub.writer import Writer


def going_on(served_seconds: float, monotonic: Callable[[], float]) -> Callable[[], float]:
    """Return a clock of the seconds that the server has served; `monotonic` is the clock that it goes by."""
    ahead = served_seconds - monotonic()
    return lambda: monotonic() + ahead


@dataclass(frozen=True, slots=True)
class Together:
    """What ties one process of a server to the others: messages between them, and the server's time.

    The process calls `give_sign` every few seconds as long as all of it goes on; a process that no longer
    does so hangs, and is killed.
    """

    neighbours: Neighbours
    now: Callable[[], float]
    began: float
    give_sign: Callable[[], object] = bool

    @classmethod
    def alone(cls, records: Records, clock: Callable[[], float] = monotonic) -> "Together":
        """Return that of a server's only process; `clock` tells seconds without a leap."""
        now = going_on(records.served_seconds(), clock)
        return cls(Neighbours(), now, now())


STATIC = files("cupsclub").joinpath("web", "static")
GAMES = ("cups 4", "cups 3", "cups 6", "kalah 6", "oware 6")
"""What the first page offers."""
SEAT, AROUND = "/seat/seat.html", "/seat/page.html"
"""The page of a game, and the one around the games: its script sees which by the address."""
OWN_PAGES = {"/g/{code}": SEAT, **dict.fromkeys(("/club", "/t", "/t/{number:int}"), AROUND)}
GAMES_A_PAGE = 100
_LOG = logging.getLogger(__name__)
_LOG.addFilter(RateLimitedLog())


def drawn_side() -> Side:
    """Return a side by chance."""
    return SystemRandom().choice(list(Side))


def application(
    writing: Records,
    reading: Callable[[], AbstractContextManager[Records]],
    on_fault: Callable[[BaseException], object],
    together: Together,
    outside: Callable[[], str] | None = None,
    *,
    has_levels: bool = False,
    token: str = "",
) -> Starlette:
    """Return the server over records: `writing` is the writer's alone, `reading` opens others.

    `outside` tells by what address others in the network reach this computer, for links on pages that are
    opened on this computer itself; None where others do not get in.
    With `has_levels` the engine's levels are members of the club. `token` lets others than this computer's
    own programs know how the server does.
    """
    now, neighbours = together.now, together.neighbours
    writer = Writer(
        *(writing, now, new_code, drawn_side),
        began=together.began,
        tell=partial(neighbours.tell, "tidings") if neighbours.others else None,
    )
    desk = Desk(writer, on_fault)
    neighbours.hear("tidings", lambda number, told: desk.put(Neighbour(number, told)), Tidings)
    neighbours.hear(BEGUN, lambda number, _: desk.put(Neighbour(number, None)))
    sockets, looked_up = Sockets(desk, now, neighbours), Looks(reading).answering
    club = Club(desk, looked_up, now, neighbours, writer.sides_there)
    figures = partial(_figures, writer, writing, sockets)
    vitals = Vitals(
        *(reading, figures, sockets.said_to_seen, lambda: writer.unwritten, token, neighbours),
        *(partial(desk.ask, None), together.give_sign),
    )
    pages = Pages((*page_folders(), ("/seat", STATIC)), AROUND)

    def works() -> Iterator[Coroutine[Any, Any, None]]:
        yield vitals.keep_telling()
        if has_levels:
            yield Levels(desk, reading, now).play()

    routes: list[BaseRoute] = [
        WebSocketRoute("/v1", sockets.serve),
        Route("/hello.json", partial(_hello, pages, outside)),
        *_of_games(looked_up, now, outside, Analyses()),
        *(Route(path, partial(_own_page, pages, page)) for path, page in OWN_PAGES.items()),
        *club.routes(),
        *vitals.routes(),
        # The board is drawn as on the page of a board.
        Route("/{path:path}", pages.serve),
    ]
    return Starlette(
        routes=routes,
        lifespan=lambda _: _going_on(desk, neighbours, works()),
        middleware=[Middleware(WithHeaders)],
    )


@asynccontextmanager
async def _going_on(
    desk: Desk, neighbours: Neighbours, works: Iterable[Coroutine[Any, Any, None]]
) -> AsyncIterator[None]:
    """Have the desk, the ways to the others and these works go on meanwhile; at the end all has ended."""
    desk.opened()
    neighbours.opened()
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        neighbours.close()
        desk.close()


async def _hello(pages: Pages, outside: Callable[[], str] | None, request: Request) -> Response:
    """Say what a page needs before it knows any game."""
    module, address = pages.address("/seat/seated.js"), _base(request, outside)
    told = {"languages": pages.languages, "version": pages.version, "module": module, "games": GAMES}
    board = board_of(for_distance(GAMES[0]))
    is_near = _is_near(URL(address).hostname)
    return JSONResponse(told | {"address": address, "isNear": is_near, "board": board})


async def _own_page(pages: Pages, page: str, request: Request) -> Response:
    """Give one of the server's own pages; which game it is about stands in its address."""
    return pages.answer(page, request)


def _of_games(
    looked_up: Callable[..., Any],
    now: Callable[[], float],
    outside: Callable[[], str] | None,
    analyses: Analyses,
) -> Iterator[Route]:
    """Yield what is told of games that are kept."""
    yield Route("/games", looked_up(_games))
    yield Route("/games/open", looked_up(_open_games))
    yield Route("/games/{code}.txt", looked_up(_record))
    yield Route("/games/{code}/table", looked_up(partial(_table, now, outside)))
    yield Route("/games/{code}/timeline.json", looked_up(_timeline))
    yield Route("/games/{code}/analysis", looked_up(partial(_analysis, analyses)), methods=["POST"])


def _figures(writer: Writer, records: Records, sockets: Sockets) -> Iterator[Figure]:
    """Yield what the server counts of itself."""
    yield Figure("cupsclub_sockets", "gauge", "Connections that are open.", sockets.open)
    yield Figure("cupsclub_games_followed", "gauge", "Games that clients follow.", writer.games_followed)
    yield Figure("cupsclub_entries_total", "counter", "Entries written.", writer.entries_written)
    yield Figure("cupsclub_writes_failed_total", "counter", "Batches not written.", writer.writes_failed)
    yield Figure("cupsclub_faults_total", "counter", "Requests that met a fault.", writer.failures)
    seconds = records.database_seconds
    yield Figure("cupsclub_database_seconds_total", "counter", "Time the database took to write.", seconds)


class Looks:
    """Reads the records for pages, in one request after the other, so that moves need not wait for them."""

    def __init__(self, reading: Callable[[], AbstractContextManager[Records]]) -> None:
        self._reading, self._known, self._turn = reading, Known(), asyncio.Lock()

    def answering(
        self, look: Callable[[Records, Known, Request], Response]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the endpoint that answers with what `look` reads; HTTPException 503 if it can't be read."""

        async def endpoint(request: Request) -> Response:
            try:
                async with self._turn:
                    return await run_in_threadpool(self._looked, look, request)
            except RecordsError as fault:
                # Where the games are is for who runs the server alone.
                _LOG.error("can't read now: %s", fault)
                raise HTTPException(503, "The games can't be read now; try again in a minute.") from None
            except (RulesError, WireError) as fault:
                raise HTTPException(503, str(fault)) from None

        return endpoint

    def _looked(self, look: Callable[[Records, Known, Request], Response], request: Request) -> Response:
        with self._reading() as records:
            return look(records, self._known, request)


class WithHeaders:
    """Says with every answer what a page of this server may do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._app(scope, receive, with_headers(send))


def _table(
    now: Callable[[], float],
    outside: Callable[[], str] | None,
    records: Records,
    known: Known,
    request: Request,
) -> Response:
    code = request.path_params["code"]
    link = f"{_base(request, outside)}/g/{code}"
    own = Members(records).with_token(digest(token_of(request)))
    found = seen(records, code, known.shared(records, code), now(), link, own)
    if found is None:
        raise HTTPException(404, "There is no game with this code.")
    return JSONResponse(found)


def _base(request: Request, outside: Callable[[], str] | None) -> str:
    """Return the server's address as a friend elsewhere needs it."""
    url = request.url
    host = outside() if outside is not None and _is_near(url.hostname) else None
    return f"{url.scheme}://{url.netloc if host is None else f'{host}:{url.port}'}"


def _is_near(host: str | None) -> bool:
    """Return whether a host's name is this computer's for itself alone."""
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return host == "localhost"


def _open_games(records: Records, _: Known, __: Request) -> Response:
    """List the newest games that wait for a second player, of those whose opener wishes that."""
    games = [offered(records, code) for code in records.listed(GAMES_A_PAGE)]
    return JSONResponse([game for game in games if game is not None])


def _timeline(records: Records, known: Known, request: Request) -> Response:
    """Give a game to step through; what its moves were worth is told when it is over."""
    record, is_over = _found(records, known, request)
    told = timeline.of_game(record)
    return JSONResponse({**told, "isExplained": told["isExplained"] and is_over})


def _analysis(analyses: Analyses, records: Records, known: Known, request: Request) -> Response:
    """Judge a game that is over, move by move."""
    record, is_over = _found(records, known, request)
    if not is_over:
        raise HTTPException(409, "A game is judged when it is over.")
    return analyses.of(format_record(record).encode())


def _found(records: Records, known: Known, request: Request) -> tuple[Record[Any], bool]:
    """Return the record of a begun game and whether it is over. Raises HTTPException."""
    code = request.path_params["code"]
    shared = known.shared(records, code)
    record = record_of(records, code, shared)
    if record is None:
        raise HTTPException(404, "There is no begun game with this code.")
    return record, shared.end is not None


def _games(records: Records, known: Known, request: Request) -> Response:
    """List the newest games that have begun, those before `before` of the last look.

    The code of a game with a free seat is for the one who was given it.
    """
    codes = records.begun(request.query_params.get("before"), GAMES_A_PAGE)
    return JSONResponse([listed(records, code, known.shared(records, code)) for code in codes])


def _record(records: Records, known: Known, request: Request) -> Response:
    record, _ = _found(records, known, request)
    return PlainTextResponse(format_record(record))
