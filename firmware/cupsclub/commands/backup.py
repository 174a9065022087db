"""The command `cupsclub backup`."""

import argparse
from contextlib import closing
from pathlib import Path

from cupsboard.commands.parsers import describe
from cupsboard.systemd.exit_codes import Ending

from cupsclub.commands.records_file import add_file
from cupsclub.store.port import RecordsError
from cupsclub.store.sqlite import SqliteRecords

_DESCRIPTION = """\
Copy all games as they are at this moment into a new file, while the server runs. To go back to the copy, stop
the server, put the copy in the place of its file, and remove what lies beside that and ends in -wal or -shm.
Boards that know more than the copy go on from it, and send their own moves since once more.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_file(parser)
    parser.add_argument("target", type=Path, metavar="NEW-FILE", help="where the copy goes")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    if asked.target.exists():
        raise RecordsError(f"{asked.target}: is there already; name a new file")
    with closing(SqliteRecords(asked.file, is_read_only=True)) as records:
        records.backup(asked.target)
        print(f"{len(records.codes())} games copied to {asked.target}")
    return Ending.WELL
