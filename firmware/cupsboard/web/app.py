"""The page and its one connection: what a browser gets from a board.

What a viewer sends goes to an `Ear`. The live view's ear hears nothing: any message ends that connection, so
nothing from the network can change a game on a real board.
"""

import asyncio
import json
import re
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Protocol, TypeAlias
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cupsboard.web.guard import POLICY_VIOLATION, Guard, Pace
from cupsboard.web.hub import Hub, Viewer
from cupsboard.web.static_files import Addressed, Pages, page_folders

MOST_VIEWERS = 24
MOST_OF_A_PLAYER = 8
"""Pages of one such browser, those among them that are lost and not yet known to be."""
FULL, FULL_HERE = "full", "full-here"
"""Why somebody is turned away, by the page's words: all places are taken, or all of their address."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Where a page calls from, and the token of its browser if that holds a seat or is an owner's."""

    address: str
    player: str | None = None


class Places:
    """The places before one board."""

    def __init__(self) -> None:
        self._of_addresses: Counter[str] = Counter()
        self._of_players: Counter[str] = Counter()

    def refusal(self, visitor: Visitor) -> str | None:
        """Why this visitor gets no place now; None if one is free."""
        if visitor.player is not None:
            return FULL_HERE if self._of_players[visitor.player] >= MOST_OF_A_PLAYER else None
        here, left = self._of_addresses[visitor.address], MOST_VIEWERS - self._of_addresses.total()
        if 2 * here < left:
            return None
        return FULL_HERE if here else FULL

    def take(self, visitor: Visitor) -> None:
        """Give the visitor a place."""
        taken, name = self._kind(visitor)
        taken[name] += 1

    def leave(self, visitor: Visitor) -> None:
        """Have the visitor's place back."""
        taken, name = self._kind(visitor)
        taken[name] -= 1
        if not taken[name]:
            del taken[name]

    def _kind(self, visitor: Visitor) -> tuple[Counter[str], str]:
        if visitor.player is not None:
            return self._of_players, visitor.player
        return self._of_addresses, visitor.address


_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)


def own_names(host_name: Callable[[], str] | None = None) -> tuple[str, ...]:
    """Return this computer's host name, as multicast DNS announces it (RFC 6762) and alone, if it has one."""
    name = (host_name or socket.gethostname)().partition(".")[0].lower()
    return (f"{name}.local", name) if _LABEL.fullmatch(name) and name != "localhost" else ()


def by_name(address: str, names: tuple[str, ...]) -> str | None:
    """Return a page's address with the first of the names for its host.

    None without a name, and for a page that only this computer reaches.
    """
    said = urlsplit(address)
    if not names or ip_address(said.hostname or "").is_loopback:
        return None
    return f"http://{names[0]}:{said.port}/"


MESSAGES_A_SECOND = 60.0
MESSAGES_AT_ONCE = 120.0
"""A burst this long is still a person; then MESSAGES_A_SECOND holds."""
LONGEST_MESSAGE = 4096
TRY_AGAIN_LATER = 1013
BROWSER = "browser"
"""A page that was here before says in the address of its connection which browser it is in."""


Routes: TypeAlias = Sequence[BaseRoute]
"""What a page answers beside its own files."""


class MalformedMessage(ValueError):
    """A message that no page of ours sends; it ends the connection of who sent it, and of nobody else."""


class Ear(Protocol):
    """What becomes of messages from viewers."""

    def heard(self, viewer: int, text: str) -> None:
        """Take one message in. Raises MalformedMessage."""

    def left(self, viewer: int) -> None:
        """Let go of everything a viewer has begun: the connection is over."""


class Deaf:
    """The ear of a board that is only looked at."""

    def heard(self, viewer: int, text: str) -> None:  # noqa: ARG002
        """Refuse everything. Raises MalformedMessage."""
        raise MalformedMessage("this board can only be watched")

    def left(self, viewer: int) -> None:
        """Nothing was begun."""


