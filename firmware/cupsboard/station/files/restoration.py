"""Putting what `cupsboard backup write` wrote in place: all of it, or nothing."""

import os
import shutil
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cupsboard.drivers.folder_lock import FolderInUseError, locked
from cupsboard.drivers.folder_switch import FolderSwitch
from cupsboard.formats.private_files import make_folder, synced
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage import backup
from cupsboard.storage.backup import Backup, BackupError, pending_for, target, way_back_for
from cupsboard.storage.database import JOURNAL
from cupsboard.storage.owners import NAME as OWNERS
from cupsboard.storage.paths import Homes

NOTE = "cupsboard-restore.renames"
"""Which renames are left to do, for the start after a power cut."""


def checked(path: Path) -> Backup:
    """Return what a file holds. Raises BackupError where it is no whole backup."""
    with backup.opened(path) as archive:
        return read(archive, path)


@dataclass(frozen=True, slots=True)
class Pending:
    """Where a board's files are after a backup that waited was looked after, and what is to be said of it."""

    at: Homes
    told: Message | None = None


def restore_pending(at: Homes) -> Pending:
    """Put the backup in place that waits, if one does; what is there already is set aside.

    Its owners stay owners, except on the way back from an update, whose program may have written their file
    in another format. What a power cut interrupted before is ended first. A backup that can't be put in
    place, for whatever reason, is kept under another name, and changes nothing. Where a disk failed between
    two renames and takes none back either, the board's files are those of the backup, wherever they lie,
    and the next start ends the renames. Raises FolderInUseError where a board plays, and OSError for a disk
    that can't be read.
    """
    is_way_back = way_back_for(at).exists()
    waiting = way_back_for(at) if is_way_back else pending_for(at)
    switch = _switch(at)
    try:
        with locked(at.state.parent):
            if _settled(switch, at):
                print("restored: what the last start had begun")
        if not waiting.exists():
            return Pending(at)
        with backup.opened(waiting) as archive:
            found = read(archive, waiting)
            staying = () if is_way_back else (OWNERS, OWNERS + JOURNAL)
            restore(archive, found, at, may_replace=True, staying=staying, done=waiting)
    except FolderInUseError:
        raise
    except (BackupError, OSError) as fault:
        if not switch.is_half_done():
            return Pending(at, _kept_refused(waiting, fault))
        told = Message("notes.half-restored", {"why": str(fault)})
        print(say(told))
        return Pending(Homes(switch.present(at.settings), switch.present(at.state)), told)
    say_restored(found)
    return Pending(at)


def _settled(switch: FolderSwitch, at: Homes) -> bool:
    """End what is half done, unless a board plays with it meanwhile; return whether anything was."""
    with locked(switch.present(at.state)):
        return switch.settle()


def _kept_refused(waiting: Path, fault: Exception) -> Message:
    kept = waiting
    with suppress(OSError):
        kept = waiting.replace(waiting.with_suffix(".refused"))
    message = Message("notes.not-restored", {"why": str(fault), "name": str(kept)})
    print(say(message))
    return message


def read(archive: zipfile.ZipFile, path: Path) -> Backup:
    """Return what an archive at `path` holds. Raises BackupError where it is no whole backup."""
    try:
        return backup.read(archive)
    except BackupError as fault:
        raise BackupError(f"{path}: {fault}") from None


def say_restored(found: Backup) -> None:
    """Say that a backup is in place."""
    print(f"restored: {len(found.prints)} files, as this board kept them on {found.made}")


def restore(
    archive: zipfile.ZipFile,
    found: Backup,
    at: Homes,
    *,
    may_replace: bool,
    staying: Sequence[str] = (),
    done: Path | None = None,
) -> None:
    """Put the files of a backup that was checked in place: all of them, or none.

    `staying` are files of the board's state that stay as they are. With `done`, the archive's own file, the
    archive is removed as part of the same.

    Raises BackupError for a file that is there and says something else, and where a write was refused; and
    FolderInUseError where a board plays.
    """
    switch = _switch(at)
    with locked(at.state.parent):
        try:
            _settled(switch, at)
            with locked(at.state):
                names = [name for name in found.prints if name not in {f"state/{each}" for each in staying}]
                others = _others(found, at, staying)
                if others and not may_replace:
                    raise BackupError(
                        f"{others[0]}: not as in the backup, and {len(others) - 1} more; "
                        "say --replace to set aside what is there"
                    )
                if others or not all(target(name, at).exists() for name in names):
                    _require_room(found, at)
                    _fill(archive, names, at, switch)
                    _put_in_place(switch, staying, done)
                elif done is not None:
                    done.unlink()
        except FolderInUseError:
            raise
        except OSError as fault:
            switch.forget()
            later = "; the board's next start goes on with it" if switch.is_half_done() else ""
            raise BackupError(f"{fault}{later}") from None


def _switch(at: Homes) -> FolderSwitch:
    return FolderSwitch((at.settings, at.state), at.state.parent / NOTE)


def _others(found: Backup, at: Homes, staying: Sequence[str]) -> list[Path]:
    """Return the files of the board that are not as in the backup, but for those that stay."""
    there = {name: path for name, path in backup.files_of(at) if name not in {f"state/{s}" for s in staying}}
    in_the_way = [path for name in found.prints if (path := target(name, at)).is_dir()]
    return in_the_way + [
        path for name, path in there.items() if found.prints.get(name) != backup.print_of(path)
    ]


def _require_room(found: Backup, at: Homes) -> None:
    make_folder(at.settings.parent)
    free = min(shutil.disk_usage(folder.parent).free for folder in (at.settings, at.state))
    if found.size_bytes > free:
        raise BackupError(
            f"its files take {found.size_bytes >> 20} MB, and {free >> 20} MB are free: make room first"
        )


def _fill(archive: zipfile.ZipFile, names: Sequence[str], at: Homes, switch: FolderSwitch) -> None:
    """Write the files into the new folders. Raises OSError."""
    switch.begin()
    fresh = Homes(switch.fresh(at.settings), switch.fresh(at.state))
    folders = set[Path]()
    for name in names:
        path = target(name, fresh)
        make_folder(path.parent)
        folders.add(path.parent)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as file:
            backup.unpack(archive, name, file)
            file.flush()
            os.fsync(file.fileno())
    for folder in folders:
        synced(folder)


def _put_in_place(switch: FolderSwitch, staying: Sequence[str], done: Path | None) -> None:
    also = []
    if done is not None:
        _restored(done).unlink(missing_ok=True)
        also.append((done, _restored(done)))
    for aside in switch.switch((backup.LEFT_OUT, backup.SECRET, *staying), also):
        print(f"set aside: {aside}")
    if done is not None:
        with suppress(OSError):
            _restored(done).unlink()


def _restored(waiting: Path) -> Path:
    return waiting.with_suffix(".restored")
