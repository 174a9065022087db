"""Power cuts: what a store holds after one, in the middle of a write too."""

from random import Random

from cupsim.runs.memory_store import Memory


class PowerCut(Exception):
    """The power went in the middle of a write."""


class CutStore(Memory):
    """A store that survives power cuts, and can make one in a write: of an append only a part arrives."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random
        self.writes_left: int | None = None
        """Writes until the power goes; None for never."""

    def append(self, name: str, data: bytes) -> None:
        """See `Store`."""
        if self._is_last():
            super().append(name, data[: self._random.randint(0, len(data))])
            raise PowerCut(name)
        super().append(name, data)

    def replace(self, name: str, data: bytes) -> None:
        """See `Store`."""
        if self._is_last():
            if self._random.random() < 0.5:
                super().replace(name, data)
            raise PowerCut(name)
        super().replace(name, data)

    def _is_last(self) -> bool:
        if self.writes_left is None:
            return False
        self.writes_left -= 1
        if self.writes_left >= 0:
            return False
        self.writes_left = None
        return True
