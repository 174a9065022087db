"""The records of games in memory, whose commits may fail, or be the last thing that the server does."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TypeAlias

from cupsclub.store.port import RecordsError
from cupsclub.store.sqlite import SqliteRecords


class Killed(BaseException):
    """The server was killed."""


class Commit(Enum):
    """What becomes of the next commit."""

    GOOD = "good"
    REFUSED = "refused"
    KILLED_BEFORE = "killed before"
    KILLED_AFTER = "killed after"


Tables: TypeAlias = bytes
"""A backup."""


class MemoryRecords(SqliteRecords):
    """Keeps them in a database without a file."""

    def __init__(self) -> None:
        self.path = Path("memory")
        self._database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.next_commit = Commit.GOOD
        self._require_tables(is_read_only=False)

    @contextmanager
    def transaction(self, *, is_in_turn: bool = False) -> Iterator[None]:
        now, self.next_commit = self.next_commit, Commit.GOOD
        with super().transaction():
            yield
            if now is Commit.REFUSED:
                raise RecordsError("the disk is full")
            if now is Commit.KILLED_BEFORE:
                raise Killed
        if now is Commit.KILLED_AFTER:
            raise Killed

    def copied(self) -> Tables:
        return self._database.serialize()

    def put_back(self, backup: Tables) -> None:
        """Go on from a backup."""
        self._database.deserialize(backup)
