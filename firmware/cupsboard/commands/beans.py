"""The command `cupsboard beans`: a real board weighs beans before a game."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.board_options import BoardFiles, add_options, board_files, this_machine, wired_board
from cupsboard.commands.parsers import add_command, add_commands
from cupsboard.commands.run_procedure import carry_out
from cupsboard.drivers.assembly import Machine
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.report import check_report, sorting_report
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.procedures.beans.statistics import change_grams
from cupsboard.rules.places import Place, is_cup

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
    sorting.set_defaults(command=lambda asked: sort(asked, this_machine(asked)))
    checking = add_command(
        ways,
        "check",
        "check whether sorting is worth it",
        "Weigh counted portions of beans, and say whether sorting them is worth it.",
    )
    add_options(checking)
    checking.add_argument(
        "--each", type=whole(1, MOST_EACH), default=5, metavar="N", help="how many beans go into a cup (5)"
    )
    checking.set_defaults(command=lambda asked: check(asked, this_machine(asked)))


def sort(asked: argparse.Namespace, machine: Machine) -> int:
    """Sort beans; the exit code. Raises SensingError or DriverError."""
    at = board_files(asked)
    calibration = at.load_calibration()
    sorting = Sorting(calibration, at.profile.places, _cups(at))
    with wired_board(at.profile, machine) as ready:
        carry_out(ready.board, sorting)
    print(sorting_report(sorting.result, change_grams(calibration, _cups(at))))
    return 0


def check(asked: argparse.Namespace, machine: Machine) -> int:
    """Weigh portions of beans; the exit code. Raises SensingError or DriverError."""
    at = board_files(asked)
    calibration = at.load_calibration()
    checking = Checking(calibration, at.profile.places, _cups(at), asked.each)
    with wired_board(at.profile, machine) as ready:
        carry_out(ready.board, checking)
    print(check_report(checking.result, change_grams(calibration, _cups(at))))
    return 0


def _cups(at: BoardFiles) -> list[Place]:
    return [place for place in at.profile.places if is_cup(place)]
