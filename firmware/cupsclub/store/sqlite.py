"""The records in a SQLite file: what is committed survives a power cut."""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cupsboard.formats.private_files import private

from cupsclub.store.port import Clash, RecordsError
from cupsclub.store.statements import SqlRecords, other_version, steps

STEPS = steps()
VERSION = max(STEPS)
"""Of the tables."""


class SqliteRecords(SqlRecords):
    """Implements `Records`; used by one thread at a time."""

    def __init__(self, path: Path, *, is_read_only: bool = False) -> None:
        """Open the file, and make the tables of a new one. Raises RecordsError."""
        self.path = path
        if is_read_only and not path.exists():
            raise RecordsError(f"{path}: no such file; name the one that `cupsclub serve` keeps, with --file")
        with self._explained():
            if not is_read_only:
                path.parent.mkdir(parents=True, exist_ok=True)
                # SQLite gives its other files the mode of this one.
                os.close(private(str(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC))
            where = f"{path.absolute().as_uri()}?mode={'ro' if is_read_only else 'rwc'}"
            self._database = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
            self._database.execute("pragma foreign_keys = on")
            if not is_read_only:
                self._database.execute("pragma journal_mode = wal")
                self._database.execute("pragma synchronous = full")
            self._require_tables(is_read_only=is_read_only)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def transaction(self, *, is_in_turn: bool = True) -> Iterator[None]:  # noqa: ARG002
        """See `Records`; all of them come in turn."""
        with self._explained():
            self._database.execute("begin immediate")
            try:
                yield
                with self._counted():
                    self._database.execute("commit")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._database.execute("rollback")
                raise

    def backup(self, target: Path) -> None:
        """Write a copy of all that is committed into a new file, whole or not at all. Raises RecordsError."""
        fresh = target.with_name(f"{target.name}.new")
        with self._explained():
            descriptor = private(str(fresh), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC)
            try:
                self._database.execute("vacuum into ?", (str(fresh),))
                os.fsync(descriptor)
                # Unlike a rename this never takes the place of another file.
                os.link(fresh, target)
            finally:
                os.close(descriptor)
                fresh.unlink(missing_ok=True)

    def free_bytes(self) -> int | None:
        """See `Records`."""
        with self._explained():
            return shutil.disk_usage(self.path.parent).free

    def faults(self) -> list[str]:
        """Return what SQLite itself finds wrong with the file, in its words."""
        found = [str(fault) for (fault,) in self.rows("pragma integrity_check")]
        return [] if found == ["ok"] else found

    def _require_tables(self, *, is_read_only: bool) -> None:
        ((found,),) = self._database.execute("pragma user_version").fetchall()
        if found < VERSION and not is_read_only:
            with self.transaction():
                # Another program may have made them by now.
                ((found,),) = self._database.execute("pragma user_version").fetchall()
                for number, statements in STEPS.items():
                    if number > found:
                        for statement in statements.split(";"):
                            self._database.execute(statement)
                        self._database.execute(f"pragma user_version = {number}")
        elif found != VERSION:
            raise RecordsError(f"{self.path}: {other_version(found, VERSION)}")

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """See `Records`."""
        with self._explained(), self._counted():
            try:
                return self._database.execute(statement, values).fetchall()
            except OverflowError:
                # A number that no column can hold is in no row.
                return []

    def write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """See `Records`."""
        try:
            with self._counted():
                self._database.executemany(statement, rows)
        except sqlite3.IntegrityError as fault:
            raise Clash(f"another program wrote at the same moment, try again: {fault}") from None

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


@contextmanager
def owned(path: Path) -> Iterator[None]:
    """Be the only server of a file while the block runs. Raises RecordsError if another one is."""
    lock = path.with_name(f"{path.name}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        descriptor = private(str(lock), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
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
