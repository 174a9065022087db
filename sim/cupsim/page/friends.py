"""A game with a friend, from a simulated board's page: a server of shared games for as long as it is used.

A person's click opens it, and from then on the network reaches this computer. It is closed once no page of it
has been open for a while, at a person's click, and at the end of the program.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from cupsboard.web.server import Served, ServerError
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

MODULE = "/hands/friend.js"
UNUSED_SECONDS = 120.0
"""Longer than a phone needs to come back, or two friends to agree on a rematch."""

OpenClub = Callable[[], AbstractContextManager[Served]]
"""Opens a server of shared games to the network. Raises ServerError, and OSError for its records."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A server that is open, and what closes it."""

    served: Served
    closing: ExitStack


class Friends:
    """Opens a server of shared games when a page wants that, and closes it when it is no longer used."""

    def __init__(
        self, open_club: OpenClub, say: Callable[[str], object], clock: Callable[[], float] = monotonic
    ) -> None:
        """`say` tells the terminal who gets in, and when that ends."""
        self._open_club, self._say, self._clock = open_club, say, clock
        self._lock = Lock()
        self._open: _Open | None = None
        self._used_at = 0.0

    def routes(self) -> Sequence[BaseRoute]:
        """Return where a page asks whether the server is open, opens it, and closes it."""
        return (
            Route("/friend", self._tell, methods=["GET"]),
            Route("/friend", self._opened, methods=["POST"]),
            Route("/friend", self._closed, methods=["DELETE"]),
        )

    def look(self) -> None:
        """Close the server if no page of it has been open for a while. Call it now and then."""
        now, club = self._clock(), self._open
        if club is None or club.served.callers:
            self._used_at = now
        elif now > self._used_at + UNUSED_SECONDS:
            self.close()

    def close(self) -> None:
        """Close the server, if it is open."""
        with self._lock:
            club, self._open = self._open, None
            if club is not None:
                club.closing.close()
                self._say("Friends: closed; the network reaches this computer no more")

    def open(self) -> Served:
        """Open the server, if it is not open already. Raises ServerError, and OSError."""
        with self._lock:
            if self._open is None:
                with ExitStack() as stack:
                    served = stack.enter_context(self._open_club())
                    self._used_at = self._clock()
                    self._open = _Open(served, stack.pop_all())
                self._say(f"Friends: the network reaches this computer at {served.address}")
            return self._open.served

    async def _tell(self, _: Request) -> Response:
        return JSONResponse(self._told())

    async def _opened(self, _: Request) -> Response:
        try:
            await asyncio.to_thread(self.open)
        except (ServerError, OSError) as fault:
            return PlainTextResponse(f"{fault}\n", 503)
        return JSONResponse(self._told())

    async def _closed(self, _: Request) -> Response:
        await asyncio.to_thread(self.close)
        return JSONResponse(self._told())

    def _told(self) -> dict[str, object]:
        """Return where the server is; None for one that is closed."""
        club = self._open
        return {"address": None if club is None else club.served.address}
