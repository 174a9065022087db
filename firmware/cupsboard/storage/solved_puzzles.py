"""Which puzzles were tried and solved, alone or with help, by their names: a small file of the board."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from cupsboard.formats.strict_data import PlainDataError, from_plain, to_plain
from cupsboard.ports import Store, StoreError

NAME = "puzzles.json"
FORMAT = "cupsboard-solved-puzzles"
VERSION = 2


class Became(Enum):
    """What may become of a puzzle while it is played."""

    SOLVED = "solved"
    MISSED = "missed"
    HELPED = "helped"
    """A hint was given, or the way was shown."""


@dataclass(frozen=True, slots=True)
class Tried:
    """How a puzzle went so far."""

    times: int = 0
    is_solved: bool = False
    """Whether it was solved without help."""
    is_solved_with_help: bool = False
    helped_on: str = ""
    """The day on which help was last given, as 2026-11-27: on that day it is solved with help alone."""

    def after(self, became: Became, day: str) -> "Tried":
        """Return what is to be kept when this became of the puzzle on `day`."""
        if became is Became.HELPED:
            return replace(self, helped_on=day)
        again = replace(self, times=self.times + 1)
        if became is Became.MISSED:
            return again
        if self.helped_on == day:
            return replace(again, is_solved_with_help=True)
        return replace(again, is_solved=True)


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

    def add(self, name: str, became: Became, day: str) -> None:
        """Keep what became of a puzzle on `day`; what was solved once stays so. Raises StoreError."""
        self._tried[name] = self.of(name).after(became, day)
        content = json.dumps(to_plain(_Kept(FORMAT, VERSION, self._tried)), indent=1)
        self._store.replace(NAME, content.encode())


def _read(content: bytes | None) -> Mapping[str, Tried]:
    if content is None:
        return {}
    try:
        kept = from_plain(_Kept, json.loads(content))
    except (ValueError, PlainDataError, RecursionError) as fault:
        raise StoreError(f"{NAME}: {fault}; delete it to begin anew, or put a copy back") from None
    if kept.format != FORMAT or kept.version != VERSION:
        raise StoreError(
            f"{NAME}: says {kept.format!r} version {kept.version}, and this release reads {FORMAT!r} "
            f"version {VERSION}; delete it to begin anew"
        )
    return kept.tried
