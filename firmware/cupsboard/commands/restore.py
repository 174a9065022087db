"""The command `cupsboard restore`: put what `cupsboard backup` wrote in place."""

import argparse
import os
import zipfile
from collections.abc import Sequence
from pathlib import Path

from cupsboard.commands.backup import board_homes
from cupsboard.commands.board_user import UNIT_FILE, become_board_user
from cupsboard.commands.parsers import describe
from cupsboard.drivers.files import Files, make_folder
from cupsboard.drivers.folder_lock import locked
from cupsboard.ports import aside_names
from cupsboard.storage import backup
from cupsboard.storage.backup import BackupError, target
from cupsboard.storage.paths import Homes

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
    try:
        archive = zipfile.ZipFile(asked.file)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as fault:
        # A changed byte may ask for a later version of the format, or for a name in no known letters.
        raise BackupError(
            f"{asked.file}: {fault}; this is no backup, or it is torn: use another copy"
        ) from None
    with archive:
        try:
            found = backup.read(archive)
        except BackupError as fault:
            raise BackupError(f"{asked.file}: {fault}") from None
        if os.geteuid() == 0 and UNIT_FILE.exists():
            become_board_user()
        restore(archive, found.names, at, may_replace=asked.replace)
    print(f"restored: {len(found.names)} files, as this board kept them on {found.made}")
    return 0


def restore(archive: zipfile.ZipFile, names: Sequence[str], at: Homes, *, may_replace: bool) -> None:
    """Write the files of a backup that was checked. It may be said again after a power cut.

    Raises BackupError for a file that is there and says something else, StoreError, and FolderInUseError
    where a board plays.
    """
    with locked(at.state):
        others = [name for name in names if _is_other(target(name, at), archive, name)]
        if others and not may_replace:
            raise BackupError(
                f"{target(others[0], at)}: not as in the backup, and {len(others) - 1} more; "
                "say --replace to set aside what is there"
            )
        if others:
            _set_aside(at)
        for name in names:
            path = target(name, at)
            Files(path.parent).replace(path.name, archive.read(name))


def _is_other(path: Path, archive: zipfile.ZipFile, name: str) -> bool:
    return os.path.lexists(path) and (not path.is_file() or path.read_bytes() != archive.read(name))


def _set_aside(at: Homes) -> None:
    for folder in (at.settings, at.state):
        if not folder.exists():
            continue
        free = next(each for each in aside_names(folder.name) if not (folder.parent / each).exists())
        aside = folder.rename(folder.parent / free)
        print(f"set aside: {aside}")
        if (aside / backup.LEFT_OUT).exists():
            make_folder(folder)
            (aside / backup.LEFT_OUT).rename(folder / backup.LEFT_OUT)
