"""The command `cupsboard calibrate beans`: a board weighs beans before a game."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.board_options import add_job_options, do
from cupsboard.commands.parsers import add_command, add_commands
from cupsboard.station.jobs.pieces import MOST_EACH


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
        dest="beans",
        action="store_const",
        const="more",
        default="new",
        help="more beans of the same bag, so that it is surer how much they differ",
    )
    weighing.set_defaults(command=lambda asked: do(asked, "calibrate", beans=asked.beans))
    sorting = add_command(
        ways,
        "sort",
        "weigh bean by bean: keep it, or throw it away",
        "Sort beans: drop them one by one, and the lights say which to keep.",
    )
    sorting.set_defaults(command=lambda asked: do(asked, "beans-sort"))
    checking = add_command(
        ways,
        "check",
        "check whether sorting is worth it",
        "Weigh counted portions of beans, and say whether sorting them is worth it.",
    )
    checking.add_argument(
        "--each", type=whole(1, MOST_EACH), default=5, metavar="N", help="how many beans go into a cup (5)"
    )
    checking.set_defaults(command=lambda asked: do(asked, "beans-check", each=str(asked.each)))
    for each in (weighing, sorting, checking):
        add_job_options(each)
