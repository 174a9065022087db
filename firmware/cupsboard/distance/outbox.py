"""What a client keeps of a game on its disk: the copy of the entries, and the one say that is on its way.

A copy whose end was torn by a power cut is read up to there; the server has the rest. A say is on the disk
before it is sent, so a torn one was never sent: it is left out.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from cupsboard.distance.wire import Entry, Say, WireError, client_message, entry_from, written
from cupsboard.ports import Store


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept of a game. `left_out_bytes` is how much of it is torn or damaged, and was not read."""

    entries: tuple[Entry, ...] = ()
    unsent: Say | None = None
    left_out_bytes: int = 0


class Outbox:
    """The two files of one game in a store; every method raises StoreError if the disk refuses."""

    def __init__(self, store: Store, code: str) -> None:
        self._store = store
        self._copy, self._say = f"distance-{code}.entries", f"distance-{code}.unsent"

    def read(self) -> Kept:
        """Return what was kept, as far as it is whole."""
        content = self._store.read(self._copy) or b""
        entries, intact = _entries(content)
        if intact < len(content):
            # What is appended next must not go on from half a line.
            self._store.replace(self._copy, content[:intact])
        said = self._store.read(self._say) or b""
        unsent = _say(said)
        lost = len(said) if unsent is None else 0
        return Kept(entries, unsent, len(content) - intact + lost)

    def append(self, entries: Sequence[Entry]) -> None:
        """Write entries behind those of the copy."""
        self._store.append(self._copy, b"".join(_line(written(entry)) for entry in entries))

    def forget(self) -> None:
        """Forget the entries of the copy."""
        self._store.replace(self._copy, b"")

    def keep(self, say: Say) -> None:
        """Write down what is about to be sent."""
        self._store.replace(self._say, _line(written(say)))

    def clear(self) -> None:
        """Forget what was to be sent."""
        self._store.replace(self._say, b"")


def _line(text: str) -> bytes:
    data = text.encode()
    return b"%08x %s\n" % (zlib.crc32(data), data)


def _data(line: bytes) -> bytes | None:
    """Return what a whole line holds; None for a torn or damaged one."""
    data = line[9:-1]
    is_whole = line.endswith(b"\n") and line[:9] == b"%08x " % zlib.crc32(data)
    return data if is_whole else None


def _entries(content: bytes) -> tuple[tuple[Entry, ...], int]:
    """Return the entries up to the first line that is not whole, and how many bytes they are."""
    entries, intact = list[Entry](), 0
    for line in content.splitlines(keepends=True):
        data = _data(line)
        try:
            entry = None if data is None else entry_from(data)
        except WireError:
            entry = None
        if entry is None or entry.n != len(entries) + 1:
            break
        entries.append(entry)
        intact += len(line)
    return tuple(entries), intact


def _say(content: bytes) -> Say | None:
    data = _data(content)
    try:
        found = None if data is None else client_message(data)
    except WireError:
        return None
    return found if isinstance(found, Say) else None
