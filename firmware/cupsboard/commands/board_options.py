"""The options by which a command says which board is meant, and where its page is served."""

import argparse
from pathlib import Path

from cupsboard import profile
from cupsboard.commands.argument_types import port
from cupsboard.station.jobs.wishes import JobWish
from cupsboard.station.wishes import BoardWish, PageWish, Wishes
from cupsboard.storage.paths import CALIBRATION, PROFILE


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


def board_wish(asked: argparse.Namespace) -> BoardWish:
    """Return which board the options name."""
    return BoardWish(asked.profile, asked.calibration)


def job_wishes(asked: argparse.Namespace, job: JobWish) -> Wishes:
    """Return the wishes of a command that does a job: on its board, with a page where one is asked for."""
    page = None if asked.listen is None else PageWish(asked.listen, asked.port)
    return Wishes(board_wish(asked), job, page=page)
