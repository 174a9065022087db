"""Calls of a page over a real connection; paths and headers go out as they are given."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from urllib.parse import urlsplit

from processes import PATIENCE_SECONDS


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """By their names in small letters."""
    text: str


def get(address: str, headers: Mapping[str, str] = {}) -> Answer:
    """Raises OSError or HTTPException where nobody answers."""
    return _asked("GET", address, None, headers)


def post(
    address: str, content: bytes | Iterable[bytes], headers: Mapping[str, str] = {}, source: str = ""
) -> Answer:
    """Content in pieces goes out in chunks; `source` is the address that the call comes from.

    Raises OSError or HTTPException where nobody answers.
    """
    return _asked("POST", address, content, headers, source)


def delete(address: str, headers: Mapping[str, str] = {}) -> Answer:
    """Raises OSError or HTTPException where nobody answers."""
    return _asked("DELETE", address, None, headers)


def host_and_port(address: str) -> tuple[str, int]:
    parts = urlsplit(address)
    assert parts.hostname is not None
    assert parts.port is not None
    return parts.hostname, parts.port


def _asked(
    method: str,
    address: str,
    content: bytes | Iterable[bytes] | None,
    headers: Mapping[str, str],
    source: str = "",
) -> Answer:
    connection = HTTPConnection(
        *host_and_port(address), timeout=PATIENCE_SECONDS, source_address=(source, 0) if source else None
    )
    try:
        connection.request(method, "/" + address.split("/", 3)[3], body=content, headers=dict(headers))
        found = connection.getresponse()
        names = {name.lower(): value for name, value in found.getheaders()}
        return Answer(found.status, names, found.read().decode())
    finally:
        connection.close()
