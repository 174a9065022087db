"""What a simulated board needs of a game that it shares with another board: the game, and the link to it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from cupsboard.core.free_order import Core
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side
from cupsboard.session.far_table import FarTable

from cupsim.people.move_choice import PERSON
from cupsim.runs.games import Pairing


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """A seat at a shared game: the game's code and name, the options of its board, and the connection.

    `link` is the address by which a friend joins.

    `linked` keeps the connection while its block runs; it is given what returns the core that plays now.
    `following` returns what is shared next, by its code: the game in which the same two change sides.
    """

    code: str
    link: str
    game: str
    options: Options
    linked: Callable[[Callable[[], Core]], AbstractContextManager[FarTable]]
    following: Callable[[str], "SharedEvening"]

    def pairing(self, asked: Pairing) -> Pairing:
        """Return the same board for this game, whose seats are for persons alone."""
        game = games.named(self.game)
        setting = asked.setting.going_on(HistoryOf(game, self.options.starter or Side.SOUTH))
        return replace(
            asked, setting=replace(setting, begun=None, options=self.options), south=PERSON, north=PERSON
        )
