"""A disk that refuses writes for a while.

What a reader sees and what outlives a power cut are two things: after a failed fsync the system shows data
that never reached the disk, and forgets that it owes them (https://wiki.postgresql.org/wiki/Fsync_Errors).
"""

import errno
import os
from enum import Enum
from random import Random

from cupsboard.ports import StoreError, aside_names

FOR_EVER = 1_000_000
"""Writes that are refused, where the disk never works again."""


class Trouble(Enum):
    """What a disk does instead of writing."""

    FULL = "full"
    """Of an append a part arrives (ENOSPC)."""
    FAILING = "fsync fails"
    """The data are there to be read, and nobody knows what is on the disk (EIO)."""
    READ_ONLY = "read-only"
    """Nothing arrives (EROFS)."""
    UNOPENED = "no descriptors"
    """No file can be opened, for reading either (EMFILE)."""
    GONE = "taken away"
    """All files are removed once, which shows at the next write only; then it works again."""


_NUMBERS = {
    Trouble.FULL: errno.ENOSPC,
    Trouble.FAILING: errno.EIO,
    Trouble.READ_ONLY: errno.EROFS,
    Trouble.UNOPENED: errno.EMFILE,
}


class FaultyDisk:
    """Implements `Store`; `trouble` befalls the next `lasts` writes that are tried."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._seen: dict[str, bytes] = {}
        self._durable: dict[str, bytes] = {}
        self.trouble = Trouble.FULL
        self.starts_in = FOR_EVER
        """Writes until the trouble starts."""
        self.lasts = 0
        self.refused = 0
        """Writes that failed so far."""

    def append(self, name: str, data: bytes) -> None:
        """See `Store`."""
        trouble = self._troubled()
        before, safe = self._seen.get(name, b""), self._durable.get(name, b"")
        part = data[: self._random.randint(0, len(data))]
        match trouble:
            case None:
                self._seen[name], self._durable[name] = before + data, safe + data
                return
            case Trouble.FULL:
                self._seen[name], self._durable[name] = before + part, safe + part
            case Trouble.FAILING:
                self._seen[name], self._durable[name] = before + data, safe + part
            case _:
                pass
        raise self._refusal(name)

    def read(self, name: str) -> bytes | None:
        """See `Store`."""
        if self._is_troubled and self.trouble is Trouble.UNOPENED:
            raise self._refusal(name)
        return self._seen.get(name)

    def replace(self, name: str, data: bytes) -> None:
        """See `Store`."""
        trouble = self._troubled()
        if trouble is None or (trouble is Trouble.FAILING and self._random.random() < 0.5):
            self._seen[name] = data
            if trouble is None or self._random.random() < 0.5:
                self._durable[name] = data
        if trouble is not None:
            raise self._refusal(name)

    def set_aside(self, name: str) -> str:
        """See `Store`; a full disk has room for a name."""
        trouble = self._troubled()
        if trouble not in (None, Trouble.FULL):
            raise self._refusal(name)
        free = next(each for each in aside_names(name) if each not in self._seen)
        for files in (self._seen, self._durable):
            if name in files:
                files[free] = files.pop(name)
        return free

    def cut_power(self) -> None:
        """Forget what never reached the disk."""
        self._seen = dict(self._durable)

    def mend(self) -> None:
        """Work again."""
        self.starts_in, self.lasts = FOR_EVER, 0

    @property
    def _is_troubled(self) -> bool:
        return self.starts_in <= 0 < self.lasts

    def _troubled(self) -> Trouble | None:
        """What befalls this write; it is counted."""
        self.starts_in -= 1
        if not self._is_troubled:
            return None
        self.lasts -= 1
        if self.trouble is Trouble.GONE:
            self._seen, self._durable = {}, {}
            self.lasts = 0
            return None
        self.refused += 1
        return self.trouble

    def _refusal(self, name: str) -> StoreError:
        number = _NUMBERS[self.trouble]
        return StoreError(f"{name}: {os.strerror(number)}")
