"""Commands that put records elsewhere: back to a copy, with what boards know beyond it; into a database."""

import argparse
import os
import shutil
from contextlib import closing, suppress
from pathlib import Path

from cupsboard.commands.parsers import describe
from cupsboard.distance.verdict import Refusal
from cupsboard.formats.private_files import replacing
from cupsboard.systemd.exit_codes import Ending

from cupsclub.commands.records import add_records, only_server, writer
from cupsclub.store import newer
from cupsclub.store.moving import moved
from cupsclub.store.offers import Offers
from cupsclub.store.port import Records, RecordsError
from cupsclub.store.sqlite import SqliteRecords, owned

_BESIDE = "-wal", "-shm"
"""What SQLite keeps beside a file, by how its name ends."""

_RESTORE = """\
Go back to a copy that `cupsclub backup` has made, while no server runs. The file that was there before is
kept beside, as club.sqlite.before. Boards may know more than the copy: they offer their newer entries, and
their games wait until a director agrees on the club's page, or `cupsclub newer` does. With --database, say it
after pg_restore and without a copy.
"""


def define_restore(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _RESTORE)
    add_records(parser)
    parser.add_argument("copy", type=Path, nargs="?", metavar="COPY", help="the copy to go back to")
    parser.set_defaults(command=_restored)


def _restored(asked: argparse.Namespace) -> int:
    if asked.database:
        with closing(only_server(asked.database)) as records:
            _note(records)
            print(f"{records.place}: boards may offer what they know beyond it")
        return Ending.WELL
    if asked.copy is None:
        raise RecordsError("name the copy to go back to, as in `cupsclub restore club-2026-12-01.sqlite`")
    with owned(asked.file):
        games = _put_back(asked.copy, asked.file)
    print(f"{games} games of {asked.copy} are in {asked.file}; start the server")
    return Ending.WELL


def _note(records: Records) -> None:
    with records.transaction():
        Offers(records).keep_restored(records.served_seconds())


def _put_back(copy: Path, file: Path) -> int:
    """Put a copy in the place of a file; return how many games it has. Raises RecordsError."""
    fresh, before = (file.with_name(f"{file.name}.{ending}") for ending in ("new", "before"))
    try:
        with copy.open("rb") as source, replacing(fresh) as target:
            shutil.copyfileobj(source, target)
        # An older one is brought up to date by this.
        with closing(SqliteRecords(fresh)) as records:
            faults = records.faults()
            if faults:
                raise RecordsError(f"{copy}: {faults[0]}; take another copy")
            _note(records)
            games = len(records.codes())
        for ending in ("", *_BESIDE):
            with suppress(FileNotFoundError):
                os.replace(f"{file}{ending}", f"{before}{ending}")
        os.replace(fresh, file)
    except RecordsError:
        raise
    except OSError as fault:
        raise RecordsError(f"{copy}: {fault.strerror or fault}; name a copy that can be read") from fault
    finally:
        for ending in ("", *_BESIDE):
            Path(f"{fresh}{ending}").unlink(missing_ok=True)
    return games


_MOVE = """\
Move all games and members of a file into an empty PostgreSQL database, while no server runs, whole or not at
all. The file stays as it is; serve the database from then on.
"""


def define_move(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _MOVE)
    add_records(parser)
    parser.set_defaults(command=_moved)


def _moved(asked: argparse.Namespace) -> int:
    if not asked.database:
        raise RecordsError("name where the games go, as in --database postgresql://cups@db.example.org/cups")
    with (
        owned(asked.file),
        closing(SqliteRecords(asked.file, is_read_only=True)) as source,
        closing(only_server(asked.database)) as target,
    ):
        print(f"{moved(source, target)} games of {asked.file} are in {target.place}; serve that from now on")
    return Ending.WELL


_NEWER = """\
List the games of which a board has newer entries than a server that was put back to a copy. Where both boards
have an entry it is the same in both, or it is not taken. The server, which may run meanwhile, takes what is
agreed to when a board asks again, within seconds. A director finds the same on the club's page.
"""


def define_newer(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _NEWER)
    add_records(parser)
    parser.add_argument("--take", nargs="+", default=(), metavar="GAME", help="take those of these games")
    parser.add_argument(
        "--decline", nargs="+", default=(), metavar="GAME", help="the boards go back to the record instead"
    )
    parser.set_defaults(command=_newer)


def _newer(asked: argparse.Namespace) -> int:
    with closing(writer(asked)) as records:
        for codes, is_taken in ((asked.take, True), (asked.decline, False)):
            for code in codes:
                with records.transaction():
                    _settle(records, code, is_taken=is_taken)
        for each in newer.asked(records):
            names = {side: seat.name for side, seat in records.seats(each.game).items()}
            print(
                f"{each.game}: the record has {each.n} entries, the copy of {names['south']} {each.south},"
                f" that of {names['north']} {each.north}; {each.agree_to - each.n} can be taken"
            )
    return Ending.WELL


def _settle(records: Records, code: str, *, is_taken: bool) -> None:
    try:
        newer.settle(records, code, is_taken=is_taken)
    except Refusal as refusal:
        raise RecordsError(f"{code}: {refusal.text}") from None
