"""Files that are whole or not there, and that only their own account may read: any may hold a secret."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias

Opener: TypeAlias = Callable[[str, int], int]


def private(name: str, flags: int) -> int:
    """Open a file, for its own account alone if it is made now; an opener for `open`. Raises OSError."""
    return os.open(name, flags, 0o600)


def make_folder(folder: Path) -> None:
    """Make a folder where there is none, and those above it, to survive a power cut. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    # A parent that may be written but not listed can't be synced.
    with suppress(PermissionError):
        synced(folder.parent)


def synced(path: Path) -> None:
    """See that a file is on the disk; new names are safe only when the directory itself is."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def replacing(path: Path, opener: Opener | None = private) -> Iterator[BinaryIO]:
    """Have a file written beside `path` that takes its place as a whole when the block ends well.

    Otherwise nothing is left of it; what a program that was killed has left is removed first. `opener` makes
    the file. Raises OSError with the name of `path`.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        # Nobody may have put a link there, for a file elsewhere to be written over.
        fresh.unlink(missing_ok=True)
        with open(fresh, "xb", opener=opener) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException as fault:
        # On a full disk half a file would be in the way of others.
        with suppress(OSError):
            fresh.unlink()
        if isinstance(fault, OSError) and fault.errno and fault.filename in (None, str(fresh)):
            # A disk that gets full while it is written to names no file.
            raise type(fault)(fault.errno, fault.strerror, str(path)) from None
        raise
