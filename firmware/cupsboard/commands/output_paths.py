"""What a command will write: refused while its words are read, not when its work is done."""

import os
from argparse import ArgumentTypeError
from collections.abc import Mapping
from errno import EACCES, EINVAL, EISDIR, ENOTDIR
from pathlib import Path


def file_to_write(text: str) -> Path:
    """A file that can be written, or made in a folder that is there."""
    path = Path(text)
    try:
        _try_file(path)
    except OSError as fault:
        raise ArgumentTypeError(f"{path}: {fault.strerror}; name a file that can be written") from None
    return path


def write_text(path: Path, text: str) -> None:
    """Write a whole file. Raises OSError, with the file's name where a disk gets full while writing, too."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, str(path)) from None


def folder_to_write(text: str) -> Path:
    """A folder that can be written into, or made."""
    path = Path(text)
    try:
        _try_folder(path)
    except OSError as fault:
        raise ArgumentTypeError(f"{path}: {fault.strerror}; name a folder that can be written") from None
    return path


def written_twice(outputs: Mapping[str, Path | None]) -> str | None:
    """What is wrong where two options name the same file, by whatever names; None if nothing is."""
    seen: dict[object, str] = {}
    for option, path in outputs.items():
        if path is None or (path.exists() and not path.is_file()):
            # What is written to a device is not lost by writing more.
            continue
        file = _identity(path)
        if file in seen:
            return f"{option}: {path} is written by {seen[file]} already; name two files"
        seen[file] = option
    return None


def _try_file(path: Path) -> None:
    if path.is_dir():
        raise OSError(EISDIR, os.strerror(EISDIR))
    if path.is_fifo() and not os.path.realpath(path).startswith("/proc/"):
        # One that a shell holds open (`>(program)`) has its reader; another may wait for one for ever.
        raise OSError(EINVAL, "is a pipe, which may wait for its reader for ever")
    if path.exists():
        _require_writable(path, os.W_OK)
        return
    # Behind a link to nothing the file itself is made, and the link stays.
    made = os.path.realpath(path)
    os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    os.unlink(made)


def _try_folder(path: Path) -> None:
    whole = path.absolute()
    nearest = next(each for each in (whole, *whole.parents) if each.exists())
    if not nearest.is_dir():
        raise OSError(ENOTDIR, os.strerror(ENOTDIR))
    _require_writable(nearest, os.W_OK | os.X_OK)


def _require_writable(path: Path, mode: int) -> None:
    if not os.access(path, mode):
        raise OSError(EACCES, os.strerror(EACCES))


def _identity(path: Path) -> object:
    if path.exists():
        status = path.stat()
        return status.st_dev, status.st_ino
    return os.path.realpath(path)
