"""The command `cupsboard`: what a board's owner does at the keyboard."""

import argparse
from collections.abc import Callable, Sequence

from cupsboard.commands import (
    beans,
    board_options,
    budget,
    calibrate,
    check,
    corrections,
    doctor,
    games,
    play,
    replay,
    service,
)
from cupsboard.commands.console import ended
from cupsboard.commands.parsers import add_commands, program

_EXAMPLES = """\
examples:
  cupsboard replay evening.trace     come to every decision of a traced evening again
  cupsboard profile check 2x4        what the built-in 2x4 board is made of
  cupsboard profile check mine.toml  whether a profile of your own can be built
  cupsboard record check game.txt    whether all moves of a record are legal, and how it ended
  cupsboard service install          play from switching on; shows and asks before it does anything
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    asked = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = asked.command
    refusals = (*replay.REFUSALS, *check.REFUSALS, *board_options.REFUSALS, *service.REFUSALS)
    return ended("cupsboard", lambda: command(asked), refusals)


def _parser() -> argparse.ArgumentParser:
    parser = program(
        "cupsboard", "Run and look after a board that weighs beans and referees Cups.", _EXAMPLES
    )
    commands = add_commands(parser)
    for each in (replay, play, games, calibrate, beans, doctor, corrections, check, budget, service):
        each.add_parser(commands)
    return parser
