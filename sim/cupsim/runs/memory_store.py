"""A store that forgets when the program ends."""

from cupsboard.ports import aside_names


class Memory:
    """Implements `Store` for what nobody wants to keep."""

    def __init__(self) -> None:
        self._pieces: dict[str, bytes] = {}

    def append(self, name: str, data: bytes) -> None:
        """See `Store`."""
        self._pieces[name] = self._pieces.get(name, b"") + data

    def read(self, name: str) -> bytes | None:
        """See `Store`."""
        return self._pieces.get(name)

    def replace(self, name: str, data: bytes) -> None:
        """See `Store`."""
        self._pieces[name] = data

    def set_aside(self, name: str) -> str:
        """See `Store`."""
        free = next(each for each in aside_names(name) if each not in self._pieces)
        self._pieces[free] = self._pieces.pop(name)
        return free
