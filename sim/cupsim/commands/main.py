"""The command `cupsim`: a board to watch and to play on, and games without a screen."""

import argparse
from collections.abc import Callable, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import Command, commands, program

_EXAMPLES = """\
examples:
  cupsim                                  play on a page in the browser
  cupsim --cups 6 --north random          the same on a larger board
  cupsim --game coin-duel --stage 3       coins in ten cups a side, both hands yours
  cupsim --game king-of-the-cups          grab cups with three simulated players
  cupsim --distance http://127.0.0.1:2878  play with another board by a server (cupsclub serve)
  cupsim --watch-only                     watch two simulated players
  cupsim game --seed 7 --cups 4 --south random --north greedy
  cupsim game --games 50 --cups 10 --sps 80
"""
COMMANDS = commands(
    "cupsim.commands",
    """\
game | game | play whole games as fast as possible, and compare what the board believes with what lies there
calibrate | calibrate | calibrate a simulated board, by simulated hands
calibrate prove | calibrate:define_prove | prove a calibration by simulated hands
calibrate beans | beans | sort, check or weigh beans on a simulated board
club | club | a club on this computer in a minute, with a simulated board that belongs to it
doctor | doctor | examine a simulated board, sound or wrongly wired
setup | set_up | set up a simulated board on its owner's page, as a real one
lab | | look at one simulated load cell
lab scope | scope | look at one simulated load cell, before there is a board
site | site | write the board as static files that play in a browser tab
""",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    parser = program(
        "cupsim",
        "Play Cups, or one of four more games, on a simulated board: beans, coins, hands, load cells and\n"
        "lights are simulated, the firmware is the real one. cupsim serves a page, opens it in the browser,\n"
        "and prints its address and a line a move.",
        _EXAMPLES,
        Command("", "cupsim.commands.serve", COMMANDS),
    )
    asked = parser.parse_args(argv)
    command: Callable[[argparse.Namespace], int] = asked.command
    return ended("cupsim", lambda: command(asked), _refusals)


def _refusals() -> tuple[type[Exception], ...]:
    from cupsboard.commands.main import refusals

    from cupsim.errors import SimulatorError

    return (*refusals(), SimulatorError)
