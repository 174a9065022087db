"""The command `cupsboard calibrate cups`: cups that are pieces, weighed one by one, and told apart."""

import argparse

from cupsboard.commands.board_options import add_job_options, add_options, board_wish, do
from cupsboard.commands.parsers import add_command, add_commands, describe
from cupsboard.station.files.board_files import board_files
from cupsboard.station.jobs.pieces import apart, kinds_on
from cupsboard.station.terminal.language import language

_DESCRIPTION = """\
A board of nine spots tells its cups by their mass. Let it weigh them: it says which one goes where. Then see
whether it tells all of them apart, and which ballast helps where it doesn't.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    ways = add_commands(parser)
    weighing = add_command(
        ways,
        "weigh",
        "weigh each of the nine cups, as the board asks for them",
        "Weigh each cup on three spots. Exit code 1: two of them can't be told apart.",
    )
    weighing.set_defaults(command=lambda asked: do(asked, "cups-weigh"))
    add_job_options(weighing)
    checking = add_command(
        ways,
        "check",
        "show whether the board tells its cups apart",
        "Show what each cup weighs, which pass for others, and which ballast helps. Exit code 1: some do.",
    )
    checking.set_defaults(command=check)
    add_options(checking)


def check(asked: argparse.Namespace) -> int:
    """Show whether the cups are told apart; the exit code. Raises SensingError."""
    at = board_files(board_wish(asked), may_have_spots=True)
    kinds = kinds_on(at)
    result = apart(at.load_calibration(), kinds)
    print(*result.told(language()), sep="\n")
    return result.code
