"""The store on a file system: what has been written survives a power cut, whole."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cupsboard.formats import file_reading
from cupsboard.formats.file_reading import MOST_BYTES, UnfitFile
from cupsboard.formats.private_files import make_folder, private, replacing, synced
from cupsboard.ports import StoreError, UnfitError, aside_names


class Files:
    """A Store of the private files in one directory, which is made when it is first written to."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def append(self, name: str, data: bytes) -> None:
        """Add to the end of a file. Raises StoreError."""
        path = self._path(name)
        with _explained(path, "written"):
            make_folder(self._directory)
            is_new = not path.exists()
            with open(path, "ab", opener=private) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if is_new:
                synced(self._directory)

    def read(self, name: str, most_bytes: int = MOST_BYTES) -> bytes | None:
        """The whole file, or None if there is none. Raises StoreError, also for one that is larger."""
        return self._read(name, lambda path: file_reading.read(path, most_bytes))

    def read_end(self, name: str, most_bytes: int = MOST_BYTES) -> bytes | None:
        """The last bytes of a file, or None if there is none. Raises StoreError."""
        return self._read(name, lambda path: file_reading.read_end(path, most_bytes))

    def replace(self, name: str, data: bytes) -> None:
        """Put a new file in the place of the old. Raises StoreError."""
        path = self._path(name)
        with _explained(path, "written"):
            make_folder(self._directory)
            with replacing(path) as file:
                file.write(data)
            synced(self._directory)

    def set_aside(self, name: str) -> str:
        """Rename a file, which takes no room on a full disk; return its new name. Raises StoreError."""
        path = self._path(name)
        with _explained(path, "set aside"):
            free = next(each for each in aside_names(name) if not os.path.lexists(path.with_name(each)))
            path.rename(path.with_name(free))
            synced(self._directory)
        return free

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


@contextmanager
def _explained(path: Path, done: str) -> Iterator[None]:
    try:
        yield
    except UnfitFile as fault:
        raise UnfitError(f"{path} can't be {done}: {fault.strerror}; use another") from fault
    except OSError as fault:
        raise StoreError(
            f"{path} can't be {done}: {fault.strerror or fault}; check the disk's space and the file's owner"
        ) from fault
