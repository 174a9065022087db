"""The command `cupsboard`: what a board's owner does at the keyboard."""

import argparse
from collections.abc import Callable, Sequence

from cupsboard.commands import (
    analyse,
    beans,
    board_options,
    budget,
    calibrate,
    check,
    corrections,
    cups,
    doctor,
    games,
    kinds,
    play,
    puzzle,
    replay,
    service,
    tables,
)
from cupsboard.commands.console import ended
from cupsboard.commands.parsers import add_commands, program

_EXAMPLES = """\
examples:
  cupsboard play                     referee games on this board
  cupsboard doctor                   find out why a place misbehaves
  cupsboard service install          let the board play from switching on; asks before it changes anything
  cupsboard profile check 2x4        show what the built-in 2x4 board is made of
  cupsboard profile check mine.toml  check whether a board with your profile can be built
  cupsboard record check game.txt    check that all moves of a record are legal, and show how it ended
  cupsboard analyse game.txt         show where in a game beans were lost, and why
  cupsboard replay evening.trace     repeat an evening from its trace, and compare every decision
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    asked = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = asked.command
    refusals = (
        *replay.REFUSALS,
        *check.REFUSALS,
        *board_options.REFUSALS,
        *service.REFUSALS,
        *tables.REFUSALS,
    )
    return ended("cupsboard", lambda: command(asked), refusals)


def _parser() -> argparse.ArgumentParser:
    parser = program(
        "cupsboard", "Play on a board that weighs beans and referees Cups, and look after it.", _EXAMPLES
    )
    commands = add_commands(parser)
    for each in (
        *(
            play,
            games,
            calibrate,
            beans,
            kinds,
            cups,
            doctor,
            corrections,
            service,
            check,
            analyse,
            puzzle,
            replay,
        ),
        *(budget, tables),
    ):
        each.add_parser(commands)
    return parser
