"""All that a board has learnt and played in one file, a zip archive.

    settings/profile.toml, settings/calibration.toml, state/memory.sqlite, state/owners.sqlite, ...
    backup.txt: "cupsboard-backup 1", "made 2026-11-27T21:04:00+01:00", "files 12"

The archive has a check sum of each file, and its directory comes last: one that was torn off has none. Only
a damaged directory may lack a file, so they are counted. Whoever reads an archive trusts nothing in it: sizes
are limited before anything is unpacked, and no byte of a name or a date that can't be printed goes further.
"""

import io
import re
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, TypeAlias
from zlib import crc32

from cupsboard.ports import StoreError
from cupsboard.storage.database import JOURNAL, Database
from cupsboard.storage.paths import Homes

FORMAT = "cupsboard-backup"
VERSION = 1
LIST = "backup.txt"
PENDING, WAY_BACK = "cupsboard-restore.zip", "cupsboard-way-back.zip"
_PASSING = (".new", JOURNAL, "-wal", "-shm")
SECRET = "club.json"
"""The file of state that lets this board into its club: a backup may be handed on."""
LEFT_OUT = "tables"
"""The folder of complete tables, which is gigabytes large and can be built again."""
MOST_FILES = 20_000
LARGEST_BYTES = 256 * 1024 * 1024
"""Of a file: several times the longest trace."""
MOST_BYTES = 1024 * 1024 * 1024
"""Of all files together, unpacked."""
LARGEST_READ = 2 * 1024 * 1024
"""No part of an archive is read as a whole that is larger. Its directory is read so, which takes ten times as
much memory."""

_NAME = re.compile(r"(settings|state)/(?:copies/)?(?!\.\.?$)[^/]{1,255}")
_LIST = re.compile(rf"{FORMAT} (\S+)\nmade (\S+)\nfiles (\d+)\n")
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[0-9:+-]{0,9}")
_LONGEST_LIST, _CHUNK = 200, 256 * 1024
_OWN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What `write` uses. The others may take gigabytes of memory to unpack."""


class BackupError(ValueError):
    """A backup that can't be believed or put in place; the message names the file and the next step."""

    def __init__(self, why: str) -> None:
        """Begin with what is said of it, in which signs that can't be printed are replaced."""
        super().__init__("".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in why))


Print: TypeAlias = tuple[int, int]
"""The size of a file in bytes, and its CRC-32."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was read: its files were all there, and as they were written."""

    made: str
    prints: Mapping[str, Print]
    """Those of its files, by their names in the archive."""
    size_bytes: int
    """Of all files, unpacked."""


def pending_for(at: Homes) -> Path:
    """Return where a backup waits for the board's next start: beside the folder of games."""
    return at.state.parent / PENDING


def way_back_for(at: Homes) -> Path:
    """Return where the files of before an update wait for the start of the program that comes back."""
    return at.state.parent / WAY_BACK


def is_name(name: str) -> bool:
    """Return whether a file of a board may have this name in a backup."""
    return (
        bool(_NAME.fullmatch(name))
        and name.isprintable()
        and name not in (f"state/{LEFT_OUT}", f"state/{SECRET}")
    )


def files_of(at: Homes) -> Iterator[tuple[str, Path]]:
    """Yield the files of a board, each with its name in a backup.

    What SQLite writes beside a database for a moment is none of them.
    """
    found = [
        (f"{kind}/{path.relative_to(folder)}", path)
        for kind, folder in (("settings", at.settings), ("state", at.state))
        for path in sorted((*folder.glob("*"), *folder.glob("copies/*")))
        if path.is_file() and not path.name.endswith(_PASSING)
    ]
    yield from (each for each in found if is_name(each[0]))


def opened_file(path: Path) -> BinaryIO:
    """Open a file of a board; a database as it is at this moment, whoever writes to it. Raises OSError."""
    if path.suffix != ".sqlite":
        return path.open("rb")
    try:
        return io.BytesIO(Database(path, ()).content())
    except StoreError:
        # A damaged one is carried as it is: nobody can write to it.
        return path.open("rb")


def write(to: BinaryIO, at: Homes, made: str) -> int:
    """Write all files of a board, and return how many there are. `made` is the date.

    Raises OSError, and BackupError for more files than `read` takes.
    """
    count = 0
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in files_of(at):
            try:
                source = opened_file(path)
            except FileNotFoundError:
                # It was set aside meanwhile, under a name that a later backup has.
                continue
            with source, archive.open(name, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target, _CHUNK)
            count += 1
        if count > MOST_FILES:
            raise BackupError(f"{count} files: a backup takes {MOST_FILES}; move old games elsewhere")
        archive.writestr(LIST, f"{FORMAT} {VERSION}\nmade {made}\nfiles {count}\n")
    return count


