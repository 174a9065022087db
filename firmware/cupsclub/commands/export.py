"""The command `cupsclub export`."""

import argparse
from pathlib import Path

from cupsboard.commands.parsers import describe
from cupsboard.distance.wire import written
from cupsboard.formats.private_files import replacing
from cupsboard.systemd.exit_codes import Ending

from cupsclub.archive import Known, record_text
from cupsclub.commands.records_file import add_records, reading

_DESCRIPTION = """\
Write every game into a folder: CODE.txt is its record, which `cupsboard games check` and any board read, and
CODE.jsonl all its entries, a line each, with who said them and at which second of the server's time.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_records(parser)
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="where the files go; it is made if need be"
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
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
