"""The command `cupsboard`: what a board's owner does at the keyboard."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import Command, program

_EXAMPLES = """\
examples:
  cupsboard play                      referee games on this board
  cupsboard doctor                    find out why a place misbehaves
  cupsboard setup --check             say what is missing to make a board of this Pi
  cupsboard setup profile check 2x4   show what the built-in 2x4 board is made of
  cupsboard calibrate beans sort      sort beans by weight: keep, or throw away
  cupsboard games check game.txt      check that all moves of a record are legal, and show how it ended
  cupsboard games analyse game.txt    show where in a game beans were lost, and why
  cupsboard lab replay evening.trace  repeat an evening from its trace, and compare every decision
"""
_HERE = "cupsboard.commands"
COMMANDS: Mapping[str, Command] = {
    "play": Command("referee games on the board", f"{_HERE}.play"),
    "games": Command(
        "list the games of this board; check a record, or look for its mistakes",
        f"{_HERE}.games",
        {
            "check": Command(
                "show what game a record holds, or what is wrong with it", f"{_HERE}.check_record"
            ),
            "analyse": Command("show where in a recorded game beans were lost, and why", f"{_HERE}.analyse"),
        },
    ),
    "puzzle": Command("list, show and judge puzzles for the board", f"{_HERE}.puzzle"),
    "calibrate": Command(
        "measure what every place and a bean weigh; sort beans, teach kinds and cups",
        f"{_HERE}.calibrate",
        {
            "zero": Command(
                "only take one cup, empty as it stands, for zero", f"{_HERE}.calibrate:define_zero"
            ),
            "prove": Command("prove the calibration in force", f"{_HERE}.calibrate:define_prove"),
            "beans": Command(
                "weigh another bag of beans, sort beans, or check whether that is worth it", f"{_HERE}.beans"
            ),
            "kinds": Command("teach the board coins and other kinds, and check them", f"{_HERE}.kinds"),
            "cups": Command("teach a board of nine spots its cups, and check them", f"{_HERE}.cups"),
            "check": Command(
                "show what scales and beans weigh, and whether that will do", f"{_HERE}.check_calibration"
            ),
            "list": Command(
                "list the calibration in force and those kept from before",
                f"{_HERE}.check_calibration:define_list",
            ),
            "back": Command(
                "put the calibration from before in force again", f"{_HERE}.check_calibration:define_back"
            ),
            "healing": Command(
                "show how the board has corrected its zeros and its bean, or undo that",
                f"{_HERE}.corrections",
            ),
        },
    ),
    "doctor": Command("examine the board: what works, and what is wrong with the rest", f"{_HERE}.doctor"),
    "setup": Command(
        "make a board of this Pi; write its profile, prepare a card, invite an owner",
        f"{_HERE}.set_up",
        {
            "profile": Command("write the profile of a board, or check one", f"{_HERE}.profiles"),
            "pair": Command(
                "invite a phone to own this board's page; list owners, revoke one", f"{_HERE}.pair"
            ),
            "card": Command("prepare a flashed card that sets itself up as a board", f"{_HERE}.card"),
            "service": Command(
                "let the board play from switching on, as a systemd service", f"{_HERE}.service"
            ),
        },
    ),
    "update": Command("install a newer release, and go back if the board does worse", f"{_HERE}.update"),
    "backup": Command(
        "keep all that this board has learnt and played, or bring it back",
        None,
        {
            "write": Command("write it all into one file", f"{_HERE}.backup:define_write"),
            "restore": Command("put such a file in place", f"{_HERE}.backup:define_restore"),
        },
    ),
    "lab": Command(
        "look at one cell, repeat an evening, forecast parts, build tables",
        None,
        {
            "scope": Command("look at one load cell, before there is a board", f"{_HERE}.scope"),
            "replay": Command(
                "repeat an evening from its trace, and compare every decision", f"{_HERE}.replay"
            ),
            "budget": Command(
                "forecast how well certain cells and beans will do, before you buy them", f"{_HERE}.budget"
            ),
            "tables": Command("build the tables that make small games perfect", f"{_HERE}.tables"),
        },
    ),
}
OF_THE_BOARD = (("play",), ("games",), ("puzzle",), ("calibrate",), ("doctor",), ("setup", "pair"))
"""How commands about the board of this machine begin; see `commands.board_user`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    told = "Play on a board that weighs beans and referees Cups, and look after it."
    parser = program("cupsboard", told, _EXAMPLES, Command("", None, COMMANDS))
    words = sys.argv[1:] if argv is None else argv
    if os.geteuid() == 0 and any(tuple(words[: len(each)]) == each for each in OF_THE_BOARD):
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
