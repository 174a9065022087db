"""The options by which a command says which board is meant, and where its page is served."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard import profile
from cupsboard.commands.argument_types import port
from cupsboard.commands.parsers import only_with
from cupsboard.storage.paths import CALIBRATION, PROFILE

if TYPE_CHECKING:
    from cupsboard.drivers.assembly import Machine
    from cupsboard.station.files.board_files import BoardFiles
    from cupsboard.station.jobs.wishes import JobWish
    from cupsboard.station.wishes import BoardWish


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what tells the board and its files."""
    built_in = ", ".join(profile.built_in_names())
    parser.add_argument(
        "--profile",
        metavar="PROFILE",
        help=f"the board: a TOML file, or one of {built_in} ({PROFILE} in ~/.config/cupsboard)",
    )
    parser.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help=f"the board's calibration ({CALIBRATION} in ~/.config/cupsboard)",
    )


def add_page(parser: argparse.ArgumentParser) -> None:
    """Add the options of the page of a job."""
    parser.add_argument(
        "--listen",
        metavar="ADDRESS",
        help="serve the page too, which then goes on with a game; 0.0.0.0: for phones in your network",
    )
    parser.add_argument("--port", type=port, default=2877, metavar="N", help="port of the page (2877)")
    only_with(parser, "--listen", "--port")


def board_wish(asked: argparse.Namespace) -> "BoardWish":
    """Return which board the options name."""
    from cupsboard.station.wishes import BoardWish

    return BoardWish(asked.profile, asked.calibration)


def work(asked: argparse.Namespace, job: "JobWish", at: "BoardFiles", machine: "Machine") -> int:
    """Do a job on a board that is wired to a machine, with a page where one is asked for; the exit code.

    Raises SensingError or DriverError.
    """
    # A help page is told without the board's program.
    from cupsboard.station import evening
    from cupsboard.station.wishes import PageWish, Wishes

    page = None if asked.listen is None else PageWish(asked.listen, asked.port)
    return evening.work(Wishes(board_wish(asked), job, page=page), at, machine)
