"""The server of records, in a thread, for as long as a block runs."""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from cupsboard.distance.wire import MOST_BYTES
from cupsboard.session.process_limits import most_descriptors
from cupsboard.web.connection_limits import Caller, make_room
from cupsboard.web.server import Served, SweptServer, address_outside, config, served
from starlette.applications import Starlette

from cupsclub.store.port import Records
from cupsclub.store.sqlite import SqliteRecords, owned
from cupsclub.web.app import Together, application
from cupsclub.web.sockets import MOST_CONNECTIONS, MOST_OF_AN_ADDRESS, PROXIES, household

MOST_CALLERS = MOST_CONNECTIONS + 500
"""Sockets, and beside them pages and who asks whether the server is well."""
KEPT_DESCRIPTORS = 100
"""For the records, and for those who only look at them."""
DESCRIPTORS_A_CONNECTION = 2
"""Itself, and a file of the page that it takes slowly."""
SHARE_BESIDE_A_BOARD = 16
"""This fraction of a board's descriptors are connections; its page has a fourth, its own files the rest."""
MOST_BESIDE_A_BOARD = 64
MOST_HOUSEHOLDS = 10_000
"""Of which is noted how many connections came; then they are counted anew."""
MOST_OF_A_HOUSEHOLD = 2 * MOST_OF_AN_ADDRESS
"""Connections of any kind, not only sockets that have said hello."""


@contextmanager
def serving(
    path: Path,
    host: str,
    port: int,
    *,
    is_beside_a_board: bool = False,
    has_levels: bool = False,
    token: str = "",
) -> Iterator[Served]:
    """Serve the records in a file while the block runs. Raises RecordsError, and ServerError.

    With `is_beside_a_board` most descriptors of this process are left to the board that it is. With
    `has_levels` the engine's levels are members of the club. For `token` see `web.vitals`.
    """
    with owned(path), closing(SqliteRecords(path)) as writing:

        def reading() -> AbstractContextManager[Records]:
            return closing(SqliteRecords(path, is_read_only=True))

        caller = _CallerBesideABoard if is_beside_a_board else _Caller
        with serving_records(
            writing, reading, host, port, caller=caller, has_levels=has_levels, token=token
        ) as running:
            yield running


@contextmanager
def serving_records(
    writing: Records,
    reading: Callable[[], AbstractContextManager[Records]],
    host: str,
    port: int,
    *,
    clock: Callable[[], float] = monotonic,
    caller: "type[_Caller] | None" = None,
    has_levels: bool = False,
    token: str = "",
    together: Together | None = None,
    door: socket.socket | None = None,
) -> Iterator[Served]:
    """Serve records while the block runs: `writing` is the writer's alone. Raises ServerError.

    Behind a proxy on this computer clients are told apart by the addresses that the proxy names. `clock`
    tells seconds from any beginning, without a leap. One of several processes has things `together` with the
    others, and a `door` at which all of them listen.
    """
    faults: list[BaseException] = []

    def server_of(app: Starlette) -> SweptServer:
        return _Server(app, faults, caller or _Caller)

    # What only this computer reaches has no other address.
    is_open = host in ("0.0.0.0", "::")
    outside = address_outside if is_open else None
    together = together or Together.alone(writing, clock)
    app = application(writing, reading, faults.append, together, outside, has_levels=has_levels, token=token)
    with served(app, host, port, server_of, door) as running:
        yield running


class _Caller(Caller):
    """A connection that has come in, one of many more than a board has."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `Caller`; one household makes room among its own connections."""
        super().connection_made(transport)
        address = _address(self)
        if address not in PROXIES:
            self._make_room_at_home(household(address))

    def _make_room_at_home(self, home: str) -> None:
        """Cut off those of a household who wait longest, where it has too many connections.

        How many came since it was last counted is noted, so that all are looked at only once in a while.
        """
        came: Counter[str] = self.app_state.setdefault("came", Counter())
        came[home] += 1
        if came[home] > MOST_OF_A_HOUSEHOLD:
            own = [each for each in self.connections if household(_address(each)) == home]
            make_room(own, MOST_OF_A_HOUSEHOLD, self.came_at)
            came[home] = min(len(own), MOST_OF_A_HOUSEHOLD)
        if len(came) > MOST_HOUSEHOLDS:
            counted = Counter(household(_address(each)) for each in self.connections)
            came.clear()
            came.update(counted)

    def most(self) -> int:
        """See `Caller`."""
        return max(1, min(MOST_CALLERS, (most_descriptors() - KEPT_DESCRIPTORS) // DESCRIPTORS_A_CONNECTION))


class _CallerBesideABoard(_Caller):
    """A connection to a board that serves a game of its own."""

    def most(self) -> int:
        """See `Caller`."""
        return max(1, min(MOST_BESIDE_A_BOARD, most_descriptors() // SHARE_BESIDE_A_BOARD))


def _address(connection: Any) -> str:
    client = getattr(connection, "client", None)
    return "" if client is None else str(client[0])


class _Server(SweptServer):
    """A server that ends when the writer has."""

    def __init__(self, app: Starlette, faults: list[BaseException], caller: type[Caller]) -> None:
        super().__init__(config(app, caller, MOST_BYTES, proxy_headers=True))
        self._faults = faults

    async def on_tick(self, counter: int) -> bool:
        """Raise the fault of the writer, if there is one; else do what `uvicorn.Server.on_tick` does."""
        if self._faults:
            raise self._faults[0]
        return await super().on_tick(counter)
