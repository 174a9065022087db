"""What a board in a tab has done elsewhere: by helpers, each a second Python in a worker of the browser."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import IO, Any, Protocol

from cupsboard.engine.protocol import STOP, Conversation, no_tables
from cupsboard.session.engine_process import EngineProcess, Patience, Say
from cupsboard.web.work import Beside, Working

PATIENCE = Patience(start_seconds=180.0, silence_seconds=float("inf"), answer_seconds=180.0)
"""A second Python takes half a minute to begin on a slow phone (an estimate), and thinking hears nothing."""


class FarHelper(Protocol):
    """A helper that was started; what it says goes to whoever started it."""

    def post(self, text: str) -> object:
        """Send it a message; see `helper.Helper.heard`."""

    def end(self) -> object:
        """End it, whatever it is at."""


StartHelper = Callable[[Callable[[str], None]], FarHelper]
"""Starts a helper; it is told who hears what the helper says."""


class FarEngine:
    """The engine in a helper; an `engine_process.Worker`.

    A helper that thinks hears nothing, so *stop* ends it: then the answer is what a first look here finds,
    and the next question is another helper's.
    """

    process_id = None

    def __init__(self, start: StartHelper) -> None:
        self._start = start
        self._said = b""
        self.end: str | None = None
        self._position = self._asked = ""
        self._helper = start(self._heard)

    def write(self, line: str) -> None:
        """See `Worker`."""
        if line == STOP:
            if self._asked:
                self._stop()
            return
        if line.startswith("position"):
            self._position = line
        elif line.startswith("go"):
            self._asked = line
        self._helper.post(json.dumps({"line": line}))

    def read(self) -> bytes | None:
        """See `Worker`."""
        said, self._said = self._said, b""
        return said or (None if self.end is None else b"")

    def kill(self) -> None:
        """See `Worker`."""
        self._helper.end()

    def close(self, farewell: str, seconds: float) -> None:  # noqa: ARG002
        """See `Worker`."""
        self._helper.end()

    def _heard(self, text: str) -> None:
        match json.loads(text):
            case {"line": str(line)}:
                self._hear(line)
            case {"broken": str(why)}:
                self.end = why

    def _hear(self, line: str) -> None:
        self._said += f"{line}\n".encode()
        if line.startswith(("bestmove", "error")):
            self._asked = ""

    def _stop(self) -> None:
        self._helper.end()
        lines = iter((self._position, self._asked, STOP))
        Conversation(lambda _wait: next(lines, None), self._hear, monotonic, no_tables).run()
        self._helper = self._start(self._heard)


class _Running:
    """A program at work in a helper."""

    def __init__(self) -> None:
        self.returncode: int | None = None
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()

    def hear(self, text: str) -> None:
        match json.loads(text):
            case {"said": str(said)}:
                self._lines.put_nowait(said.encode("latin-1"))
            case {"ended": int(code)}:
                self._end(code)
            case {"broken": str()}:
                self._end(1)

    def _end(self, code: int) -> None:
        self.returncode = code
        self._lines.put_nowait(b"")

    async def readline(self) -> bytes:
        return await self._lines.get()

    async def said(self) -> bytes:
        lines = []
        while line := await self.readline():
            lines.append(line)
        return b"".join(lines)


class _Hired:
    """A helper that runs programs, one after the other."""

    def __init__(self, start: StartHelper) -> None:
        self.has_begun = asyncio.Event()
        self.at_work: _Running | None = None
        self.helper = start(self._heard)

    def _heard(self, text: str) -> None:
        if json.loads(text).keys() & {"there", "broken"}:
            self.has_begun.set()
        if self.at_work is not None:
            self.at_work.hear(text)


class FarPrograms:
    """Runs programs in a helper, which is kept for the next one if it came to its end."""

    def __init__(self, start: StartHelper) -> None:
        self._start = start
        self._idle: _Hired | None = None

    @asynccontextmanager
    async def launch(self, command: Sequence[str], given: bytes | IO[bytes]) -> AsyncIterator[Working]:
        """See `Launch`; the command is one that this Python would run as a module.

        By the time it yields the helper's Python has begun: a limit from then on is the program's alone.
        """
        module, *words = command[command.index("-m") + 1 :]
        hired, self._idle = self._idle or _Hired(self._start), None
        working = hired.at_work = _Running()
        content = given if isinstance(given, bytes) else given.read()
        asked = {"program": module, "words": words, "given": content.decode("latin-1")}
        hired.helper.post(json.dumps(asked, ensure_ascii=False))
        try:
            if not hired.has_begun.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(hired.has_begun.wait(), PATIENCE.start_seconds)
            yield working
        finally:
            if working.returncode is not None and self._idle is None:
                self._idle = hired
            else:
                hired.helper.end()


def engine_by(start: StartHelper) -> Callable[[Say], EngineProcess]:
    """What starts an engine whose worker is a helper."""
    return lambda say: EngineProcess(say, PATIENCE, start=lambda: FarEngine(start))


def beside_by(start: StartHelper) -> Beside:
    """Work beside the board where there are neither processes nor threads."""
    return Beside(FarPrograms(start).launch, _at_once)


async def _at_once(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)
