"""What an owner's page may ask of a board, and how a browser becomes an owner's.

A token is in a cookie that no script reads and no other site's page sends along. The page's own connection
hears nothing from anybody, an owner included: an order is a request of its own, which is answered.

A browser becomes an owner's by an invitation: of the board's shell, which holds for two minutes; or of the
board itself, which holds once players there have repeated the number that came with it.
"""

import asyncio
import json
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cupsboard.ports import StoreError
from cupsboard.rules.clocks import Clock
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Place, Side
from cupsboard.session.orders import (
    Again,
    Ask,
    Begin,
    CalibrationBack,
    CallMembers,
    Change,
    ConfirmHere,
    Delete,
    Friend,
    GiveUpCall,
    GoBack,
    GoOn,
    JoinClub,
    LeaveClub,
    MakeProfile,
    NewGame,
    Order,
    OrderRefused,
    Orders,
    PlayFrom,
    PowerOff,
    PutUp,
    Rename,
    ShowWay,
    TakeUp,
    Update,
    spoken_of,
)
from cupsboard.signs.scene import Message, Phrases
from cupsboard.storage import rules_file
from cupsboard.storage.backup import BackupError
from cupsboard.storage.owners import TOKEN_BYTES, Owners
from cupsboard.web.guard import Pace
from cupsboard.web.sections import message_section
from cupsboard.web.work import fetched, while_there


def refusal(message: Message, status: int) -> Response:
    """Return an answer that holds a message."""
    return JSONResponse(message_section(message), status)


def refused(key: str, status: int, **values: str | int | Phrases) -> Response:
    """Return an answer with a sentence of `signs/words`."""
    return refusal(Message(f"refused.{key}", values), status)


COOKIE = "cups-owner"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep one; every visit begins it anew."""
MOST_BODY_BYTES = 4096
MOST_COUNT = 9999
CHUNK_BYTES = 64 * 1024
ANSWER_SECONDS = 5.0
"""The board answers within a fifth of a second, or is busy with beginning something."""
CLUB_SECONDS = 25.0
"""Longer than the board waits for an answer of its club."""
ASKED_SECONDS = 130.0
"""Longer than the board waits for the presses that accept a browser."""

ASKS_AT_ONCE, ASK_AGAIN_SECONDS = 10.0, 60.0
"""Who may have to open it at the board a few times asks as often; then once a minute."""
MOST_ASKS_OWED = 10.0

Body = Mapping[str, Any]
Serve = Callable[[Request], Any]


def _text(body: Body, name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise OrderRefused("no-text", name=name)
    return value


def _new_game(body: Body) -> Order:
    try:
        clock = Clock.from_text(_text(body, "clock")) if body.get("clock") else None
    except ValueError as fault:
        raise OrderRefused.because(fault) from None
    if (rules := body.get("rules")) is None:
        return NewGame(_text(body, "game"), clock)
    if not isinstance(rules, dict):
        raise OrderRefused("no-text", name="rules")
    text, name = _text(rules, "text"), _text(rules, "name")
    try:
        return NewGame(rules_file.parse(text.encode("utf-8", "surrogatepass"), name), clock)
    except RulesError as fault:
        raise OrderRefused.because(fault) from None


def _number(body: Body) -> int:
    return _member(body, "number")


def _member(body: Body, name: str) -> int:
    value = body.get(name)
    if type(value) is not int or not 0 < value < 2**53:
        raise OrderRefused("no-text", name=name)
    return value


def _play_from(body: Body) -> Order:
    if (mover := body.get("turn")) not in [None, *(side.value for side in Side)]:
        raise OrderRefused("no-text", name="turn")
    numbers = {Place(name): count for name, count in _counts(body, "numbers").items()}
    stocks = {side: count for side in Side if (count := _counts(body, "stocks").get(side.value)) is not None}
    return PlayFrom(mover and Side(mover), numbers, stocks)


def _counts(body: Body, name: str) -> Mapping[str, int]:
    """Return numbers of pieces by name. Raises OrderRefused."""
    counts = body.get(name, {})
    if not isinstance(counts, dict) or not all(
        type(each) is int and 0 <= each <= MOST_COUNT for each in counts.values()
    ):
        raise OrderRefused("no-text", name=name)
    return counts


def _begin(body: Body) -> Order:
    options = body.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(each, str) for each in options.values()):
        raise OrderRefused("no-options")
    return Begin(_text(body, "activity"), options)


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order that an owner may give: what it does, and how it is read."""

    means: str
    read: Callable[[Body], Order]


