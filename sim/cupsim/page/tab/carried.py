"""An application's connections and requests carried by messages: no socket, the same application.

A page sends JSON: `{"open": 1, "path": "/live"}`, `{"say": 1, "text": ...}`, `{"close": 1}` for a connection;
`{"ask": 2, "method": "POST", "path": "/analysis"}`, the body beside it, and `{"leave": 2}` for a request.
It hears `heard` and `closed` of a connection, `answer`, pieces and `done` of a request, each with its number.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Scope

Tell = Callable[[str, bytes | None], object]
"""Takes a message as JSON, and the piece of an answer that comes with it."""
HOST = b"localhost"
"""What the application takes for its own name: nobody else can speak to it here."""


class Carried:
    """One page's connections and requests."""

    def __init__(self, app: ASGIApp, tell: Tell) -> None:
        self._app, self._tell = app, tell
        self._arriving: dict[int, asyncio.Queue[Message]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def heard(self, text: str, body: bytes | None = None) -> None:
        """Take in one message of the page, and the body of a request."""
        match json.loads(text):
            case {"open": int(number), "path": str(path)}:
                self._begin(number, {"type": "websocket.connect"}, self._connection(number, path))
            case {"say": int(number), "text": str(words)}:
                self._pass_on(number, {"type": "websocket.receive", "text": words})
            case {"close": int(number)}:
                self._pass_on(number, {"type": "websocket.disconnect", "code": 1000})
            case {"ask": int(number), "method": str(method), "path": str(path)}:
                asked: Message = {"type": "http.request", "body": body or b"", "more_body": False}
                self._begin(number, asked, self._request(number, method, path))
            case {"leave": int(number)}:
                self._pass_on(number, {"type": "http.disconnect"})
            case other:
                raise ValueError(f"no message of a page: {other}")

    def _begin(self, number: int, first: Message, serving: Coroutine[Any, Any, None]) -> None:
        self._arriving[number] = asyncio.Queue()
        self._arriving[number].put_nowait(first)
        task = self._tasks[number] = asyncio.ensure_future(serving)
        task.add_done_callback(lambda _: self._end(number))

    def _end(self, number: int) -> None:
        self._arriving.pop(number, None)
        self._tasks.pop(number, None)

    def _pass_on(self, number: int, message: Message) -> None:
        # What is over hears nothing.
        if number in self._arriving:
            self._arriving[number].put_nowait(message)

    async def _connection(self, number: int, path: str) -> None:
        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.send":
                    self._say({"heard": number, "text": message["text"]})
                case "websocket.close":
                    self._say({"closed": number, "code": message["code"], "reason": message.get("reason")})

        scope = {**_scope(path), "type": "websocket", "scheme": "ws", "subprotocols": []}
        try:
            await self._app(scope, self._arriving[number].get, send)
        except Exception as fault:
            self._say({"closed": number, "code": 1011, "reason": repr(fault)})
            raise

    async def _request(self, number: int, method: str, path: str) -> None:
        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = {
                    name.decode("latin-1"): value.decode("latin-1") for name, value in message["headers"]
                }
                self._say({"answer": number, "status": message["status"], "headers": headers})
            elif message.get("body"):
                self._say({"piece": number}, message["body"])

        scope = {**_scope(path), "type": "http", "scheme": "http", "method": method}
        fault: str | None = None
        try:
            await self._app(scope, self._arriving[number].get, send)
        except Exception as caught:
            fault = repr(caught)
            raise
        finally:
            self._say({"done": number, "fault": fault})

    def _say(self, message: Mapping[str, Any], piece: bytes | None = None) -> None:
        self._tell(json.dumps(message, separators=(",", ":")), piece)

    async def close(self) -> None:
        """End everything that goes on."""
        for task in [*self._tasks.values()]:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


def _scope(path: str) -> Scope:
    said = urlsplit(path)
    return {
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "path": said.path,
        "raw_path": said.path.encode(),
        "query_string": said.query.encode(),
        "root_path": "",
        "headers": [(b"host", HOST), (b"origin", b"http://" + HOST)],
        "client": None,
        "server": (HOST.decode(), 80),
    }
