"""Complete tables of games as files: written whole or not at all, and mapped to be read.

A mapped file takes no memory of its own: the system reads the pages that are asked for, and forgets them when
it needs the room. So a table of 2 GB can be looked into on a board with 512 MB.
"""

import mmap
import os
from collections.abc import Iterator
from pathlib import Path

from cupsboard.engine import engines
from cupsboard.engine.player import Known
from cupsboard.formats.private_files import replacing
from cupsboard.rules.games import AnyGame
from cupsboard.storage.paths import Homes, homes

FOLDER = "tables"
"""Beside the games."""
PIECE_BYTES = 1 << 24
"""Written at a time, so that an interruption need not wait for gigabytes."""


def path_of(folder: Path, board: str) -> Path:
    """Where the table for a board ("2x3") lies."""
    return folder / f"{board}.table"


def open_content(folder: Path, board: str) -> memoryview | None:
    """The content of a board's table, unread; None if there is none."""
    try:
        with path_of(folder, board).open("rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                return memoryview(b"")
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except FileNotFoundError:
        return None


def all_contents(folder: Path) -> dict[str, memoryview]:
    """The contents of all tables in a folder, unread, by the name of their board."""
    found = {path.stem: open_content(folder, path.stem) for path in sorted(folder.glob("*.table"))}
    return {board: content for board, content in found.items() if content is not None}


def write_table(folder: Path, board: str, head: bytes, values: memoryview) -> Iterator[float]:
    """Put a table in the place of an older one; yields the share that is written.

    Until the last, the older one stays; nothing half-written is left behind, unless the power is cut. Then a
    file that ends in .new is, which the next table replaces.
    """
    folder.mkdir(parents=True, exist_ok=True)
    content = values.cast("B")
    with replacing(path_of(folder, board)) as file:
        file.write(head)
        for start in range(0, len(content), PIECE_BYTES):
            file.write(content[start : start + PIECE_BYTES])
            yield min(1.0, (start + PIECE_BYTES) / len(content))


class KnownTables:
    """The tables of exact values in a user's folder, mapped into memory but not read."""

    def __init__(self, at: Homes):
        self._folder: Path = at.state / FOLDER
        self._contents = all_contents(self._folder)

    @property
    def mapped_bytes(self) -> int:
        """Return the size of the tables in address space; only the parts that are read take memory."""
        return sum(map(len, self._contents.values()))

    def known(self, game: AnyGame) -> Known | None:
        """Return the exact values of a game; None if it has no table. Raises RulesError for a faulty file."""
        board = engines.board_of(game)
        if board is None or board not in self._contents:
            return None
        return engines.known_from(game, self._contents[board], str(path_of(self._folder, board)))


def tables_of_this_user() -> KnownTables:
    """Return the tables in the folder that `cupsboard lab tables` writes to."""
    return KnownTables(homes(os.environ, Path.home()))
