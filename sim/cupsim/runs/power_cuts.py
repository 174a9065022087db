"""Power cuts: what is kept after one, in the middle of a write too."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cupsboard.signs.scene import Message

from cupsim.runs.memory_store import HeldRows


class PowerCut(Exception):
    """The power went in the middle of a write."""


class CutStore(HeldRows):
    """Rows that survive power cuts, and can make one in a write: all of it arrives, or nothing."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random
        self.writes_left: int | None = None
        """Writes until the power goes; None for never."""

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        """See `Rows`."""
        if not self._is_last():
            return super().keep(rows)
        if self._random.random() < 0.5:
            super().keep(rows)
        raise PowerCut

    def _is_last(self) -> bool:
        if self.writes_left is None:
            return False
        self.writes_left -= 1
        if self.writes_left >= 0:
            return False
        self.writes_left = None
        return True
