"""Rows on their way to where they are kept: what the disk refuses is owed to it and written later.

A board plays on with a full, broken or vanished disk. What can't be written waits in memory and is tried
again with growing pauses, all of it at once: a row that was written twice says the same. Who looks for rows
gets what was meant to be there.

A writer carries the writes out. While one is on its way the ledger `is_writing`; what takes longer than a
moment counts as owed.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from cupsboard.ports import HIGHEST, Gone, GoneError, Rows, StoreError, Wanted
from cupsboard.signs.scene import Message
from cupsboard.storage.writer import Job, Writer, at_once

R = TypeVar("R")
FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
"""A card that is dying is not hammered; one that was full is noticed in good time."""
SLOW_SECONDS = 1.0
"""A write that takes longer is told of; cards take up to some tenths of a second now and then."""
LAST_SECONDS = 5.0
"""What the last writes may take: half of what the service manager waits for an end."""


_Key = tuple[type[Any], Any]


class Ledger:
    """Implements `Rows`; keeping never raises StoreError, finding does."""

    def __init__(self, rows: Rows, writer: Writer[Sequence[Message]] = at_once) -> None:
        self._rows, self._writer = rows, writer
        self._known: dict[_Key, Any] = {}
        """Each row that was given to this ledger."""
        self._owed: dict[_Key, Any] = {}
        self._job: Job[Sequence[Message]] | None = None
        self._sent: dict[_Key, Any] = {}
        """The rows of the job."""
        self._fault: StoreError | None = None
        """Why the last write failed; None where it did not."""
        self._said: tuple[Message, ...] = ()
        """What was found while rows were written."""
        self._owed_since: float | None = None
        self._is_told = False
        """Whether it was said that something is owed."""
        self._pauses = (FIRST_PAUSE_SECONDS, 0.0)
        """The next pause after a failure in seconds, and when the one that goes on ends."""

    @property
    def owes(self) -> bool:
        """Whether a power cut now would lose something that was to be written."""
        self._collect()
        return bool(self._owed)

    @property
    def is_refused(self) -> bool:
        """Whether it was said that something is owed, and it still is."""
        return self._is_told and self.owes

    @property
    def is_writing(self) -> bool:
        """Whether a write is on its way that may end in a moment."""
        self._collect()
        return self._job is not None and not self._is_told

    def gather(self, *rows: object) -> None:
        """Keep rows together with those that are kept next, at the latest in the next step."""
        for row in rows:
            key = _key(row)
            self._known[key] = self._owed[key] = row

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        """See `Rows`; returns soon if the rows can't be written now."""
        self.gather(*rows)
        self._go_on()
        return ()

    def find(self, table: type[R], **equal: object) -> tuple[R, ...]:
        """See `Rows`."""
        return self._with_owed(
            self._rows.find(table, **equal),
            table,
            lambda row: all(getattr(row, name) == value for name, value in equal.items()),
        )

    def newest(self, table: type[R], wanted: Wanted = HIGHEST) -> tuple[R, ...]:
        """See `Rows`."""
        more = replace(wanted, most=wanted.most + len(self._owed))
        found = self._with_owed(
            self._rows.newest(table, more), table, lambda row: wanted.is_row(_key(row)[1], row)
        )
        return found[: -wanted.most - 1 : -1]

    def _with_owed(self, kept: Sequence[R], table: type[R], is_wanted: Callable[[R], bool]) -> tuple[R, ...]:
        """Return the rows that were kept, in the order of their keys, as they will be once all is written."""
        found = {_key(row): row for row in kept}
        for key, row in self._owed.items():
            if key[0] is table:
                found.pop(key, None)
                if not isinstance(row, Gone) and is_wanted(row):
                    found[key] = row
        return tuple(found[key] for key in sorted(found, key=lambda key: key[1]))

    def step(self, now: float) -> Sequence[Message]:
        """Write what is due; return what is to be said.

        That is what was found, and once each that rows are owed, and that none are owed any more.
        """
        self._collect()
        if self._fault is None:
            self._go_on()
        elif self._job is None and self._is_told and now >= self._pauses[1]:
            self._pause(now)
            self._begin()
        said, self._said = self._said, ()
        return (*said, *self._owing(now))

    def _owing(self, now: float) -> Sequence[Message]:
        was_told = self._is_told
        if not self._owed:
            self._owed_since, self._is_told, self._pauses = None, False, (FIRST_PAUSE_SECONDS, 0.0)
            return (Message("notes.moves-written"),) if was_told else ()
        since = self._owed_since = now if self._owed_since is None else self._owed_since
        if was_told or (self._fault is None and now < since + SLOW_SECONDS):
            return ()
        self._is_told = True
        self._pause(now)
        return (Message("notes.moves-unwritten", {"why": str(self._fault or _SLOW)}),)

    def _pause(self, now: float) -> None:
        seconds, _ = self._pauses
        self._pauses = min(2 * seconds, LONGEST_PAUSE_SECONDS), now + seconds

    def last_try(self) -> StoreError | None:
        """Write what is owed now or never; return why it can't be written, or None if it is."""
        for _ in range(2):
            if self._job is None and self._owed:
                self._begin()
            if self._job is not None and not self._job.wait(LAST_SECONDS):
                return _SLOW
            self._collect()
        return self._fault if self._owed else None

    def _go_on(self) -> None:
        self._collect()
        if self._job is None and self._owed and self._fault is None:
            self._begin()

    def _begin(self) -> None:
        sent, known = tuple(self._owed.values()), tuple(self._known.values())
        self._sent = dict(self._owed)

        def written() -> Sequence[Message]:
            try:
                return self._rows.keep(sent)
            except GoneError as fault:
                return (Message("notes.game-lost", {"why": str(fault)}), *self._rows.keep(known))

        self._job = self._writer(written)
        self._collect()

    def _collect(self) -> None:
        """Take notice of a write that has ended."""
        if self._job is None or not self._job.done():
            return
        job, self._job = self._job, None
        try:
            self._said += tuple(job.result())
        except StoreError as fault:
            self._fault = fault
            return
        self._fault = None
        self._owed = {key: row for key, row in self._owed.items() if self._sent.get(key) is not row}
        if self._owed:
            # It came while the others were written.
            self._begin()


_SLOW = StoreError("the disk takes long to write; it may be wearing out")


def _key(row: object) -> _Key:
    """Return the table of a row and its key, which is its first field."""
    if isinstance(row, Gone):
        return row.table, row.key
    return type(row), getattr(row, fields(row)[0].name)  # type: ignore[arg-type]


class Nowhere:
    """`Rows` in the place of some that can't be read: they hold nothing, and take nothing.

    What is behind them may be all of a board's games, and none of them may be overwritten.
    """

    def __init__(self, fault: StoreError) -> None:
        """`fault` is what refuses every write."""
        self._fault = fault

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:  # noqa: ARG002
        """Raise the fault."""
        raise self._fault

    def find(self, table: type[R], **equal: object) -> tuple[R, ...]:  # noqa: ARG002
        """Return nothing."""
        return ()

    def newest(self, table: type[R], wanted: Wanted = HIGHEST) -> tuple[R, ...]:  # noqa: ARG002
        """Return nothing."""
        return ()
