"""The tables of exact values that a user has, for the engines of their games."""

import os
from pathlib import Path

from cupsboard.engine import engines
from cupsboard.engine.player import Known
from cupsboard.rules.games import AnyGame
from cupsboard.storage.paths import Homes, homes
from cupsboard.storage.tables import FOLDER, all_contents, path_of


class KnownTables:
    """The tables in a user's folder, mapped and not yet read."""

    def __init__(self, at: Homes):
        self._folder: Path = at.state / FOLDER
        self._contents = all_contents(self._folder)

    @property
    def mapped_bytes(self) -> int:
        """Address space of the tables; of memory they take what is asked for and the system can spare."""
        return sum(map(len, self._contents.values()))

    def known(self, game: AnyGame) -> Known | None:
        """What a table tells of a game, None without one. Raises RulesError for a file that can't be used."""
        board = engines.board_of(game)
        if board is None or board not in self._contents:
            return None
        return engines.known_from(game, self._contents[board], str(path_of(self._folder, board)))


def tables_of_this_user() -> KnownTables:
    """Those in the folder that `cupsboard tables` builds into."""
    return KnownTables(homes(os.environ, Path.home()))
