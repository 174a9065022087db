"""The command `cupsboard calibrate beans`: a real board weighs beans before a game."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.board_options import add_options, add_page, board_wish, work
from cupsboard.commands.parsers import add_command, add_commands
from cupsboard.drivers.assembly import Machine
from cupsboard.procedures.calibration.calibration_run import Beans, Wish
from cupsboard.procedures.reference_masses import USUAL, reference
from cupsboard.station.files.board_files import board_files, this_machine
from cupsboard.station.jobs.wishes import Calibrate, CheckBeans, SortBeans

MOST_EACH = 1000


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    ways = add_commands(parser)
    weighing = add_command(
        ways,
        "weigh",
        "weigh the beans of another bag; the places stay as they were calibrated",
        "Weigh the beans of another bag; the places stay as they were calibrated.",
    )
    weighing.add_argument(
        "--more",
        action="store_true",
        help="more beans of the same bag, so that it is surer how much they differ",
    )
    add_options(weighing)
    add_page(weighing)
    weighing.set_defaults(
        command=lambda asked: weigh(asked, this_machine(board_wish(asked), may_have_spots=True))
    )
    sorting = add_command(
        ways,
        "sort",
        "weigh bean by bean: keep it, or throw it away",
        "Sort beans: drop them one by one, and the lights say which to keep.",
    )
    add_options(sorting)
    add_page(sorting)
    sorting.set_defaults(command=lambda asked: sort(asked, this_machine(board_wish(asked))))
    checking = add_command(
        ways,
        "check",
        "check whether sorting is worth it",
        "Weigh counted portions of beans, and say whether sorting them is worth it.",
    )
    add_options(checking)
    add_page(checking)
    checking.add_argument(
        "--each", type=whole(1, MOST_EACH), default=5, metavar="N", help="how many beans go into a cup (5)"
    )
    checking.set_defaults(command=lambda asked: check(asked, this_machine(board_wish(asked))))


def weigh(asked: argparse.Namespace, machine: Machine) -> int:
    """Weigh beans for the calibration; the exit code. Raises SensingError or DriverError."""
    wish = Wish(reference(USUAL), beans=Beans.MORE if asked.more else Beans.NEW)
    return work(asked, Calibrate(wish), board_files(board_wish(asked), may_have_spots=True), machine)


def sort(asked: argparse.Namespace, machine: Machine) -> int:
    """Sort beans; the exit code. Raises SensingError or DriverError."""
    return work(asked, SortBeans(), board_files(board_wish(asked)), machine)


def check(asked: argparse.Namespace, machine: Machine) -> int:
    """Weigh portions of beans; the exit code. Raises SensingError or DriverError."""
    return work(asked, CheckBeans(asked.each), board_files(board_wish(asked)), machine)
