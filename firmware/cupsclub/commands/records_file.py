"""Which records a command is about: those in a file, or in a database."""

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.storage.paths import homes

from cupsclub.store.port import RecordsError
from cupsclub.store.sqlite import SqliteRecords

if TYPE_CHECKING:
    from cupsclub.store.postgres import PostgresRecords


def add_file(parser: argparse.ArgumentParser) -> None:
    """Let a command be told another file than the usual one."""
    usual = homes(os.environ, Path.home()).state / "club.sqlite"
    parser.add_argument(
        "--file",
        type=Path,
        default=usual,
        metavar="PATH",
        help="the file with the games (default: %(default)s)",
    )


def add_records(parser: argparse.ArgumentParser) -> None:
    """Let a command be told another file than the usual one, or a database."""
    add_file(parser)
    parser.add_argument(
        "--database",
        metavar="URL",
        help="games in PostgreSQL instead, as in postgresql://cups@db.example.org/cups",
    )


@contextmanager
def reading(asked: argparse.Namespace) -> "Iterator[SqliteRecords | PostgresRecords]":
    """Have the records that a command was told, to be read, while the block runs. Raises RecordsError."""
    url: str | None = asked.database
    with closing(reader(url) if url else SqliteRecords(asked.file, is_read_only=True)) as records:
        yield records


def reader(url: str) -> "PostgresRecords":
    """Open the records in a database, to be read. Raises RecordsError."""
    return _postgres(url)(url, is_read_only=True)


def only_server(url: str) -> "PostgresRecords":
    """Open the records in a database as the one that serves them. Raises RecordsError."""
    return _postgres(url)(url, is_only_server=True)


def _postgres(url: str) -> "type[PostgresRecords]":
    if not url.startswith(("postgresql://", "postgres://")):
        raise RecordsError(
            f"--database {url}: games are kept in PostgreSQL alone; write it like "
            "postgresql://cups@db.example.org/cups"
        )
    try:
        from cupsclub.store.postgres import PostgresRecords
    except ModuleNotFoundError as fault:
        raise RecordsError("--database needs an extra: pip install 'cupsboard[postgres]'") from fault
    return PostgresRecords
