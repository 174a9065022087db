"""The kinds of records that a writer works over."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cupsclub.store.port import Records
from cupsclub.store.sqlite import SqliteRecords
from memory_records import MemoryRecords
from own_database import emptied

DATABASE = os.environ.get("CUPS_DATABASE")
"""Set by `over_postgres.py` alone."""


@pytest.fixture(params=["memory", "sqlite", *(["postgres"] if DATABASE else [])])
def records(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Records]:
    if request.param == "memory":
        yield MemoryRecords()
    elif DATABASE and request.param == "postgres":
        from cupsclub.store.postgres import PostgresRecords

        emptied(DATABASE)
        with closing(PostgresRecords(DATABASE)) as served:
            yield served
    else:
        with closing(SqliteRecords(tmp_path / "club.sqlite")) as opened:
            yield opened
