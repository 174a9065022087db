"""The rows of a board in one SQLite file: what was kept survives a power cut, and damage is found.

Each write opens the file, commits and closes it, which leaves one whole file with nothing beside it. So a
file that was taken away, or a disk that was changed, shows at the next write, and a fault of the disk leaves
no connection behind that believes in what never arrived.

SQLite finds damage of its own structure, but no flipped bit in a text: each row carries its check sum.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any, Generic, TypeVar
from zlib import crc32

from cupsboard.formats.private_files import make_folder, private, synced
from cupsboard.ports import HIGHEST, Gone, GoneError, StoreError, Wanted, aside_names
from cupsboard.signs.scene import Message

R = TypeVar("R")

_TYPES = {int: "integer", bool: "integer", float: "real", str: "text"}
_BESIDE = ("-wal", "-shm")
"""What SQLite writes beside its file, by what is added to the name."""
_WAL_HEAD_BYTES, _FRAME_HEAD_BYTES, _PAGE_BYTES = 32, 24, 4096
_ABOUT_THE_DISK = frozenset(
    (
        *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM),
        *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN),
    )
)
"""The faults that say nothing against the file; each other one is damage."""


_NEXT_STEP = "`cupsboard play` begins another file with what can be read of it"
_CHANGING = RLock()
"""Held while rows are kept or a file is replaced: threads of a program have a `Database` each."""
_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; it may quote a damaged text in an error."""


@dataclass(frozen=True)
class _Table(Generic[R]):
    """A dataclass as a table: a column for each field, the first is the key, and one for the check sum."""

    kind: type[R]

    @property
    def name(self) -> str:
        return self.kind.__name__.lower()

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(each.name for each in fields(self.kind))  # type: ignore[arg-type]

    @property
    def created(self) -> str:
        kinds = [f"{each.name} {_TYPES[each.type]} not null" for each in fields(self.kind)]  # type: ignore[arg-type, index]
        columns = ", ".join((*kinds, "row_sum integer not null", f"primary key ({self.columns[0]})"))
        return f"CREATE TABLE {self.name} ({columns}) strict"

    @property
    def selected(self) -> str:
        return f"select {', '.join(self.columns)}, row_sum from {self.name}"

    @property
    def inserted(self) -> str:
        return f"insert or replace into {self.name} values ({', '.join('?' * (len(self.columns) + 1))})"

    def values(self, row: R) -> tuple[object, ...]:
        """Return a row as it is written."""
        values = [getattr(row, name) for name in self.columns]
        plain = [int(each) if isinstance(each, bool) else each for each in values]
        return (*plain, _sum(plain))

    def row(self, values: Sequence[Any]) -> R | None:
        """Return a row that was read; None where its check sum is wrong."""
        *found, check = values
        if check != _sum(found):
            return None
        kinds = fields(self.kind)  # type: ignore[arg-type]
        return self.kind(*(bool(v) if each.type is bool else v for each, v in zip(kinds, found, strict=True)))


def _sum(values: list[Any]) -> int:
    return crc32(repr(values).encode())


