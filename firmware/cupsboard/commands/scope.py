"""The command `cupsboard lab scope`: one cell of a board, or one alone before there is a board."""

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import file_to_write, number, whole
from cupsboard.commands.board_options import add_job_options, do, job_wishes
from cupsboard.commands.parsers import describe, never_with, only_with
from cupsboard.drivers.assembly import Machine, Wired, scales_alone
from cupsboard.drivers.raspberry_pi import RaspberryPi
from cupsboard.procedures.beans.forecast import RATINGS
from cupsboard.procedures.reference_masses import USUAL
from cupsboard.profile import LineNumbers, one_cell
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message
from cupsboard.station import evening
from cupsboard.station.files.board_files import files_in
from cupsboard.station.jobs.scope import LEAST_MINUTES, LONGEST_MINUTES
from cupsboard.station.terminal import evening_looks
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.evening_looks import Stretch
from cupsboard.station.terminal.language import in_words
from cupsboard.storage.paths import TRACE, homes

if TYPE_CHECKING:
    from cupsboard.drivers.hx711.adafruit_view import ReadTwice

_DESCRIPTION = """\
Look at one load cell on one HX711: by the two lines it hangs on, with no board, profile or calibration; or by
its --place on a board, also while that plays. A sentence says what to do next: hands off for the noise, a
known mass for the gain, then beans one at a time. After two minutes it says whether cell and beans will do,
beside what `cupsboard lab budget` forecasts for such parts. Enter goes on to the next step. With --listen a
page shows the live weight and its trace.

--record FILE records the cell at rest at the end. The file holds the report and the beans, too: send this one
file. The simulator takes it for a cell: cupsim --trace-cell south-2=FILE.

--trace reads an evening's trace instead, while the board plays or later, and tells of every look at the table
what it was taken for, how sure, and by which weights.
"""
LONGEST_EVENING_SECONDS = 1e6
FOLDER = "one-cell"
"""The files of a cell alone, beside those of a board that may play meanwhile."""

_EXAMPLES = """\
examples:
  cupsboard lab scope --clock 27 --data 5
  cupsboard lab scope --clock 27 --data 5 --listen 0.0.0.0 --record cell.csv
  cupsboard lab scope --place south-3
  cupsboard lab scope --trace --at 312 --csv weights.csv
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    add_job_options(parser)
    lines = LineNumbers.GPIO.numbers
    for name, what in (("--clock", "its clock (SCK)"), ("--data", "its data (DT, DOUT)")):
        parser.add_argument(
            name,
            type=whole(lines[0], lines[-1]),
            metavar="GPIO",
            help=f"the Pi's line for {what}, by its GPIO number",
        )
    parser.add_argument("--place", metavar="PLACE", help="a place of your board in the place of these lines")
    parser.add_argument("--cell", choices=tuple(RATINGS), help="rating of the load cell, if you know it")
    add_options(parser)
    parser.add_argument(
        "--adafruit",
        action="store_true",
        help="read the cell through adafruit_hx711, too, and say at the end whether it reads the same",
    )
    evening = parser.add_argument_group("an evening in place of a cell")
    evening.add_argument(
        "--trace",
        nargs="?",
        const="",
        metavar="FILE",
        help="tell for every look at the table why the board decided so (the last evening's trace)",
    )
    seconds = number(0.0, LONGEST_EVENING_SECONDS)
    evening.add_argument("--at", type=seconds, metavar="SECONDS", help="only looks around this moment")
    evening.add_argument("--last", type=seconds, metavar="SECONDS", help="only looks of the last seconds")
    evening.add_argument("--csv", type=file_to_write, metavar="FILE", help="write the weights of all places")
    only_with(parser, "--trace", "--at", "--last", "--csv")
    of_lines = ("--clock", "--data", "--adafruit")
    never_with(parser, "--place", *of_lines)
    never_with(parser, "--trace", *of_lines, "--place", "--cell", "--reference", "--record", "--listen")
    parser.set_defaults(command=_command)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what is wished of a cell, on a real one and on a simulated one alike."""
    parser.add_argument(
        "--reference",
        default=USUAL,
        metavar="MASS",
        help='known mass for the gain: "100 g", "2 nickels", or "none", which leaves counts (100 g)',
    )
    parser.add_argument(
        "--record",
        dest="bundle",
        type=file_to_write,
        metavar="FILE",
        help="record the cell at rest into this file at the end; the report and the beans go into it, too",
    )
    parser.add_argument(
        "--minutes",
        type=number(LEAST_MINUTES, LONGEST_MINUTES),
        default=60.0,
        metavar="N",
        help="how long to record (60)",
    )
    only_with(parser, "--record", "--minutes")


def options_of(asked: argparse.Namespace, rating: str | None) -> dict[str, str | None]:
    """Return the options of the job; `rating` is the cell's by its name, if that is known."""
    minutes = None if asked.bundle is None else f"{asked.minutes:g}"
    return {"reference": asked.reference, "cell": rating, "minutes": minutes}


def _command(asked: argparse.Namespace) -> int:
    if asked.trace is not None:
        trace = asked.trace or str(homes(os.environ, Path.home()).state / TRACE)
        stretch = Stretch(asked.at, asked.last)
        return evening_looks.show(trace, stretch, asked.csv, is_plain=asked.plain)
    if asked.place is not None:
        return do(asked, "scope", place=asked.place, **options_of(asked, asked.cell))
    for name, option in (("clock", "--clock"), ("data", "--data")):
        if getattr(asked, name) is None:
            raise SensingError(
                f"{option}: say which GPIO it is, as in --clock 27 --data 5; or name a --place of your "
                "board, or say --trace"
            )
    if asked.clock == asked.data:
        raise SensingError(f"--data: GPIO {asked.data} is the clock already; give the line of DT (DOUT)")
    return look(asked, RaspberryPi())


def look(asked: argparse.Namespace, machine: Machine) -> int:
    """Look at a cell alone; return the exit code. Raises SensingError, DriverError or OSError."""
    board = one_cell(asked.clock, asked.data)
    twice: ReadTwice | None = None

    def opened() -> Wired:
        nonlocal twice
        ready = scales_alone(board, machine, say)
        if not asked.adafruit:
            return ready
        # Only here: the class and what it imports take a third of a second of a small Pi.
        from cupsboard.drivers.hx711.adafruit_view import ReadTwice

        twice = ReadTwice(ready.board.scales)
        return replace(ready, board=replace(ready.board, scales=twice))

    at = files_in(homes(os.environ, Path.home()).state / FOLDER, board)
    try:
        return evening.work(job_wishes(asked, "scope", options_of(asked, asked.cell)), at, opened)
    finally:
        if twice is not None:
            say(in_words(_of_adafruit(twice)))


def _of_adafruit(twice: "ReadTwice") -> Message:
    """Return the sentence on what `adafruit_hx711` read beside the bank."""
    if twice.last_counts is None:
        return Message("scope-adafruit-none")
    if twice.differing is not None:
        counts, other = twice.differing
        return Message("scope-adafruit-other", {"counts": counts, "other": other})
    return Message("scope-adafruit-same", {"counts": twice.last_counts})
