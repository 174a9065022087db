"""The command `cupsboard play`: the board referees until it is switched off."""

import argparse
from dataclasses import replace

from cupsboard.commands import evening
from cupsboard.commands.argument_types import number, port, whole
from cupsboard.commands.board_options import add_options, desk, this_machine, wired_board
from cupsboard.commands.parsers import Commands, add_command
from cupsboard.commands.sound_levels import LEVELS

_DESCRIPTION = """\
Play Cups on the board: the game that was being played goes on, or a new one begins. What differs between the
scales and the record is shown as a repair; both buttons held take a move back, one held for four seconds
offers a new game. Both held for four seconds pause, and in a pause they offer to switch the board off. The
live view is a page for this computer alone, unless --listen says another address.

Profile and calibration are looked for in ~/.config/cupsboard, games are kept in ~/.local/state/cupsboard
(XDG_CONFIG_HOME and XDG_STATE_HOME move them). The exit code is 0 after Ctrl-C, a stop of the service or the
end of the terminal; 2 if the board can't be played on until somebody mends what is said; 75 for a trouble
that may pass by itself.
"""


def add_parser(commands: Commands) -> None:
    """Add the command to those of `cupsboard`."""
    playing = add_command(commands, "play", "referee games on the board", _DESCRIPTION)
    add_options(playing)
    which = playing.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help="put the game being played aside, begin another")
    which.add_argument("--game", type=whole(1), metavar="N", help="go on with a game that was put aside")
    playing.add_argument("--starter", choices=("south", "north", "open"), default="open", help="who starts")
    playing.add_argument(
        "--computer",
        choices=("south", "north"),
        help="a side that the board plays: the lights dictate its moves to your hands",
    )
    playing.add_argument("--sound", choices=LEVELS, default="all", help="how much is heard")
    playing.add_argument(
        "--brightness", type=number(0.05, 1.0), metavar="SHARE", help="of the lights, 0.05 to 1"
    )
    playing.add_argument("--listen", default="127.0.0.1", metavar="ADDRESS", help="for the page (127.0.0.1)")
    playing.add_argument("--port", type=port, default=2877, metavar="N", help="of the page (2877)")
    playing.add_argument("--no-page", action="store_true", help="serve no page")
    playing.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    machine = this_machine(asked)
    at = desk(asked)
    if asked.brightness is not None:
        strip = replace(at.profile.strip, brightness=asked.brightness)
        at = replace(at, profile=replace(at.profile, strip=strip))
    return evening.run(asked, at, lambda: wired_board(at.profile, machine))
