"""A store in front of another that takes every write: what the disk refuses is owed to it and written later.

A board plays on with a full, broken or vanished disk. What can't be written waits in memory, file by file in
the order in which files depend on each other, and is tried again with growing pauses. Who reads gets what was
meant to be there.

A file that is owed is always written anew as a whole: a refused append may have left a part of itself, and
after a failed fsync nobody knows what the disk holds (https://wiki.postgresql.org/wiki/Fsync_Errors).
"""

from dataclasses import dataclass

from cupsboard.ports import Store, StoreError

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
"""A card that is dying is not hammered; one that was full is noticed in good time."""


@dataclass(frozen=True, slots=True)
class WriteRefused:
    """From now on something is owed; `fault` says why."""

    fault: StoreError


@dataclass(frozen=True, slots=True)
class AllWritten:
    """What was owed is on the disk."""


News = WriteRefused | AllWritten


class Spool:
    """Implements `Store`; writing never raises StoreError, reading does. Only this may write to its files."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, bytes | None] = {}
        self._owed: list[str] = []
        self._fault: StoreError | None = None
        self.never: StoreError | None = None
        """Why nothing more is written, whatever the disk does; None as a rule."""
        self._is_told = False
        self._next_try = 0.0
        self._pause_seconds = 0.0

    @property
    def owes(self) -> bool:
        """Whether a power cut now would lose something that was to be written."""
        return bool(self._owed) or self.never is not None

    def read(self, name: str) -> bytes | None:
        """See `Store`. Raises StoreError for a file that was neither read nor written before."""
        if name not in self._known:
            self._known[name] = self._store.read(name)
        return self._known[name]

    def append(self, name: str, data: bytes) -> None:
        """See `Store`; returns at once if it can't be written now. Raises StoreError as `read` does."""
        before = self.read(name) or b""
        self._known[name] = before + data
        if name not in self._owed and (self._owed or not self._is_appended(name, before, data)):
            self._owed.append(name)

    def replace(self, name: str, data: bytes) -> None:
        """See `Store`; returns at once if it can't be written now."""
        self._known[name] = data
        is_first = not self._owed
        # Behind all that is owed already: an index may be there only after the journals that it names.
        self._owed = [*(each for each in self._owed if each != name), name]
        if is_first:
            self._write_next()

    def set_aside(self, name: str) -> str:
        """See `Store`; what was owed under the name is owed no more. Raises StoreError."""
        free = self._store.set_aside(name)
        self._known[name] = None
        self._owed = [each for each in self._owed if each != name]
        return free

    def step(self, now: float) -> News | None:
        """Try again if it is time to, one file at most; what has changed, said once."""
        if not self._owed:
            return self._told_all_written() if self.never is None else self._told_never(self.never)
        if not self._is_told and self._fault is not None:
            self._is_told = True
            self._wait(now, FIRST_PAUSE_SECONDS)
            return WriteRefused(self._fault)
        if now >= self._next_try and not self._write_next():
            self._wait(now, min(2 * self._pause_seconds, LONGEST_PAUSE_SECONDS))
        return None if self._owed else self._told_all_written()

    def last_try(self) -> StoreError | None:
        """Write what is owed now or never; why it can't be written, if it can't."""
        while self._owed:
            if not self._write_next():
                return self._fault
        return self.never

    def _told_never(self, fault: StoreError) -> News | None:
        was_told, self._is_told = self._is_told, True
        return None if was_told else WriteRefused(fault)

    def _told_all_written(self) -> News | None:
        was_told, self._is_told, self._fault = self._is_told, False, None
        return AllWritten() if was_told else None

    def _wait(self, now: float, pause_seconds: float) -> None:
        self._pause_seconds = pause_seconds
        self._next_try = now + pause_seconds

    def _is_appended(self, name: str, before: bytes, data: bytes) -> bool:
        try:
            if (self._store.read(name) or b"") != before:
                # Somebody has taken the file away, perhaps with its folder: all that was in it comes back.
                self._store.replace(name, before + data)
                self._owed += [each for each in self._known if each != name and self._is_gone(each)]
            else:
                self._store.append(name, data)
        except StoreError as fault:
            self._fault = fault
            return False
        return True

    def _is_gone(self, name: str) -> bool:
        return self._known[name] is not None and self._store.read(name) is None

    def _write_next(self) -> bool:
        name = self._owed[0]
        try:
            self._store.replace(name, self._known[name] or b"")
        except StoreError as fault:
            self._fault = fault
            return False
        del self._owed[0]
        return True


class Nowhere:
    """A `Store` in the place of one that can't be read: it holds nothing, and takes nothing.

    What is behind it may be all of a board's games, and none of them may be overwritten.
    """

    def __init__(self, fault: StoreError) -> None:
        """`fault` is what refuses every write."""
        self._fault = fault

    def append(self, name: str, data: bytes) -> None:  # noqa: ARG002
        """Raise the fault."""
        raise self._fault

    def read(self, name: str) -> bytes | None:  # noqa: ARG002
        """Nothing is there."""
        return None

    def replace(self, name: str, data: bytes) -> None:  # noqa: ARG002
        """Raise the fault."""
        raise self._fault

    def set_aside(self, name: str) -> str:  # noqa: ARG002
        """Raise the fault."""
        raise self._fault
