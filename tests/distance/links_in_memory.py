"""The server of one shared game in memory, and links to it without a network: all is heard at once."""

from collections.abc import Callable
from typing import cast

from cupsboard.distance.follower import Follower, Step
from cupsboard.distance.wire import Act, Clock, Entry, FromServer, Invite, Join, TableState, Welcome
from cupsboard.ports import StoreError
from cupsboard.rules.places import Side
from cupsclub.writer import Came, Heard, Left, Writer
from memory_records import MemoryRecords, Tables

CODE, NEXT_CODE = "GAMECODE", "NEXTCODE"


class Server:
    """A writer, and the followers that hear of it at once."""

    def __init__(self, game: str, clock: Clock | None = None) -> None:
        self.records = MemoryRecords()
        self.links: dict[int, Wire] = {}
        self._begin()
        self.handle(Heard(0, Invite("0" * 32, game, "Anna", "south", "south", clock)))
        self.handle(Heard(1, Join(CODE, "Ben")))

    def _begin(self) -> None:
        codes = iter((CODE, NEXT_CODE))
        self.writer = Writer(self.records, lambda: 1.0, lambda: next(codes), lambda: Side.SOUTH)
        for number, side in enumerate(Side):
            self.handle(Came(number, side.value[0] * 64))

    def put_back(self, backup: Tables) -> None:
        """Go on from an older copy of the records, after the links were lost."""
        for link in self.links.values():
            link.lose()
        self.records.put_back(backup)
        self._begin()
        for link in self.links.values():
            link.connect()

    def entries(self) -> tuple[Entry, ...]:
        return self.records.entries(CODE, 0)

    def handle(self, request: Came | Heard | Left) -> None:
        for number, message in self.writer.handle([request]):
            if number in self.links:
                self.links[number].heard(message)


class Wire:
    """A link without a network and a disk; implements `far_table.Link`."""

    def __init__(self, server: Server, number: int, code: str = CODE) -> None:
        self.server, self._number = server, number
        self.follower = Follower(code, "")
        self.tables: list[tuple[int, TableState]] = []
        self._connected, self.trouble = 0.0, cast(str | None, None)
        self.refuses: StoreError | None = None
        self.now: Callable[[], float | None] = lambda: None
        server.links[number] = self
        self.connect()

    def connect(self) -> None:
        self.is_up, self._connected = True, self._connected + 1.0
        self._step(self.follower.heard(Welcome(1.0, 20.0), self._connected))

    def lose(self) -> None:
        self.is_up = False
        self.follower = self.follower.lost(1.0)

    def heard(self, message: FromServer) -> None:
        if self.is_up:
            self._step(self.follower.heard(message, 1.0))

    @property
    def server_time(self) -> float | None:
        return self.now()

    def say(self, act: Act, key: str) -> None:
        if self.refuses is not None:
            raise self.refuses
        self._step(self.follower.said(act, key, 1.0))

    def at_table(self, laid: int, state: TableState) -> None:
        self.tables.append((laid, state))
        self._step((self.follower, self.follower.at_table(laid, state)))

    def _step(self, step: Step) -> None:
        self.follower, messages = step
        for message in messages:
            self.server.handle(Heard(self._number, message))
