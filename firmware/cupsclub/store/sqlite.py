"""The records in a SQLite file: what is committed survives a power cut."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from cupsboard.distance.wire import Clock, Entry, SideName

from cupsclub.store.port import Clash, Game, RecordsError, Seat

VERSION = 2
"""Of the tables; each number has a file of statements in `sql` that leads to it from the one before."""


class SqliteRecords:
    """Implements `Records`; used by one thread at a time."""

    def __init__(self, path: Path, *, is_read_only: bool = False) -> None:
        """Open the file, and make or bring up to date its tables. Raises RecordsError."""
        self.path = path
        with self._explained():
            if not is_read_only:
                path.parent.mkdir(parents=True, exist_ok=True)
            where = f"{path.absolute().as_uri()}?mode={'ro' if is_read_only else 'rwc'}"
            self._database = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
            self._database.execute("pragma foreign_keys = on")
            if not is_read_only:
                self._database.execute("pragma journal_mode = wal")
                self._database.execute("pragma synchronous = full")
            self._bring_up_to_date(is_read_only=is_read_only)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """See `Records`."""
        with self._explained():
            self._database.execute("begin immediate")
            try:
                yield
                self._database.execute("commit")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._database.execute("rollback")
                raise

    def game(self, code: str) -> Game | None:
        """See `Records`."""
        rows = self._rows(
            "select code, key, name, opened, starter, clock, takebacks from game where code = ?", code
        )
        for code, key, name, opened, starter, clock, takebacks in rows:
            rule = None if clock is None else msgspec.json.decode(clock, type=Clock)
            return Game(code, key, name, opened, starter, rule, bool(takebacks))
        return None

    def game_with(self, key: str) -> str | None:
        """See `Records`."""
        return next((str(code) for (code,) in self._rows("select code from game where key = ?", key)), None)

    def open_games_of(self, token: str) -> int:
        """See `Records`."""
        ((count,),) = self._rows(
            "select count(*) from seat mine where token = ? and not exists"
            " (select 1 from seat other where other.game = mine.game and other.side <> mine.side)",
            token,
        )
        return int(count)

    def add_game(self, game: Game) -> None:
        """See `Records`."""
        clock = None if game.clock is None else msgspec.json.encode(game.clock).decode()
        values = game.code, game.key, game.name, game.opened, game.starter, clock, int(game.takebacks)
        self._write("insert into game values (?, ?, ?, ?, ?, ?, ?)", [values])

    def seats(self, code: str) -> Mapping[SideName, Seat]:
        """See `Records`."""
        rows = self._rows("select side, name, token from seat where game = ?", code)
        return {side: Seat(name, token) for side, name, token in rows}

    def add_seat(self, code: str, side: SideName, seat: Seat) -> None:
        """See `Records`."""
        self._write("insert into seat values (?, ?, ?, ?)", [(code, side, seat.name, seat.token)])

    def entries(self, code: str, since: int) -> tuple[Entry, ...]:
        """See `Records`."""
        found = self._rows(f"{_ENTRY} where game = ? and n > ? order by n", code, since)
        return tuple(map(_entry, found))

    def entry_with(self, code: str, key: str) -> Entry | None:
        """See `Records`."""
        return next(map(_entry, self._rows(f"{_ENTRY} where game = ? and key = ?", code, key)), None)

    def add_entries(self, code: str, entries: Sequence[Entry]) -> None:
        """See `Records`."""
        rows = [
            (code, each.n, each.at, each.by, each.key, msgspec.json.encode(each.act).decode())
            for each in entries
        ]
        self._write("insert into entry values (?, ?, ?, ?, ?, ?)", rows)

    def codes(self) -> Sequence[str]:
        """See `Records`."""
        return [str(code) for (code,) in self._rows("select code from game order by opened desc, code")]

    def begun(self, before: str | None, most: int) -> Sequence[str]:
        """See `Records`."""
        found = self._rows(
            "select code from game where (select count(*) from seat where seat.game = code) = 2"
            " and (? is null or exists (select 1 from game last where last.code = ? and"
            " (game.opened < last.opened or (game.opened = last.opened and game.code > last.code))))"
            " order by opened desc, code limit ?",
            *(before, before, most),
        )
        return [str(code) for (code,) in found]

    def backup(self, target: Path) -> None:
        """Write a copy of all that is committed into a new file. Raises RecordsError."""
        with self._explained():
            self._database.execute("vacuum into ?", (str(target),))

    def faults(self) -> list[str]:
        """Return what SQLite itself finds wrong with the file, in its words."""
        found = [str(fault) for (fault,) in self._rows("pragma integrity_check")]
        return [] if found == ["ok"] else found

    def _bring_up_to_date(self, *, is_read_only: bool) -> None:
        ((found,),) = self._database.execute("pragma user_version").fetchall()
        if found > VERSION or (is_read_only and found < VERSION):
            raise RecordsError(
                f"{self.path}: its tables are of version {found}, and this program knows {VERSION}; "
                + ("install the newest" if found > VERSION else "run `cupsclub serve` with it once")
            )
        for version in range(found + 1, VERSION + 1):
            statements = files("cupsclub.store").joinpath("sql", f"{version}.sql").read_text("utf-8")
            self._database.executescript(f"begin; {statements} pragma user_version = {version}; commit;")

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._database.execute(statement, values).fetchall()

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        try:
            self._database.executemany(statement, rows)
        except sqlite3.IntegrityError as fault:
            raise Clash(str(fault)) from None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as fault:
            raise RecordsError(
                f"{self.path}: {fault}; check the disk's space, the file's owner and that cupsclub wrote it"
            ) from fault
        except RecordsError:
            raise
        except OSError as fault:
            raise RecordsError(f"{self.path}: {fault.strerror or fault}; name another file") from fault


_ENTRY = "select n, at, by, key, act from entry"


def _entry(row: tuple[Any, ...]) -> Entry:
    n, at, by, key, act = row
    return Entry(n, at, msgspec.json.decode(act), by, key)


@contextmanager
def owned(path: Path) -> Iterator[None]:
    """Be the only server of a file while the block runs. Raises RecordsError if another one is."""
    lock = path.with_name(f"{path.name}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise RecordsError(f"{lock}: {fault.strerror}; name another file") from fault
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RecordsError(
                f"{path}: another cupsclub serves it; stop that one or name another file"
            ) from None
        yield
    finally:
        os.close(descriptor)
