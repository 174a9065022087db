"""Live games and watchers on one server: how long a move takes from being said to being seen.

`cupsclub serve` runs as a process; in another all players and watchers have a connection each. A move is said
some time after the one before was seen, and the time until its entry has come to the other player and to each
watcher of that game is taken. Prints the percentiles and the server's processor time; exit code 1 where the
99th percentile is above 100 ms.
"""

import argparse
import asyncio
import json
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import Move, entry_from, plain
from cupsboard.rules.places import Side
from websockets.asyncio.client import ClientConnection, connect

GAME = "cups 12"
LIMIT_SECONDS = 0.1


class Measured:
    """When each move was said, and how long it took to be seen, by the key of its say."""

    def __init__(self) -> None:
        self.said_at: dict[str, float] = {}
        self.seconds: list[float] = []

    def seen(self, key: str | None) -> None:
        if key in self.said_at:
            self.seconds.append(time.perf_counter() - self.said_at[key])


@asynccontextmanager
async def greeted(address: str, number: int, token: str) -> AsyncIterator[ClientConnection]:
    """A connection from an address of its own, as a proxy would name it."""
    headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
    async with connect(address, compression=None, additional_headers=headers) as socket:
        await told(socket, "hello", v=1, token=token)
        await socket.recv()
        yield socket


async def told(socket: ClientConnection, message: str, **rest: Any) -> None:
    await socket.send(json.dumps({"message": message, **rest}))


async def plays(address: str, number: int, side: Side, codes: "asyncio.Future[str]", how: "How") -> None:
    random, game = Random(number), SharedGame()
    async with greeted(address, number, secrets.token_hex(32)) as socket:
        if side is Side.SOUTH:
            wish = {
                "key": secrets.token_hex(16),
                "game": GAME,
                "name": "S",
                "side": "south",
                "starter": "south",
            }
            await told(socket, "invite", **wish)
            codes.set_result(json.loads(await socket.recv())["game"])
        code = await asyncio.shield(codes)
        if side is Side.NORTH:
            await told(socket, "join", game=code, name="N")
        await told(socket, "follow", game=code)
        async for text in socket:
            before = game
            for entry in map(json.dumps, json.loads(text).get("entries", ())):
                found = entry_from(entry)
                if found.n == game.n + 1:
                    game = game.followed(found)
                    if found.by != side.value:
                        how.measured.seen(found.key)
            if game.n > before.n and game.to_move is side and game.history is not None:
                await asyncio.sleep(random.uniform(0.5, 1.5) * how.pause_seconds)
                plans, key = game.history.game.plans(game.history.position, side), secrets.token_hex(16)
                act = plain(Move(random.choice(plans).label))
                how.measured.said_at[key] = time.perf_counter()
                await told(socket, "say", game=code, key=key, after=game.changed, act=act)


async def watches(address: str, number: int, codes: "asyncio.Future[str]", how: "How") -> None:
    code = await asyncio.shield(codes)
    async with greeted(address, number, "") as socket:
        await told(socket, "follow", game=code)
        async for text in socket:
            message = json.loads(text)
            # What was there before this watcher came says nothing of how long a move takes.
            for entry in () if "since" in message else message.get("entries", ()):
                how.measured.seen(entry.get("key"))


class How:
    """How much is to be done, and what came of it."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.games: int = asked.games
        self.watchers: int = asked.watchers
        self.seconds: float = asked.seconds
        self.pause_seconds: float = asked.pause
        self.measured = Measured()


async def loaded(address: str, how: How) -> None:
    """Have all connections live for a while."""
    codes = [asyncio.get_running_loop().create_future() for _ in range(how.games)]
    tasks = [
        asyncio.create_task(plays(address, 2 * number + offset, side, codes[number], how))
        for number in range(how.games)
        for offset, side in enumerate(Side)
    ]
    tasks += [
        asyncio.create_task(watches(address, 2 * how.games + number, codes[number % how.games], how))
        for number in range(how.watchers)
    ]
    done, _ = await asyncio.wait(tasks, timeout=how.seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def processor_seconds(process_id: int) -> float:
    """Return the processor time of a process so far, on Linux."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> int:
    """Load a server, and print what was seen; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds before a move is answered")
    how = How(parser.parse_args())
    with tempfile.TemporaryDirectory() as folder:
        command = ("-m", "cupsclub", "serve", "--file", f"{folder}/club.sqlite", "--port", "0")
        server = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = re.search(r":(\d+)/ ", server.stdout.readline())
            assert port is not None
            asyncio.run(loaded(f"ws://127.0.0.1:{port[1]}/v1", how))
            used = processor_seconds(server.pid)
        finally:
            server.terminate()
            server.wait()
    seen = sorted(how.measured.seconds)
    half, most = seen[len(seen) // 2], seen[int(0.99 * len(seen))]
    print(
        f"{how.games} games, {how.watchers} watchers, {how.seconds:.0f} s: {len(how.measured.said_at)} moves"
    )
    print(f"seen {len(seen)} times: p50 {1000 * half:.1f} ms, p99 {1000 * most:.1f} ms; server {used:.1f} s")
    return 0 if most <= LIMIT_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
