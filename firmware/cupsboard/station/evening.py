"""An evening at a board: it referees, or says why it can't, until it is asked to end."""

import argparse
from collections.abc import Callable

from cupsboard.distance.seat import Seat
from cupsboard.drivers.assembly import Machine, Wired
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.folder_lock import locked
from cupsboard.drivers.raspberry_pi import NoHeader
from cupsboard.session.signals import caught_signals
from cupsboard.station.files.board_files import BoardFiles, wired_board
from cupsboard.station.occupation import Wanted
from cupsboard.station.station import IsAsked, Station
from cupsboard.station.terminal.console import complain
from cupsboard.systemd.exit_codes import Ending


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
    asked: argparse.Namespace,
    at: BoardFiles,
    open_board: Callable[[], Wired],
    first: Wanted | None = None,
    seat: Seat | None = None,
) -> int:
    """Be busy with `first`, or play, at `seat` if there is one, until a signal asks to end; the exit code."""

    def played() -> int:
        with locked(at.state_path), open_board() as ready:
            return play_on(asked, at, ready, lambda: bool(caught), first, seat)

    with caught_signals() as caught:
        return unless_it_may_pass(played)


def play(
    asked: argparse.Namespace,
    at: BoardFiles,
    machine: Machine,
    is_asked_to_end: IsAsked,
    seat: Seat | None = None,
) -> int:
    """Play on a machine until asked to end; the exit code. Raises DriverError or OSError."""
    with locked(at.state_path), wired_board(at.profile, machine) as ready:
        return play_on(asked, at, ready, is_asked_to_end, seat=seat)


def play_on(
    asked: argparse.Namespace,
    at: BoardFiles,
    ready: Wired,
    is_asked_to_end: IsAsked,
    first: Wanted | None = None,
    seat: Seat | None = None,
) -> int:
    """Play on a board that is ready until asked to end; the exit code. Raises DriverError or OSError."""
    return Station(asked, at, ready, is_asked_to_end, seat).run(first or Wanted())
