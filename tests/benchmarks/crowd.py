"""Crowds at the page of a board at play: a row a crowd, exit code 1 for anything that a crowd could spoil.

The board is `cupsboard play` in a process of its own with 1,024 descriptors, hands that go on playing, and a
visitor who asks for the page twice a second. Each crowd connects as often as it is cut off.
"""

import argparse
import asyncio
import logging
import os
import re
import resource
import shlex
import statistics
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from urllib.parse import urlsplit

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "station")]

from board_process import desk_in, entries
from evening_process import EveningProcess, playing
from studies.page import made_now, table

DESCRIPTORS = 1024
MOST_LOG_LINES = 10
MOST_MOVES = 50
SLOWEST_ANSWER_SECONDS = 10.0
ASK_SECONDS = 0.5
PAUSE_SECONDS = 0.1
"""Between being cut off and connecting again."""
HEAD = "GET /main.js HTTP/1.1\r\nHost: {host}\r\n"
WATCH = (
    "GET /live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)

PAGE_HEAD = """\
# Crowds at the page

A board at play with 1,024 descriptors, a pair of hands that drop a bean and press, a visitor who asks for
the page twice a second, and a crowd that connects again a tenth of a second after it is cut off. *Moves*
are those that came into the journal meanwhile, beside those of as many seconds without a crowd. *Answers*
are those that the visitor got; their times are mostly those of the crowd's own work on the same two cores.
*Descriptors* is the most that the process had open; *log* counts its lines beside those of the game.

"""

Caller = Callable[[asyncio.StreamReader, asyncio.StreamWriter, str], Awaitable[None]]


async def say_nothing(reader: asyncio.StreamReader, _: asyncio.StreamWriter, host: str) -> None:
    await reader.read()


async def stop_halfway(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
    writer.write(HEAD.format(host=host).encode())
    await reader.read()


async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
    for letter in HEAD.format(host=host) + "X: " + "y" * 1000:
        writer.write(letter.encode())
        await writer.drain()
        await asyncio.sleep(1.0)


async def half_a_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
    writer.write(HEAD.format(host=host).replace("GET", "POST").encode() + b"Content-Length: 99999\r\n\r\nx")
    await reader.read()


async def ask_and_stay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
    writer.write(HEAD.format(host=host).encode() + b"\r\n")
    await reader.read()


async def ask_and_never_take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
    writer.write((HEAD.format(host=host).encode() + b"\r\n") * 200)
    await asyncio.sleep(5.0)


async def watch_and_never_read(_: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
    writer.write(WATCH.format(host=host).encode())
    await asyncio.sleep(5.0)


async def talk_nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
    writer.write(b"\x16\x03\x01\x00\xff nonsense\r\n\r\n")
    await reader.read()


async def watch_and_talk_nonsense(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str
) -> None:
    writer.write(WATCH.format(host=host).encode() + b"\x81\x82\x00\x00\x00\x00\xff\xfe")
    await reader.read()


CROWDS: dict[str, tuple[int, Caller]] = {
    "say nothing": (1150, say_nothing),
    "half a request": (1150, stop_halfway),
    "half a request, fewer": (500, stop_halfway),
    "a letter a second": (1150, trickle),
    "half a body": (1150, half_a_body),
    "ask and stay": (300, ask_and_stay),
    "ask and never take": (300, ask_and_never_take),
    "watch and never read": (300, watch_and_never_read),
    "no HTTP": (300, talk_nonsense),
    "watch, and send what is no text": (300, watch_and_talk_nonsense),
}


@dataclass
class Visits:
    """What a visitor of the page has found."""

    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def go_on(self, address: str, is_over: Event) -> None:
        while not is_over.wait(ASK_SECONDS):
            began = time.monotonic()
            try:
                with urllib.request.urlopen(address, timeout=SLOWEST_ANSWER_SECONDS) as answer:
                    answer.read()
                self.seconds.append(time.monotonic() - began)
            except OSError as fault:
                self.failures.append(repr(fault))


async def crowd(address: str, size: int, caller: Caller, seconds: float) -> int:
    """Be a crowd for so long; how often it connected."""
    split = urlsplit(address)
    end = time.monotonic() + seconds
    connected = 0

    async def one() -> None:
        nonlocal connected
        while time.monotonic() < end:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(split.hostname, split.port, limit=4096)
                connected += 1
                with suppress(TimeoutError, OSError):
                    await asyncio.wait_for(
                        caller(reader, writer, split.netloc), max(0.1, end - time.monotonic())
                    )
                writer.close()
            await asyncio.sleep(PAUSE_SECONDS)

    await asyncio.gather(*(one() for _ in range(size)))
    return connected


@dataclass(frozen=True)
class Row:
    """What a crowd did, and what became of the board."""

    name: str
    size: int
    connected: int
    moves: int
    visits: Visits
    most_descriptors: int
    log: Sequence[str]

    @property
    def faults(self) -> list[str]:
        """What the crowd spoiled."""
        found = [f"{self.name}: the visitor: {each}" for each in sorted(set(self.visits.failures))]
        if self.moves == 0:
            found.append(f"{self.name}: no move was kept")
        if self.most_descriptors > DESCRIPTORS // 2:
            found.append(f"{self.name}: {self.most_descriptors} descriptors")
        if len(self.log) > MOST_LOG_LINES:
            found.append(f"{self.name}: {len(self.log)} lines of log")
        return found

    def cells(self, quiet: "Row") -> tuple[str, ...]:
        seconds = self.visits.seconds or [float("inf")]
        usual = statistics.median(quiet.visits.seconds)
        return (
            self.name,
            f"{self.size:,}",
            f"{self.connected:,}",
            f"{self.moves} ({quiet.moves})",
            f"{len(self.visits.seconds)} ({len(self.visits.failures)})",
            f"{statistics.median(seconds) / usual:.1f}",
            f"{max(seconds):.2f}",
            f"{self.most_descriptors}",
            f"{len(self.log)}",
        )


def tried(board: EveningProcess, name: str, size: int, caller: Caller, seconds: float) -> Row:
    """Let a crowd come, and look on."""
    address, desk = board.address(), desk_in(board.folder)
    visits, is_over = Visits(), Event()
    most = [0]

    def look_on() -> None:
        while not is_over.wait(0.1):
            most[0] = max(most[0], len(os.listdir(f"/proc/{board.program.id}/fd")))

    threads = [Thread(target=visits.go_on, args=(address, is_over)), Thread(target=look_on)]
    moves, log = entries(desk), len(log_lines(board))
    for thread in threads:
        thread.start()
    connected = asyncio.run(crowd(address, size, caller, seconds))
    is_over.set()
    for thread in threads:
        thread.join()
    return Row(name, size, connected, entries(desk) - moves, visits, most[0], log_lines(board)[log:])


def log_lines(board: EveningProcess) -> list[str]:
    """What the board has said beside what happened in its game, which begins with a time."""
    said = [line for line in board.program.said.splitlines() if not re.match(r" *[\d.]+ s ", line)]
    return said + board.program.complaints.splitlines()


def report(quiet: Row, rows: Sequence[Row]) -> str:
    names = (
        "crowd", "callers", "connected", "moves (quiet)", "answers (failed)", "median, of the quiet one",
        "slowest, s", "descriptors", "log",
    )  # fmt: skip
    return "\n".join(table(names, (row.cells(quiet) for row in (quiet, *rows))))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each crowd")
    parser.add_argument("--only", choices=CROWDS, action="append", help="this crowd (again for more)")
    parser.add_argument("--report", type=Path, help="write the table as a page too (sim/results/CROWDS.md)")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    # It says of every caller that the board has cut it off.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows: list[Row] = []
    for name in ("nobody", *(asked.only or CROWDS)):
        size, caller = CROWDS.get(name, (0, say_nothing))
        seconds = asked.seconds
        with (
            TemporaryDirectory() as folder,
            playing(Path(folder), speed=1.0, limits={resource.RLIMIT_NOFILE: DESCRIPTORS}) as board,
        ):
            board.may_move(MOST_MOVES)
            board.moves(1)
            row = tried(board, name, size, caller, seconds) if size else quiet(board, seconds)
            rows.append(row)
            code = board.program.end()
        print(
            " | ".join(row.cells(rows[0])),
            f"| exit code {code}",
            *row.log,
            *row.faults,
            sep="\n  ",
            flush=True,
        )
    told = report(rows[0], rows[1:])
    faults = [fault for row in rows for fault in row.faults]
    print(told, *faults, sep="\n")
    if asked.report is not None:
        command = shlex.join(["python", "tests/benchmarks/crowd.py", *sys.argv[1:]])
        made = f"`{command}`\n\n({asked.seconds:g} s a crowd, {made_now()})"
        asked.report.write_text(f"{PAGE_HEAD}{made}\n\n{told}\n", encoding="utf-8")
    return 1 if faults else 0


def quiet(board: EveningProcess, seconds: float) -> Row:
    """The same without a crowd."""

    async def wait(*_: object) -> None:
        await asyncio.sleep(seconds)

    row = tried(board, "nobody", 1, wait, seconds)
    return Row(row.name, 0, 0, row.moves, row.visits, row.most_descriptors, row.log)


if __name__ == "__main__":
    sys.exit(main())
