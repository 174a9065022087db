"""The names by which others in the house reach this computer."""

import re
import socket
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

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
