"""The command `cupsboard beans`: a real board weighs beans before a game."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.board_options import add_options, add_page, board_wish, work
from cupsboard.commands.parsers import add_command, add_commands
from cupsboard.drivers.assembly import Machine
from cupsboard.station.files.board_files import board_files, this_machine
from cupsboard.station.jobs.wishes import CheckBeans, SortBeans

MOST_EACH = 1000


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    ways = add_commands(parser)
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


def sort(asked: argparse.Namespace, machine: Machine) -> int:
    """Sort beans; the exit code. Raises SensingError or DriverError."""
    return work(asked, SortBeans(), board_files(board_wish(asked)), machine)


def check(asked: argparse.Namespace, machine: Machine) -> int:
    """Weigh portions of beans; the exit code. Raises SensingError or DriverError."""
    return work(asked, CheckBeans(asked.each), board_files(board_wish(asked)), machine)