ORDERS: Mapping[str, Ordered] = {
    "begin": Ordered("let the board turn to a game, a check, a calibration or a weighing", _begin),
    "go-on": Ordered("press, where no game is played", lambda _: GoOn()),
    "leave-out": Ordered("hold, where no game is played: what was refused is left out", lambda _: GoOn(True)),
    "back": Ordered("take the last step of a calibration back", lambda _: GoBack()),
    "again": Ordered(
        "measure a place of a calibration once more", lambda body: Again(Place(_text(body, "place")))
    ),
    "new-game": Ordered(
        "put the game aside that is played, and begin one that the board offers, or one by own rules",
        _new_game,
    ),
    "play-from": Ordered("play on from what lies on the table, once it was counted", _play_from),
    "puzzle": Ordered(
        "put the game aside that is played, and put a puzzle up", lambda body: PutUp(_number(body))
    ),
    "show-way": Ordered("show the way of the puzzle on the table, which is help", lambda _: ShowWay()),
    "take-up": Ordered(
        "put the game aside that is played, and go on with one that was", lambda body: TakeUp(_number(body))
    ),
    "delete": Ordered("delete a game that is not being played", lambda body: Delete(_number(body))),
    "rename": Ordered(
        "call the players of an earlier game otherwise",
        lambda body: Rename(_number(body), {each: _text(body, each) for each in body if each != "number"}),
    ),
    "friend": Ordered(
        "put the game aside that is played, and open or go on with one that a friend elsewhere plays too",
        lambda _: Friend(True),
    ),
    "home": Ordered("put a game with a friend aside, and go on with the one before", lambda _: Friend(False)),
    "join-club": Ordered(
        "join the club of a server, by a code that a member's page gave",
        lambda body: JoinClub(_text(body, "server"), _text(body, "code"), _text(body, "name")),
    ),
    "leave-club": Ordered("leave the club", lambda _: LeaveClub()),
    "call-members": Ordered(
        "call two members of the club to this board",
        lambda body: CallMembers(
            _member(body, "south"), _member(body, "north"), _text(body, "game"), body.get("rated") is True
        ),
    ),
    "take-call-back": Ordered("take the call of two members to this board back", lambda _: GiveUpCall()),
    "set": Ordered(
        "set the board's level and side, its tutor, brightness, sound, voice and the players' names",
        lambda body: Change(dict(body)),
    ),
    "calibration-back": Ordered(
        "put an earlier calibration in force again, and go on with it",
        lambda body: CalibrationBack(_text(body, "name")),
    ),
    "power-off": Ordered("switch the board's computer off; what is played is kept", lambda _: PowerOff()),
    "update": Ordered(
        "install a newer signed release and try it; the board goes back by itself if it does worse with it",
        lambda body: Update(_text(body, "place").strip()),
    ),
    "profile": Ordered(
        "write the board's profile for its size, its cells and its lines, and begin anew with it",
        lambda body: MakeProfile({name: _text(body, name) for name in body}),
    ),
}
"""Everything that changes what the board does: never a bean, a turn or an undo."""


