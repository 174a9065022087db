"""The options of an evening of two players, on a page, on a terminal or without a screen."""

import argparse
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import share, whole
from cupsboard.referee.options import Options
from cupsboard.rules.places import Side

from cupsim.commands.shared_options import add_board
from cupsim.people.move_choice import POLICIES

if TYPE_CHECKING:
    from cupsim.runs.games import Pairing


def add_to(parser: argparse.ArgumentParser, *, is_outermost: bool) -> None:
    """The options of every command; they may stand before the command's name and after it."""
    group = parser.add_argument_group("the game")
    add_board(group.add_argument, has_beans=True, is_outermost=is_outermost)

    def add(name: str, default: object, help: str, **how: object) -> None:
        # A default at the inner parser would undo what was said before the command's name.
        at_hand = default if is_outermost else argparse.SUPPRESS
        told = help if default is None or default is False else f"{help} ({default})"
        group.add_argument(name, default=at_hand, help=told, **how)  # type: ignore[arg-type]

    add("--stock", None, "beans in each stock (ten for each cup)", type=whole(0, 9999), metavar="N")
    add("--stock-trays", False, "weigh the stocks too, on two more load cells", action="store_true")
    add("--anyway", False, "play even if the board refuses these beans", action="store_true")
    add(
        "--starts", "open", "who starts; open: the player who drops first", choices=("south", "north", "open")
    )
    add("--south", "random", "how a simulated player plays south", choices=tuple(POLICIES))
    add("--north", "greedy", "how a simulated player plays north", choices=tuple(POLICIES))
    add(
        "--clumsiness",
        0.0,
        "how often simulated hands slip: 0 never, 1 at every third drop",
        type=share,
        metavar="X",
    )


def pairing(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> "Pairing":
    """What is to be played; ends the program where the board would refuse to."""
    from cupsboard.recognition.suitability import complaints

    from cupsim.runs.game_world import Setting, World
    from cupsim.runs.games import Pairing

    setting = Setting(
        seed=asked.seed,
        cups=asked.cups,
        sps=asked.sps,
        beans=asked.beans,
        cells=asked.cells,
        stock_beans=asked.stock,
        stock_trays=asked.stock_trays,
        options=Options(starter=None if asked.starts == "open" else Side(asked.starts)),
    )
    if not asked.anyway and (refused := complaints(World(setting).calibration)):
        parser.error("; ".join(map(str, refused)) + " (or say --anyway)")
    return Pairing(setting, asked.south, asked.north, asked.clumsiness)
