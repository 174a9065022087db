"""A client's connection to the server, in a thread of its own: made anew whenever it is lost, without an end.

Who plays asks for the follower as it is now, and never waits. What is said is on the disk when `say` returns.
"""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Lock, Thread
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cupsboard.distance import wire
from cupsboard.distance.far_copy import FarCopy
from cupsboard.distance.follower import Follower, Step
from cupsboard.distance.pulse import Pulse, Retry
from cupsboard.distance.talk import until_one_ends

ANSWER_SECONDS = 10.0
"""How long connecting and taking a seat may take."""
TICK_SECONDS = 0.25
CLOSING_SECONDS = 2.0
MOST_BYTES = 1_000_000
"""Of one message of the server."""


class DistanceError(OSError):
    """A seat could not be taken; the message names the server, the reason and the next step."""


class Link:
    """Keeps a follower in step with its server until it is closed."""

    def __init__(
        self, server: str, follower: Follower, keep: Callable[[FarCopy], object], random: Random
    ) -> None:
        """`server` is the address that `cupsclub serve` prints, or https of a proxy before it.

        `keep` returns when a power cut would not lose the row, and raises StoreError.
        """
        self._address = socket_address(server)
        self._follower, self._keep, self._random = follower, keep, random
        self._lock = Lock()
        self._stepping = Lock()
        """Held while a step writes; who only looks at the follower doesn't wait for a disk."""
        self._trouble: str | None = None
        self._retry_after: float | None = None
        self._loop = asyncio.new_event_loop()
        self._outgoing: asyncio.Queue[wire.FromClient] = asyncio.Queue()
        self._main: asyncio.Task[None] | None = None
        self._thread = Thread(target=self._run, name="link", daemon=True)

    def start(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def close(self) -> None:
        """End the connection; it has two seconds."""
        self._loop.call_soon_threadsafe(lambda: self._main and self._main.cancel())
        self._thread.join(CLOSING_SECONDS)

    @property
    def follower(self) -> Follower:
        """The copy as it is now."""
        with self._lock:
            return self._follower

    @property
    def trouble(self) -> str | None:
        """Why there is no connection, or why the copy can't be written; None while all is well."""
        with self._lock:
            return self._trouble

    @property
    def server_time(self) -> float | None:
        """The server's time now, in seconds; None before its first word."""
        ahead = self.follower.server_ahead
        return None if ahead is None else monotonic() + ahead

    def say(self, act: wire.Act, key: str, by: wire.SideName | None = None) -> None:
        """Write down what this side says, and have it sent. Raises WireError and StoreError.

        `by` names the side where both sit at this board.
        """
        self._step(lambda follower: follower.said(act, key, monotonic(), by))

    def at_table(self, laid: int, state: wire.TableState) -> None:
        """Tell the others how far this side's table is."""
        self._step(lambda follower: (follower, follower.at_table(laid, state)))

    def _step(self, stepped: Callable[[Follower], Step]) -> None:
        """Step the follower; it counts once its row is on the disk. Raises StoreError."""
        with self._stepping:
            before = self.follower
            follower, messages = stepped(before)
            if not follower.is_kept_as(before):
                self._keep(follower.kept)
            for message in messages:
                self._loop.call_soon_threadsafe(self._outgoing.put_nowait, message)
            with self._lock:
                self._follower = follower

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._main = self._loop.create_task(self._keep_connected())
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._main)

    async def _keep_connected(self) -> None:
        retry = Retry()
        while self.follower.fault is None:
            self._outgoing, self._retry_after = asyncio.Queue(), None
            try:
                async with connected(self._address) as socket:
                    await self._talk(socket)
                why = "the server ended the connection"
            except (OSError, WebSocketException, wire.WireError, TimeoutError) as fault:
                why = str(fault) or type(fault).__name__
            retry = Retry() if self.follower.is_linked else retry.failed()
            self._step(lambda follower: (follower.lost(monotonic()), ()))
            with self._lock:
                self._trouble = why
            await asyncio.sleep(max(retry.pause_seconds(self._random), self._retry_after or 0.0))

    async def _talk(self, socket: ClientConnection) -> None:
        """Talk until the connection ends. Raises TimeoutError where the other end has fallen silent."""
        self._step(lambda follower: follower.connected(monotonic()))
        pulse = [Pulse.begun(wire.BEAT_SECONDS, monotonic())]
        await until_one_ends(self._listen(socket, pulse), self._send(socket), self._tick(pulse))

    async def _listen(self, socket: ClientConnection, pulse: list[Pulse]) -> None:
        async for text in socket:
            pulse[0] = pulse[0].heard(monotonic())
            message = wire.server_message(text)
            if isinstance(message, wire.Welcome):
                pulse[0] = pulse[0].beating(message.beat, monotonic())
            if message is not None:
                self._heard(message)

    def _heard(self, message: wire.FromServer) -> None:
        self._step(lambda follower: follower.heard(message, monotonic()))
        match message:
            case wire.Welcome():
                with self._lock:
                    self._trouble = None
            case wire.Bye(why, retry_after):
                self._retry_after = retry_after
                raise wire.WireError(why)

    async def _send(self, socket: ClientConnection) -> None:
        while True:
            await socket.send(wire.written(await self._outgoing.get()))

    async def _tick(self, pulse: list[Pulse]) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = monotonic()
            if pulse[0].is_lost(now):
                raise TimeoutError("the server has fallen silent")
            if pulse[0].is_due(now) and self.follower.is_linked:
                pulse[0] = pulse[0].beaten(now)
                self._outgoing.put_nowait(wire.Beat(now))
            self._step(lambda follower: follower.ticked(monotonic()))


