"""The command `cupsboard doctor`: a board is examined, and all there is to know put into one file."""

import argparse

from cupsboard.commands.argument_types import file_to_write
from cupsboard.commands.board_options import add_job_options, do
from cupsboard.commands.parsers import describe, never_with

_DESCRIPTION = """\
Examine the board: it reads its scales for 20 seconds with empty cups (spots and trays with nothing on them),
then asks you to touch every place and to press every button, and gives a line of verdict for every place. The
command changes nothing. The exit code is 0 if all is well, 1 if not.

--lights tries the lights instead: every pixel in turn in red, green and blue; then all of them white at their
brightest, for two minutes in which you measure the 5 V; then every button, whose player's lights glow while
you hold it. A press goes on, and each part also ends by itself. The exit code is 0 if every button was felt.

--bundle writes one file for a report: the verdict, profile, calibration, the game's record, the
traces of the last evening and of the examination, and versions. `cupsboard lab replay` replays the traces.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_job_options(parser)
    parser.add_argument("--lights", action="store_true", help="try lights and buttons instead of the scales")
    parser.add_argument(
        "--bundle",
        type=file_to_write,
        metavar="FILE",
        help="write everything that helps to find a fault to a zip FILE",
    )
    never_with(parser, "--lights", "--bundle")
    parser.set_defaults(command=lambda asked: do(asked, "lights" if asked.lights else "doctor"))
