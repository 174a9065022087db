"""Set up, from the page of a game: `cupsim setup` in a process of its own, which ends with this one.

The game under way stays as it is, with its opponents, and the page of Set up leads back to it.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from cupsboard.web.work import fetched
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsim.runs.build_faults import Mistake
from cupsim.runs.game_world import Setting

MODULE = "/hands/set_up.js"
MISTAKES = tuple(each.name.lower().replace("_", "-") for each in Mistake)
"""What may be wrong with the board, as `--mistake` calls it."""
PACES = ("1", "4", "16")
"""How many times as fast as life its time may go."""
PATIENCE_SECONDS = 30.0
END_SECONDS = 5.0
MOST_BYTES = 1024
_PAGE = re.compile(r"the board's page: \S+:(\d+)/")


class SetUpRefused(Exception):
    """Set up could not be served; the message says why."""


class SetUpBeside:
    """The one Set up that is served beside the page of a game."""

    def __init__(self, listen: str, setting: Callable[[], Setting]) -> None:
        """`listen` is the address of the page; `setting` gives what the board is drawn from."""
        self._listen, self._setting = listen, setting
        self._lock = Lock()
        self._served: tuple[tuple[str, ...], subprocess.Popen[str], int] | None = None
        """The command, its process and the port."""

    def port(self, mistake: str, pace: str) -> int:
        """Return the port of the page of such a board; begin it unless it is served already.

        Another one that was served ends. Waits for it: not for the server's own thread. Raises SetUpRefused.
        """
        command = self._command(mistake, pace)
        with self._lock:
            if self._served is not None and (
                self._served[0] != command or self._served[1].poll() is not None
            ):
                self._end()
            if self._served is None:
                process, port = _begun(command)
                self._served = command, process, port
            return self._served[2]

    def close(self) -> None:
        """End what is served."""
        with self._lock:
            self._end()

    def routes(self) -> Sequence[BaseRoute]:
        """Return where a page asks for Set up, and learns what it may choose from."""
        return (
            Route("/set-up", self._choices, methods=["GET"]),
            Route("/set-up", self._begin, methods=["POST"]),
        )

    def _command(self, mistake: str, pace: str) -> tuple[str, ...]:
        setting = self._setting()
        page = {"listen": self._listen, "port": 0, "end-with": os.getpid()}
        drawn = {name: getattr(setting, name) for name in ("seed", "cups", "sps", "beans", "cells")}
        board = {**page, **drawn, "mistake": mistake, "pace": pace}
        options = (part for name, value in board.items() for part in (f"--{name}", str(value)))
        return (sys.executable, "-u", "-m", "cupsim", "setup", *options)

    def _end(self) -> None:
        if self._served is None:
            return
        process, self._served = self._served[1], None
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    async def _choices(self, _: Request) -> Response:
        return JSONResponse({"mistakes": MISTAKES, "paces": PACES})

    async def _begin(self, request: Request) -> Response:
        content = bytearray()
        try:
            if not await fetched(request, content.extend, MOST_BYTES):
                return PlainTextResponse("this is too long\n", 413)
            order = json.loads(bytes(content))
            mistake, pace = order["mistake"], order["pace"]
        except ClientDisconnect:
            return Response(status_code=400)
        except (ValueError, RecursionError, TypeError, KeyError):
            return PlainTextResponse("say a mistake and a pace\n", 422)
        if mistake not in MISTAKES or pace not in PACES:
            return PlainTextResponse(f"choose a mistake of {MISTAKES} and a pace of {PACES}\n", 422)
        try:
            return JSONResponse({"port": await asyncio.to_thread(self.port, mistake, pace)})
        except (SetUpRefused, OSError) as fault:
            return PlainTextResponse(f"{fault}\n", 503)


def _begun(command: Sequence[str]) -> tuple[subprocess.Popen[str], int]:
    """Return the process that serves Set up, and its port. Raises SetUpRefused or OSError."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    ports: SimpleQueue[int | None] = SimpleQueue()
    last = deque[str](maxlen=3)

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            last.append(line.strip())
            if (found := _PAGE.search(line)) is not None:
                ports.put(int(found[1]))
        ports.put(None)

    # Whatever it says later is read, too: a full pipe would stop it.
    Thread(target=listen, daemon=True).start()
    try:
        port = ports.get(timeout=PATIENCE_SECONDS)
    except Empty:
        port = None
    if port is None:
        process.kill()
        process.wait()
        raise SetUpRefused(f"cupsim setup did not begin: {' '.join(last) or 'it said nothing'}")
    return process, port
