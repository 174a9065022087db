"""Files that somebody else may have written: regular ones only, up to a size, and never waited for."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EFBIG, EINVAL, EISDIR
from typing import IO, BinaryIO

MOST_BYTES = 1_000_000
"""The largest file that is read whole: a hundred times the calibration of the largest board."""
MOST_TRACE_BYTES = 1_000_000_000
"""The largest file that is read line by line; `cupsboard play` ends a trace at a twentieth of it."""
MOST_LINE_BYTES = MOST_BYTES
"""The longest line of such a file, as only one line at a time is in memory."""

_CHUNK_BYTES = 65_536
_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class UnfitFile(OSError):
    """A file that is no regular one, or too large; `strerror` names the reason."""

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class NoText(ValueError):
    """Content that is no text in UTF-8: the message says where, and the next step."""


def text_of(content: bytes, first_line: int = 1) -> str:
    """The text of a file, without the mark that some editors begin one with. Raises NoText.

    `first_line` is the number of the content's first line in its file.
    """
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        line = first_line + content.count(b"\n", 0, fault.start)
        byte = fault.start - content.rfind(b"\n", 0, fault.start)
        raise NoText(
            f"line {line}, byte {byte}: this is no text in UTF-8; save the file as UTF-8, or name another"
        ) from None


def read(name: str, most_bytes: int = MOST_BYTES) -> bytes:
    """The whole file. Raises OSError with the name as given; UnfitFile is one."""
    with _explained(name), _opened(name, most_bytes) as file:
        return b"".join(_chunks(file, name, most_bytes))


def read_end(name: str, most_bytes: int = MOST_BYTES) -> bytes:
    """The last bytes of a file that grows for as long as a board lives. Raises OSError as `read` does."""
    with _explained(name), _opened(name, None) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - most_bytes))
        return file.read(most_bytes)


def lines(name: str, most_bytes: int = MOST_TRACE_BYTES) -> Iterator[bytes]:
    """The lines of a file as `lines_of` gives them, read one by one. Raises OSError as `read` does."""
    # The caller's own faults, of writing what it has read about, never pass through here.
    with _explained(name), _opened(name, most_bytes) as file:
        total = 0
        for line in lines_of(file):
            total += len(line)
            if total > most_bytes:
                raise _too_large(name, None, most_bytes)
            yield line


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines with their ends; of a line longer than MOST_LINE_BYTES pieces that are one byte longer."""
    return iter(lambda: file.readline(MOST_LINE_BYTES + 1), b"")


@contextmanager
def _opened(name: str, most_bytes: int | None) -> Iterator[BinaryIO]:
    # Looked at first, because to open a device may do something to it; and again once it is open, because
    # another file may have taken the name in between. Opened so, no pipe and no terminal is waited for.
    _require_regular(os.stat(name), name)
    with open(name, "rb", opener=_opened_at_once) as file:
        status = os.fstat(file.fileno())
        _require_regular(status, name)
        if most_bytes is not None and status.st_size > most_bytes:
            raise _too_large(name, status.st_size, most_bytes)
        yield file


def _opened_at_once(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _chunks(file: BinaryIO, name: str, most_bytes: int) -> Iterator[bytes]:
    # Files of /proc have size 0 and content all the same, and others grow while they are read.
    total = 0
    while chunk := os.read(file.fileno(), _CHUNK_BYTES):
        total += len(chunk)
        if total > most_bytes:
            raise _too_large(name, None, most_bytes)
        yield chunk


def _require_regular(status: os.stat_result, name: str) -> None:
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFDIR:
        raise UnfitFile(EISDIR, os.strerror(EISDIR), name)
    if kind != stat.S_IFREG:
        raise UnfitFile(EINVAL, f"is {_KINDS.get(kind, 'no regular file')}, and only files are read", name)


def _too_large(name: str, size: int | None, most_bytes: int) -> UnfitFile:
    holds = f"more than {most_bytes:,}" if size is None else f"{size:,}"
    return UnfitFile(EFBIG, f"holds {holds} bytes, and at most {most_bytes:,} are read", name)


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """Faults of reading an open file don't say which file it is."""
    try:
        yield
    except OSError as fault:
        if fault.filename is None:
            raise OSError(fault.errno, fault.strerror, name) from fault
        raise