class OwnersPage:
    """The requests of owners, and of those who want to be some."""

    def __init__(
        self,
        owners: Owners,
        is_pairing: Callable[[], bool],
        orders: Orders,
        report: Callable[[], tuple[str, bytes] | None] = lambda: None,
        back_up: Callable[[BinaryIO], object] = lambda _: None,
        further: Sequence[tuple[str, str, Serve]] = (),
    ) -> None:
        """`is_pairing` tells, in any thread, whether the board lets a browser ask to become an owner's.

        `report` makes the file that the last job can give, with its name; None where there is none.
        `back_up` writes all files of the board into one; both work in any thread. `further` is what else
        is served to owners alone: method, path, and who answers.
        """
        self._owners, self._is_pairing, self._orders = owners, is_pairing, orders
        self._report, self._back_up = report, back_up
        self._further = further
        self._asks: dict[str, Pace] = {}
        """How often each address may ask; what it asks in vain counts too."""
        self._asked: tuple[str, Future[None]] | None = None
        """The invitation of the browser that has asked last, which holds once its future has ended well."""

    def routes(self) -> Sequence[BaseRoute]:
        """Return where these requests go."""
        return (
            Route("/owner", _explained(self._who, "no-answer"), methods=["GET"]),
            Route("/owner/ask", _explained(self._ask, "no-answer"), methods=["POST"]),
            Route("/owner/accept", _explained(self._accept, "no-answer"), methods=["POST"]),
            Route("/owner/list", self._of_owner(self._list), methods=["GET"]),
            Route("/owner/report", self._of_owner(self._send_report), methods=["GET"]),
            Route("/owner/backup.zip", self._of_owner(self._send_backup), methods=["GET"]),
            *(Route(path, self._of_owner(serve), methods=[method]) for method, path, serve in self._further),
            Route("/owner/revoke", self._of_owner(self._revoke), methods=["POST"]),
            Route("/owner/orders/{order}", self._of_owner(self._order), methods=["POST"]),
            Route("/club/confirm", _explained(self._confirm, "busy"), methods=["POST"]),
        )

    async def _who(self, request: Request) -> Response:
        """Say whether this browser is an owner's."""
        token = request.cookies.get(COOKIE)
        owner = None if token is None else self._owners.owner_of(token)
        answer = JSONResponse({"isOwner": owner is not None})
        if owner is not None and token is not None:
            _give(answer, token)
        return answer

    async def _ask(self, request: Request) -> Response:
        """Let the board say that a phone asks; give the number to be repeated there, and an invitation."""
        ask = Ask()
        await _body(request)
        if not self._is_heard("" if request.client is None else request.client.host):
            raise OrderRefused("asks-too-often")
        if not self._is_pairing():
            raise OrderRefused("not-open")
        try:
            await asyncio.wait_for(asyncio.wrap_future(self._orders.give(ask)), ANSWER_SECONDS)
        except TimeoutError:
            ask.pressed.cancel()
            raise
        invitation = secrets.token_urlsafe(TOKEN_BYTES)
        self._asked = invitation, ask.pressed
        return JSONResponse({"number": list(ask.number), "invitation": invitation})

    def _is_heard(self, address: str) -> bool:
        """Return whether an address has not asked too often, and count this time.

        Two phones that ask end each other's asking. So a program that asks without a pause would keep all
        others out: it is not heard before it has been silent for as long as its asking has cost.
        """
        now = asyncio.get_running_loop().time()
        if address not in self._asks:
            self._asks = {each: pace for each, pace in self._asks.items() if not pace.is_full(now)}
        pace = self._asks.get(address, Pace.begun(1 / ASK_AGAIN_SECONDS, ASKS_AT_ONCE, now)).spent(1.0, now)
        self._asks[address] = replace(pace, left=max(pace.left, -MOST_ASKS_OWED))
        return pace.left >= 0.0

    async def _accept(self, request: Request) -> Response:
        """Make this browser an owner's by an invitation; one of the board waits for the presses there."""
        body = await _body(request)
        invitation, name = _text(body, "invitation"), _text(body, "name")
        if self._asked is None or self._asked[0] != invitation:
            token = await asyncio.to_thread(self._owners.accept, invitation, name)
        else:
            (_, pressed), self._asked = self._asked, None
            waiting = asyncio.wait_for(asyncio.wrap_future(pressed), ASKED_SECONDS)
            await while_there(request, waiting)
            if not pressed.done() or pressed.cancelled():
                pressed.cancel()
                return Response(status_code=400)
            token = await asyncio.to_thread(self._owners.add, name)
        if token is None:
            return refused("invitation", 409)
        return _given(token)

    def _of_owner(self, serve: Serve) -> Serve:
        """Serve owners alone."""

        async def served(request: Request) -> Response:
            token = request.cookies.get(COOKIE)
            if token is None or self._owners.owner_of(token) is None:
                return refused("not-owner", 403)
            answer: Response = await serve(request)
            return answer

        return _explained(served, "busy")

    async def _order(self, request: Request) -> Response:
        ordered = ORDERS.get(request.path_params["order"])
        if ordered is None:
            return refused("no-order", 404)
        order = ordered.read(await _body(request))
        seconds = CLUB_SECONDS if isinstance(order, JoinClub | LeaveClub | CallMembers) else ANSWER_SECONDS
        await asyncio.wait_for(asyncio.wrap_future(self._orders.give(order)), seconds)
        return Response(status_code=204)

    async def _confirm(self, request: Request) -> Response:
        """Have a member who is called to this board confirm by the own code, on whatever page."""
        order = ConfirmHere(_text(await _body(request), "code"))
        await asyncio.wait_for(asyncio.wrap_future(self._orders.give(order)), CLUB_SECONDS)
        return Response(status_code=204)

    async def _list(self, request: Request) -> Response:
        own = self._owners.owner_of(request.cookies[COOKIE])
        return JSONResponse(
            [
                {"number": each.number, "name": each.name, "since": each.since, "isYou": each == own}
                for each in self._owners.listed()
            ]
        )

    async def _revoke(self, request: Request) -> Response:
        number = (await _body(request)).get("number")
        if not isinstance(number, int) or not await asyncio.to_thread(self._owners.revoke, number):
            raise OrderRefused("no-such-owner")
        return Response(status_code=204)

    async def _send_report(self, _: Request) -> Response:
        report = await asyncio.to_thread(self._report)
        if report is None:
            return refused("examine-first", 404)
        name, content = report
        saved = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/octet-stream", headers=saved)

    async def _send_backup(self, _: Request) -> Response:
        # As large as the traces of an evening: not to be held in the memory of the smallest board.
        try:
            file = await asyncio.to_thread(_filled, self._back_up)
        except (OSError, BackupError) as fault:
            return refused("not-packed", 503, why=getattr(fault, "strerror", None) or str(fault))
        saved = {"Content-Disposition": 'attachment; filename="cups-backup.zip"'}
        return StreamingResponse(_chunks(file), media_type="application/zip", headers=saved)


