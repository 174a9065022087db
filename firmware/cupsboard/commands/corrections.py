"""The command `cupsboard calibrate healing`: what the board has corrected of itself, shown or put back."""

import argparse

from cupsboard.commands.board_options import add_options, board_wish
from cupsboard.commands.parsers import describe
from cupsboard.station.files.board_files import board_files, now
from cupsboard.station.files.corrections import show

_DESCRIPTION = """\
Show how far the board has moved its zeros and its bean since the calibration, and the latest lines of the
log. In play the board follows both by itself, a little at a time; it never changes the calibration. --revert
puts a place, the beans or everything back to what the calibration says. Stop the game before you use it.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_options(parser)
    parser.add_argument(
        "--revert",
        metavar="WHAT",
        help="undo the corrections of a place (south-3), of the beans (beans), or all (all)",
    )
    parser.set_defaults(command=lambda asked: show(board_files(board_wish(asked)), asked.revert, now()))
