"""An evening at a board: it does what is wished, until it is asked to end."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.drivers.assembly import Wired
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.folder_lock import FolderInUseError, locked
from cupsboard.drivers.raspberry_pi import NoHeader
from cupsboard.session.signals import caught_signals
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.station import SitDown, Station, first_plan
from cupsboard.station.terminal.console import complain
from cupsboard.station.wishes import Wishes
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending

if TYPE_CHECKING:
    from cupsboard.distance.seat import Seat


def unless_it_may_pass(play: Callable[[], int]) -> int:
    """Return the exit code of playing, and that of a trouble that may pass if a device or a disk fails.

    Raises NoHeader on a computer that is no board, and whatever else is no such trouble.
    """
    try:
        return play()
    except NoHeader:
        raise
    except (DriverError, OSError) as fault:
        complain(f"cupsboard: {fault}")
        return Ending.TRY_AGAIN


def run(
    wishes: Wishes,
    at: BoardFiles,
    open_board: Callable[[], Wired],
    seat: "Seat | None" = None,
    sit_down: "SitDown | None" = None,
) -> int:
    """Do the job that is wished, then play, at `seat` if there is one, until a signal asks to end.

    `sit_down` gets a seat at a game with a friend when an owner orders that.
    Return the exit code. Raises SensingError or RulesError for a job that this board can't do.
    """
    first = first_plan(wishes, at)

    def played() -> int:
        with locked(at.state_path), open_board() as ready:
            return Station(wishes, at, ready, lambda: bool(caught), seat, sit_down).run(first)

    with caught_signals() as caught:
        return unless_it_may_pass(played)


def work(wishes: Wishes, at: BoardFiles, open_board: Callable[[], Wired]) -> int:
    """Do the job that is wished on a board that is opened for it; return the exit code.

    With a page the evening goes on with a game. Raises SensingError or DriverError.
    """
    if wishes.page is not None:
        return run(wishes, at, open_board)
    first = first_plan(wishes, at)
    with locked(at.state_path), open_board() as ready:
        return Station(wishes, at, ready, lambda: False).run(first)


def is_played() -> bool:
    """Return whether another program plays with the games of this user."""
    try:
        with locked(homes(os.environ, Path.home()).state):
            return False
    except FolderInUseError:
        return True
