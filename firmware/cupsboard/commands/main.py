"""The command `cupsboard`: what a board's owner does at the keyboard."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import add_commands, add_modules, program

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
COMMANDS: Mapping[str, tuple[str, str]] = {
    "play": ("referee games on the board", "cupsboard.commands.play"),
    "games": ("list the games of this board", "cupsboard.commands.games"),
    "scope": ("look at one load cell, before there is a board", "cupsboard.commands.scope"),
    "calibrate": ("measure what every place and a bean weigh", "cupsboard.commands.calibrate"),
    "beans": ("sort beans by weight, or check whether that is worth it", "cupsboard.commands.beans"),
    "kinds": ("teach the board coins and other kinds, and check them", "cupsboard.commands.kinds"),
    "cups": ("teach a board of nine spots its cups, and check them", "cupsboard.commands.cups"),
    "doctor": ("examine the board: what works, and what is wrong with the rest", "cupsboard.commands.doctor"),
    "healing": (
        "show how the board has corrected its zeros and its bean, or undo that",
        "cupsboard.commands.corrections",
    ),
    "service": (
        "let the board play from switching on, as a systemd service",
        "cupsboard.commands.service",
    ),
    "setup": ("make a board of this Pi, or say what is missing to one", "cupsboard.commands.set_up"),
    "card": ("prepare a flashed card that sets itself up as a board", "cupsboard.commands.card"),
    "update": ("install a newer release, and go back if the board does worse", "cupsboard.commands.update"),
    "backup": ("write all that this board has learnt and played into one file", "cupsboard.commands.backup"),
    "restore": ("put such a file in place", "cupsboard.commands.restore"),
    "profile": ("write the profile of a board, or check one", "cupsboard.commands.check_profile"),
    "calibration": ("check a calibration file", "cupsboard.commands.check_calibration"),
    "record": ("check the record of a game", "cupsboard.commands.check_record"),
    "analyse": ("show where in a recorded game beans were lost, and why", "cupsboard.commands.analyse"),
    "puzzle": ("list, show and judge puzzles for the board", "cupsboard.commands.puzzle"),
    "replay": (
        "repeat an evening from its trace, and compare every decision",
        "cupsboard.commands.replay",
    ),
    "pair": ("invite a phone to own this board's page; list owners, revoke one", "cupsboard.commands.pair"),
    "budget": (
        "forecast how well certain cells and beans will do, before you buy them",
        "cupsboard.commands.budget",
    ),
    "tables": ("build the tables that make small games perfect", "cupsboard.commands.tables"),
}
"""The help of each command, and the module that has the rest of it."""
OF_THE_BOARD = frozenset(
    ("play", "games", "calibrate", "beans", "kinds", "cups", "doctor", "healing", "pair", "puzzle")
)
"""Commands about the board of this machine; see `commands.board_user`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    parser = program(
        "cupsboard", "Play on a board that weighs beans and referees Cups, and look after it.", _EXAMPLES
    )
    add_modules(add_commands(parser), COMMANDS)
    words = sys.argv[1:] if argv is None else argv
    if os.geteuid() == 0 and OF_THE_BOARD.intersection(words[:1]):
        # Before the words are read: the files that they name are to be written by that user.
        from cupsboard.commands.board_user import become_board_user

        become_board_user()
    asked = parser.parse_args(words)
    command: Callable[[argparse.Namespace], int] = asked.command
    return ended("cupsboard", lambda: command(asked), refusals)


def refusals() -> tuple[type[Exception], ...]:
    """Return what a command can be refused with, beside what is wrong with a file.

    It is asked for when something was raised: no command loads all rooms that may refuse something.
    """
    from cupsboard.drivers.errors import DriverError
    from cupsboard.profile import ProfileError
    from cupsboard.rules.errors import RulesError
    from cupsboard.scales.errors import SensingError
    from cupsboard.session.trace import TraceError
    from cupsboard.storage.backup import BackupError
    from cupsboard.storage.journal import JournalError
    from cupsboard.systemd.first_start import CardError
    from cupsboard.systemd.steps import ServiceError

    return (
        BackupError,
        CardError,
        DriverError,
        JournalError,
        ProfileError,
        RulesError,
        SensingError,
        ServiceError,
        TraceError,
    )
