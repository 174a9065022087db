"""A user's tables of exact values, for the engines of their games."""

import os
from pathlib import Path

from cupsboard.engine import engines
from cupsboard.engine.player import Known
from cupsboard.rules.games import AnyGame
from cupsboard.storage.paths import Homes, homes
from cupsboard.storage.tables import FOLDER, all_contents, path_of


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
