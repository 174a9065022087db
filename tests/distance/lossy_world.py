"""Two boards, a server and a network that loses, delays, doubles and reorders, in virtual time.

The network is worse than any that carries a WebSocket: within one connection messages are lost, come twice
and overtake each other. The power of a board goes before or after any write; the server is killed before
and after any commit, and its disk refuses some.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cupsboard.distance import wire
from cupsboard.distance.far_copy import FarCopy
from cupsboard.distance.follower import AGAIN_SECONDS, Follower, Step
from cupsboard.distance.shared_game import SharedGame
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Message
from cupsclub.store import newer
from cupsclub.store.offers import Offers
from cupsclub.writer import Came, Change, Heard, Left, Request, Writer
from cupsim.runs.memory_store import HeldRows
from memory_records import Commit, Killed, MemoryRecords, Tables

CODE = "GAMECODE"
DELAY_SECONDS = 5.0


class PowerCut(Exception):
    """The board is dark."""


class CutRows(HeldRows):
    """Rows of which the next write may be the last before a power cut: done, or not even begun."""

    def __init__(self) -> None:
        super().__init__()
        self.is_last_write_done: bool | None = None
        """None while the power stays."""

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        is_done, self.is_last_write_done = self.is_last_write_done, None
        # Rows are written whole or not at all.
        if is_done is not False:
            super().keep(rows)
        if is_done is not None:
            raise PowerCut
        return ()


@dataclass
class Board:
    """A seat with a disk; `connection` is the number of its connection, None without one."""

    side: Side
    token: str
    disk: CutRows = field(default_factory=CutRows)
    connection: int | None = None
    follower: Follower = field(init=False)
    promised: dict[str, wire.Act] = field(default_factory=dict)
    """What was said and was on the disk when it was, by its key."""
    refused: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.switch_on()

    def switch_on(self) -> None:
        """Begin with what the disk holds, and nothing else."""
        self.connection = None
        self.follower = self.kept

    @property
    def kept(self) -> Follower:
        """What is on the disk."""
        return Follower(CODE, self.token).begun_again(*self.disk.find(FarCopy, code=CODE))


@dataclass(frozen=True)
class Flying:
    """A message on its way over a connection, and when it comes."""

    connection: int
    text: str
    at: float
    is_to_server: bool


class World:
    """Everything there is; `random` decides what becomes of messages, and what people say."""

    def __init__(
        self, random: Random, loss: float = 0.1, doubling: float = 0.1, game: str = "cups 2"
    ) -> None:
        self.random, self.loss, self.doubling = random, loss, doubling
        self.now = 0.0
        self.records = MemoryRecords()
        self.flying: list[Flying] = []
        self.boards = [Board(side, side.value[0] * 64) for side in Side]
        self.counts = Counter[str]()
        self._connections = 0
        self._keys = 0
        self._start_server()
        for number, board in enumerate(self.boards):
            self._ask(Came(-1 - number, board.token))
        self._ask(Heard(-1, wire.Invite(self._key(), game, "Anna", "south", "south")))
        self._ask(Heard(-2, wire.Join(CODE, "Ben")))

    @property
    def is_waiting(self) -> bool:
        """Whether a director is asked about a board's entries."""
        return bool(newer.asked(self.records))

    def _start_server(self) -> None:
        self.writer = Writer(self.records, lambda: self.now, lambda: CODE, lambda: Side.SOUTH)

    @property
    def record(self) -> tuple[wire.Entry, ...]:
        """What the server has committed."""
        return self.records.entries(CODE, 0)

    @property
    def game(self) -> SharedGame:
        return SharedGame.of(self.record)

    # What happens.

    def connect(self, board: Board) -> None:
        """Make a connection anew."""
        if board.connection is not None:
            self.cut(board)
        self._connections += 1
        board.connection = self._connections
        self._step(board, board.follower.connected(self.now))

    def cut(self, board: Board, *, is_half_open: bool = False) -> None:
        """Lose a connection; the server does not hear of it where it is half open."""
        if board.connection is None:
            return
        self.counts["link losses"] += 1
        lost, board.connection = board.connection, None
        board.follower = board.follower.lost(self.now)
        self.flying = [
            each for each in self.flying if each.connection != lost or (is_half_open and each.is_to_server)
        ]
        if not is_half_open:
            self._ask(Left(lost))

    def cut_power(self, board: Board, *, is_write_done: bool) -> None:
        """Have the power of a board go just before its next write, or just after it."""
        board.disk.is_last_write_done = is_write_done

    def kill_server(self, commit: Commit) -> None:
        """Have the next commit fail, or be the last thing that the server does."""
        self.records.next_commit = commit

    def put_server_back(self, backup: Tables, *, is_noted: bool = False) -> None:
        """Have another server go on from an older copy of the records; `is_noted` if it knows that."""
        self.counts["put back"] += 1
        self.records.put_back(backup)
        if is_noted:
            with self.records.transaction():
                Offers(self.records).keep_restored(self.now)
        self._begin_server_anew()

    def decide(self, *, is_taken: bool) -> None:
        """Have a director decide of the newer entries of which one is asked."""
        for asked in newer.asked(self.records):
            self._ask(
                Change(lambda _, asked=asked: newer.settle(self.records, asked.game, is_taken=is_taken))
            )

    def say(self, board: Board) -> None:
        """Have a player do something that makes sense: move, as a rule."""
        game = board.follower.game
        if board.follower.unsent is not None or game.history is None or game.end is not None:
            return
        act = self._wished(board, game)
        if act is not None:
            self.say_that(board, act, self._key())

    def say_that(self, board: Board, act: wire.Act, key: str) -> None:
        """Have a board say something. Raises WireError while something else is on its way."""
        if self._step(board, board.follower.said(act, key, self.now)):
            board.promised[key] = act

    def tell_table(self, board: Board, laid: int, state: wire.TableState) -> None:
        """Have a board tell how far its table is."""
        self._step(board, (board.follower, board.follower.at_table(laid, state)))

    def pass_time(self, seconds: float) -> None:
        """Deliver what is due within some seconds, in its order, and let boards send again."""
        end = self.now + seconds
        while due := [each for each in self.flying if each.at <= end]:
            message = min(due, key=lambda each: each.at)
            self.flying.remove(message)
            self.now = max(self.now, message.at)
            self._deliver(message)
        self.now = end
        for board in self.boards:
            if board.connection is not None:
                self._step(board, board.follower.ticked(self.now))

    def settle(self) -> None:
        """Mend everything, and wait until nothing is under way any more."""
        self.loss = self.doubling = 0.0
        self.records.next_commit = Commit.GOOD
        for board in self.boards:
            board.disk.is_last_write_done = None
            self.connect(board)
        for _ in range(8):
            self.pass_time(2 * AGAIN_SECONDS)

    def faults(self) -> list[str]:
        """Return what a settled world has lost, doubled or reordered."""
        record = self.record
        found = [f"entry {each.n} is in place {n}" for n, each in enumerate(record, 1) if each.n != n]
        keys = Counter(entry.key for entry in record if entry.key is not None)
        found += [f"{key} is there {times} times" for key, times in keys.items() if times > 1]
        for board in self.boards:
            side = board.side.value
            if board.kept.entries != record or board.follower.game != SharedGame.of(record):
                found.append(f"{side}'s copy has {len(board.kept.entries)} entries, the record {len(record)}")
            if board.follower.unsent is not None or board.follower.fault is not None:
                found.append(f"{side} waits for {board.follower.unsent}, {board.follower.fault}")
            found += [
                f"{side}'s {key} is lost" for key in board.promised if key not in {*keys, *board.refused}
            ]
        return found

    # How it happens.

    def _wished(self, board: Board, game: SharedGame) -> wire.Act | None:
        assert game.history is not None
        kind = self.random.random()
        if game.ask is not None and game.ask.by is not board.side:
            return wire.Yes(game.ask.n) if kind < 0.5 else wire.No(game.ask.n)
        if kind < 0.1 and game.ask is None and len(game.steps) > 1:
            return wire.Ask("back", self.random.choice(sorted(game.steps)[:-1]))
        if kind < 0.2:
            return wire.Said("oops")
        if game.to_move is not board.side:
            return None
        plans = game.history.game.plans(game.history.position, board.side)
        return wire.Move(self.random.choice(plans).label)

    def _key(self) -> str:
        self._keys += 1
        return f"{self._keys:032x}"

    def _step(self, board: Board, step: Step) -> bool:
        """Take a step as a link does; return whether the power stayed."""
        follower, messages = step
        if follower.refused is not None and follower.refused.key is not None:
            board.refused.add(follower.refused.key)
        try:
            if not follower.is_kept_as(board.follower):
                board.disk.keep((follower.kept,))
        except PowerCut:
            self.counts["power cuts"] += 1
            self.cut(board, is_half_open=True)
            board.switch_on()
            return False
        board.follower = follower
        for message in messages:
            if board.connection is not None:
                self._fly(board.connection, wire.written(message), is_to_server=True)
        return True

    def _fly(self, connection: int, text: str, *, is_to_server: bool) -> None:
        for _ in range(1 + (self.random.random() < self.doubling)):
            if self.random.random() >= self.loss:
                at = self.now + self.random.uniform(0.0, DELAY_SECONDS if self.loss else 0.1)
                self.flying.append(Flying(connection, text, at, is_to_server))

    def _deliver(self, message: Flying) -> None:
        if not message.is_to_server:
            board = next((each for each in self.boards if each.connection == message.connection), None)
            heard = wire.server_message(message.text)
            if board is not None and heard is not None:
                self._step(board, board.follower.heard(heard, self.now))
            return
        said = wire.client_message(message.text)
        match said:
            case wire.Hello(_, token):
                self._ask(Came(message.connection, token))
                self._tell(message.connection, wire.Welcome(self.now, 20.0))
            case None:
                pass
            case _:
                self._ask(Heard(message.connection, said))

    def _begin_server_anew(self) -> None:
        self._start_server()
        for board in self.boards:
            self.cut(board)
        self.flying = []

    def _ask(self, request: Request) -> None:
        try:
            told = self.writer.handle([request])
        except Killed:
            self.counts["server kills"] += 1
            self._begin_server_anew()
            return
        for connection, message in told:
            self._tell(connection, message)

    def _tell(self, connection: int, message: wire.FromServer) -> None:
        self._fly(connection, wire.written(message), is_to_server=False)

    def beat(self, board: Board) -> None:
        """Have a board and the server say that they are there."""
        if board.connection is not None:
            self._fly(board.connection, wire.written(wire.Beat(self.now)), is_to_server=True)
