"""The command `cupsboard`: what a board's owner does at the keyboard."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import Command, commands, program

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
COMMANDS = commands(
    "cupsboard.commands",
    """\
play | play | referee games on the board
games | games | list the games of this board; check a record, or look for its mistakes
games rules | try_rules | check the rules of a game of your own, and try them
games check | check_record | show what game a record holds, or what is wrong with it
games analyse | analyse | show where in a recorded game beans were lost, and why
puzzle | puzzle | list, show and judge puzzles for the board
calibrate | calibrate | measure what every place and a bean weigh; sort beans, teach kinds and cups
calibrate zero | calibrate:define_zero | only take one cup, empty as it stands, for zero
calibrate prove | calibrate:define_prove | prove the calibration in force
calibrate beans | beans | weigh another bag of beans, sort beans, or check whether that is worth it
calibrate kinds | kinds | teach the board coins and other kinds, and check them
calibrate cups | kinds:define_cups | teach a board of nine spots its cups, and check them
calibrate check | check_calibration | show what scales and beans weigh, and whether that will do
calibrate list | check_calibration:define_list | list the calibration in force and those kept from before
calibrate back | check_calibration:define_back | put the calibration from before in force again
calibrate healing | check_calibration:define_healed | show or undo how the board has corrected zeros and bean
doctor | doctor | examine the board: what works, and what is wrong with the rest
setup | set_up | make a board of this Pi; write its profile, prepare a card, invite an owner
setup profile | profiles | write the profile of a board, or check one
setup pair | pair | invite a phone to own this board's page; list owners, revoke one
setup card | card | prepare a flashed card that sets itself up as a board
update | update | install a newer release, and go back if the board does worse
backup | | keep all that this board has learnt and played, or bring it back
backup write | backup:define_write | write it all into one file
backup restore | backup:define_restore | put such a file in place
lab | | look at one cell, repeat an evening, forecast parts, build tables
lab scope | scope | look at one load cell, before there is a board
lab replay | replay | repeat an evening from its trace, and compare every decision
lab budget | budget | forecast how well certain cells and beans will do, before you buy them
lab tables | tables | build the tables that make small games perfect
""",
)
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
    from cupsboard.storage.games import KeptGameError
    from cupsboard.systemd.set_up import CardError
    from cupsboard.systemd.steps import ServiceError

    return (
        BackupError,
        CardError,
        DriverError,
        KeptGameError,
        ProfileError,
        RulesError,
        SensingError,
        ServiceError,
        TraceError,
    )
