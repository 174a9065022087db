"""Which puzzles were tried and solved, by their names: a small file of the board."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.formats.strict_data import PlainDataError, from_plain, to_plain
from cupsboard.ports import Store, StoreError

NAME = "puzzles.json"
FORMAT = "cupsboard-solved-puzzles"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Tried:
    """How a puzzle went so far."""

    times: int = 0
    is_solved: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    format: str
    version: int
    tried: Mapping[str, Tried]


class SolvedPuzzles:
    """What is kept of all puzzles."""

    def __init__(self, store: Store) -> None:
        """Raises StoreError if what was kept can't be read."""
        self._store = store
        self._tried = dict(_read(store.read(NAME)))

    def of(self, name: str) -> Tried:
        """How the puzzle with this name went."""
        return self._tried.get(name, Tried())

    def add(self, name: str, *, is_solved: bool) -> None:
        """Keep one more try; what was solved once stays so. Raises StoreError."""
        before = self.of(name)
        self._tried[name] = Tried(before.times + 1, before.is_solved or is_solved)
        content = json.dumps(to_plain(_Kept(FORMAT, VERSION, self._tried)), indent=1)
        self._store.replace(NAME, content.encode())


def _read(content: bytes | None) -> Mapping[str, Tried]:
    if content is None:
        return {}
    try:
        kept = from_plain(_Kept, json.loads(content))
    except (ValueError, PlainDataError, RecursionError) as fault:
        raise StoreError(f"{NAME}: {fault}; delete it to begin anew, or put a copy back") from None
    if (kept.format, kept.version) != (FORMAT, VERSION):
        raise StoreError(
            f"{NAME}: says {kept.format!r} version {kept.version}, and this release reads {FORMAT!r} version "
            f"{VERSION}; delete it to begin anew"
        )
    return kept.tried
