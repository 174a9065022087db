"""How many connections a server has at most, and how long each may keep it waiting.

uvicorn bounds neither: half a request waits for ever, and so does an answer that nobody takes. Every
connection is a descriptor, and the store of the game needs descriptors too. So there are never more than a
number of them: for one more, the one goes that has kept the server waiting longest without a whole request.
A new caller who asks at once is answered, however many others only wait.
"""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from cupsboard.session.process_limits import most_descriptors

MOST_CONNECTIONS = 100
"""All viewers, and some requests of each at once: a page and its parts are loaded over six at the most."""
SHARE_OF_DESCRIPTORS = 4
"""At most one descriptor in so many is a connection, where the system allows only few."""
ACCEPTED_AT_ONCE = 16
"""asyncio accepts so many before the first of them is counted."""
ASKING_SECONDS = 10.0
"""From the connection, or the last answer, to the end of a request's head, however its bytes trickle."""
SENDING_SECONDS = 60.0
"""From the head of a request to the end of its body: a long evening's trace over a radio link."""
TAKING_SECONDS = 300.0
"""For taking what is ready to be sent: the same, to somebody at the edge of the radio's reach."""
CLOSING_SECONDS = 5.0
"""For what is still to be sent when a connection is closed."""
GRACE_SECONDS = 5.0
"""So young a caller goes only after all that are older: a busy computer may not have heard it out yet."""


class Phase(IntEnum):
    """What a connection is about; the first in this order makes room first."""

    CLOSING = 0
    ASKING = 1
    SENDING = 2
    TAKING = 3
    NEW = 4
    SERVED = 5
    WATCHING = 6


PATIENCE = {
    Phase.CLOSING: CLOSING_SECONDS,
    Phase.ASKING: ASKING_SECONDS,
    Phase.SENDING: SENDING_SECONDS,
    Phase.TAKING: TAKING_SECONDS,
}
"""How long the other end may take; what takes the server's own time has no limit here."""


class Caller(H11Protocol):
    """A connection that has come in; one too many makes another go."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio."""
        super().connection_made(transport)
        self.came_at = self.loop.time()
        make_room(self.connections, self.most(), self.came_at)

    def most(self) -> int:
        """Return how many connections there may be."""
        return most_connections()

    def on_response_complete(self) -> None:
        """Go on with the connection; but who asks ahead of an answer, as no browser does, must come again."""
        if self.conn.trailing_data[0]:
            self.transport.close()
        super().on_response_complete()


def most_connections() -> int:
    """How many connections leave enough descriptors for everything else."""
    return max(1, min(MOST_CONNECTIONS, most_descriptors() // SHARE_OF_DESCRIPTORS))


def make_room(connections: Collection[Any], most: int, now: float) -> None:
    """Cut off those who wait longest for nothing, until there are no more than `most`."""
    if len(connections) <= most:
        # Thousands may be there, and each that comes would look at all of them.
        return
    there = [each for each in connections if not is_cut_off(each)]
    surplus = len(there) - most
    if surplus > 0:
        for each in sorted(there, key=lambda each: _order(each, now))[:surplus]:
            each.transport.abort()


def is_cut_off(connection: Any) -> bool:
    """Whether this connection will be gone before anything else happens."""
    transport = connection.transport
    return bool(transport.is_closing() and not transport.get_write_buffer_size())


def phase(connection: Any) -> Phase:
    """Return what a connection is about now."""
    transport = connection.transport
    if transport.is_closing() or getattr(connection, "close_sent", False):
        return Phase.CLOSING
    if not isinstance(connection, H11Protocol):
        return Phase.WATCHING
    cycle = connection.cycle
    if transport.get_write_buffer_size():
        return Phase.TAKING
    if cycle is None or cycle.response_complete:
        return Phase.ASKING
    return Phase.SENDING if cycle.more_body else Phase.SERVED


def _order(connection: Any, now: float) -> tuple[Phase, float]:
    current, came_at = phase(connection), getattr(connection, "came_at", 0.0)
    is_new = current in (Phase.ASKING, Phase.SENDING, Phase.TAKING) and now - came_at < GRACE_SECONDS
    return Phase.NEW if is_new else current, came_at


@dataclass(frozen=True, slots=True)
class _Stay:
    """Since when a connection is in a phase of one exchange."""

    phase: Phase
    exchange: object
    since: float


class Sweep:
    """Cuts off, whenever it is called, what has kept the server waiting too long."""

    def __init__(self) -> None:
        self._stays: dict[Any, _Stay] = {}

    def __call__(self, connections: Collection[Any], now: float) -> None:
        """Look at all connections there are; `now` is in seconds."""
        self._stays = {each: self._stay(each, now) for each in connections}
        for connection, stay in self._stays.items():
            if now - stay.since > PATIENCE.get(stay.phase, float("inf")):
                connection.transport.abort()

    def _stay(self, connection: Any, now: float) -> _Stay:
        current, exchange = phase(connection), getattr(connection, "cycle", None)
        before = self._stays.get(connection)
        if before is not None and (before.phase, before.exchange) == (current, exchange):
            return before
        return _Stay(current, exchange, now)
