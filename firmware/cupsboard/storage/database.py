"""The rows of a board in one SQLite file: what was kept survives a power cut, and damage is found.

Each write opens the file, commits and closes it, which leaves one whole file with nothing beside it. So a
file that was taken away, or a disk that was changed, shows at the next write, and a fault of the disk leaves
no connection behind that believes in what never arrived. A write that was cut off is taken back when the
file is opened next. SQLite's other way, a log of what comes (WAL), syncs as often, five times a write, and
has readers write files beside this one, which a disk without room refuses.

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

from cupsboard.formats.private_files import make_folder, replacing, synced
from cupsboard.ports import HIGHEST, Gone, GoneError, StoreError, Wanted, aside_names
from cupsboard.signs.scene import Message

R = TypeVar("R")

_TYPES = {int: "integer", bool: "integer", float: "real", str: "text"}
JOURNAL = "-journal"
"""Added to the file's name: what SQLite takes a write back with that was cut off."""
_PAGE_BYTES, _PAGE_COUNT = 4096, slice(28, 32)
"""How large SQLite makes a page, and where the first one has their number."""
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
                # What is left of another file would be written into this one.
                self._beside(JOURNAL).unlink(missing_ok=True)
                self._make(())
            with _connected(self._path) as database:
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
            with _connected(self._path) as database:
                database.create_function("is_met", -1, lambda *texts: wanted.is_met(texts))
                found = database.execute(table.selected + order, values).fetchall()
        rows = [table.row(each) for each in found]
        if None in rows:
            self._is_damaged = True
            raise StoreError(
                f"{self._path}: {table.name} {found[rows.index(None)][0]} has a wrong check sum; {_NEXT_STEP}"
            )
        return tuple(rows)  # type: ignore[arg-type]

    def legible(self, table: type[R]) -> Sequence[R]:
        """Return the rows of a table that can be read, whatever is damaged. Raises StoreError."""
        with self._explained("read"):
            return [row for row in self._readable() if isinstance(row, table)]

    def content(self) -> bytes:
        """Return a file with all that is kept at this moment. Raises StoreError, also where there is none."""
        with self._explained("read"), _connected(self._path) as database:
            return database.serialize()

    def require_sound(self) -> None:
        """Check every row. Raises StoreError for a damaged file, in which rows may be missing unnoticed."""
        with self._explained("read"):
            if os.path.lexists(self._path) and (fault := self._checked()) is not None:
                raise StoreError(f"{self._path}: {fault}; {_NEXT_STEP}")

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
            journal = self._beside(JOURNAL)
            was_there, fault = journal.exists(), self._checked()
        if fault is None:
            self._is_damaged = False
            # It is gone if a write was taken back with it.
            return (Message("notes.end-left-out"),) if was_there and not journal.exists() else ()
        with self._explained("set aside"):
            rows = self._readable()
            aside = next(
                each
                for name in aside_names(self._path.name)
                if not (each := self._path.with_name(name)).exists()
            )
            if self._path.is_file():
                # At any moment a file has this name: without one a board begins with nothing, unsaid.
                os.link(self._path, aside)
            else:
                self._path.rename(aside)
            with suppress(FileNotFoundError):
                journal.replace(aside.with_name(aside.name + JOURNAL))
            self._make(rows)
        self._is_damaged = False
        self._written = _identity(self._path)
        values = {"why": f"{self._path.name}: {fault}", "name": aside.name, "rows": str(len(rows))}
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

    def _checked(self) -> str | None:
        """Return what is wrong with the file; None for nothing."""
        if not self._path.is_file():
            return "it is no file"
        try:
            with _connected(self._path) as database:
                return self._fault_in(database)
        except _FAULTS as fault:
            if _is_about_the_disk(fault):
                raise
            return str(fault)

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
        """Return each row that can be read and has the right check sum. Raises OSError.

        The first page, by which all others are found, is the same in each file: the file is also read
        behind one that was made anew.
        """
        content = self._path.read_bytes() if self._path.is_file() else b""
        head = bytearray(self._content_of(()))[:_PAGE_BYTES]
        head[_PAGE_COUNT] = (len(content) // _PAGE_BYTES).to_bytes(4, "big")
        found = self._rows_in(bytes(head) + content[_PAGE_BYTES:]) | self._rows_in(content)
        return [*found.values()]

    def _rows_in(self, content: bytes) -> dict[tuple[type, object], Any]:
        found: dict[tuple[type, object], Any] = {}
        with _in_memory(content) as database:
            for table in self._tables.values():
                # From both ends, as what is damaged ends each of the two.
                for order in ("", f" order by {table.columns[0]} desc"):
                    with suppress(*_FAULTS):
                        for values in database.execute(table.selected + order):
                            if (row := table.row(values)) is not None:
                                found[table.kind, values[0]] = row
        return found

    def _make(self, rows: Sequence[Any]) -> None:
        """Write a new file with rows in the place of the one that is there. Raises OSError."""
        with replacing(self._path) as file:
            file.write(self._content_of(rows))
        synced(self._path.parent)

    def _content_of(self, rows: Sequence[Any]) -> bytes:
        with _in_memory() as database:
            for table in self._tables.values():
                database.execute(table.created)
            self._insert(database, rows)
            return database.serialize()

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

    def _beside(self, tail: str) -> Path:
        return self._path.with_name(self._path.name + tail)

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
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file that is there, for the block, also on a full or read-only disk. Raises sqlite3.Error."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as database:
        database.text_factory = _text
        # With the name of the journal, whose return would take a write back.
        database.execute("pragma synchronous = extra")
        # What is deleted is not to be read in the file any more.
        database.execute("pragma secure_delete = on")
        yield database


@contextmanager
def _in_memory(content: bytes = b"") -> Iterator[sqlite3.Connection]:
    """Open the content of a file for the block, whatever it is."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.text_factory = _text
        if content:
            database.deserialize(content)
        yield database


def _text(content: bytes) -> str:
    # A damaged text is one with a wrong check sum.
    return content.decode("utf-8", "replace")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_about_the_disk(fault: Exception) -> bool:
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF in _ABOUT_THE_DISK
