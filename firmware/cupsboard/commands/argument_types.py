"""Read the values of a command line, files to write among them; what can't be is refused before any work."""

import os
import shutil
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from errno import EACCES, EINVAL, EISDIR, ENOTDIR
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cupsboard.rules.clocks import Clock


def whole(lowest: int, highest: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers within limits."""

    def read(text: str) -> int:
        wanted = f"a whole number from {lowest}" + (" on" if highest is None else f" to {highest}")
        try:
            found = int(text)
        except ValueError:
            raise ArgumentTypeError(f"{text!r} is no number: give {wanted}") from None
        if found < lowest or (highest is not None and found > highest):
            raise ArgumentTypeError(f"{found} is out of range: give {wanted}")
        return found

    return read


def number(lowest: float, highest: float) -> Callable[[str], float]:
    """A reader of numbers within limits."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = float("nan")
        # Written so that NaN is refused too.
        if not lowest <= found <= highest:
            raise ArgumentTypeError(f"{text!r}: give a number from {lowest:g} to {highest:g}")
        return found

    return read


share = number(0.0, 1.0)
"""A number from 0 to 1."""
port = whole(0, 65535)
"""A port of a server; 0 is any that is free."""


def broker(text: str) -> str:
    """Return the address of an MQTT broker as it is written. Raises ArgumentTypeError."""
    from cupsboard.station.settings import broker_address

    try:
        broker_address(text)
    except ValueError as fault:
        raise ArgumentTypeError(str(fault)) from None
    return text


def clock(text: str) -> "Clock":
    """Return the clock that an option asks for, as in "10+5" or "3d". Raises ArgumentTypeError."""
    from cupsboard.rules.clocks import Clock

    try:
        return Clock.from_text(text)
    except ValueError:
        raise ArgumentTypeError(
            f"{text!r}: give minutes, with seconds more for each move as in 10+5; 30s or 3d for each move; "
            "hourglass:3; or 10/5 for South and North"
        ) from None


def engine_command(text: str) -> str:
    """A command that starts a program which is there. Raises ArgumentTypeError."""
    from cupsboard.engine.foreign import CommandError, words_of

    try:
        program = words_of(text)[0]
    except CommandError as fault:
        raise ArgumentTypeError(str(fault)) from None
    if shutil.which(program) is None:
        raise ArgumentTypeError(
            f"{text!r}: there is no program {program!r} that can be run; write its path, or start it "
            "by another one, as in 'python3 greedy.py'"
        )
    return text


def file_to_write(text: str) -> Path:
    """A file that can be written, or made in a folder that is there."""
    return _tried(_try_file, "file", text)


def folder_to_write(text: str) -> Path:
    """A folder that can be written into, or made."""
    return _tried(_try_folder, "folder", text)


def _tried(attempt: Callable[[Path], None], what: str, text: str) -> Path:
    path = Path(text)
    try:
        attempt(path)
    except OSError as fault:
        raise ArgumentTypeError(f"{path}: {fault.strerror}; name a {what} that can be written") from None
    return path


def write_text(path: Path, text: str) -> None:
    """Write a whole file. Raises OSError, with the file's name where a disk gets full while writing, too."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, str(path)) from None


def written_twice(outputs: Mapping[str, Path | None]) -> str | None:
    """Return a complaint if two options name the same file, also by different paths; else None."""
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
