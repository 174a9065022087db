"""A store in front of another that takes every write: what the disk refuses is owed to it and written later.

A board plays on with a full, broken or vanished disk. What can't be written waits in memory, file by file in
the order in which files depend on each other, and is tried again with growing pauses. Who reads gets what was
meant to be there.

A file that is owed is always written anew as a whole: a refused append may have left a part of itself, and
after a failed fsync nobody knows what the disk holds (https://wiki.postgresql.org/wiki/Fsync_Errors).

A writer carries the writes out, in the order in which they were asked for. While one is on its way the spool
`is_writing`; what takes longer than a moment counts as owed.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cupsboard.ports import Store, StoreError
from cupsboard.storage.writer import Job, Writer, at_once

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
"""A card that is dying is not hammered; one that was full is noticed in good time."""
SLOW_SECONDS = 1.0
"""A write that takes longer is told of; cards take up to some tenths of a second now and then."""
LAST_SECONDS = 5.0
"""What the last writes may take: half of what the service manager waits for an end."""


@dataclass(frozen=True, slots=True)
class WriteRefused:
    """From now on something is owed; `fault` says why."""

    fault: StoreError


@dataclass(frozen=True, slots=True)
class AllWritten:
    """What was owed is on the disk."""


News = WriteRefused | AllWritten


@dataclass(frozen=True, slots=True)
class _Write:
    """A write on its way: the whole file after it, and its job, which returns files found to be gone."""

    name: str
    content: bytes
    job: Job[Sequence[str]]


class Spool:
    """Implements `Store`; writing never raises StoreError, reading does. Only this may write to its files."""

    def __init__(self, store: Store, writer: Writer[Sequence[str]] = at_once) -> None:
        self._store = store
        self._writer = writer
        self._known: dict[str, bytes | None] = {}
        self._owed: list[str] = []
        self._writes: deque[_Write] = deque()
        self._is_halted = False
        """Set by the writer: after a write that failed, those behind it are not tried."""
        self._slow_since: float | None = None
        self._has_failed = False
        self._fault: StoreError | None = None
        self.never: StoreError | None = None
        """Why nothing more is written, whatever the disk does; None as a rule."""
        self._is_told = False
        self._next_try = 0.0
        self._pause_seconds = 0.0

    @property
    def owes(self) -> bool:
        """Whether a power cut now would lose something that was to be written."""
        self._collect()
        return bool(self._owed or self._writes) or self.never is not None

    @property
    def is_writing(self) -> bool:
        """Whether a write is on its way that may end in a moment."""
        self._collect()
        return bool(self._writes) and not self._is_told

    def read(self, name: str) -> bytes | None:
        """See `Store`. Raises StoreError for a file that was neither read nor written before."""
        if name not in self._known:
            self._known[name] = self._store.read(name)
        return self._known[name]

    def append(self, name: str, data: bytes) -> None:
        """See `Store`; returns soon if it can't be written now. Raises StoreError as `read` does."""
        before = self.read(name) or b""
        content = self._known[name] = before + data
        self._collect()
        if self._owed:
            self._owe(name)
        else:
            others = tuple(each for each, known in self._known.items() if each != name and known is not None)
            self._begin(name, content, lambda: self._append(name, before, data, others))

    def replace(self, name: str, data: bytes) -> None:
        """See `Store`; returns soon if it can't be written now."""
        self._known[name] = data
        self._collect()
        if self._owed:
            # Behind all that is owed already: an index may be there only after the journals that it names.
            self._owed = [*(each for each in self._owed if each != name), name]
        else:
            self._begin(name, data, lambda: self._replace(name, data))

    def set_aside(self, name: str) -> str:
        """See `Store`; what was owed under the name is owed no more. Raises StoreError."""
        if not self._is_finished(LAST_SECONDS):
            raise self._slow()
        free = self._store.set_aside(name)
        self._known[name] = None
        self._owed = [each for each in self._owed if each != name]
        return free

    def step(self, now: float) -> News | None:
        """Try again if it is time to, one file at most; return what has changed, once, or None."""
        self._collect()
        if self._writes:
            return self._told_slow(now)
        self._slow_since = None
        if not self._owed:
            return self._told_all_written() if self.never is None else self._told_never(self.never)
        if not self._is_told and self._fault is not None:
            self._is_told, self._has_failed = True, False
            self._wait(now, FIRST_PAUSE_SECONDS)
            return WriteRefused(self._fault)
        if not self._has_failed and now >= self._next_try:
            self._write_next()
        if self._has_failed:
            self._has_failed = False
            self._wait(now, min(max(2 * self._pause_seconds, FIRST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS))
        return None if self._owed or self._writes else self._told_all_written()

    def last_try(self) -> StoreError | None:
        """Write what is owed now or never; return why it can't be written, or None if it is."""
        while True:
            if not self._is_finished(LAST_SECONDS):
                return self._slow()
            if not self._owed:
                return self.never
            self._has_failed = False
            self._write_next()
            if self._is_finished(LAST_SECONDS) and self._has_failed:
                return self._fault

    def _owe(self, name: str) -> None:
        if name not in self._owed:
            self._owed.append(name)

    def _begin(self, name: str, content: bytes, work: Callable[[], Sequence[str]]) -> None:
        self._writes.append(_Write(name, content, self._writer(lambda: self._unless_halted(work))))
        self._collect()

    def _write_next(self) -> None:
        name = self._owed[0]
        content = self._known[name] or b""
        self._begin(name, content, lambda: self._replace(name, content))

    def _collect(self) -> None:
        """Take notice of the writes that have ended."""
        while self._writes and self._writes[0].job.is_done:
            write = self._writes.popleft()
            try:
                gone = write.job.result()
            except StoreError as fault:
                self._has_failed = True
                self._fault = fault if not isinstance(fault, _NotTriedError) else self._fault
                self._owe(write.name)
                continue
            if write.name in self._owed and self._known[write.name] == write.content:
                self._owed.remove(write.name)
            for name in gone:
                self._owe(name)
        if not self._writes:
            self._is_halted = False

    def _is_finished(self, seconds: float) -> bool:
        if self._writes:
            self._writes[-1].job.wait(seconds)
        self._collect()
        return not self._writes

    def _told_slow(self, now: float) -> News | None:
        if self._slow_since is None:
            self._slow_since = now
        if self._is_told or now < self._slow_since + SLOW_SECONDS:
            return None
        self._is_told = True
        return WriteRefused(self._slow())

    def _slow(self) -> StoreError:
        return StoreError(f"{self._writes[0].name}: the disk takes long to write; it may be wearing out")

    def _told_never(self, fault: StoreError) -> News | None:
        was_told, self._is_told = self._is_told, True
        return None if was_told else WriteRefused(fault)

    def _told_all_written(self) -> News | None:
        was_told, self._is_told, self._fault = self._is_told, False, None
        return AllWritten() if was_told else None

    def _wait(self, now: float, pause_seconds: float) -> None:
        self._pause_seconds = pause_seconds
        self._next_try = now + pause_seconds

    # Carried out by the writer, which may be another thread: they touch the store, and the flag, alone.

    def _unless_halted(self, work: Callable[[], Sequence[str]]) -> Sequence[str]:
        if self._is_halted:
            raise _NotTriedError
        try:
            return work()
        except StoreError:
            self._is_halted = True
            raise

    def _replace(self, name: str, data: bytes) -> Sequence[str]:
        self._store.replace(name, data)
        return ()

    def _append(self, name: str, before: bytes, data: bytes, others: Sequence[str]) -> Sequence[str]:
        if (self._store.read(name) or b"") == before:
            self._store.append(name, data)
            return ()
        # Somebody has taken the file away, perhaps with its folder: all that was in it comes back.
        self._store.replace(name, before + data)
        return [each for each in others if self._store.read(each) is None]


class _NotTriedError(StoreError):
    """A write behind one that failed."""


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
        """Return None: nothing is there."""
        return None

    def replace(self, name: str, data: bytes) -> None:  # noqa: ARG002
        """Raise the fault."""
        raise self._fault

    def set_aside(self, name: str) -> str:  # noqa: ARG002
        """Raise the fault."""
        raise self._fault
