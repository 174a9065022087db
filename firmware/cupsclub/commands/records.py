"""Records in a file or in a database: which of them a command is about; to check, copy and export them."""

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands.parsers import describe
from cupsboard.distance.wire import written
from cupsboard.formats.private_files import replacing
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending

from cupsclub.archive import Known, faults, rating_faults, record_text
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


def writer(asked: argparse.Namespace) -> "SqliteRecords | PostgresRecords":
    """Open the records that a command was told, to write beside a server. Raises RecordsError."""
    url: str | None = asked.database
    return _postgres(url)(url) if url else SqliteRecords(asked.file)


def reader(url: str) -> "PostgresRecords":
    """Open the records in a database, to be read. Raises RecordsError."""
    return _postgres(url)(url, is_read_only=True)


def only_server(url: str) -> "PostgresRecords":
    """Open the records in a database as the one that serves them. Raises RecordsError."""
    return _postgres(url)(url, is_only_server=True)


def one_of_several(url: str, process: int) -> "PostgresRecords":
    """Open the records in a database as a process of the one server. Raises RecordsError."""
    return _postgres(url)(url, process=process)


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


_CHECK = """\
Check the file, and every game in it by the rules, entry by entry. The server may run meanwhile. Says what is
wrong and exits with 1 if anything is. With --ratings only the ratings are worked out anew, by the results
that stand behind the ends of games: a million of them in minutes.
"""


def define_check(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _CHECK)
    add_records(parser)
    parser.add_argument("--ratings", action="store_true", help="work out only the ratings anew")
    parser.set_defaults(command=_checked)


def _checked(asked: argparse.Namespace) -> int:
    with reading(asked) as records:
        count = 0
        for fault in rating_faults(records) if asked.ratings else (*records.faults(), *faults(records)):
            count += 1
            print(fault)
        print(f"{len(records.codes())} games, {count} faults")
    return Ending.FAULTY if count else Ending.WELL


_EXPORT = """\
Write every game into a folder: CODE.txt is its record, which `cupsboard games check` and any board read, and
CODE.jsonl all its entries, a line each, with who said them and at which second of the server's time.
"""


def define_export(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _EXPORT)
    add_records(parser)
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="where the files go; it is made if need be"
    )
    parser.set_defaults(command=_exported)


def _exported(asked: argparse.Namespace) -> int:
    asked.folder.mkdir(parents=True, exist_ok=True)
    with reading(asked) as records:
        known = Known()
        games = ((code, record_text(records, code, known.shared(records, code))) for code in records.codes())
        begun = [(code, text) for code, text in games if text is not None]
        for code, text in begun:
            lines = "".join(f"{written(entry)}\n" for entry in records.entries(code, 0))
            for name, content in ((f"{code}.txt", text), (f"{code}.jsonl", lines)):
                # Records are for anybody; a half one would pass for a game that ended there.
                with replacing(asked.folder / name, opener=None) as file:
                    file.write(content.encode())
    print(f"{len(begun)} games written to {asked.folder}")
    return Ending.WELL


_BACKUP = """\
Copy all games as they are at this moment into a new file, while the server runs; `cupsclub restore` goes back
to it. Games in a database are copied by its own pg_dump.
"""


def define_backup(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _BACKUP)
    add_file(parser)
    parser.add_argument("target", type=Path, metavar="NEW-FILE", help="where the copy goes")
    parser.set_defaults(command=_backed_up)


def _backed_up(asked: argparse.Namespace) -> int:
    if asked.target.exists():
        raise RecordsError(f"{asked.target}: is there already; name a new file")
    with closing(SqliteRecords(asked.file, is_read_only=True)) as records:
        records.backup(asked.target)
        print(f"{len(records.codes())} games copied to {asked.target}")
    return Ending.WELL
