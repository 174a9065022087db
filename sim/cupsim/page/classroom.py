"""A class: several boards at one address, a start page with all results by name, and a leader."""

import argparse
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from cupsboard.drivers.files import Files
from cupsboard.formats.strict_data import from_plain, to_plain
from cupsboard.ports import Store, StoreError
from cupsboard.rules.places import Side
from cupsboard.session.signals import caught_signals
from cupsboard.web.app import MalformedMessage, application
from cupsboard.web.hub import Hub
from cupsboard.web.qr_code import invitation
from cupsboard.web.static_files import Pages
from cupsboard.web.work import fetched
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from cupsim.page.evening_begun import begun
from cupsim.page.keeper import differences, kept_in, usual_folder
from cupsim.page.requests import MayBegin, Seat, StandUp, reader
from cupsim.page.seats import LEADER, Names
from cupsim.page.server import served_to_browsers, why_another
from cupsim.page.stage import HANDS_MODULE, Stage, folders
from cupsim.page.ticking import keep_ticking
from cupsim.people.move_choice import PERSON
from cupsim.runs.games import Pairing

FRONT, MODULE = "/hands/class/index.html", "/hands/class/table.js"
RESULTS = "results.json"
LOOK_SECONDS = 0.25
SECRET_BYTES = 9
MOST_BYTES = 1024

State = Mapping[str, Any]
_read = reader(Seat | StandUp | MayBegin)


@dataclass(frozen=True, slots=True)
class Player:
    """Who played a side: a person by name, or a simulated player by their own name, as in `level`."""

    name: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game at a table ended, counted from 1; `seed` is what the game's board was drawn by."""

    table: int
    seed: int
    players: Mapping[str, Player]
    score: Mapping[str, int]


@dataclass(slots=True)
class _Course:
    """The game that lies on a table, and its result while it is over."""

    seed: int
    result: Result | None = None


class Results:
    """The results of a class, kept in a file as they come; a result that is undone is one no more."""

    def __init__(self, store: Store, say: Callable[[str], object], *, is_new: bool) -> None:
        """Go on with the results in the store; with `is_new` they are put aside. Raises StoreError."""
        self._store, self._say = store, say
        self._courses: dict[int, _Course] = {}
        self.listed: list[Result] = []
        if (content := store.read(RESULTS)) is None:
            return
        try:
            self.listed = [from_plain(Result, each) for each in json.loads(content)]
        except (ValueError, TypeError, RecursionError) as fault:
            say(f"{RESULTS} can't be read ({fault}); it is put aside as {store.set_aside(RESULTS)}")
        else:
            if is_new:
                self.listed = []
                say(f"The results before are put aside as {store.set_aside(RESULTS)}")

    def follow(self, table: int, state: State) -> None:
        """Take in what lies on a table now."""
        game, seed = state.get("game"), state["evening"]["seed"]
        if game is None or "puzzle" in state:
            return
        course = self._courses.get(table)
        if course is None:
            # After a restart the last game may lie there as it ended.
            last = next((each for each in reversed(self.listed) if each.table == table), None)
            course = _Course(seed, last if last is not None and last.seed == seed else None)
        elif course.seed != seed or not state["moves"]:
            course = _Course(seed)
        self._courses[table] = course
        if game["isOver"] and course.result is None:
            players = {side.value: player(state, side) for side in Side}
            course.result = Result(table, seed, players, dict(game["score"]))
            self.listed.append(course.result)
        elif course.result is not None and not game["isOver"] and state["moves"]:
            self.listed.remove(course.result)
            course.result = None
        else:
            return
        try:
            self._store.replace(RESULTS, json.dumps(to_plain(self.listed)).encode())
        except StoreError as fault:
            self._say(f"{fault}; the results are on the start page alone")


def player(state: State, side: Side) -> Player:
    """Return who plays a side; a player without a name where the seat is free."""
    who, people = state["evening"]["seats"][side.value], state["people"]
    if who != PERSON:
        return Player(level=who)
    number = people["holders"].get(side.value)
    return Player() if number is None else Player(people["names"].get(str(number), f"({number})"))


