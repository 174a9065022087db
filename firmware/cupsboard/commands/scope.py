"""The command `cupsboard lab scope`: one cell on one amplifier, before there is a board."""

import argparse
import os
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands import scope_options
from cupsboard.commands.argument_types import number, whole
from cupsboard.commands.output_paths import file_to_write
from cupsboard.commands.parsers import describe, never_with, only_with
from cupsboard.drivers.assembly import Machine, one_cell
from cupsboard.drivers.hx711.cell_health import CellHealth
from cupsboard.drivers.raspberry_pi import RaspberryPi
from cupsboard.procedures.beans.purchase_forecast import RATINGS
from cupsboard.procedures.procedure import finish
from cupsboard.procedures.scope.first_cup import CELL, FirstCup
from cupsboard.profile import LineNumbers
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message
from cupsboard.station.files.board_files import now
from cupsboard.station.files.disk_writer import disk_writer
from cupsboard.station.page.scope_page import scope_page, stay
from cupsboard.station.terminal import evening_looks
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.evening_looks import Stretch
from cupsboard.station.terminal.keyboard_button import TypedButton, TypedLines
from cupsboard.station.terminal.language import in_words
from cupsboard.station.terminal.scope_display import ShownScope
from cupsboard.storage.lines import lines_beside
from cupsboard.storage.paths import TRACE, homes

if TYPE_CHECKING:
    from cupsboard.drivers.hx711.adafruit_view import ReadTwice

_DESCRIPTION = """\
Look at one load cell on one HX711, with no board, profile or calibration: live weight and trace, here and,
with --listen, on a page. A sentence says what to do next: hands off for the noise, a known mass for the gain,
then beans one at a time. After two minutes it says whether this cell and these beans will do, beside what
`cupsboard lab budget` forecasts for parts of these names. Enter goes on to the next step.

--record FILE records the cell at rest at the end. The file holds the report and the beans, too: send this one
file. The simulator takes it for a cell: cupsim --trace-cell south-2=FILE.

--trace reads an evening's trace instead, while the board plays or later, and tells of every look at the table
what it was taken for, how sure, and by which weights.
"""
LONGEST_EVENING_SECONDS = 1e6

_EXAMPLES = """\
examples:
  cupsboard lab scope --clock 27 --data 5
  cupsboard lab scope --clock 27 --data 5 --listen 0.0.0.0 --record cell.csv
  cupsboard lab scope --trace --at 312 --csv weights.csv
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    lines = LineNumbers.GPIO.numbers
    for name, what in (("--clock", "its clock (SCK)"), ("--data", "its data (DT, DOUT)")):
        parser.add_argument(
            name,
            type=whole(lines[0], lines[-1]),
            metavar="GPIO",
            help=f"the Pi's line for {what}, by its GPIO number",
        )
    parser.add_argument("--cell", choices=tuple(RATINGS), help="rating of the load cell, if you know it")
    scope_options.add_options(parser)
    parser.add_argument(
        "--adafruit",
        action="store_true",
        help="read the cell through adafruit_hx711, too, and say at the end whether it reads the same",
    )
    scope_options.add_page(parser)
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
    evening.add_argument(
        "--plain", action="store_true", help="tell looks and weights for a program, as a JSON object a line"
    )
    evening.add_argument("--csv", type=file_to_write, metavar="FILE", help="write the weights of all places")
    only_with(parser, "--trace", "--at", "--last", "--plain", "--csv")
    of_a_cell = (
        "--clock",
        "--data",
        "--cell",
        "--reference",
        "--record",
        "--minutes",
        "--listen",
        "--port",
        "--adafruit",
    )
    never_with(parser, "--trace", *of_a_cell)
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    if asked.trace is not None:
        trace = asked.trace or str(homes(os.environ, Path.home()).state / TRACE)
        stretch = Stretch(asked.at, asked.last)
        return evening_looks.show(trace, stretch, asked.csv, is_plain=asked.plain)
    for name, option in (("clock", "--clock"), ("data", "--data")):
        if getattr(asked, name) is None:
            raise SensingError(f"{option}: say which GPIO it is, as in --clock 27 --data 5; or say --trace")
    if asked.clock == asked.data:
        raise SensingError(f"--data: GPIO {asked.data} is the clock already; give the line of DT (DOUT)")
    return look(asked, RaspberryPi())


def nominal_sps(health: Mapping[str, CellHealth]) -> int | None:
    """Return at which rate the one cell converts, 10 or 80; None before that is known."""
    return health[CELL].nominal_sps if CELL in health else None


def _of_adafruit(twice: "ReadTwice") -> Message:
    """Return the sentence on what `adafruit_hx711` read beside the bank."""
    if twice.last_counts is None:
        return Message("scope-adafruit-none")
    if twice.differing is not None:
        counts, other = twice.differing
        return Message("scope-adafruit-other", {"counts": counts, "other": other})
    return Message("scope-adafruit-same", {"counts": twice.last_counts})


def look(asked: argparse.Namespace, machine: Machine) -> int:
    """Look at the cell; the exit code. Raises SensingError, DriverError or OSError."""
    wish = scope_options.wish_of(asked, asked.cell)
    port = asked.port or 0
    serving = nullcontext(None) if asked.listen is None else scope_page(asked.listen, port, asked.record)
    with (
        lines_beside(asked.record, disk_writer()) as file,
        serving as publish,
        one_cell(CELL, asked.clock, asked.data, machine, say) as ready,
    ):
        cup = FirstCup(wish, lambda: nominal_sps(ready.health()))
        shown = ShownScope(cup, sys.stdout, file, publish)
        shown.begin(f"clock on GPIO {asked.clock}, data on GPIO {asked.data}", now())
        typed = TypedLines(sys.stdin)
        if typed.is_open:
            say(in_words(Message("terminal.press")))
        board = replace(ready.board, buttons=TypedButton(ready.board.buttons, typed))
        twice = None
        if asked.adafruit:
            # Only here: the class and what it imports take a third of a second of a small Pi.
            from cupsboard.drivers.hx711.adafruit_view import ReadTwice

            twice = ReadTwice(board.scales)
            board = replace(board, scales=twice)
        try:
            finish(board, shown)
        finally:
            shown.end()
            if twice is not None:
                say(in_words(_of_adafruit(twice)))
        if publish is not None:
            stay()
    if asked.record is not None:
        say(f"written: {asked.record}; this one file is the one to send")
    return 0
