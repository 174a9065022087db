"""The files that say what a board is, and copies of how they last could be used.

A profile, a calibration or a set of pieces is its owner's: a damaged one stays as it is, for the owner to
mend. The board plays by its copy meanwhile, and says so. A file that says something else than at the last
start is believed, as its owner may have changed it; what has changed is said, as it may be damage.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from cupsboard.drivers.files import Files
from cupsboard.formats import file_reading
from cupsboard.formats.strict_data import to_plain
from cupsboard.ports import StoreError
from cupsboard.profile import ProfileError
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message
from cupsboard.storage.writer import Writer, at_once

FOLDER = "copies"
"""Beside the games."""
MOST_NAMED = 3
"""Of several changes so many are said."""

T = TypeVar("T")
_FAULTS = (ProfileError, SensingError, OSError)


class LastGood:
    """Loads files that its folder keeps copies of; `told` is what is to be said of them, each thing once."""

    def __init__(self, state: Path, writer: Writer[None] = at_once) -> None:
        """`writer` writes the copies."""
        self._folder = state / FOLDER
        self._copies = Files(self._folder)
        self._writer = writer
        self.told: list[Message] = []

    def loaded(self, path: str, load: Callable[[str], T]) -> T:
        """Return what `load` makes of a file, or of its copy where the file is damaged or can't be read.

        Raises what `load` raises for a file that is not there, and for one that has no copy.
        """
        name = quote(os.path.abspath(path), safe="")
        copy = str(self._folder / name)
        try:
            found = load(path)
        except _FAULTS as fault:
            if not os.path.lexists(path):
                raise
            try:
                kept = load(copy)
            except _FAULTS:
                raise fault from None
            self._tell(Message("notes.by-copy", {"why": str(fault), "name": copy}))
            return kept
        # A file that is gone meanwhile, or a disk that takes no copy, costs no more than the copy.
        with suppress(OSError):
            self._keep(path, name, found, load)
        return found

    def _keep(self, path: str, name: str, found: object, load: Callable[[str], object]) -> None:
        content = file_reading.read(path)
        before = self._kept(name)
        if before == content:
            return
        if before is not None:
            with suppress(*_FAULTS):
                self._tell_changes(path, load(str(self._folder / name)), found)
        self._writer(lambda: self._copies.replace(name, content))

    def _kept(self, name: str) -> bytes | None:
        try:
            return self._copies.read(name)
        except StoreError:
            return None

    def _tell_changes(self, path: str, before: object, now: object) -> None:
        changes = list(changed(to_plain(before), to_plain(now)))
        if not changes:
            return
        more = len(changes) - MOST_NAMED
        what = ", ".join(islice(changes, MOST_NAMED)) + (f", and {more} more" if more > 0 else "")
        self._tell(Message("notes.file-changed", {"name": path, "what": what}))

    def _tell(self, message: Message) -> None:
        if message not in self.told:
            self.told.append(message)


def changed(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """Yield each value of plain data that is not as it was, with its place and what it was."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in {**before, **now}:
            yield from changed(before.get(key), now.get(key), f"{where}.{key}" if where else str(key))
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for index, (old, new) in enumerate(zip(before, now, strict=True)):
            yield from changed(old, new, f"{where}[{index}]")
    elif before != now:
        yield f"{where} is {now!r} and was {before!r}"
