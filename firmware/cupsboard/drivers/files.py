"""The store on a file system: what has been written survives a power cut, whole."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cupsboard import file_reading
from cupsboard.drivers.errors import DriverError
from cupsboard.file_reading import MOST_BYTES, UnfitFile


class StoreError(DriverError, OSError):
    """Data that could not be kept or fetched; the message names the file, the reason and the next step."""


class Files:
    """A Store of the files in one directory, which is made when it is first written to."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def append(self, name: str, data: bytes) -> None:
        """Add to the end of a file. Raises StoreError."""
        path = self._path(name)
        with _explained(path, "written"):
            self._directory.mkdir(parents=True, exist_ok=True)
            is_new = not path.exists()
            with path.open("ab") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if is_new:
                self._sync_directory()

    def read(self, name: str, most_bytes: int = MOST_BYTES) -> bytes | None:
        """The whole file, or None if there is none. Raises StoreError, also for one that is larger."""
        return self._read(name, lambda path: file_reading.read(path, most_bytes))

    def read_end(self, name: str, most_bytes: int = MOST_BYTES) -> bytes | None:
        """The last bytes of a file, or None if there is none. Raises StoreError."""
        return self._read(name, lambda path: file_reading.read_end(path, most_bytes))

    def replace(self, name: str, data: bytes) -> None:
        """Put a new file in the place of the old. Raises StoreError."""
        path = self._path(name)
        fresh = path.with_name(f"{path.name}.new")
        with _explained(path, "written"):
            self._directory.mkdir(parents=True, exist_ok=True)
            with fresh.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
            self._sync_directory()

    def _read(self, name: str, read: Callable[[str], bytes]) -> bytes | None:
        path = self._path(name)
        with _explained(path, "read"):
            try:
                return read(str(path))
            except FileNotFoundError:
                return None

    def _path(self, name: str) -> Path:
        if name in ("", "..") or Path(name).name != name:
            raise StoreError(f"{name!r} is no plain file name; leave out the directories")
        return self._directory / name

    def _sync_directory(self) -> None:
        # A new name is safe only when the directory itself is on the disk.
        directory = os.open(self._directory, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)


@contextmanager
def _explained(path: Path, done: str) -> Iterator[None]:
    try:
        yield
    except UnfitFile as fault:
        raise StoreError(f"{path} can't be {done}: {fault.strerror}; use another") from fault
    except OSError as fault:
        raise StoreError(
            f"{path} can't be {done}: {fault.strerror or fault}; check the disk's space and the file's owner"
        ) from fault
