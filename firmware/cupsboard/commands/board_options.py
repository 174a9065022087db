"""The options by which a command says which board is meant, and where its page is served."""

import argparse
import sys
from collections.abc import Mapping
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard import profile
from cupsboard.commands.argument_types import port
from cupsboard.storage.paths import CALIBRATION, PROFILE

if TYPE_CHECKING:
    from cupsboard.station.files.board_files import BoardFiles
    from cupsboard.station.wishes import BoardWish, Wishes


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


def add_job_options(parser: argparse.ArgumentParser) -> None:
    """Add what tells the board of a job, and how it is followed."""
    add_options(parser)
    parser.add_argument(
        "--listen",
        metavar="ADDRESS",
        help="serve the page too, which then goes on with a game; 0.0.0.0: for phones in your network",
    )
    parser.add_argument(
        "--port",
        type=port,
        default=2877,
        metavar="N",
        help="port of the page, also of a board that plays (2877)",
    )
    parser.add_argument(
        "--plain", action="store_true", help="tell what happens for a program, as a JSON object a line"
    )


def board_wish(asked: argparse.Namespace) -> "BoardWish":
    """Return which board the options name."""
    from cupsboard.station.wishes import BoardWish

    return BoardWish(asked.profile, asked.calibration)


def job_wishes(asked: argparse.Namespace, name: str, options: Mapping[str, str | None]) -> "Wishes":
    """Return the wish for a job by its name and options, those that are not None."""
    from cupsboard.session.orders import Begin
    from cupsboard.station.terminal.follower import Follower
    from cupsboard.station.wishes import PageWish, Wishes

    page = None if asked.listen is None else PageWish(asked.listen, asked.port)
    order = Begin(name, {key: value for key, value in options.items() if value is not None})
    follower = Follower(getattr(asked, "bundle", None), is_plain=asked.plain)
    return Wishes(board_wish(asked), order, follower, page=page)


def do(asked: argparse.Namespace, name: str, **options: str | None) -> int:
    """Do a job by its name and options, those that are not None; return the exit code.

    The board that plays here does it, if one does; else this program is the board. Raises SensingError,
    RulesError or DriverError.
    """
    # A help page is told without the board's program.
    from cupsboard.station import evening
    from cupsboard.station.files.board_files import board_files, this_machine, wired_board
    from cupsboard.station.station import first_plan

    wishes = job_wishes(asked, name, options)
    named = wishes.board.profile or wishes.board.calibration
    if named is None and evening.is_played():
        from cupsboard.station.terminal.running_board import follow

        return follow(wishes, asked.port)

    def files() -> "BoardFiles":
        at = board_files(wishes.board, may_have_spots=True)
        if wishes.board.calibration is not None and name != "calibrate":
            # What is named has to be there, also where a board may do without.
            at.load_calibration()
        return at

    def check() -> None:
        at = files()
        if wishes.board.calibration is not None or at.calibration_path.exists():
            first_plan(wishes, at)

    # Where a program reads what is told, all else that there is to say goes another way.
    with redirect_stdout(sys.stderr) if asked.plain else nullcontext():
        machine = this_machine(wishes.board, check)
        at = files()
        return evening.work(wishes, at, lambda: wired_board(at.profile, machine))
