"""Rows in a file of the browser's storage: a tab has no SQLite, and what it keeps is small."""

import json
from collections.abc import Sequence
from typing import Any

from cupsboard.formats.strict_data import from_plain, to_plain
from cupsboard.ports import Store, StoreError
from cupsboard.signs.scene import Message

from cupsim.runs.memory_store import HeldRows

NAME = "memory.json"


class RowsInFile(HeldRows):
    """Implements `Rows` in one file of a store, which is written anew as a whole."""

    def __init__(self, store: Store, tables: Sequence[type[Any]]) -> None:
        """Read what is kept of these tables. Raises StoreError."""
        super().__init__()
        self._store = store
        known = {each.__name__: each for each in tables}
        try:
            kept = json.loads(store.read(NAME) or b"{}")
            for name, rows in kept.items():
                super().keep([from_plain(known[name], row) for row in rows])
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as fault:
            raise StoreError(f"{NAME}: {fault!r}; delete it to begin anew, or put a copy back") from None

    def keep(self, rows: Sequence[Any]) -> Sequence[Message]:
        """See `Rows`."""
        said = super().keep(rows)
        kept = {table.__name__: list(map(to_plain, found.values())) for table, found in self._rows.items()}
        self._store.replace(NAME, json.dumps(kept).encode())
        return said