def _explained(serve: Serve, late: str) -> Serve:
    """Answer with a sentence where something is refused; `late` is that for a board that doesn't answer."""

    async def served(request: Request) -> Response:
        try:
            answer: Response = await serve(request)
        except OrderRefused as why:
            return refusal(why.message, 409)
        except TimeoutError:
            return refused(late, 503)
        except StoreError as fault:
            return refusal(spoken_of(fault), 503)
        except ClientDisconnect:
            return Response(status_code=400)
        return answer

    return served


def _filled(write: Callable[[BinaryIO], object]) -> BinaryIO:
    """Return a file without a name, and what was written into it. Raises what `write` does, and OSError."""
    with ExitStack() as stack:
        file = stack.enter_context(tempfile.TemporaryFile())
        write(file)
        stack.pop_all()
        return file


async def _chunks(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        file.seek(0)
        while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
            yield chunk


async def _body(request: Request) -> Body:
    """Return what a request says. Raises OrderRefused or ClientDisconnect."""
    if "origin" not in request.headers:
        raise OrderRefused("no-origin")
    content = bytearray()
    if not await fetched(request, content.extend, MOST_BODY_BYTES):
        raise OrderRefused("too-long")
    try:
        body = json.loads(bytes(content) or b"{}")
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise OrderRefused("no-order")
    return body


def _given(token: str) -> Response:
    answer = Response(status_code=204)
    _give(answer, token)
    return answer


def _give(answer: Response, token: str) -> None:
    answer.set_cookie(COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="strict", path="/")
