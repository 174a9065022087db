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
from cupsboard.storage.backup import Backup, BackupError, target
from cupsboard.storage.owners import NAME as OWNERS
from cupsboard.storage.paths import Homes

PENDING = "cupsboard-restore.zip"

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
    with _opened(asked.file) as archive:
        found = _read(archive, asked.file)
        if os.geteuid() == 0 and UNIT_FILE.exists():
            become_board_user()
        restore(archive, found.names, at, may_replace=asked.replace)
    _say_restored(found)
    return 0


def checked(path: Path) -> Backup:
    """Return what a file holds. Raises BackupError where it is no whole backup."""
    with _opened(path) as archive:
        return _read(archive, path)


def pending_for(at: Homes) -> Path:
    """Return where a backup waits that an owner's page has sent: beside the folder of games."""
    return at.state.parent / PENDING


def restore_pending(at: Homes) -> None:
    """Put the backup in place that waits, if one does; what is there already is set aside.

    Its owners stay owners. A power cut before the end begins this again at the next start.
    A backup that can't be put in place is set aside, which is said. Raises FolderInUseError or StoreError.
    """
    waiting = pending_for(at)
    if not waiting.exists():
        return
    try:
        with _opened(waiting) as archive:
            found = _read(archive, waiting)
            names = [name for name in found.names if name != f"state/{OWNERS}"]
            restore(archive, names, at, may_replace=True, staying=(OWNERS,))
    except BackupError as fault:
        refused = waiting.replace(waiting.with_suffix(".refused"))
        print(f"not restored: {fault}; it lies at {refused}")
        return
    waiting.unlink()
    _say_restored(found)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as fault:
        # A changed byte may ask for a later version of the format, or for a name in no known letters.
        raise BackupError(f"{path}: {fault}; this is no backup, or it is torn: use another copy") from None


def _read(archive: zipfile.ZipFile, path: Path) -> Backup:
    try:
        return backup.read(archive)
    except BackupError as fault:
        raise BackupError(f"{path}: {fault}") from None


def _say_restored(found: Backup) -> None:
    print(f"restored: {len(found.names)} files, as this board kept them on {found.made}")


def restore(
    archive: zipfile.ZipFile,
    names: Sequence[str],
    at: Homes,
    *,
    may_replace: bool,
    staying: Sequence[str] = (),
) -> None:
    """Write the files of a backup that was checked. It may be said again after a power cut.

    `staying` are files of the board's state that are not set aside.

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
            _set_aside(at, (backup.LEFT_OUT, *staying))
        for name in names:
            path = target(name, at)
            Files(path.parent).replace(path.name, archive.read(name))


def _is_other(path: Path, archive: zipfile.ZipFile, name: str) -> bool:
    return os.path.lexists(path) and (not path.is_file() or path.read_bytes() != archive.read(name))


def _set_aside(at: Homes, staying: Sequence[str]) -> None:
    for folder in (at.settings, at.state):
        if not folder.exists():
            continue
        free = next(each for each in aside_names(folder.name) if not (folder.parent / each).exists())
        aside = folder.rename(folder.parent / free)
        print(f"set aside: {aside}")
        for name in staying:
            if (aside / name).exists():
                make_folder(folder)
                (aside / name).rename(folder / name)
