"""The command `cupsboard calibrate`: a real board learns what its places and beans weigh."""

import argparse

from cupsboard.commands import calibration_options
from cupsboard.commands.board_options import add_options, add_page, board_wish, work
from cupsboard.commands.calibration_options import wish_of
from cupsboard.commands.parsers import describe
from cupsboard.drivers.assembly import Machine
from cupsboard.procedures.beans.purchase_forecast import RATINGS
from cupsboard.signs.scene import Message
from cupsboard.station.files.board_files import board_files, this_machine
from cupsboard.station.jobs.wishes import Calibrate, JobWish, Prove, TakeZero
from cupsboard.station.terminal.language import in_words

_DESCRIPTION = """\
Measure what every place and a bean weigh: bare platforms, the cups, a known mass on every place in turn, some
beans. A board of spots is asked for bare spots and trays, and the known mass on each. The lights, and a
sentence here, say what to do. Answer with a player's button: press it to go on or to repeat, hold it to leave
something out. Without a button, type Enter for a press and the word hold for a hold. The command keeps every
reading at once, so an interrupted calibration goes on where it was. It proves itself: the mass goes round
twice, every cup is lifted meanwhile, and where both readings of a place differ it is measured again.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_options(parser)
    add_page(parser)
    calibration_options.add_options(parser)
    parser.add_argument(
        "--cell", choices=tuple(RATINGS), help="rating of the load cells, where you have no known mass"
    )
    parser.set_defaults(command=_command)


def define_zero(parser: argparse.ArgumentParser) -> None:
    """Define what taking a zero by hand reads, and what it runs."""
    describe(parser, "Take one cup, empty as it stands, for zero; the calibration stays as it is.")
    parser.add_argument("place", metavar="PLACE", help="the cup, as in south-3")
    add_options(parser)
    add_page(parser)
    parser.set_defaults(command=lambda asked: of_a_part(asked, TakeZero(asked.place)))


def define_prove(parser: argparse.ArgumentParser) -> None:
    """Define what proving a calibration reads, and what it runs."""
    describe(parser, "Prove the calibration in force: every place once more, every cup lifted and put back.")
    add_options(parser)
    add_page(parser)
    parser.set_defaults(command=lambda asked: of_a_part(asked, Prove()))


def of_a_part(asked: argparse.Namespace, job: JobWish) -> int:
    """Do a job that needs a calibration; the exit code. Raises SensingError or DriverError."""
    machine = this_machine(board_wish(asked), may_have_spots=True)
    return work(asked, job, board_files(board_wish(asked), may_have_spots=True), machine)


def _command(asked: argparse.Namespace) -> int:
    is_of_a_place = asked.place is not None
    machine = this_machine(board_wish(asked), is_calibration_needed=is_of_a_place, may_have_spots=True)
    return calibrate(asked, machine)


def calibrate(asked: argparse.Namespace, machine: Machine) -> int:
    """Calibrate the whole board or a place; the exit code. Raises SensingError or DriverError."""
    at = board_files(board_wish(asked), may_have_spots=True)
    nominal = None if asked.cell is None else RATINGS[asked.cell].counts_per_gram
    wish = wish_of(asked, nominal)
    if not wish.reference.is_known:
        print(in_words(Message("terminal.unknown-mass")))
    return work(asked, Calibrate(wish), at, machine)
