"""A store that forgets when the program ends."""

from collections.abc import Sequence
from dataclasses import fields
from itertools import islice
from typing import Any, TypeVar

from cupsboard.ports import HIGHEST, Gone, Wanted, aside_names
from cupsboard.signs.scene import Message

R = TypeVar("R")


class HeldRows:
    """Implements `Rows` in the memory of the program."""

    def __init__(self) -> None:
        self._rows: dict[type[Any], dict[Any, Any]] = {}

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        """See `Rows`."""
        for row in rows:
            if isinstance(row, Gone):
                self._rows.get(row.table, {}).pop(row.key, None)
            else:
                key = getattr(row, fields(row)[0].name)
                self._rows.setdefault(type(row), {})[key] = row
        return ()

    def find(self, table: type[R], **equal: object) -> tuple[R, ...]:
        """See `Rows`."""
        known = sorted(self._rows.get(table, {}).items())
        return tuple(
            row for _, row in known if all(getattr(row, name) == value for name, value in equal.items())
        )

    def newest(self, table: type[R], wanted: Wanted = HIGHEST) -> tuple[R, ...]:
        """See `Rows`."""
        known = sorted(self._rows.get(table, {}).items(), reverse=True)
        return tuple(islice((row for key, row in known if wanted.is_row(key, row)), wanted.most))


class Memory(HeldRows):
    """Implements `Store` and `Rows` for what nobody wants to keep."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: dict[str, bytes] = {}

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
