"""The command `cupsim doctor`: a simulated board is examined by its own firmware."""

import argparse

from cupsboard.commands.argument_types import file_to_write
from cupsboard.commands.parsers import describe, never_with

from cupsim.commands.jobs import add_mistake, do, folder_of, mistake_of
from cupsim.commands.options import add_board

_DESCRIPTION = """\
Examine a simulated board: read its scales for 20 seconds, touch every place, press both buttons; then give
one line of verdict for every place. The exit code is 0 if all is well, 1 if not.

--lights tries the lights instead, and says what a person sees who looks at the strip.
"""
_EXAMPLES = """\
examples:
  cupsim doctor
  cupsim doctor --mistake dead-cell
  cupsim doctor --lights
  cupsim doctor --bundle report.zip      `cupsboard lab replay` replays the trace in it
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    add_mistake(parser)
    parser.add_argument(
        "--bundle",
        type=file_to_write,
        metavar="FILE",
        help="write everything that helps to find a fault to a zip FILE",
    )
    parser.add_argument("--lights", action="store_true", help="try lights and buttons instead of the scales")
    add_board(parser)
    never_with(parser, "--lights", "--bundle", "--mistake")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    from cupsboard.drivers.files import Files
    from cupsboard.session.orders import Begin
    from cupsboard.storage import calibration_file
    from cupsboard.storage.paths import CALIBRATION

    from cupsim.runs.rows_board import RowsBoard, RowsSetup

    setup = RowsSetup(asked.seed, mistake_of(asked), asked.cups, asked.sps, cells=asked.cells)
    world = RowsBoard(setup)
    asked.directory = None
    with folder_of(asked) as folder:
        calibration_file.save(Files(folder), CALIBRATION, world.calibration)
        if not asked.lights:
            world.seat_toucher()
            return do(world, Begin("doctor"), folder, bundle=asked.bundle)
        seen = world.seat_onlooker()
        code = do(world, Begin("lights"), folder)
        print(*seen.lines, sep="\n")
        return code