def socket_address(server: str) -> str:
    """Return the address of a server's socket. Raises DistanceError for text that is no address of one."""
    scheme, separator, rest = server.rstrip("/").partition("://")
    schemes = {"http": "ws", "https": "wss"}
    if not separator or scheme not in schemes or not rest:
        raise DistanceError(f"{server!r} is no server; write its address, as in https://cups.example.org")
    return f"{schemes[scheme]}://{rest}/v1"


def connected(address: str) -> connect:
    """Return a connection to be made, with the limits that all have."""
    return connect(
        address, open_timeout=ANSWER_SECONDS, close_timeout=1.0, max_size=MOST_BYTES, compression=None
    )


def take_seat(server: str, token: str, wish: wire.Invite | wire.Join) -> wire.Seated:
    """Take a seat at a new game or at another's, beside whatever event loop runs. Raises DistanceError."""
    asking = _seated(socket_address(server), token, wish)
    try:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, asking).result()
    except DistanceError:
        raise
    except (OSError, WebSocketException, wire.WireError, TimeoutError) as fault:
        why = str(fault) or "no answer"
        raise DistanceError(f"{server}: {why}; look at the address and at the network") from None


def enter_club(server: str, token: str, code: str, name: str) -> str:
    """Make this board a device of a member of a server's club; return the member's name.

    `token` is the board's; `code` is what the club's page gave the member, and counts once. Members know the
    board by its `name`. Raises ClubRefused, and DistanceError.
    """
    said = {"act": "enter", "code": code, "token": token, "label": name, "board": True}
    return str(asked_of_club(server, token, said).get("name", ""))


class ClubRefused(DistanceError):
    """The club does not do what was asked; `why` names the reason as the protocol does."""

    def __init__(self, why: str, text: str) -> None:
        super().__init__(text)
        self.why = why


def asked_of_club(
    server: str, token: str, said: dict[str, Any] | None = None, path: str = "board.json"
) -> dict[str, Any]:
    """Return the answer of a server's club to what a board asks; without `said` what stands at a path.

    Raises ClubRefused, and DistanceError where no club answers.
    """
    socket_address(server)
    path, body = (path, None) if said is None else ("act", json.dumps(said).encode())
    request = Request(f"{server.rstrip('/')}/club/{path}", body, {"Authorization": f"Bearer {token}"})
    try:
        with urlopen(request, timeout=ANSWER_SECONDS) as answer:
            found = json.loads(answer.read(MOST_BYTES))
        if isinstance(found, dict):
            return found
    except HTTPError as refusal:
        if refusal.code not in (404, 405, 422):
            raise _refused(refusal.code, refusal.read(MOST_BYTES)) from None
    except ValueError:
        pass
    except OSError as trouble:
        why = getattr(trouble, "reason", trouble)
        raise DistanceError(f"{server}: {why}; look at the address and at the network") from None
    # What answers knows no club, or not what this board asks.
    raise ClubRefused("too-old", f"{server}: this server has no club, or is older than this board; update it")


def _refused(status: int, body: bytes) -> ClubRefused:
    """Return a refusal of the club's with its sentence; what is said in another form as it is."""
    try:
        told = json.loads(body)
        return ClubRefused(str(told["why"]), str(told["text"]))
    except (ValueError, KeyError, TypeError):
        return ClubRefused(f"status-{status}", body.decode(errors="replace"))


async def _seated(address: str, token: str, wish: wire.Invite | wire.Join) -> wire.Seated:
    async with asyncio.timeout(ANSWER_SECONDS), connected(address) as socket:
        await socket.send(wire.written(wire.Hello(wire.VERSION, token)))
        await socket.send(wire.written(wish))
        async for text in socket:
            match wire.server_message(text):
                case wire.Seated() as seated:
                    return seated
                case wire.Refused(_, _, why) | wire.Bye(why):
                    raise DistanceError(why)
    raise wire.WireError("the server ended the connection")
