"""The command `cupsboard restore`: put what `cupsboard backup` wrote in place."""

import argparse
import os
from pathlib import Path

from cupsboard.commands.board_user import UNIT_FILE, become_board_user, board_homes
from cupsboard.commands.parsers import describe
from cupsboard.station.files.restoration import read, restore, say_restored
from cupsboard.storage import backup

_DESCRIPTION = """\
Put a board's backup in place: profile, calibration, games and all else. The whole file is checked first. What
is there already is not overwritten: the command refuses, or, with --replace, gives the folders that are there
another name. No board may play meanwhile (sudo systemctl stop cupsboard). With sudo it is the service's.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.add_argument("file", type=Path, metavar="FILE", help="what `cupsboard backup` wrote")
    parser.add_argument("--replace", action="store_true", help="set aside what is there already")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    at = board_homes()
    with backup.opened(asked.file) as archive:
        found = read(archive, asked.file)
        if os.geteuid() == 0 and UNIT_FILE.exists():
            become_board_user()
        restore(archive, found, at, may_replace=asked.replace)
    say_restored(found)
    return 0
