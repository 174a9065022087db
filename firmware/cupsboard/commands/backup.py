"""The command `cupsboard backup`: all that this board has learnt and played, in one file."""

import argparse
import os
from pathlib import Path

from cupsboard.commands.board_user import board_homes
from cupsboard.commands.output_paths import file_to_write
from cupsboard.commands.parsers import describe
from cupsboard.formats.private_files import replacing
from cupsboard.station.files.board_files import now
from cupsboard.storage import backup

_DESCRIPTION = """\
Write profile, calibration, games and all else that this board keeps into one file, but for complete tables,
which can be built again. The board may go on playing meanwhile. `cupsboard restore` puts it all in place, for
example on a new card. With sudo it is what the service of this machine keeps.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.add_argument("file", type=_new_file, metavar="FILE", help="the file to write, a new one")
    parser.set_defaults(command=_command)


def _new_file(text: str) -> Path:
    path = file_to_write(text)
    if path.exists():
        raise argparse.ArgumentTypeError(f"{path}: there is such a file already; name another")
    return path


def _command(asked: argparse.Namespace) -> int:
    at = board_homes()
    if not any(True for _ in backup.files_of(at)):
        raise backup.BackupError(f"{at.settings}, {at.state}: no files; say it with sudo for the service's")
    path: Path = asked.file
    with replacing(path) as file:
        _give_to_owner(file.fileno())
        count = backup.write(file, at, now())
    print(f"written: {path}, with {count} files of this board")
    return 0


def _give_to_owner(descriptor: int) -> None:
    """Give the file to the account that sudo was said by."""
    if os.geteuid() == 0 and "SUDO_UID" in os.environ:
        os.fchown(descriptor, int(os.environ["SUDO_UID"]), int(os.environ["SUDO_GID"]))