def application(
    hub: Hub,
    details: Hub,
    *,
    names: Iterable[str] = (),
    ear: Ear | None = None,
    is_player: Callable[[str], bool] = lambda _: False,
    cookie: str = "",
    pages: Addressed | None = None,
    modules: Sequence[str] = (),
    routes: Routes = (),
) -> Starlette:
    """The server's application: a live view, unless it is given an ear and the modules that speak to it.

    `details` has what only the curious look at: a page connects to it for as long as it shows them.
    `is_player` tells whether the browser of a token holds a seat, or is an owner's; such a browser always
    gets in. Its token is in the address of its connection, or in the `cookie` of that name.
    The page opens by this computer's own name too, and by further `names`; `modules` are paths of scripts it
    then loads.
    """
    pages = Pages(page_folders()) if pages is None else pages
    addresses = [pages.address(path) for path in modules]
    hello = json.dumps(
        {"hello": {"languages": pages.languages, "modules": addresses, "version": pages.version}}
    )
    live = _Live(hub, ear or Deaf(), is_player, cookie, hello)
    curious = _Live(details, Deaf(), is_player, cookie)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[Mapping[str, object]]:
        passing_on = [asyncio.create_task(each.run()) for each in (hub, details)]
        app.state.is_broken = lambda: any(each.done() for each in passing_on)
        yield {}
        for each in passing_on:
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each

    sockets = [WebSocketRoute("/live", live.serve), WebSocketRoute("/details", curious.serve)]
    everything = [*routes, *sockets, Route("/{path:path}", pages.serve)]
    guarded = Middleware(Guard, names=(*own_names(), *names))
    return Starlette(routes=everything, lifespan=lifespan, middleware=[guarded])


class _Live:
    """The connections of all viewers of a hub."""

    def __init__(
        self, hub: Hub, ear: Ear, is_player: Callable[[str], bool], cookie: str, hello: str | None = None
    ) -> None:
        self._hub, self._ear, self._is_player, self._hello = hub, ear, is_player, hello
        self._cookie = cookie
        self._places = Places()

    async def serve(self, socket: WebSocket) -> None:
        """Talk to one viewer until it leaves or breaks the rules; there may be no place for it."""
        visitor = self._visitor(socket)
        await socket.accept()
        if (why := self._places.refusal(visitor)) is not None:
            # A browser tells its page why only where the connection was accepted first.
            with suppress(WebSocketDisconnect, RuntimeError):
                await self._greet(socket)
                await socket.close(TRY_AGAIN_LATER, why)
            return
        self._places.take(visitor)
        viewer = self._hub.join()
        sending = asyncio.create_task(self._send(socket, viewer))
        try:
            await self._listen(socket, viewer)
        except MalformedMessage as fault:
            await socket.close(POLICY_VIOLATION, str(fault)[:100])
        finally:
            sending.cancel()
            self._places.leave(visitor)
            self._hub.leave(viewer)
            self._ear.left(viewer.number)

    def _visitor(self, socket: WebSocket) -> Visitor:
        token = socket.cookies.get(self._cookie, socket.query_params.get(BROWSER))
        address = "" if socket.client is None else socket.client.host
        return Visitor(address, token if token is not None and self._is_player(token) else None)

    async def _greet(self, socket: WebSocket) -> None:
        if self._hello is not None:
            await socket.send_text(self._hello)

    async def _send(self, socket: WebSocket, viewer: Viewer) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._greet(socket)
            while True:
                await socket.send_text(await viewer.next())

    async def _listen(self, socket: WebSocket, viewer: Viewer) -> None:
        clock = asyncio.get_running_loop().time
        pace = Pace.begun(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, clock())
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                raise MalformedMessage("messages are text here")
            if len(text) > LONGEST_MESSAGE:
                raise MalformedMessage("this message is too long")
            pace = pace.spent(1.0, now := clock())
            if pace.debt_seconds(now) > 0.0:
                raise MalformedMessage("too many messages")
            self._ear.heard(viewer.number, text)
