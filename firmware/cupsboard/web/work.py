"""Work for one page, done by a process beside the board's own that ends with whoever asked for it."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from starlette.requests import Request

T = TypeVar("T")


@asynccontextmanager
async def worker(command: Sequence[str], stdin: int = PIPE) -> AsyncIterator[Process]:
    """A process that is gone when the block ends; `stdin` may be the number of an open file."""
    process = await asyncio.create_subprocess_exec(*command, stdin=stdin, stdout=PIPE)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


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
