"""Crowds of clients at a server of far games: players who play games that were drawn before, and watchers."""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

from cupsboard.distance.pulse import Retry
from cupsboard.distance.wire import PASSING, Invite, Join, Seated
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side
from cupsclub.people import new_code
from cupsclub.store.port import Records
from cupsclub.writer import Came, Heard, Writer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

GAME = "cups 6"
SCRIPTS = 40
CLIENTS_AN_ADDRESS = 18
"""Fewer than a server lets in from one."""
FIRST_BEAT_SECONDS = 5.0
OPEN_AT_ONCE = 40


@dataclass(frozen=True)
class Script:
    """A game that was drawn by chance: who moves, and how."""

    moves: Sequence[tuple[str, str]]


def drawn_script(random: Random) -> Script:
    """Return a whole game of random legal moves, which South begins."""
    game = games.named(GAME)
    history, moves = HistoryOf(game, Side.SOUTH), list[tuple[str, str]]()
    while game.standing(history.position) is not Standing.OVER:
        if game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
            continue
        (side,) = game.movers(history.position)
        label = random.choice(game.plans(history.position, side)).label
        moves.append((side.value, label))
        history = history.play(side, label)
    return Script(moves)


@dataclass
class Game:
    """A begun game, and how far it is, as its slowest player knows."""

    code: str
    tokens: dict[str, str]
    script: Script
    players: "dict[str, Client]" = field(default_factory=dict)

    @property
    def mover(self) -> "Client | None":
        """The player who may move now; None while one of them has not seen the last move, or at the end."""
        (one, other) = self.players.values()
        if one.moves != other.moves or one.moves >= len(self.script.moves):
            return None
        mover = self.players[self.script.moves[one.moves][0]]
        return mover if mover.unsent is None else None


def begun_games(records: Records, count: int, random: Random) -> list[Game]:
    """Have a writer of these records begin games, before a server serves them."""
    # Time has to go on where it was.
    now = records.served_seconds()
    writer = Writer(records, lambda: now, new_code, lambda: Side.SOUTH)
    scripts, found = [drawn_script(random) for _ in range(SCRIPTS)], list[Game]()
    for number in range(count):
        tokens = {side.value: secrets.token_hex(32) for side in Side}
        south, north = 2 * number + 1, 2 * number + 2
        invite = Invite(secrets.token_hex(16), GAME, "Anna", "south", "south")
        told = writer.handle(
            [Came(south, tokens["south"]), Heard(south, invite), Came(north, tokens["north"])]
        )
        (seated,) = (message for _, message in told if isinstance(message, Seated))
        writer.handle([Heard(north, Join(seated.game, "Ben"))])
        found.append(Game(seated.game, tokens, random.choice(scripts)))
    return found


