"""The command `cupsboard backup`: all that this board keeps, in one file, and back in place."""

import argparse
import os
from pathlib import Path

from cupsboard.commands.argument_types import file_to_write
from cupsboard.commands.board_user import UNIT_FILE, become_board_user, board_homes
from cupsboard.commands.counting import counted
from cupsboard.commands.parsers import describe
from cupsboard.formats.private_files import replacing
from cupsboard.station.files.board_files import now
from cupsboard.station.files.restoration import read, restore, say_restored
from cupsboard.storage import backup

_WRITE = """\
Write profile, calibration, games and all else that this board keeps into one file, but for complete tables,
which can be built again. The board may go on playing meanwhile. `cupsboard backup restore` puts it all in
place, for example on a new card. With sudo it is what the service of this machine keeps.
"""
_RESTORE = """\
Put a board's backup in place: profile, calibration, games and all else. The whole file is checked first. What
is there already is not overwritten: the command refuses, or, with --replace, gives the folders that are there
another name. No board may play meanwhile (sudo systemctl stop cupsboard). With sudo it is the service's.
"""


def define_write(parser: argparse.ArgumentParser) -> None:
    """Define what writing a backup reads, and what it runs."""
    describe(parser, _WRITE)
    parser.add_argument("file", type=_new_file, metavar="FILE", help="the file to write, a new one")
    parser.set_defaults(command=_write)


def define_restore(parser: argparse.ArgumentParser) -> None:
    """Define what putting a backup in place reads, and what it runs."""
    describe(parser, _RESTORE)
    parser.add_argument("file", type=Path, metavar="FILE", help="what `cupsboard backup write` wrote")
    parser.add_argument("--replace", action="store_true", help="set aside what is there already")
    parser.set_defaults(command=_restore)


def _new_file(text: str) -> Path:
    path = file_to_write(text)
    if path.exists():
        raise argparse.ArgumentTypeError(f"{path}: there is such a file already; name another")
    return path


def _write(asked: argparse.Namespace) -> int:
    at = board_homes()
    if not any(True for _ in backup.files_of(at)):
        raise backup.BackupError(f"{at.settings}, {at.state}: no files; say it with sudo for the service's")
    path: Path = asked.file
    with replacing(path) as file:
        _give_to_owner(file.fileno())
        count = backup.write(file, at, now())
    print(f"written: {path}, with {counted(count, 'file')} of this board")
    return 0


def _give_to_owner(descriptor: int) -> None:
    """Give the file to the account that sudo was said by."""
    if os.geteuid() == 0 and "SUDO_UID" in os.environ:
        os.fchown(descriptor, int(os.environ["SUDO_UID"]), int(os.environ["SUDO_GID"]))


def _restore(asked: argparse.Namespace) -> int:
    at = board_homes()
    with backup.opened(asked.file) as archive:
        found = read(archive, asked.file)
        if os.geteuid() == 0 and UNIT_FILE.exists():
            become_board_user()
        restore(archive, found, at, may_replace=asked.replace)
    say_restored(found)
    return 0
