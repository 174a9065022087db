"""The page beside a game that needs none: served whenever it can be, and the game never waits for it."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from cupsboard.session.missing_parts import MissingParts
from cupsboard.signs.scene import Message
from cupsboard.web.server import ServerError

LOOK_SECONDS = 1.0
"""How often it is looked whether the server still serves."""
TRY_AGAIN_SECONDS = 10.0
"""After a failure: a port that was taken is free, or the network has come up."""
CLOSE_SECONDS = 3.0
"""So long the board waits for its page at the end: lights go dark before a service is ended by force."""
NO_PAGE = "notes.no-page"


class Running(Protocol):
    """A server that runs."""

    @property
    def address(self) -> str:
        """Where its page is."""

    @property
    def fault(self) -> str | None:
        """Why it serves no more; None while it does."""


class OptionalPage:
    """Serves in a thread of its own, again and again if need be, until it is closed."""

    def __init__(
        self,
        serve: Callable[[], AbstractContextManager[Running]],
        missing_parts: MissingParts,
        say_address: Callable[[str], object],
        try_again_seconds: float = TRY_AGAIN_SECONDS,
    ) -> None:
        """`serve` begins to serve and may raise ServerError; `say_address` hears of every address once."""
        self._serve = serve
        self._lacks = missing_parts
        self._say_address = say_address
        self._try_again_seconds = try_again_seconds
        self._is_over = threading.Event()
        self._said: set[str] = set()
        # A thread that can't be ended in time must not keep the board from switching off.
        self._thread = threading.Thread(target=self._keep, name="page", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Serve no more."""
        self._is_over.set()
        self._thread.join(CLOSE_SECONDS)

    def _keep(self) -> None:
        while not self._is_over.is_set():
            why = self._serve_once()
            if why is not None:
                self._lacks.lost(Message(NO_PAGE, {"why": why}))
                self._is_over.wait(self._try_again_seconds)

    def _serve_once(self) -> str | None:
        """Serve until it is over, or can't be done any more; then the reason."""
        try:
            with self._serve() as server:
                self._lacks.back(NO_PAGE)
                if server.address not in self._said:
                    self._said.add(server.address)
                    self._say_address(server.address)
                while server.fault is None and not self._is_over.wait(LOOK_SECONDS):
                    pass
                return server.fault
        except (ServerError, RuntimeError) as fault:
            # A RuntimeError is a thread that can't be begun.
            return str(fault)
