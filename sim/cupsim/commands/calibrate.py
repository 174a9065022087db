"""The command `cupsim calibrate`: a simulated board is calibrated by simulated hands or by yours."""

import argparse
import sys
from datetime import datetime
from functools import partial

from cupsboard.commands import calibration_options
from cupsboard.commands.argument_types import number
from cupsboard.commands.calibration_options import wish_of
from cupsboard.commands.output_paths import folder_to_write
from cupsboard.commands.parsers import describe
from cupsboard.procedures.calibration.calibration_run import Beans
from cupsboard.scales.errors import SensingError
from cupsboard.station.terminal.language import in_words
from cupsboard.station.terminal.typed_line import typed_line

from cupsim.commands.options import add_board
from cupsim.commands.shared_options import MISTAKES
from cupsim.commands.wrapped_lines import wrapped
from cupsim.errors import SimulatorError
from cupsim.table.load_cell import cell_model

MOST_SEEDS, MOST_MOVES = 10_000, 1_000_000
DAY_SECONDS, YEAR_MINUTES = 86_400, 525_600
MOST_BEND_PERCENT = 5.0
"""A hundred times what data sheets promise."""
REFUSED, UNUSABLE = 1, 2
"""The exit codes where a calibration was refused, and for wrong usage or a file that can't be used."""

_DESCRIPTION = """\
Calibrate a simulated board. Simulated hands see the lights and the sentence on the screen, and do what these
ask for: bare platforms, the cups, a known mass on every place in turn, some beans. The command keeps every
reading at once, so an interrupted calibration goes on where it was.
"""
_EXAMPLES = """\
examples:
  cupsim calibrate --directory board             keep the calibration, and a report for the browser
  cupsim calibrate --hands                       type yourself what the hands do
  cupsim calibrate --reference "2 nickels"       use coins as the known mass
  cupsim calibrate --reference none              use one handful of beans that goes round all places
  cupsim calibrate --directory board --place south-3
  cupsim calibrate --mistake crossed-cables      see what it says of a wrongly wired board
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    calibration_options.add_options(parser)
    parser.add_argument(
        "--directory",
        type=folder_to_write,
        metavar="DIR",
        help="folder of the calibration, its readings and its report",
    )
    parser.add_argument(
        "--weigh",
        choices=[each.name.lower() for each in Beans],
        help="weigh beans alone: those of a new bag, or more of the same",
    )
    parser.add_argument(
        "--prove",
        action="store_true",
        help="prove it afterwards: every place once more, every cup lifted and put back",
    )
    parser.add_argument(
        "--hands",
        action="store_true",
        help="calibrate it yourself: type what your hands do",
    )
    parser.add_argument(
        "--stop-after",
        type=number(0.1, DAY_SECONDS),
        metavar="SECONDS",
        help="cut the power after this long, in simulated time",
    )
    parser.add_argument(
        "--mistake",
        default="none",
        choices=MISTAKES,
        metavar="WHAT",
        help=f"fault that the board has: {', '.join(MISTAKES)}",
    )
    add_board(parser, has_beans=True)
    parser.add_argument(
        "--bend",
        type=number(0.0, MOST_BEND_PERCENT),
        default=0.05,
        metavar="PERCENT",
        help="how far the cells bend from a straight line, in per cent of full load (0.05)",
    )
    parser.set_defaults(command=partial(_command, parser))


def _command(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    if asked.prove and asked.hands:
        parser.error("--prove: is done by simulated hands; leave out --hands")
    for option in ("place", "weigh"):
        if getattr(asked, option) is not None and asked.directory is None:
            parser.error(f"--{option}: say with --directory which calibration is to be mended")
    try:
        return _one(asked)
    except (SensingError, SimulatorError, OSError) as fault:
        print(f"cupsim calibrate: {fault}", file=sys.stderr)
        return UNUSABLE


def _one(asked: argparse.Namespace) -> int:
    from cupsim.runs.build_faults import Mistake
    from cupsim.runs.calibration_run import calibrate_once, unattended
    from cupsim.runs.calibration_world import CalibrationSetup
    from cupsim.runs.typed_calibration import by_hand

    beans = None if asked.weigh is None else Beans[asked.weigh.upper()]
    wish = wish_of(asked, cell_model(asked.cells).counts_per_gram, beans)
    setup = CalibrationSetup(
        seed=asked.seed,
        reference=wish.reference,
        switched_on=datetime.now().astimezone(),
        mistake=Mistake[asked.mistake.replace("-", "_").upper()],
        cups=asked.cups,
        sps=asked.sps,
        beans=asked.beans,
        cells=asked.cells,
        bend=asked.bend / 100,
    )
    carry_out = by_hand(_ask, in_words) if asked.hands else unattended(asked.stop_after, in_words)
    say = _say_wrapped if asked.hands else print
    is_done = calibrate_once(
        setup, wish, asked.directory, carry_out, say, is_proved=asked.prove, words=in_words
    )
    return 0 if is_done else REFUSED


def _say_wrapped(words: str) -> None:
    print(wrapped(words))


def _ask(prompt: str) -> str | None:
    lights, end, question = prompt.rpartition("\n")
    return typed_line(wrapped(lights) + end + question)
