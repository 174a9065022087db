"""The options of a game that is shared with another board, for every command that can play one."""

import argparse

from cupsboard.commands.argument_types import port
from cupsboard.distance.wire import USUAL_PORT, Clock

_DISTANCE_HELP = (
    "play with another board by this server (see `cupsclub serve`): go on with the game shared last, or open "
    "one and say its code; with --new another one"
)
_JOIN_HELP = "with --distance: sit down at the game of this code"
_NAME_HELP = "with --distance: what the other side calls you"
_CLOCK_HELP = (
    "time to think in a game that is opened: 10 or 10+5 are minutes, and seconds more for each move; 3d are "
    "days for each move (none)"
)
_SECONDS_A_DAY = 86400.0


def clock(text: str) -> Clock:
    """Return the clock that an option asks for, as in "10+5" or "3d". Raises ArgumentTypeError."""
    minutes, _, increment = text.partition("+")
    try:
        if text.endswith("d"):
            return Clock(float(text.removesuffix("d")) * _SECONDS_A_DAY, is_for_each_move=True)
        return Clock(60.0 * float(minutes), float(increment or 0.0))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r}: give minutes, with seconds for each move as in 10+5, or days for each move as in 3d"
        ) from None


def add_to(playing: argparse.ArgumentParser) -> None:
    """Add the options of a game with another board."""
    where = playing.add_mutually_exclusive_group()
    where.add_argument("--distance", metavar="ADDRESS", help=_DISTANCE_HELP)
    where.add_argument(
        "--invite",
        nargs="?",
        type=port,
        const=USUAL_PORT,
        metavar="PORT",
        help="the same by a server on this board itself, for a board or a browser in your network, at this "
        "port (%(const)s)",
    )
    playing.add_argument("--join", metavar="CODE", help=_JOIN_HELP)
    playing.add_argument("--name", default="Board", help=_NAME_HELP)
    playing.add_argument("--clock", type=clock, metavar="TIME", help=_CLOCK_HELP)
