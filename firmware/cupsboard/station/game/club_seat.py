"""A game that two members of a club play at this board: which it is, and its link to the club."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from cupsboard.core.free_order import Core
from cupsboard.distance import sitting as sittings
from cupsboard.distance.follower import Follower
from cupsboard.distance.membership import Membership
from cupsboard.distance.shared_game import for_distance
from cupsboard.distance.sitting import Sitting
from cupsboard.ports import Rows, Store
from cupsboard.referee.options import Options
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsboard.session.club_table import ClubTable
from cupsboard.signs.scene import Message
from cupsboard.station.game.shared_seat import connected
from cupsboard.station.terminal.console import say
from cupsboard.storage.games import KeptGameError, KeptGames
from cupsboard.storage.writer import BesideTheLoop


def options_of(sitting: Sitting, options: Options) -> Options:
    """Return the options of a game that may count: no engine plays or helps, and no name changes.

    Neither player puts it aside alone.
    """
    alone = replace(options, starter=Side(sitting.starter), levels=(), computer=None, games=(), known=())
    alone = replace(alone, is_for_both=True)
    return replace(alone, tutor=Tutor.OFF, clock=Clock.from_text(sitting.clock) if sitting.clock else None)


def take_up(sitting: Sitting, copy: Follower, store: Store, kept: KeptGames) -> None:
    """Go on with the board's own record of the game, or begin one from what the club's record has."""
    if (before := sittings.read(store)) is not None and before.code == sitting.code:
        sitting = before
    if sitting.number:
        with suppress(KeptGameError):
            if kept.take_up(sitting.number).history.game.name == sitting.game:
                return
    shared = copy.game.history
    if shared is not None and shared.steps:
        kept.begin_from(shared)
    else:
        kept.begin(for_distance(sitting.game), Side(sitting.starter))
    sittings.keep(store, replace(sitting, number=kept.number))


@contextmanager
def linked(
    membership: Membership,
    sitting: Sitting,
    copy: Follower,
    rows: Rows,
    heart: Callable[[], Core],
    tell: Callable[[Message], object],
    number: Callable[[], int],
) -> Iterator[ClubTable]:
    """Keep the link to the club while the block runs; gives what tells it of the game."""
    with connected(membership.server, copy, rows) as link:
        yield ClubTable(link, heart, say, tell, number, BesideTheLoop(), sitting.placed)
