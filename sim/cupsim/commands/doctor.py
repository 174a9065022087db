"""The command `cupsim doctor`: a simulated board is examined by its own firmware."""

import argparse
import sys
from datetime import datetime

from cupsboard.commands.output_paths import file_to_write
from cupsboard.commands.parsers import describe, never_with
from cupsboard.station.terminal.language import language

from cupsim.commands.options import add_board
from cupsim.commands.shared_options import MISTAKES

SICK, UNUSABLE = 1, 2
"""The exit codes where something is wrong with the board, and for a file that can't be written."""

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
    parser.add_argument(
        "--mistake",
        default="none",
        choices=MISTAKES,
        metavar="WHAT",
        help=f"fault that the board has: {', '.join(MISTAKES)}",
    )
    parser.add_argument(
        "--bundle",
        type=file_to_write,
        metavar="FILE",
        help="write everything that helps to find a fault to a zip FILE",
    )
    parser.add_argument("--lights", action="store_true", help="try lights and buttons instead of the scales")
    add_board(parser)
    never_with(parser, "--lights", "--bundle", "--mistake", "--sps", "--cells")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    if asked.lights:
        return _try_lights(asked.cups, asked.seed)
    from cupsim.runs.examination_world import ExaminationSetup, examine

    now = datetime.now().astimezone()
    examined = examine(ExaminationSetup(asked.seed, now, asked.mistake, asked.cups, asked.sps, asked.cells))
    print(*(line.told(language()) for line in examined.lines), sep="\n")
    if asked.bundle is not None:
        try:
            asked.bundle.write_bytes(examined.bundle(now))
        except OSError as fault:
            print(f"cupsim doctor: {asked.bundle}: {fault.strerror}", file=sys.stderr)
            return UNUSABLE
        print(f"\nwritten: {asked.bundle}")
    return 0 if examined.is_well else SICK


def _try_lights(cups: int, seed: int) -> int:
    from cupsboard.station.jobs.lights import concluded
    from cupsboard.station.terminal.procedure_aloud import Aloud

    from cupsim.runs.lights_world import LightsWorld

    world = LightsWorld(cups, seed)
    result = concluded(world.run(lambda procedure: Aloud(procedure, None)), ())
    print(*world.seen.lines, *result.told(language()), sep="\n")
    return SICK if result.code else 0
