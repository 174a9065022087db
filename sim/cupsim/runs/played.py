"""What became of a whole game that was played without a screen."""

import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Generic, Self, TypeVar

S = TypeVar("S")
C = TypeVar("C", bound="Adding")


class Adding:
    """Counts of a game, a dataclass; those of several games add up."""

    __slots__ = ()

    def add(self, other: Self) -> None:
        """Take another's in."""
        for each in fields(self):  # type: ignore[arg-type]
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            is_by_name = isinstance(mine, dict)
            both = type(mine)(Counter(mine) + Counter(theirs)) if is_by_name else mine + theirs
            setattr(self, each.name, both)


@dataclass(frozen=True)
class Played(Generic[S, C]):
    """One game of a setting, with what was counted in it."""

    setting: S
    counts: C
    record: str
    result: str
    unfinished: str | None
    """Why it did not end; None if it did."""
    findings: Sequence[str] = ()
    """Where the board was wrong, in words."""
    virtual_seconds: float = 0.0
    real_seconds: float = 0.0

    @classmethod
    def of(cls, play: Callable[[], Self], setting: S, counts: C) -> Self:
        """Return the game that `play` plays; where the program breaks in it, that is how it ended."""
        try:
            return play()
        except Exception:
            return cls(setting, counts, "", "broken", f"the program broke:\n{traceback.format_exc()}")

    @property
    def is_good(self) -> bool:
        """Whether it ended, and the board was right throughout."""
        return self.unfinished is None and not self.findings

    def verdict(self, praise: str = "") -> str:
        """Return `praise` where the board was right throughout, else where it was not."""
        faults = [f"NOT FINISHED: {self.unfinished}"] if self.unfinished else []
        faults += [f"WRONG: {finding}" for finding in self.findings]
        return "; ".join(faults) or praise

    def row(self, figures: str) -> str:
        """Return the game in one line, its figures and its result; what went wrong in it follows."""
        line = f"{figures}  {self.result}"
        return line if self.is_good else f"{line}\n       {self.verdict()}"
