"""The registry of games: everything outside a game's own rooms finds it here, by name or by board."""

from collections.abc import Callable, Mapping
from typing import Any

from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Game
from cupsboard.rules.places import Side, stock

AnyGame = Game[Any]
"""A game whose positions only the game itself looks into."""

_FAMILIES: Mapping[str, Callable[[str], AnyGame]] = {"cups": Cups.named, "coin-duel": CoinDuel.named}
"""The reader of each family of names, by their first word."""
_DEFAULT = "cups"


def named(name: str) -> AnyGame:
    """The game with a name as it stands in a record ("cups 4"). Raises RulesError that says what to write."""
    return _FAMILIES.get(name.partition(" ")[0], _FAMILIES[_DEFAULT])(name)


def of_board(cups: int, stock_beans: int | None = None) -> AnyGame:
    """The game that a board with so many cups a side plays; without `stock_beans` with its full stocks.

    Raises RulesError.
    """
    return Cups(cups, stock_beans)


def stock_beans(game: AnyGame) -> int:
    """How many beans each player's stock holds when the game begins."""
    return game.contents(game.start(None))[stock(Side.SOUTH)]
