"""The command `cupsboard calibrate`: a real board learns what its places and beans weigh."""

import argparse

from cupsboard.commands import calibration_options
from cupsboard.commands.board_options import add_options, add_page, board_wish, work
from cupsboard.commands.calibration_options import wish_of
from cupsboard.commands.parsers import describe
from cupsboard.drivers.assembly import Machine
from cupsboard.procedures.beans.purchase_forecast import RATINGS
from cupsboard.procedures.calibration.calibration_run import Beans
from cupsboard.signs.scene import Message
from cupsboard.station.files.board_files import board_files, this_machine
from cupsboard.station.jobs.wishes import Calibrate, Prove, TakeZero
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
    parser.add_argument(
        "--beans",
        action="store_const",
        const=Beans.NEW,
        help="weigh the beans of another bag; the places stay as they were calibrated",
    )
    parser.add_argument(
        "--more-beans",
        dest="beans",
        action="store_const",
        const=Beans.MORE,
        help="weigh more beans of the same bag, so that it is surer how much they differ",
    )
    parser.add_argument(
        "--prove",
        action="store_true",
        help="only prove the calibration in force: every place once more, every cup lifted and put back",
    )
    parser.add_argument(
        "--zero",
        metavar="PLACE",
        help="only take this cup, empty as it stands, for zero; the calibration stays as it is",
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    is_of_a_part = any(each is not None for each in (asked.place, asked.zero, asked.beans))
    is_old_one_needed = is_of_a_part or asked.prove
    machine = this_machine(board_wish(asked), is_calibration_needed=is_old_one_needed, may_have_spots=True)
    return calibrate(asked, machine)


def calibrate(asked: argparse.Namespace, machine: Machine) -> int:
    """Calibrate the whole board or a place; the exit code. Raises SensingError or DriverError."""
    at = board_files(board_wish(asked), may_have_spots=True)
    if asked.zero is not None:
        return work(asked, TakeZero(asked.zero), at, machine)
    if asked.prove:
        return work(asked, Prove(), at, machine)
    nominal = None if asked.cell is None else RATINGS[asked.cell].counts_per_gram
    wish = wish_of(asked, nominal, asked.beans)
    if not wish.reference.is_known and wish.beans is None:
        print(in_words(Message("terminal.unknown-mass")))
    return work(asked, Calibrate(wish), at, machine)
