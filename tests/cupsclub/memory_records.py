"""The records of games in memory, whose commits may fail, or be the last thing that the server does."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum

from cupsboard.distance.wire import Entry, SideName
from cupsclub.store.port import Clash, Game, RecordsError, Seat


class Killed(BaseException):
    """The server was killed."""


class Commit(Enum):
    """What becomes of the next commit."""

    GOOD = "good"
    REFUSED = "refused"
    KILLED_BEFORE = "killed before"
    KILLED_AFTER = "killed after"


@dataclass
class Tables:
    games: dict[str, Game] = field(default_factory=dict)
    seats: dict[str, dict[SideName, Seat]] = field(default_factory=dict)
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    served_seconds: float = 0.0
    starts: frozenset[float] = frozenset()

    def copied(self) -> "Tables":
        seats = {code: dict(each) for code, each in self.seats.items()}
        entries = {code: list(each) for code, each in self.entries.items()}
        return Tables(dict(self.games), seats, entries, self.served_seconds, self.starts)


class MemoryRecords:
    """Implements `Records`."""

    def __init__(self) -> None:
        self._tables = Tables()
        self.next_commit = Commit.GOOD

    @contextmanager
    def transaction(self) -> Iterator[None]:
        before, now, self.next_commit = self._tables.copied(), self.next_commit, Commit.GOOD
        try:
            yield
            if now is Commit.REFUSED:
                raise RecordsError("the disk is full")
            if now is Commit.KILLED_BEFORE:
                raise Killed
        except BaseException:
            self._tables = before
            raise
        if now is Commit.KILLED_AFTER:
            raise Killed

    def copied(self) -> Tables:
        """A backup."""
        return self._tables.copied()

    def put_back(self, backup: Tables) -> None:
        """Go on from a backup."""
        self._tables = backup.copied()

    def served_seconds(self) -> float:
        return self._tables.served_seconds

    def keep_served_seconds(self, seconds: float) -> None:
        self._tables.served_seconds = seconds

    def keep_start(self, at: float) -> None:
        self._tables.starts |= {at}

    def first_start(self, since: float) -> float | None:
        return min((at for at in self._tables.starts if at >= since), default=None)

    def forget_open_games(self, since: float, until: float) -> Sequence[str]:
        tables = self._tables
        ended = [
            code
            for code, game in tables.games.items()
            if since <= game.at < until and not tables.entries.get(code)
        ]
        for code in ended:
            self.forget_open_game(code)
        return ended

    def forget_open_game(self, code: str) -> None:
        del self._tables.games[code]
        self._tables.seats.pop(code, None)

    def listed(self, most: int) -> Sequence[str]:
        open_ = [
            code for code in self.codes() if not self.entries(code, 0) and self._tables.games[code].listed
        ]
        return open_[:most]

    def game(self, code: str) -> Game | None:
        return self._tables.games.get(code)

    def game_with(self, key: str) -> str | None:
        return next((game.code for game in self._tables.games.values() if game.key == key), None)

    def open_games_of(self, token: str) -> int:
        seats = self._tables.seats.values()
        return sum(len(each) == 1 and token in {seat.token for seat in each.values()} for each in seats)

    def add_game(self, game: Game) -> None:
        if game.code in self._tables.games or self.game_with(game.key) is not None:
            raise Clash(game.code)
        self._tables.games[game.code] = game

    def seats(self, code: str) -> Mapping[SideName, Seat]:
        return self._tables.seats.get(code, {})

    def add_seat(self, code: str, side: SideName, seat: Seat) -> None:
        if side in self.seats(code):
            raise Clash(side)
        self._tables.seats.setdefault(code, {})[side] = seat

    def entries(self, code: str, since: int) -> tuple[Entry, ...]:
        return tuple(self._tables.entries.get(code, [])[since:])

    def entry_with(self, code: str, key: str) -> Entry | None:
        return next((entry for entry in self.entries(code, 0) if entry.key == key), None)

    def add_entries(self, code: str, entries: Sequence[Entry]) -> None:
        for entry in entries:
            there = self._tables.entries.setdefault(code, [])
            if entry.n != len(there) + 1 or (entry.key and self.entry_with(code, entry.key)):
                raise Clash(str(entry.n))
            there.append(entry)

    def codes(self) -> Sequence[str]:
        return [game.code for game in sorted(self._tables.games.values(), key=lambda each: -each.opened)]

    def begun(self, before: str | None, most: int) -> Sequence[str]:
        codes = [code for code in self.codes() if len(self.seats(code)) == 2]
        first = codes.index(before) + 1 if before in codes else 0
        return codes[first : first + most]