class Classroom:
    """Several tables as one page shows them, and the orders of their leader, who knows the secret."""

    def __init__(
        self, tables: Sequence[Stage], results: Results, secret: str, names: Sequence[str] = ()
    ) -> None:
        """`names` are those by which this computer is called, besides its own."""
        self._tables, self._results, self._secret = tables, results, secret
        self._invitation: Mapping[str, Any] = {}
        self.hub = Hub()
        own = application(
            self.hub,
            Hub(),
            names=names,
            pages=Pages(folders(), FRONT),
            routes=[Route("/class", self._order, methods=["POST"])],
        )
        everything = (own, *(table.app for table in tables))

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            async with AsyncExitStack() as stack:
                for each in everything:
                    await stack.enter_async_context(each.router.lifespan_context(each))
                app.state.is_broken = lambda: any(each.state.is_broken() for each in everything)
                yield

        routes = [Mount(f"/tables/{number}", table.app) for number, table in enumerate(tables, 1)]
        self.app = Starlette(routes=[*routes, Mount("/", own)], lifespan=lifespan)

    def invite(self, address: str) -> None:
        """Show from now on where the class meets."""
        self._invitation = invitation("", address)

    def look(self) -> None:
        """Show what lies on all tables, and which games have ended."""
        states = {
            number: table.hub.latest for number, table in enumerate(self._tables, 1) if table.hub.latest
        }
        for number, state in states.items():
            self._results.follow(number, state)
        self.hub.publish(
            {
                "invitation": self._invitation,
                "tables": {str(number): _told(state) for number, state in states.items()},
                "results": [asdict(each) for each in self._results.listed],
            }
        )

    async def _order(self, request: Request) -> Response:
        """Pass an order of the leader on to a table, or to all; the secret proves who leads."""
        content = bytearray()
        try:
            if "origin" not in request.headers or not await fetched(request, content.extend, MOST_BYTES):
                return PlainTextResponse("say it from the class's page\n", 403)
            said = json.loads(bytes(content))
            secret, order, number = str(said["secret"]), json.dumps(said["order"]), said.get("table")
            _read(order)
            tables = self._tables if number is None else [dict(enumerate(self._tables, 1))[number]]
        except ClientDisconnect:
            return Response(status_code=400)
        except (ValueError, RecursionError, TypeError, LookupError, MalformedMessage) as fault:
            return PlainTextResponse(f"no order: {fault}\n", 422)
        if not secrets.compare_digest(secret.encode(), self._secret.encode()):
            return PlainTextResponse("only who has the leader's link may do that\n", 403)
        for table in tables:
            table.inbox.heard(LEADER, order)
        return Response(status_code=204)


def _told(state: State) -> dict[str, Any]:
    people, game = state["people"], state.get("game") or {}
    away = [side for side, number in people["holders"].items() if number not in people["here"]]
    return {
        "players": {side.value: asdict(player(state, side)) for side in Side},
        "away": away,
        "levels": state["evening"]["choices"]["seats"],
        "mayBegin": people["mayBegin"],
        "score": game.get("score", {}),
        "moves": len(state["moves"]),
        "isOver": bool(game.get("isOver")),
    }


def run(pairing: Pairing, asked: argparse.Namespace, say: Callable[[str], Any]) -> int:
    """Serve as many tables as were asked for until the program is asked to end; the exit code.

    Raises FolderInUseError, StoreError and ServerError.
    """
    base = asked.evening or usual_folder() / "class"
    with ExitStack() as stack:
        caught = stack.enter_context(caught_signals())
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="cupsim-")))
        called, pages, tables = Names(), Pages(folders()), list[Stage]()
        for number in range(1, asked.tables + 1):

            def tell(line: str, number: int = number) -> None:
                say(f"table {number}: {line}")

            keeper = stack.enter_context(kept_in(base / f"table-{number}", tell))
            why_not = partial(why_another, asked, pairing.setting.begun, None)
            evening, seats = begun(
                *(pairing, keeper, folder / f"{number}.trace", tell, why_not),
                differing=lambda kept: differences(kept, vars(asked), asked.said),
            )
            stack.callback(evening.close)
            table = Stage(
                evening,
                is_only_watched=False,
                names=asked.host_name,
                keeper=keeper,
                seats=seats,
                pages=pages,
                modules=(HANDS_MODULE, MODULE),
                called=called,
            )
            tables.append(table)
        secret = secrets.token_urlsafe(SECRET_BYTES)
        results = Results(Files(base), say, is_new=asked.new)
        classroom = Classroom(tables, results, secret, asked.host_name)
        part = f"#lead={secret}"
        address = stack.enter_context(served_to_browsers(classroom.app, asked, say, part))
        say(f"The class's leader opens {address}{part}")
        classroom.invite(address)
        ended = list[object]()
        threads = stack.enter_context(ThreadPoolExecutor(len(tables), "table"))
        ticking = [threads.submit(keep_ticking, table, lambda: bool(caught or ended)) for table in tables]
        try:
            while not caught and not any(each.done() for each in ticking):
                classroom.look()
                sleep(LOOK_SECONDS)
        finally:
            ended.append(True)
        for each in ticking:
            each.result()
        for table in tables:
            table.keep()
    return 128 + caught[0]
