"""A page without a browser: what it says and hears over its connection."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cupsim.page.reception import Section
from http_calls import host_and_port
from processes import PATIENCE_SECONDS
from websockets.sync.client import ClientConnection, connect


def patched(before: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    after = dict(before) if isinstance(before, dict) else {}
    for key, value in patch.items():
        if value is None:
            after.pop(key, None)
        else:
            after[key] = patched(after.get(key), value)
    return after


class WirePage:
    """One page; `token` says which browser it is in."""

    def __init__(self, socket: ClientConnection, token: str, visit: str) -> None:
        self._socket = socket
        self._number = 0
        self.state: Section = {}
        self.told: list[Mapping[str, Any]] = []
        """What was told to this page alone."""
        self._send({"do": "here", "token": token, "visit": visit})
        self.hears(lambda: self.of("you") and "people" in self.state)
        self.number: int = self.of("you")[-1]["number"]

    def of(self, what: str) -> list[Any]:
        return [each[what] for each in self.told if what in each]

    def asks(self, do: str, **rest: Any) -> int:
        """Send an order, and return its number."""
        self._number += 1
        self._send({"do": do, "number": self._number, **rest})
        return self._number

    def does(self, do: str, **rest: Any) -> None:
        """Send an order, and wait until it has arrived."""
        number = self.asks(do, **rest)
        self.hears(lambda: number in self.of("arrived"))

    def hears(self, is_so: Callable[[], Any]) -> None:
        """Read messages until something is so."""
        while not is_so():
            message = json.loads(self._socket.recv(PATIENCE_SECONDS))
            if "state" in message:
                self.state = message["state"]
            elif "patch" in message:
                self.state = patched(self.state, message["patch"])
            else:
                self.told.append(message)

    def _send(self, message: Mapping[str, Any]) -> None:
        self._socket.send(json.dumps(message))


@contextmanager
def wire_page(address: str, token: str, visit: str = "0" * 32) -> Iterator[WirePage]:
    """A page in the browser of this token, for as long as the block runs."""
    host, port = host_and_port(address)
    with connect(f"ws://{host}:{port}/live?browser={token}", origin=f"http://{host}:{port}") as socket:  # type: ignore[arg-type]
        yield WirePage(socket, token, visit)
