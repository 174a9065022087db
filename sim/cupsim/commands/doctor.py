"""The command `cupsim doctor`: a simulated board is examined by its own firmware."""

import argparse
import sys
from datetime import datetime

from cupsboard.commands.argument_types import whole
from cupsboard.commands.output_paths import file_to_write

from cupsim.commands.calibrate import MISTAKES
from cupsim.table.load_cell import MODELS

SICK, UNUSABLE = 1, 2
"""The exit codes where something is wrong with the board, and for a file that can't be written."""

_DESCRIPTION = """\
Examine a simulated board: read its scales for 20 seconds, touch every place, press both buttons; then give
one line of verdict for every place. The exit code is 0 if all is well, 1 if not.
"""
_EXAMPLES = """\
examples:
  cupsim doctor
  cupsim doctor --mistake dead-cell
  cupsim doctor --bundle report.zip      `cupsboard replay` replays the trace in it
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of `cupsim`."""
    parser = subparsers.add_parser(
        "doctor",
        help="examine a simulated board, sound or wrongly wired",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
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
    parser.add_argument(
        "--seed", default=argparse.SUPPRESS, type=whole(0), metavar="N", help="seed of everything random (7)"
    )
    parser.add_argument(
        "--cups", default=argparse.SUPPRESS, type=whole(2, 12), metavar="N", help="cups a side (4)"
    )
    parser.add_argument(
        "--sps", default=argparse.SUPPRESS, type=int, choices=(10, 80), help="samples a second (10)"
    )
    parser.add_argument(
        "--cells", default=argparse.SUPPRESS, choices=tuple(MODELS), help="rating of the load cells (500g)"
    )
    parser.set_defaults(command=_command)


def _command(_: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    from cupsim.runs.examination_world import Patient, examine

    now = datetime.now().astimezone()
    examined = examine(Patient(asked.seed, now, asked.mistake, asked.cups, asked.sps, asked.cells))
    print(examined.diagnosis)
    if asked.bundle is not None:
        try:
            asked.bundle.write_bytes(examined.bundle(now))
        except OSError as fault:
            print(f"cupsim doctor: {asked.bundle}: {fault.strerror}", file=sys.stderr)
            return UNUSABLE
        print(f"\nwritten: {asked.bundle}")
    return 0 if examined.is_well else SICK
