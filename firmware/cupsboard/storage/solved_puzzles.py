"""Which puzzles were tried and solved, alone or with help, by their names."""

from dataclasses import dataclass, replace
from enum import Enum

from cupsboard.ports import Rows


class Became(Enum):
    """What may become of a puzzle while it is played."""

    SOLVED = "solved"
    MISSED = "missed"
    HELPED = "helped"
    """A hint was given, or the way was shown."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The row of a puzzle: how it went so far."""

    name: str
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


class SolvedPuzzles:
    """What is kept of all puzzles."""

    def __init__(self, rows: Rows) -> None:
        """Raises StoreError if what was kept can't be read."""
        self._rows = rows
        self._tried = {tried.name: tried for tried in rows.find(Tried)}

    def of(self, name: str) -> Tried:
        """How the puzzle with this name went."""
        return self._tried.get(name, Tried(name))

    def add(self, name: str, became: Became, day: str) -> None:
        """Keep what became of a puzzle on `day`; what was solved once stays so. Raises StoreError."""
        self._tried[name] = self.of(name).after(became, day)
        self._rows.keep((self._tried[name],))
