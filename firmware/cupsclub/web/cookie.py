"""Whose browser or board asks: a cookie that no script can read, and that counts on our own pages alone."""

from cupsboard.web.guard import is_same
from starlette.requests import HTTPConnection


def is_secure(connection: HTTPConnection) -> bool:
    """Return whether a connection is encrypted, up to the proxy if there is one."""
    return connection.url.scheme in ("https", "wss")


def cookie_name(connection: HTTPConnection) -> str:
    """Return the name of a member's cookie; with its prefix no other host and no plain page can set it."""
    return "__Host-cups" if is_secure(connection) else "cups"


def is_own(connection: HTTPConnection) -> bool:
    """Return whether a page of ours asks."""
    origins, hosts = connection.headers.getlist("origin"), connection.headers.getlist("host")
    return len(origins) == len(hosts) == 1 and is_same(origins[0], hosts[0])


def card_of(connection: HTTPConnection) -> str:
    """Return the token in a member's cookie; "" without one."""
    return connection.cookies.get(cookie_name(connection), "")


def token_of(request: HTTPConnection) -> str:
    """Return the token of who asks: from the cookie, or as a board says it."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else card_of(request)
