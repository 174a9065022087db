"""Which game is played, and who sits round the table of one that isn't played by two sides."""

import argparse

from cupsboard.commands import game_options
from cupsboard.commands.argument_types import whole
from cupsboard.rules import games

CUPS, KING = "cups", "king"
GAMES = (*(family for family in games.FAMILIES if family not in games.FAMILIES_ROUND_A_TABLE), KING)
FEWEST, MOST, USUAL = 2, 6, 4
QUICKNESS = ("calm", "mixed", "quick")

OPTIONS = (*game_options.OPTIONS, "players")
"""What the options of pages and of games without a screen are called after parsing."""
OF_SIDES = game_options.OPTIONS[1:]
"""Those of games of two sides other than Cups."""
PAGE_OPTIONS = ("others", "own_dice")
"""And those of a page alone."""


def add_to(parser: argparse.ArgumentParser, *, is_outermost: bool, has_page: bool) -> None:
    """The options of every command that plays; they may stand before the command's name and after it."""
    group = parser.add_argument_group("which game")

    def add(name: str, help: str, **how: object) -> None:
        # A default at the inner parser would undo what was said before the command's name.
        group.add_argument(name, default=None if is_outermost else argparse.SUPPRESS, help=help, **how)  # type: ignore[arg-type]

    def add_of_games(name: str, default: object, help: str, **how: object) -> None:
        at_hand = default if is_outermost else argparse.SUPPRESS
        reads = {"type": _by_its_family} if name == "--game" else {}
        group.add_argument(name, default=at_hand, help=help, **reads, **how)  # type: ignore[arg-type]

    game_options.add_to(add_of_games, GAMES, "cups")
    add(
        "--players",
        f"with --game king: players round the table, 2 to 6 ({USUAL})",
        type=whole(FEWEST, MOST),
        metavar="N",
    )
    if has_page:
        add("--others", "with --game king: how quick simulated players are (mixed)", choices=QUICKNESS)
        own_dice = "with --game king: the players throw dice of their own, and tell the board after the race"
        add("--own-dice", own_dice, action="store_true")


def _by_its_family(name: str) -> str:
    """A game as it is called here; its family's name, as a board takes it, means the same."""
    return KING if name == "king-of-the-cups" else name
