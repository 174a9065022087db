"""Who may speak to the server: pages it served itself, under a name that can only mean this computer.

A foreign page in the same browser can send requests here. Its Origin gives it away. A foreign *name* that
points here (DNS rebinding) would make it look like our own page; so only literal addresses, this computer's
own name and the names that were given on purpose count as a Host. Who may speak does so at a measured pace.
"""

import logging
from asyncio import CancelledError
from collections.abc import Iterable
from dataclasses import dataclass, replace
from ipaddress import ip_address
from threading import Lock
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LINES_AT_ONCE = 5
SECONDS_A_LINE = 600.0
"""After the first lines, one more in so long: nobody in the network may fill a board's card."""

ENDING = "Cancel %s running task(s)"
"""So begins what uvicorn says when it ends before an answer was finished."""


class RateLimitedLog(logging.Filter):
    """Lets few records through."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._left = float(LINES_AT_ONCE)
        self._at = monotonic()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this record is written."""
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, UnicodeDecodeError):
            # A viewer sent what is no text; its connection ends, and that is all there is to it.
            return False
        if isinstance(fault, CancelledError) or str(record.msg).startswith(ENDING):
            # The server was told to end while it worked for a page.
            return False
        with self._lock:
            now = monotonic()
            self._left = min(LINES_AT_ONCE, self._left + (now - self._at) / SECONDS_A_LINE)
            self._at = now
            if self._left < 1.0:
                return False
            self._left -= 1.0
            return True


@dataclass(frozen=True, slots=True)
class Pace:
    """A budget of `most` at once and `a_second` more each second; below 0 it is a debt."""

    a_second: float
    most: float
    left: float
    at: float

    @classmethod
    def begun(cls, a_second: float, most: float, now: float) -> "Pace":
        """Return a full budget; `now` is in seconds."""
        return cls(a_second, most, most, now)

    def spent(self, cost: float, now: float) -> "Pace":
        """Return the budget after an act of this cost."""
        return replace(self, left=self._left(now) - cost, at=now)

    def debt_seconds(self, now: float) -> float:
        """Return after how many seconds the budget is no debt any more; 0 where it is none."""
        return max(0.0, -self._left(now) / self.a_second)

    def is_full(self, now: float) -> bool:
        """Return whether nothing of what was spent counts any more."""
        return self._left(now) >= self.most

    def _left(self, now: float) -> float:
        return min(self.most, self.left + (now - self.at) * self.a_second)


POLICY_VIOLATION = 1008
"""The WebSocket close code for a message or a caller that breaks the rules (RFC 6455, 7.4.1)."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-cache",
}


class Guard:
    """Lets through what comes from our own page, and says with every answer what the page may do."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        """`names` are the host names under which this computer may be called, besides localhost."""
        self._app = app
        self._names = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or refuse one request or connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        fault = self._fault(headers, is_socket=scope["type"] == "websocket")
        if fault is None:
            await self._app(scope, receive, with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": fault})
        else:
            await PlainTextResponse(fault + "\n", 403)(scope, receive, with_headers(send))

    def _fault(self, headers: Headers, *, is_socket: bool) -> str | None:
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._is_known(hosts[0]):
            return "This host name is not mine: use the address the board printed."
        if not origins:
            # A plain visit carries no Origin, but every browser sends one with a WebSocket.
            return "A page must say where it comes from." if is_socket else None
        if len(origins) != 1 or not is_same(origins[0], hosts[0]):
            return "Another site may not use this board."
        return None

    def _is_known(self, host: str) -> bool:
        try:
            said = urlsplit(f"//{host}")
            name, port = said.hostname or "", said.port
        except ValueError:
            return False
        # What else an address may hold (a user, a path, a fragment) no Host does (RFC 9110, 7.2).
        whole = f"[{name}]" if ":" in name else name
        if host.lower() not in (whole, f"{whole}:{port}"):
            return False
        return name in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_same(origin: str, host: str) -> bool:
    """Return whether an Origin is that of pages under this Host."""
    return origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())


def with_headers(send: Send) -> Send:
    """Return a sender that says with every answer what a page of ours may do."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
