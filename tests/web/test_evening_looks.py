"""Why the board decided so, over the wire: told by a process beside the board, to one page at a time."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cupsboard.web.looks import ADDRESS, EveningLooks
from cupsboard.web.work import Beside
from own_loops import run_in_own_loop
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse


class Told:
    """A program that says two lines."""

    returncode = 0

    def __init__(self) -> None:
        self._lines = [b"  1.0 s  nothing moved\n", b"  2.0 s  drop 1\n"]

    async def readline(self) -> bytes:
        return self._lines.pop(0) if self._lines else b""

    async def said(self) -> bytes:
        return b"".join(self._lines)


class Launches:
    """Begins such programs, and remembers their commands."""

    def __init__(self) -> None:
        self.commands: list[Sequence[str]] = []

    @asynccontextmanager
    async def __call__(self, command: Sequence[str], given: object) -> AsyncIterator[Told]:
        assert given == b""
        self.commands.append(command)
        yield Told()


def request(query: str = "") -> Request:
    return Request({"type": "http", "path": ADDRESS, "query_string": query.encode(), "headers": []})


async def body(answer: Response) -> bytes:
    assert isinstance(answer, StreamingResponse)
    return b"".join([chunk async for chunk in answer.body_iterator])  # type: ignore[misc]


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "last.trace"
    path.write_bytes(b"{}\n")
    return path


def test_the_last_looks_are_told_from_the_trace_behind_all_else(trace: Path) -> None:
    launches = Launches()
    looks = EveningLooks(trace, Beside(launches))

    async def told() -> bytes:
        return await body(await looks.tell(request("seconds=600")))

    assert run_in_own_loop(told()).endswith(b"drop 1\n")
    (command,) = launches.commands
    assert command[0] == "nice"
    assert command[-7:] == ("lab", "scope", "--plain", "--trace", str(trace), "--last", "600")


def test_a_second_page_waits_for_the_first_and_then_is_told(trace: Path) -> None:
    looks = EveningLooks(trace, Beside(Launches()))

    async def asked() -> tuple[int, int]:
        first = await looks.tell(request())
        assert isinstance(first, StreamingResponse)
        lines = aiter(first.body_iterator)
        await anext(lines)
        busy = (await looks.tell(request())).status_code
        async for _ in lines:
            await asyncio.sleep(0)
        return busy, (await looks.tell(request())).status_code

    assert run_in_own_loop(asked()) == (429, 200)


@pytest.mark.parametrize("query", ["seconds=9999", "seconds=1;rm", "seconds="])
def test_another_stretch_than_those_of_the_page_is_refused(trace: Path, query: str) -> None:
    looks = EveningLooks(trace, Beside(Launches()))
    assert run_in_own_loop(looks.tell(request(query))).status_code == 422


def test_a_board_that_has_traced_nothing_says_so(tmp_path: Path) -> None:
    looks = EveningLooks(tmp_path / "last.trace", Beside(Launches()))
    assert run_in_own_loop(looks.tell(request())).status_code == 404
