"""The server in a thread beside the board's loop, and the pace at which a page may send."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import EADDRNOTAVAIL
from functools import partial
from time import monotonic, sleep
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from cupsboard.web.app import LONGEST_MESSAGE
from cupsboard.web.connection_limits import ACCEPTED_AT_ONCE, Caller, Sweep
from cupsboard.web.guard import POLICY_VIOLATION, Pace, RateLimitedLog

READ_AT_ONCE = 4096
"""Bytes between two looks at the count."""
FRAMES_AT_ONCE = 100.0
FRAMES_A_SECOND = 10.0


class CountedFrames(WebSocketsSansIOProtocol):
    """A connection that ends where too many pings, pongs and parts of messages come."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._pace = Pace.begun(FRAMES_A_SECOND, FRAMES_AT_ONCE, self.loop.time())

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        for first in range(0, len(data), READ_AT_ONCE):
            if self._is_ending():
                return
            super().data_received(data[first : first + READ_AT_ONCE])

    def handle_cont(self, event: Frame) -> None:
        """See uvicorn."""
        if self._is_within_its_pace():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """See uvicorn."""
        if self._is_within_its_pace():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """See uvicorn."""
        if self._is_within_its_pace():
            super().handle_pong(event)

    def _is_within_its_pace(self) -> bool:
        """Count one frame, and return whether it may be taken in; end the connection with one too many."""
        if self._is_ending():
            return False
        now = self.loop.time()
        self._pace = self._pace.spent(1.0, now)
        if self._pace.debt_seconds(now) == 0.0:
            return True
        self.conn.fail(POLICY_VIOLATION, "too many frames without a message")
        self.handle_parser_exception()
        return False

    def _is_ending(self) -> bool:
        transport: asyncio.Transport = self.transport
        return transport.is_closing()


PORT = 2877
"""CUPS on a telephone's keys."""
START_SECONDS = 10.0
ANSWER_SECONDS = 2.0
WAITING_AT_THE_DOOR = 1024
"""Connections that the system holds until they are accepted; they cost no descriptor."""
TICK_SECONDS = 1.0
"""How often the server looks after its callers, and at the date of its answers."""

_SPARING = RateLimitedLog()


class ServerError(OSError):
    """The server could not begin; the message names the address, the reason and the next step."""


@contextmanager
def serving(app: Starlette, host: str = "127.0.0.1", port: int = PORT) -> Iterator[str]:
    """Serve while the block runs; gives the page's address. Raises ServerError.

    Port 0 takes any that is free.
    """
    with served(app, host, port) as server:
        yield server.address


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs, or did."""

    address: str
    _thread: threading.Thread
    _faults: list[BaseException]
    _connections: Collection[object]

    @property
    def callers(self) -> int:
        """The connections that are open now."""
        return len(self._connections)

    @property
    def fault(self) -> str | None:
        """Why it serves no more; None while it does."""
        if self._thread.is_alive():
            return None
        return f"the web server ended ({', '.join(map(repr, self._faults)) or 'without a word'})"


@contextmanager
def served(
    app: Starlette,
    host: str,
    port: int,
    server_of: "Callable[[Starlette], SweptServer] | None" = None,
    door: socket.socket | None = None,
) -> Iterator[Served]:
    """Serve while the block runs, or until the server ends by itself. Raises ServerError.

    `server_of` makes another server than that of a board's page. `door` is what listens at host and port
    already, for other processes too.
    """
    listening = door or listening_at(host, port)
    server = (server_of or _Server)(app)
    faults: list[BaseException] = []

    def run() -> None:
        try:
            server.run([listening])
        except BaseException as fault:
            faults.append(fault)

    # A thread that can't be ended in time must not keep the board from switching off.
    thread = threading.Thread(target=run, name="web", daemon=True)
    thread.start()
    running = Served(address_of(listening), thread, faults, server.server_state.connections)
    try:
        _wait_for(server, running)
        # Callers wait in the system's queue, which is longer than what asyncio accepts at once.
        listening.listen(WAITING_AT_THE_DOOR)
        yield running
    finally:
        server.end()
        thread.join(START_SECONDS)
        listening.close()


class SweptServer(uvicorn.Server):
    """uvicorn's server, which wakes less often and looks after those who keep it waiting."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._sweep = Sweep()
        self._wake: Callable[[], object] | None = None
        """Ends the wait for the next tick, from any thread; None before it runs."""

    async def main_loop(self) -> None:
        """See uvicorn, which ticks ten times a second: an untouched board would mostly be busy with that."""
        is_ending = asyncio.Event()
        self._wake = partial(asyncio.get_running_loop().call_soon_threadsafe, is_ending.set)
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(is_ending.wait(), TICK_SECONDS)

    def end(self) -> None:
        """Let the server end, from any thread."""
        self.should_exit = True
        if self._wake is not None:
            # One that has ended by itself has no loop any more.
            with suppress(RuntimeError):
                self._wake()

    async def on_tick(self, counter: int) -> bool:
        """See uvicorn."""
        self._sweep(self.server_state.connections, monotonic())
        return await super().on_tick(counter)