def opened(path: Path) -> zipfile.ZipFile:
    """Open an archive to read it. Raises BackupError for what is none, and OSError."""
    try:
        return zipfile.ZipFile(_InParts(path.open("rb", buffering=0)))
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as fault:
        # A changed byte may ask for a later version of the format, or for a name in no known letters.
        raise BackupError(f"{path}: {fault}; this is no backup, or it is torn: use another copy") from None


class _InParts(io.BufferedReader):
    """A file of which no large part is read at once, as a forged archive may ask for."""

    def read(self, size: int | None = -1) -> bytes:
        if size is None or size < 0 or size > LARGEST_READ:
            found = super().read(LARGEST_READ + 1)
            if len(found) > LARGEST_READ:
                raise BackupError(f"it lists more files than the {MOST_FILES} that a backup takes; {_TORN}")
            return found
        return super().read(size)


def read(archive: zipfile.ZipFile) -> Backup:
    """Check a whole backup. Raises BackupError for one that is torn, changed or foreign."""
    size_bytes = _checked_size(archive)
    made, count = _list(archive)
    prints = dict[str, Print]()
    for info in archive.infolist():
        if info.filename != LIST:
            try:
                with archive.open(info) as source:
                    prints[info.filename] = _print(source)
            except Exception as fault:
                # Among others zlib.error and EOFError.
                raise BackupError(f"{info.filename}: {fault}; {_TORN}") from None
    if len(prints) != count:
        raise BackupError(f"it has {len(prints)} files, and {count} were written; {_TORN}")
    return Backup(made, prints, size_bytes)


def _checked_size(archive: zipfile.ZipFile) -> int:
    """Return the bytes of all files, unpacked. Raises BackupError for what no backup holds."""
    infos = archive.infolist()
    if len(infos) > MOST_FILES + 1 or len({info.filename for info in infos}) < len(infos):
        raise BackupError(f"more than {MOST_FILES} files, or two of one name; {_TORN}")
    for info in infos:
        if info.filename != LIST and not is_name(info.filename):
            raise BackupError(f"{info.filename!r}: no name of a board's file; {_TORN}")
        if info.compress_type not in _OWN_METHODS:
            raise BackupError(f"{info.filename}: packed as no backup is; {_TORN}")
        if info.file_size > LARGEST_BYTES:
            raise BackupError(f"{info.filename}: larger than any file of a board; {_TORN}")
    size_bytes = sum(info.file_size for info in infos)
    if size_bytes > MOST_BYTES:
        raise BackupError(
            f"its files take {size_bytes >> 20} MB, a backup's {MOST_BYTES >> 20} at most; {_TORN}"
        )
    return size_bytes


def target(name: str, at: Homes) -> Path:
    """Return where a file of a backup belongs."""
    kind, _, rest = name.partition("/")
    return (at.settings if kind == "settings" else at.state) / rest


def print_of(path: Path) -> Print:
    """Return what tells a file of a board from others. Raises OSError."""
    with opened_file(path) as source:
        return _print(source)


def _print(source: IO[bytes]) -> Print:
    size, check = 0, 0
    while chunk := source.read(_CHUNK):
        size, check = size + len(chunk), crc32(chunk, check)
    return size, check


def unpack(archive: zipfile.ZipFile, name: str, to: BinaryIO) -> None:
    """Write a file of a backup that was checked. Raises OSError."""
    with archive.open(name) as source:
        shutil.copyfileobj(source, to, _CHUNK)


def _list(archive: zipfile.ZipFile) -> tuple[str, int]:
    """Return when a backup was made, and of how many files. Raises BackupError."""
    try:
        with archive.open(LIST) as file:
            text = file.read(_LONGEST_LIST).decode()
    except Exception:
        raise BackupError(f"it has no list that can be read; {_TORN}") from None
    said = _LIST.fullmatch(text)
    if said is None:
        raise BackupError(f"this is no {FORMAT}; name the file that `cupsboard backup write` wrote")
    version, made, count = said.groups()
    if version != str(VERSION):
        raise BackupError(f"version {version!r} is not {VERSION}; use the release that made it")
    if not _DATE.fullmatch(made):
        raise BackupError(f"{made!r} is no date; {_TORN}")
    return made, int(count)


_TORN = "the backup is torn or was changed: use another copy of it"