@dataclass
class Seen:
    """When each move was said, and how long it took until each of the others saw it, in seconds."""

    said: dict[str, float] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def share(self, part: float) -> float:
        """Return the time within which this part of all was seen."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(part * len(self.seconds)))]


@dataclass
class Client:
    """A client that follows one game while its task runs: it connects again whenever it is cut off."""

    address: str
    source: str
    code: str
    token: str
    seen: Seen
    moves: int = 0
    n: int = 0
    changed: int = 0
    unsent: str | None = None
    """The key of what was said and is not back yet."""
    keys: list[str | None] = field(default_factory=list)
    """Of the entries that it knows."""
    is_there: bool = False
    on_news: "Callable[[], object] | None" = None
    _socket: ClientConnection | None = None
    _beat_seconds: float = 5.0
    _said: str = ""
    _is_to_say_again: bool = False
    _is_to_ask_again: bool = False

    async def live(self, gate: asyncio.Semaphore) -> None:
        """Connect, follow, beat and listen; `gate` lets few connect at once."""
        retry, random = Retry(), Random(self.token or id(self))
        while True:
            try:
                async with gate:
                    socket = await connect(
                        self.address, local_addr=(self.source, 0), compression=None, ping_interval=None,
                        open_timeout=30, max_queue=None, close_timeout=1,
                    )  # fmt: skip
                async with socket:
                    retry = Retry()
                    await self._talk(socket)
            except (OSError, WebSocketException, TimeoutError):
                pass
            self.is_there, self._socket = False, None
            pause = retry.pause_seconds(random)
            retry = retry.failed()
            await asyncio.sleep(pause)

    async def _talk(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"message": "hello", "v": 1, "token": self.token}))
        self._socket = socket
        beating = asyncio.create_task(self._beat(socket))
        try:
            async for text in socket:
                self._hear(json.loads(text))
                if self._is_to_say_again:
                    self._is_to_say_again = False
                    await socket.send(self._said)
        finally:
            beating.cancel()

    async def _beat(self, socket: ClientConnection) -> None:
        await self._follow(socket)
        # Real clients do not all beat at the same moment.
        await asyncio.sleep(Random().uniform(0, FIRST_BEAT_SECONDS))
        with suppress(WebSocketException):
            while True:
                await socket.send(json.dumps({"message": "beat", "time": monotonic()}))
                if self._is_to_ask_again:
                    await self._follow(socket)
                await asyncio.sleep(self._beat_seconds)

    async def _follow(self, socket: ClientConnection) -> None:
        self._is_to_ask_again = False
        await socket.send(json.dumps({"message": "follow", "game": self.code, "since": self.n}))

    def _hear(self, told: dict[str, Any]) -> None:
        match told["message"]:
            case "welcome":
                self._beat_seconds = told["beat"]
            case "entries":
                self.is_there = True
                for entry in told.get("entries", ()):
                    self._take(entry)
                self._is_to_say_again = "since" in told and self.unsent is not None
                if self.on_news is not None:
                    self.on_news()
            case "refused" if told["why"] in PASSING:
                # With the next answer what is unsent is said again.
                self._is_to_ask_again = True
            case "refused":
                self.seen.refused.append(told["text"])
                self.unsent = None
            case "bye":
                self.seen.refused.append(told["why"])

    def _take(self, entry: dict[str, Any]) -> None:
        if entry["n"] != self.n + 1:
            return
        self.n = entry["n"]
        self.keys.append(entry.get("key"))
        kind = entry["act"]["kind"]
        if kind in ("begin", "move", "pass", "end"):
            self.changed = self.n
        if kind == "move":
            self.moves += 1
        key = entry.get("key")
        if key is not None and key == self.unsent:
            self.unsent = None
        elif key in self.seen.said:
            self.seen.seconds.append(monotonic() - self.seen.said[key])

    async def move(self, label: str) -> None:
        """Say a move."""
        if self._socket is None:
            return
        self.unsent = key = secrets.token_hex(16)
        self.seen.said[key] = monotonic()
        act = {"kind": "move", "label": label}
        said = {"message": "say", "game": self.code, "key": key, "after": self.changed, "act": act}
        self._said = json.dumps(said)
        with suppress(WebSocketException):
            await self._socket.send(self._said)


def sources() -> Iterator[str]:
    """Yield an address of this computer for each client, a new one whenever the last has enough."""
    number = 0
    while True:
        block, last = divmod(number // CLIENTS_AN_ADDRESS, 250)
        yield f"127.{1 + block // 250}.{block % 250}.{1 + last}"
        number += 1


@contextmanager
def alive(clients: Sequence[Client]) -> Iterator[None]:
    """Have clients live while the block runs."""
    gate = asyncio.Semaphore(OPEN_AT_ONCE)
    tasks = [asyncio.create_task(each.live(gate)) for each in clients]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


async def all_there(clients: Sequence[Client], within_seconds: float) -> float:
    """Wait until all follow their games; return how long it took. Raises TimeoutError."""
    began = monotonic()
    while missing := sum(not each.is_there for each in clients):
        if monotonic() - began > within_seconds:
            raise TimeoutError(f"{missing} of {len(clients)} are not there after {within_seconds:.0f} s")
        await asyncio.sleep(0.1)
    return monotonic() - began
