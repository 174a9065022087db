"""All that a board has learnt and played in one file: a zip archive with a check sum of each file in it.

    settings/profile.toml, settings/calibration.toml, state/games.json, state/game-0001.journal, ...
    backup.json: {"format": "cupsboard-backup", "version": 1, "made": "2026-11-27T21:04", "files": {...}}

The list of files comes last, so an archive that was torn off while it was written has none.
"""

import hashlib
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from cupsboard.storage.games import NAME as INDEX
from cupsboard.storage.paths import Homes

FORMAT = "cupsboard-backup"
VERSION = 1
LIST = "backup.json"
LEFT_OUT = "tables"
"""The folder of complete tables, which is gigabytes large and can be built again."""
MOST_FILES = 100_000
LARGEST_BYTES = 256 * 1024 * 1024
"""Of a file: several times the longest trace."""

_NAME = re.compile(r"(settings|state)/(?:copies/)?(?!\.\.?$)[^/\0]{1,255}")
_CHUNK = 1024 * 1024


class BackupError(ValueError):
    """A backup that can't be believed or put in place; the message names the file and the next step."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was read: its files were all there, and as they were written."""

    made: str
    names: tuple[str, ...]
    """As in the archive, in the order in which they are to be written: what names others comes after them."""


def files_of(at: Homes) -> Iterator[tuple[str, Path]]:
    """Yield the files of a board, each with its name in a backup.

    The index of games goes first: a game that begins meanwhile may be missing in it, but not in the files.
    """
    found = [
        (f"{kind}/{path.relative_to(folder)}", path)
        for kind, folder in (("settings", at.settings), ("state", at.state))
        for path in sorted((*folder.glob("*"), *folder.glob("copies/*")))
        if path.is_file() and not path.name.endswith(".new")
    ]
    yield from sorted(found, key=lambda each: each[0] != f"state/{INDEX}")


def write(to: BinaryIO, at: Homes, made: str) -> int:
    """Write all files of a board, and return how many there are. `made` is the date. Raises OSError."""
    sums: dict[str, str] = {}
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in files_of(at):
            try:
                source = path.open("rb")
            except FileNotFoundError:
                # It was set aside meanwhile, under a name that a later backup has.
                continue
            with source, archive.open(name, "w", force_zip64=True) as target:
                sums[name] = _copied(source, target)
        listed = {"format": FORMAT, "version": VERSION, "made": made, "files": sums}
        archive.writestr(LIST, json.dumps(listed, indent=1))
    return len(sums)


def read(archive: zipfile.ZipFile) -> Backup:
    """Check a whole backup. Raises BackupError for one that is torn, changed or foreign."""
    listed = _list(archive)
    sums: dict[str, str] = listed["files"]
    if {*archive.namelist()} != {*sums, LIST}:
        raise BackupError(f"its files are not those of its list; {_TORN}")
    for name, expected in sums.items():
        if not _NAME.fullmatch(name):
            raise BackupError(f"{name!r}: no name of a board's file; {_TORN}")
        if archive.getinfo(name).file_size > LARGEST_BYTES:
            raise BackupError(f"{name}: larger than any file of a board; {_TORN}")
        try:
            with archive.open(name) as source:
                found = _copied(source)
        except Exception as fault:
            # Among others zlib.error, EOFError, and NotImplementedError for a method that we never write.
            raise BackupError(f"{name}: {fault}; {_TORN}") from None
        if found != expected:
            raise BackupError(f"{name}: its check sum is wrong; {_TORN}")
    return Backup(listed["made"], tuple(sorted(sums, key=lambda name: name == f"state/{INDEX}")))


def target(name: str, at: Homes) -> Path:
    """Return where a file of a backup belongs."""
    kind, _, rest = name.partition("/")
    return (at.settings if kind == "settings" else at.state) / rest


def _list(archive: zipfile.ZipFile) -> dict[str, Any]:
    try:
        listed = json.loads(archive.read(LIST))
    except Exception:
        raise BackupError(f"it has no list of its files; {_TORN}") from None
    match listed:
        case {"format": "cupsboard-backup", "version": 1, "made": str(), "files": dict(sums)}:
            if len(sums) > MOST_FILES or not all(isinstance(each, str) for each in sums.values()):
                raise BackupError(f"its list is none of ours; {_TORN}")
            return dict(listed)
        case {"format": "cupsboard-backup", "version": version}:
            raise BackupError(f"version {version!r} is not {VERSION}; use the release that made it")
    raise BackupError(f"this is no {FORMAT}; name the file that `cupsboard backup` wrote")


def _copied(source: Any, target: Any = None) -> str:
    """Copy a stream, nowhere if there is no target; the SHA-256 of what was copied."""
    found = hashlib.sha256()
    while chunk := source.read(_CHUNK):
        found.update(chunk)
        if target is not None:
            target.write(chunk)
    return found.hexdigest()


_TORN = "the backup is torn or was changed: use another copy of it"