class Database:
    """Implements `Rows`; one program at a time may keep, and any may find."""

    def __init__(self, path: Path, tables: Sequence[type[Any]]) -> None:
        """Name the file and what it holds; it is made with the first row that is kept."""
        self._path = path
        self._tables = {each: _Table(each) for each in tables}
        self._written: tuple[int, int] | None = None
        """Which file was written last."""
        self._is_damaged = False

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        """See `Rows`. Raises GoneError once for a file that is not the one that was written before.

        Where damage was found before, another file is begun first.
        """
        with _CHANGING, self._explained("written"):
            said = self.mended() if self._is_damaged else ()
            self._require_same()
            if not self._is_there():
                make_folder(self._path.parent)
                self._made(()).replace(self._path)
                synced(self._path.parent)
            with _connected(self._path, "rw") as database:
                self._insert(database, rows)
            self._written = _identity(self._path)
        return said

    def find(self, table: type[R], **equal: object) -> tuple[R, ...]:
        """See `Rows`."""
        where = " and ".join(f"{name} = ?" for name in equal) or "true"
        known = self._tables[table]
        return self._found(known, f" where {where} order by {known.columns[0]}", *equal.values())

    def newest(self, table: type[R], wanted: Wanted = HIGHEST) -> tuple[R, ...]:
        """See `Rows`."""
        known = self._tables[table]
        key, texts = known.columns[0], ", ".join(wanted.within)
        where = " where true" if wanted.below is None else f" where {key} < ?"
        where += f" and is_met({texts})" if wanted.words else ""
        where += f" and {wanted.filled} <> ''" if wanted.filled else ""
        values = () if wanted.below is None else (wanted.below,)
        return self._found(known, f"{where} order by {key} desc limit {wanted.most}", *values, wanted=wanted)

    def _found(
        self, table: _Table[R], order: str, *values: object, wanted: Wanted = HIGHEST
    ) -> tuple[R, ...]:
        with self._explained("read"):
            if not self._is_there():
                return ()
            with self._opened_to_read() as database:
                database.create_function("is_met", -1, lambda *texts: wanted.is_met(texts))
                found = database.execute(table.selected + order, values).fetchall()
        rows = [table.row(each) for each in found]
        if None in rows:
            self._is_damaged = True
            raise StoreError(
                f"{self._path}: {table.name} {found[rows.index(None)][0]} has a wrong check sum; {_NEXT_STEP}"
            )
        return tuple(rows)  # type: ignore[arg-type]

    def content(self) -> bytes:
        """Return a file with all that is kept at this moment. Raises StoreError, also where there is none."""
        with self._explained("read"), self._opened_to_read() as database:
            return database.serialize()

    def mended(self) -> Sequence[Message]:
        """Check every row. Of a damaged file keep what can be read in another one, and set it aside.

        Return what is to be said of that. Raises StoreError, where nothing has changed.
        """
        with _CHANGING:
            return self._mended()

    def _mended(self) -> Sequence[Message]:
        with self._explained("read"):
            if not os.path.lexists(self._path):
                return ()
            left_out, fault = self._checked()
        if fault is None:
            self._is_damaged = False
            return (Message("notes.end-left-out"),) if left_out else ()
        with self._explained("set aside"):
            rows = self._readable()
            fresh = self._made(rows)
            kept_as = next(each for each in aside_names(self._path.name) if not self._beside(each).exists())
            if self._path.is_file():
                # At any moment a file has this name: without one a board begins with nothing, unsaid.
                os.link(self._path, self._beside(kept_as))
            else:
                self._path.rename(self._beside(kept_as))
            for tail in _BESIDE:
                with suppress(FileNotFoundError):
                    self._beside(self._path.name + tail).replace(self._beside(kept_as + tail))
            fresh.replace(self._path)
            synced(self._path.parent)
        self._is_damaged = False
        self._written = _identity(self._path)
        values = {"why": f"{self._path.name}: {fault}", "name": kept_as, "rows": str(len(rows))}
        return (Message("notes.memory-mended", values),)

    def _is_there(self) -> bool:
        """Return whether the file is there. Raises OSError, and StoreError for what is no file."""
        try:
            is_file = stat.S_ISREG(self._path.stat().st_mode)
        except FileNotFoundError:
            return False
        if not is_file:
            self._is_damaged = True
            raise StoreError(f"{self._path} is no file; {_NEXT_STEP}")
        return True

    def _require_same(self) -> None:
        before, self._written = self._written, None
        if before not in (None, _identity(self._path)):
            raise GoneError(f"{self._path} was taken away; what this evening knows is written again")

    def _checked(self) -> tuple[bool, str | None]:
        """Return whether the end of what was written is missing, and what is wrong with the file if it is."""
        if not self._path.is_file():
            return False, "it is no file"
        frames, found = _frames_beside(self._path), 0
        try:
            if frames:
                with _connected(self._path, "rw") as database:
                    ((_, found, _),) = database.execute("pragma wal_checkpoint").fetchall()
            with self._opened_to_read() as database:
                return found < frames, self._fault_in(database)
        except _FAULTS as fault:
            if _is_about_the_disk(fault):
                raise
            return False, str(fault)

    def _fault_in(self, database: sqlite3.Connection) -> str | None:
        tables = {sql for (sql,) in database.execute("select sql from sqlite_master where sql is not null")}
        if tables != {each.created for each in self._tables.values()}:
            return "it is empty, or its tables are not those of this release"
        ((said,),) = database.execute("pragma integrity_check(1)").fetchall()
        if said != "ok":
            return str(said).splitlines()[-1]
        for table in self._tables.values():
            for values in database.execute(table.selected):
                if table.row(values) is None:
                    return f"{table.name} {values[0]}: its check sum is wrong"
        return None

    def _readable(self) -> Sequence[Any]:
        """Return each row that can be read and has the right check sum.

        The first page, by which all others are found, is the same in each file: the file is also read
        behind one that was made anew.
        """
        copy = self._beside(f"{self._path.name}.copy")
        try:
            head = bytearray(self._made(()).read_bytes()[:_PAGE_BYTES])
            # So SQLite goes by the size of the file.
            head[24:28] = bytes(4)
            content = self._path.read_bytes() if self._path.is_file() else b""
            copy.write_bytes(bytes(head) + content[_PAGE_BYTES:])
            found = self._rows_of(copy) | self._rows_of(self._path)
        finally:
            _remove(copy)
        return [*found.values()]

    def _rows_of(self, path: Path) -> dict[tuple[type, object], Any]:
        found: dict[tuple[type, object], Any] = {}
        for table in self._tables.values():
            # From both ends, as what is damaged ends each of the two.
            for order in ("", f" order by {table.columns[0]} desc"):
                with suppress(*_FAULTS), _connected(path, "rw") as database:
                    for values in database.execute(table.selected + order):
                        if (row := table.row(values)) is not None:
                            found[table.kind, values[0]] = row
        return found

    def _made(self, rows: Sequence[Any]) -> Path:
        """Write a new file with rows, and return its path. Raises OSError and sqlite3.Error."""
        path = self._beside(f"{self._path.name}.new")
        _remove(path)
        # SQLite gives its other files the mode of this one.
        os.close(private(str(path), os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC))
        with _connected(path, "rw") as database:
            database.execute(f"pragma page_size = {_PAGE_BYTES}")
            database.execute("pragma journal_mode = wal")
            database.execute("begin")
            for table in self._tables.values():
                database.execute(table.created)
            database.execute("commit")
            self._insert(database, rows)
        return path

    def _insert(self, database: sqlite3.Connection, rows: Sequence[Any]) -> None:
        database.execute("begin immediate")
        for row in rows:
            if isinstance(row, Gone):
                gone = self._tables[row.table]
                database.execute(f"delete from {gone.name} where {gone.columns[0]} = ?", (row.key,))
            else:
                table = self._tables[type(row)]
                database.execute(table.inserted, table.values(row))
        database.execute("commit")

    def _beside(self, name: str) -> Path:
        return self._path.with_name(name)

    @contextmanager
    def _opened_to_read(self) -> Iterator[sqlite3.Connection]:
        """Open the file as it is, also on a disk that is full or read-only. Raises sqlite3.Error."""
        mode = "rw"
        try:
            with _connected(self._path, mode) as database:
                database.execute("select count(*) from sqlite_master").fetchall()
        except sqlite3.OperationalError as fault:
            if not _is_about_the_disk(fault) or _frames_beside(self._path):
                raise
            # There is no room for what SQLite writes beside it: nobody writes, and nothing waits there.
            mode = "ro&immutable=1"
        with _connected(self._path, mode) as database:
            yield database

    @contextmanager
    def _explained(self, done: str) -> Iterator[None]:
        step = "check the disk's space and the file's owner"
        try:
            yield
        except StoreError:
            raise
        except (*_FAULTS, OSError) as fault:
            if isinstance(fault, _FAULTS) and not _is_about_the_disk(fault):
                self._is_damaged, step = True, _NEXT_STEP
            why = getattr(fault, "strerror", None) or fault
            raise StoreError(f"{self._path} can't be {done}: {why}; {step}") from fault


@contextmanager
def _connected(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Open a file for the block. Raises sqlite3.Error."""
    with closing(
        sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    ) as database:
        # A damaged text is one with a wrong check sum.
        database.text_factory = lambda text: text.decode("utf-8", "replace")
        database.execute("pragma synchronous = full")
        # What is deleted is not to be read in the file any more.
        database.execute("pragma secure_delete = on")
        database.execute("pragma journal_size_limit = 0")
        yield database


def _remove(path: Path) -> None:
    for tail in ("", *_BESIDE):
        path.with_name(path.name + tail).unlink(missing_ok=True)


def _frames_beside(path: Path) -> int:
    """Return how many pages wait beside a file to be written into it, whole or torn."""
    try:
        size = path.with_name(path.name + "-wal").stat().st_size
    except FileNotFoundError:
        return 0
    return -(-max(0, size - _WAL_HEAD_BYTES) // (_FRAME_HEAD_BYTES + _PAGE_BYTES))


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_about_the_disk(fault: Exception) -> bool:
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF in _ABOUT_THE_DISK
