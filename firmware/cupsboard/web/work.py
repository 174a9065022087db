"""Work for one page, done beside the board's own and ended with whoever asked for it."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import IO, Any, Protocol, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

T = TypeVar("T")


class Working(Protocol):
    """A program that was started for a request of a page."""

    @property
    def returncode(self) -> int | None:
        """Return how it ended, below zero where it was killed; None while it runs."""

    async def readline(self) -> bytes:
        """The next line that it says; nothing at its end."""

    async def said(self) -> bytes:
        """All that it says until its end."""


Launch = Callable[[Sequence[str], bytes | IO[bytes]], AbstractAsyncContextManager[Working]]
"""Starts a program by its command, given what to read; it is gone when the block ends."""


class _Running:
    """A program as a process."""

    def __init__(self, process: Process) -> None:
        self._process = process
        assert process.stdout is not None
        self._stdout = process.stdout

    @property
    def returncode(self) -> int | None:
        return self._process.returncode

    async def readline(self) -> bytes:
        return await self._stdout.readline()

    async def said(self) -> bytes:
        said, _ = await self._process.communicate()
        return said


@asynccontextmanager
async def worker(command: Sequence[str], given: bytes | IO[bytes]) -> AsyncIterator[Working]:
    """A process that reads what is `given`, an open file or bytes; see `Launch`."""
    stdin = PIPE if isinstance(given, bytes) else given.fileno()
    process = await asyncio.create_subprocess_exec(*command, stdin=stdin, stdout=PIPE)
    try:
        if isinstance(given, bytes):
            assert process.stdin is not None
            process.stdin.write(given)
            process.stdin.close()
        yield _Running(process)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@dataclass(frozen=True, slots=True)
class Beside:
    """Where work is done that must keep nobody waiting."""

    launch: Launch = worker
    """For what takes seconds."""
    aside: Callable[..., Awaitable[Any]] = run_in_threadpool
    """For what takes a part of one: it is called with a function and its arguments."""


PROCESSES_AND_THREADS = Beside()


async def fetched(request: Request, write: Callable[[bytes], object], most_bytes: int) -> bool:
    """Write a request's whole body; whether it was no longer than this. Raises ClientDisconnect."""
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most_bytes:
            return False
        write(chunk)
    return True


async def while_there(request: Request, working: Awaitable[T]) -> T | None:
    """What comes of the work for a request whose body was fetched; nothing once its sender has gone."""
    doing, leaving = asyncio.ensure_future(working), asyncio.create_task(_left(request))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return doing.result() if doing.done() else None
    finally:
        for each in (doing, leaving):
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
