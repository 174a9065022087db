"""One board at a time in a folder: a lock that a killed program leaves open.

The folder itself is locked (flock(2)), so that the lock needs no file and no space, and holds on a disk that
can't be written. Children started with `spawn` don't inherit it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cupsboard.formats.private_files import make_folder
from cupsboard.ports import StoreError

try:
    import fcntl
except ModuleNotFoundError:
    fcntl = None  # type: ignore[assignment]

LOCKS = Path("/proc/locks")


class FolderInUseError(StoreError):
    """Another program plays in the folder; the message names both, and the next step."""


@contextmanager
def locked(folder: Path, locks: Path = LOCKS) -> Iterator[None]:
    """Keep other boards out of a folder, which is made if there is none. Raises FolderInUseError.

    Where the system can't lock, or the folder can't be opened, nobody is kept out.
    """
    try:
        make_folder(folder)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        yield
        return
    try:
        _lock(folder, descriptor, locks)
        yield
    finally:
        os.close(descriptor)


def _lock(folder: Path, descriptor: int, locks: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        process = _holder(descriptor, locks)
        who = "another program" if process is None else f"process {process}"
        raise FolderInUseError(
            f"{folder}: {who} has the board of this folder at work; end it first, "
            "or keep other games in another folder (XDG_STATE_HOME)"
        ) from None
    except OSError:
        return


def _holder(descriptor: int, locks: Path) -> int | None:
    """The process that has the lock, from lines such as "1: FLOCK  ADVISORY  WRITE 812 08:02:131 0 EOF".

    The format is described in proc_locks(5). None where that can't be told.
    """
    status = os.fstat(descriptor)
    try:
        lines = locks.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        match line.split():
            case [_, "FLOCK", _, "WRITE", process, file, *_] if file.rpartition(":")[2] == str(status.st_ino):
                major, minor = (int(part, 16) for part in file.split(":")[:2])
                if os.makedev(major, minor) == status.st_dev:
                    return int(process)
            case _:
                pass
    return None