class _Server(SweptServer):
    """The server of a board's page, which ends when the page gets no news."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(config(app, Caller, 4 * LONGEST_MESSAGE, proxy_headers=False))
        self._app = app

    async def on_tick(self, counter: int) -> bool:
        """See uvicorn."""
        return await super().on_tick(counter) or self._app.state.is_broken()


def config(app: Starlette, caller: type[Caller], most_bytes: int, *, proxy_headers: bool) -> uvicorn.Config:
    """Return how an application is served to anybody in a network.

    `most_bytes` is the longest message of a WebSocket. With `proxy_headers` a proxy on this computer names
    the addresses of its callers.
    """
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        http=caller,
        ws=CountedFrames,
        ws_max_size=most_bytes,
        ws_per_message_deflate=False,
        backlog=ACCEPTED_AT_ONCE,
        timeout_graceful_shutdown=1,
        server_header=False,
        proxy_headers=proxy_headers,
    )
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(_SPARING)
    return config


def require_free(host: str, port: int) -> None:
    """Raise ServerError where nothing can be served at this address and port now."""
    listening_at(host, port).close()


def listening_at(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to a host and a port, 0 for any that is free. Raises ServerError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "no host name"
        raise ServerError(f"{host!r}: {why}; name an address of this computer") from None
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
    except OSError as fault:
        listening.close()
        if fault.errno == EADDRNOTAVAIL:
            raise ServerError(f"{host}: {fault.strerror}; name an address of this computer") from None
        raise ServerError(
            f"{host} port {port}: {fault.strerror}; choose another port, or 0 for any that is free"
        ) from None
    return listening


def _wait_for(server: uvicorn.Server, running: Served) -> None:
    end = monotonic() + START_SECONDS
    while not server.started:
        fault = running.fault
        if fault is not None or monotonic() > end:
            raise ServerError(f"{fault or 'the web server does not begin'}; look at the log above")
        sleep(0.01)


def address_of(listening: socket.socket) -> str:
    """Return where others reach what listens."""
    host, port = listening.getsockname()[:2]
    reached = address_outside() if host in ("0.0.0.0", "::") else host
    return f"http://[{reached}]:{port}/" if ":" in reached else f"http://{reached}:{port}/"


def answering_hosts(port: int) -> Iterator[str]:
    """Yield the names of this computer at which something listens on a port, the one for others first."""
    for host in (address_outside(), "127.0.0.1"):
        with suppress(OSError), socket.create_connection((host, port), timeout=ANSWER_SECONDS):
            yield host


def address_outside() -> str:
    """Return what others in the network call this computer by; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking:
        try:
            # An address that is nobody's (RFC 5737): only the way out towards it matters.
            looking.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(looking.getsockname()[0])
