"""The records as rows of a database that speaks SQL; each kind of database adds how it runs a statement."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from time import perf_counter
from typing import Any

import msgspec
from cupsboard.distance.wire import Entry, SideName
from cupsboard.rules.clocks import Clock

from cupsclub.store.port import Game, Seat


class SqlRecords(ABC):
    """Implements `Records` but for its transactions."""

    database_seconds = 0.0
    """See `Sql`."""
    process = 0
    """Which of the processes that serve these records this one is: none waits for a row of another."""

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count what the block takes as time of the database."""
        began = perf_counter()
        try:
            yield
        finally:
            self.database_seconds += perf_counter() - began

    @abstractmethod
    def free_bytes(self) -> int | None:
        """See `Records`."""

    @abstractmethod
    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """See `Records`."""

    @abstractmethod
    def write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """See `Records`."""

    def served_seconds(self) -> float:
        """See `Records`."""
        ((seconds,),) = self.rows("select max(seconds) from served")
        return float(seconds)

    def keep_served_seconds(self, seconds: float) -> None:
        """See `Records`."""
        statement = (
            "insert into served values (?, ?) on conflict (process) do update set seconds = excluded.seconds"
        )
        self.write(statement, [(self.process, seconds)])

    def keep_start(self, at: float) -> None:
        """See `Records`."""
        self.write("insert into server_start values (?) on conflict do nothing", [(at,)])

    def first_start(self, since: float) -> float | None:
        """See `Records`."""
        ((at,),) = self.rows("select min(at) from server_start where at >= ?", since)
        return None if at is None else float(at)

    def game(self, code: str) -> Game | None:
        """See `Records`."""
        rows = self.rows(
            "select code, key, name, opened, at, starter, clock, takebacks, listed, whom, rated, tournament"
            " from game where code = ?",
            code,
        )
        for code, key, name, opened, at, starter, clock, takebacks, listed, whom, rated, tournament in rows:
            rule = None if clock is None else msgspec.json.decode(clock, type=Clock)
            kinds = bool(takebacks), bool(listed), whom, bool(rated), tournament
            return Game(code, key, name, opened, at, starter, rule, *kinds)
        return None

    def game_with(self, key: str) -> str | None:
        """See `Records`."""
        return next((str(code) for (code,) in self.rows("select code from game where key = ?", key)), None)

    def open_games_of(self, token: str) -> int:
        """See `Records`."""
        ((count,),) = self.rows(
            "select count(*) from seat mine where token = ? and not exists"
            " (select 1 from seat other where other.game = mine.game and other.side <> mine.side)",
            token,
        )
        return int(count)

    def add_game(self, game: Game) -> None:
        """See `Records`."""
        clock = None if game.clock is None else msgspec.json.encode(game.clock).decode()
        when = game.opened, game.at
        kinds = int(game.takebacks), int(game.listed), game.to, int(game.rated)
        values = game.code, game.key, game.name, *when, game.starter, clock, *kinds, 0, game.tournament
        self.write(f"insert into game values ({', '.join('?' * len(values))})", [values])

    def going(self) -> int:
        """See `Records`."""
        ((count,),) = self.rows("select count(*) from game where ended = 0")
        return int(count)

    def end_game(self, code: str) -> None:
        """See `Records`."""
        self.write("update game set ended = 1 where code = ?", [(code,)])

    def ended(self) -> frozenset[str]:
        """See `Records`."""
        return frozenset(str(code) for (code,) in self.rows("select code from game where ended = 1"))

    def forget_open_games(self, since: float, until: float) -> Sequence[str]:
        """See `Records`."""
        found = self.rows(
            "select code from game where at >= ? and at < ?"
            " and not exists (select 1 from entry where entry.game = game.code)",
            *(since, until),
        )
        codes = [str(code) for (code,) in found]
        for code in codes:
            self.forget_open_game(code)
        return codes

    def forget_open_game(self, code: str) -> None:
        """See `Records`."""
        self.write("delete from call where game = ?", [(code,)])
        self.write("delete from seat where game = ?", [(code,)])
        self.write("delete from game where code = ?", [(code,)])

    def listed(self, most: int) -> Sequence[str]:
        """See `Records`."""
        found = self.rows(
            "select code from game where ended = 0 and listed = 1"
            " and not exists (select 1 from entry where entry.game = game.code)"
            " order by opened desc, code limit ?",
            most,
        )
        return [str(code) for (code,) in found]

    def seats(self, code: str) -> Mapping[SideName, Seat]:
        """See `Records`."""
        rows = self.rows("select side, name, token, member from seat where game = ?", code)
        return {side: Seat(name, token, member) for side, name, token, member in rows}

    def add_seat(self, code: str, side: SideName, seat: Seat) -> None:
        """See `Records`."""
        values = code, side, seat.name, seat.token, seat.member
        self.write("insert into seat values (?, ?, ?, ?, ?)", [values])
        # Of two who take both seats at once, the second one has to see that the first is taken.
        self.write("update game set ended = ended where code = ?", [(code,)])
        if seat.member is not None:
            # Who leaves the club has to see every own seat, and who has left takes none.
            self.write("update member set since = since where number = ?", [(seat.member,)])

    def entries(self, code: str, since: int) -> tuple[Entry, ...]:
        """See `Records`."""
        found = self.rows(f"{_ENTRY} where game = ? and n > ? order by n", code, since)
        return tuple(map(_entry, found))

    def entry_with(self, code: str, key: str) -> Entry | None:
        """See `Records`."""
        return next(map(_entry, self.rows(f"{_ENTRY} where game = ? and key = ?", code, key)), None)

    def add_entries(self, code: str, entries: Sequence[Entry]) -> None:
        """See `Records`."""
        rows = [
            (code, each.n, each.at, each.by, each.key, msgspec.json.encode(each.act).decode())
            for each in entries
        ]
        self.write("insert into entry values (?, ?, ?, ?, ?, ?)", rows)

    def codes(self) -> Sequence[str]:
        """See `Records`."""
        return [str(code) for (code,) in self.rows("select code from game order by opened desc, code")]

    def begun(self, before: str | None, most: int) -> Sequence[str]:
        """See `Records`."""
        found = self.rows(
            "select code from game where whom is null"
            " and (select count(*) from seat where seat.game = code) = 2"
            " and (cast(? as text) is null or exists (select 1 from game edge where edge.code = ? and"
            " (game.opened < edge.opened or (game.opened = edge.opened and game.code > edge.code))))"
            " order by opened desc, code limit ?",
            *(before, before, most),
        )
        return [str(code) for (code,) in found]


_ENTRY = "select n, at, by, key, act from entry"


def _entry(row: tuple[Any, ...]) -> Entry:
    n, at, by, key, act = row
    return Entry(n, at, msgspec.json.decode(act), by, key)


def steps() -> dict[int, str]:
    """Return the numbered files that make the tables, in the words of SQLite, by their numbers, in order.

    Each makes of the tables of the number before those of its own.
    """
    folder = files("cupsclub.store").joinpath("sql")
    found = {int(each.name.partition(".")[0]): each.read_text("utf-8") for each in folder.iterdir()}
    return dict(sorted(found.items()))


def other_version(found: int, known: int) -> str:
    """Return what is wrong with tables of another version; 0 is that of none."""
    if found > known:
        return f"its tables are of version {found}, and this program knows {known}; install the newest"
    what = (
        "there are no tables in it yet"
        if found == 0
        else f"its tables are of version {found}, {known} is due"
    )
    return f"{what}; run `cupsclub serve` with it once"
