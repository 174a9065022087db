"""A disk that refuses writes for a while.

What a reader sees and what outlives a power cut are two things: after a failed fsync the system shows data
that never reached the disk, and forgets that it owes them (https://wiki.postgresql.org/wiki/Fsync_Errors).
"""

import errno
import os
from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Any, TypeVar

from cupsboard.ports import HIGHEST, GoneError, StoreError, Wanted
from cupsboard.signs.scene import Message
from cupsim.runs.memory_store import HeldRows

R = TypeVar("R")
FOR_EVER = 1_000_000
"""Writes that are refused, where the disk never works again."""


class Trouble(Enum):
    """What a disk does instead of writing."""

    FULL = "full"
    """Nothing arrives (ENOSPC)."""
    FAILING = "fsync fails"
    """The rows may be there to be read, and nobody knows what is on the disk (EIO)."""
    UNOPENED = "no descriptors"
    """No file can be opened, for reading either (EMFILE)."""
    GONE = "taken away"
    """All is removed once, which shows at the next write only; then it works again."""


_NUMBERS = {Trouble.FULL: errno.ENOSPC, Trouble.FAILING: errno.EIO, Trouble.UNOPENED: errno.EMFILE}


class FaultyDisk:
    """Implements `Rows`; `trouble` befalls the next `lasts` writes that are tried."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._seen = HeldRows()
        self._durable: list[Sequence[Any]] = []
        self.trouble = Trouble.FULL
        self.starts_in = FOR_EVER
        """Writes until the trouble starts."""
        self.lasts = 0
        self.refused = 0
        """Writes that failed so far."""

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        """See `Rows`."""
        self.starts_in -= 1
        if not self._is_troubled:
            self._seen.keep(rows)
            self._durable.append(rows)
            return ()
        self.lasts -= 1
        if self.trouble is Trouble.GONE:
            self._seen, self._durable, self.lasts = HeldRows(), [], 0
            raise GoneError("the disk was taken away")
        self.refused += 1
        if self.trouble is Trouble.FAILING and self._random.random() < 0.5:
            self._seen.keep(rows)
            if self._random.random() < 0.5:
                self._durable.append(rows)
        raise self._refusal()

    def find(self, table: type[R], **equal: object) -> tuple[R, ...]:
        """See `Rows`."""
        self._require_opened()
        return self._seen.find(table, **equal)

    def newest(self, table: type[R], wanted: Wanted = HIGHEST) -> tuple[R, ...]:
        """See `Rows`."""
        self._require_opened()
        return self._seen.newest(table, wanted)

    def cut_power(self) -> None:
        """Forget what never reached the disk."""
        self._seen = HeldRows()
        for rows in self._durable:
            self._seen.keep(rows)

    def mend(self) -> None:
        """Work again."""
        self.starts_in, self.lasts = FOR_EVER, 0

    @property
    def _is_troubled(self) -> bool:
        return self.starts_in <= 0 < self.lasts

    def _require_opened(self) -> None:
        if self._is_troubled and self.trouble is Trouble.UNOPENED:
            raise self._refusal()

    def _refusal(self) -> StoreError:
        return StoreError(f"memory: {os.strerror(_NUMBERS[self.trouble])}")
