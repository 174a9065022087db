"""Folders that take the places of others together: all or none, over refused writes and power cuts too.

The new folders are filled beside the old ones. Then a note lists the renames that are left, and only these
are done. Whoever finds the note at the next start does those that are missing, or takes all of them back.
"""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from cupsboard.drivers.files import Files
from cupsboard.formats.private_files import make_folder, synced
from cupsboard.ports import StoreError, aside_names

FRESH = ".restoring"
"""Added to the name of a folder, for the one that is filled to take its place."""

Rename = tuple[Path, Path]


class FolderSwitch:
    """Puts new folders in the places of `folders`; `note` is the file that lists what is left to do."""

    def __init__(self, folders: Sequence[Path], note: Path) -> None:
        self._folders, self._note = tuple(folders), note

    def fresh(self, folder: Path) -> Path:
        """Return the folder that is to take the place of another one; a writer fills it."""
        return folder.with_name(folder.name + FRESH)

    def begin(self) -> None:
        """Make the new folders, empty. Raises OSError."""
        self.forget()
        for folder in self._folders:
            make_folder(folder.parent)
            self.fresh(folder).mkdir(mode=0o700)

    def forget(self) -> None:
        """Remove the new folders, as far as that can be done, unless they are still to take their places."""
        if self._note.exists():
            return
        for folder in self._folders:
            shutil.rmtree(self.fresh(folder), ignore_errors=True)

    def switch(self, staying: Sequence[str], also: Sequence[Rename] = ()) -> list[Path]:
        """Put the new folders in place, and return the names under which the old ones lie now.

        What an old folder holds under a name in `staying` goes on to the new one. The renames in `also` are
        done with the others. Raises OSError where a write was refused: then all is as before, or, where
        nothing can be taken back, the next start ends it.
        """
        asides = [(folder, _free(folder)) for folder in self._folders if folder.exists()]
        renames: list[Rename] = []
        for folder in self._folders:
            aside = dict(asides).get(folder)
            if aside is not None:
                renames.append((folder, aside))
            renames.append((self.fresh(folder), folder))
            if aside is not None:
                renames += [(aside / name, folder / name) for name in staying if (folder / name).exists()]
        renames += also
        listed = json.dumps([[str(path) for path in each] for each in renames])
        for folder in self._folders:
            synced(self.fresh(folder))
        try:
            Files(self._note.parent).replace(self._note.name, listed.encode())
        except OSError:
            # It may be there all the same, if the folder alone could not be synced.
            self._note.unlink(missing_ok=True)
            raise
        self._end(renames)
        return [aside for _, aside in asides if not _removed_empty(aside)]

    def settle(self) -> bool:
        """End what a power cut left half done; return whether new folders came in place by that.

        Raises OSError where that can neither be ended nor taken back.
        """
        renames = self._noted()
        if not renames:
            self.forget()
            return False
        self._end(renames)
        return True

    def is_half_done(self) -> bool:
        """Return whether some folders are new and others old, or missing. Raises StoreError."""
        done = [os.path.lexists(new) for _, new in self._noted()]
        # Until the first one is done, the name that the second one gives is the old folder's.
        return any(done[:1]) and not all(done)

    def present(self, folder: Path) -> Path:
        """Return where a folder's files lie now: in it, or in the new one that has yet to take its place.

        Raises StoreError.
        """
        fresh = self.fresh(folder)
        return fresh if self.is_half_done() and fresh.exists() else folder

    def _noted(self) -> list[Rename]:
        listed = Files(self._note.parent).read(self._note.name)
        try:
            return [(Path(old), Path(new)) for old, new in json.loads(listed or b"[]")]
        except (ValueError, TypeError) as fault:
            raise StoreError(f"{self._note} is damaged ({fault}): remove it") from None

    def _end(self, renames: Sequence[Rename]) -> None:
        """Do the renames that are not done yet; where one is refused, take all back and raise OSError."""
        begun: list[Rename] = []
        try:
            for old, new in renames:
                begun.append((old, new))
                if not os.path.lexists(new):
                    old.rename(new)
                    synced(old.parent)
                    synced(new.parent)
            self._note.unlink()
            synced(self._note.parent)
        except OSError:
            for old, new in reversed(begun):
                # The last one may not have been done.
                if os.path.lexists(new) and not os.path.lexists(old):
                    new.rename(old)
            self._note.unlink(missing_ok=True)
            raise


def _free(folder: Path) -> Path:
    return next(path for path in _asides(folder) if not os.path.lexists(path))


def _asides(folder: Path) -> Iterator[Path]:
    return (folder.with_name(name) for name in aside_names(folder.name))


def _removed_empty(folder: Path) -> bool:
    with suppress(OSError):
        folder.rmdir()
        return True
    return False
