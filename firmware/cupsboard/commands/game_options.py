"""The options that choose a game, and the wish that they make."""

from argparse import ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import whole

if TYPE_CHECKING:
    from cupsboard.station.wishes import GameWish

OPTIONS = ("game", "stage", "kinds", "turns", "friendly", "odds")
"""What these options are called after parsing."""
_MOST_TURNS = 99_999


def add_to(add: Callable[..., object], families: Sequence[str], usual: str, manners: str = "") -> None:
    """Add them; `add` takes a name, a default and a help as `argparse` does.

    `manners` says after the help of `--friendly` where it is usual.
    """
    own = "or the file of your own game's rules, as in my.toml"
    add("--game", default=None, type=game_name, choices=families, help=f"the game to play, {own} ({usual})")
    add("--stage", default=None, type=whole(1, 3), metavar="N", help="with --game: the stage, 1 to 3 (1)")
    add(
        "--kinds",
        default=None,
        metavar="SET",
        help="with --game: the kinds, and what each counts: a set (us-coins), a set's file, or as "
        "in cent=1,dime=10 (those of the game)",
    )
    add(
        "--turns",
        default=None,
        type=whole(1, _MOST_TURNS),
        metavar="N",
        help="with --game: a round ends after so many turns (never)",
    )
    add(
        "--friendly",
        default=None,
        action=BooleanOptionalAction,
        help=f"with --game: what was illegal may be mended, and the game goes on{manners}",
    )
    add(
        "--odds",
        default=None,
        metavar="ODDS",
        help="with --game: 'south 3' begins with 3 beans fewer in South's stock, 'south 3 pot' with these in "
        "North's pot (none)",
    )


def game_name(text: str) -> str:
    """Return a family's name, or that of a game whose rules are in a file. Raises ArgumentTypeError."""
    if not text.endswith(".toml"):
        return text
    from cupsboard.rules.errors import RulesError
    from cupsboard.storage import rules_file

    try:
        return rules_file.load(text)
    except RulesError as fault:
        raise ArgumentTypeError(str(fault)) from None


def wish_of(asked: Namespace) -> "GameWish":
    """Return the wish that the options express."""
    # A help page is told without it.
    from cupsboard.station.wishes import GameWish

    return GameWish(asked.game, asked.stage, asked.kinds, asked.turns, asked.friendly, asked.odds)
