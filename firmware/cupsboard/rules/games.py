"""The registry of games: everything outside a game's own rooms finds it here, by name or by board."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cupsboard.rules.coin_duel import wished as coin_duel_wished
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game, GameOf
from cupsboard.rules.king_of_the_cups.rules import KingOfTheCups
from cupsboard.rules.places import Side, stock
from cupsboard.rules.wish import Wish

AnyGame = Game[Any]
"""A game of two sides whose positions only the game itself looks into."""
AnyPlayersGame = GameOf[Any, Any]
"""A game of any players, whose positions and players only the game itself looks into."""

_FAMILIES: Mapping[str, Callable[[str], AnyGame]] = {"cups": Cups.named, "coin-duel": CoinDuel.named}
"""The reader of each family of names, by their first word."""
_FAMILIES_ROUND_A_TABLE: Mapping[str, Callable[[str], AnyPlayersGame]] = {
    "king-of-the-cups": KingOfTheCups.named
}
_DEFAULT = "cups"
FAMILIES_ROUND_A_TABLE = tuple(_FAMILIES_ROUND_A_TABLE)
FAMILIES = (*_FAMILIES, *_FAMILIES_ROUND_A_TABLE)
"""What may be asked for."""


def of_any_players(name: str) -> AnyPlayersGame:
    """The game with a name as it stands in a record, whoever plays it. Raises RulesError as `named` does."""
    read = _FAMILIES_ROUND_A_TABLE.get(name.partition(" ")[0])
    return named(name) if read is None else read(name)


def named(name: str) -> AnyGame:
    """The game of two sides with a name as in a record ("cups 4"). Raises RulesError that says what to write.

    A game of other players is refused: boards, journals and pages carry two sides.
    """
    family = name.partition(" ")[0]
    if family in _FAMILIES_ROUND_A_TABLE:
        raise RulesError(
            f"{family}: is played round a table, and here stands a game of two sides; choose one of "
            f"{', '.join(_FAMILIES)}"
        )
    return _FAMILIES.get(name.partition(" ")[0], _FAMILIES[_DEFAULT])(name)


def is_round_a_table(game: AnyPlayersGame) -> bool:
    """Whether a game is played by any number round a table, and not by two sides."""
    return game.name.partition(" ")[0] in _FAMILIES_ROUND_A_TABLE


def of_table(seats: int) -> AnyPlayersGame:
    """The game that a board with so many seats round it plays. Raises RulesError."""
    return KingOfTheCups(seats)


def of_board(cups: int, stock_beans: int | None = None) -> AnyGame:
    """The game that a board with so many cups a side plays; without `stock_beans` with its full stocks.

    Raises RulesError.
    """
    return Cups(cups, stock_beans)


def of_wish(wish: Wish, *, cups: int = 0, seats: int = 0) -> AnyPlayersGame:
    """The game that somebody wishes on a board with two rows of cups, or with so many seats round it.

    Raises RulesError where that game is not for such a board, or does not know what was wished of it.
    """
    if wish.family not in FAMILIES:
        raise RulesError(f"--game {wish.family}: no such game; choose {', '.join(FAMILIES)}")
    if bool(seats) is not (wish.family in _FAMILIES_ROUND_A_TABLE):
        here = "spots and no rows of cups" if seats else "rows of cups and no spots"
        those = ", ".join(_FAMILIES_ROUND_A_TABLE if seats else _FAMILIES)
        raise RulesError(f"--game {wish.family}: this board has {here}; choose one of {those}")
    if seats:
        wish.require_only()
        return of_table(seats)
    if wish.family != _DEFAULT:
        return coin_duel_wished.wished(wish, cups)
    wish.require_only("stock")
    return of_board(cups, wish.stock)


def of_rows(cups: int) -> Sequence[AnyGame]:
    """The games for a board with so many cups a side as they are usually played, by `number_of`."""
    return (of_board(cups), *coin_duel_wished.usual(cups))


def family_of(name: str) -> str:
    """The family of the game with a name as in a record: one of `FAMILIES`."""
    first = name.partition(" ")[0]
    return first if first in FAMILIES else _DEFAULT


def stage_of(name: str) -> int | None:
    """The stage of the game with a name as in a record; None where its family has none."""
    found = re.search(r" stage ([1-9])", name)
    return int(found[1]) if found else None


def number_of(name: str) -> int:
    """What lights count where they name a game of two sides: 1 is Cups, the next are Coin Duel's stages."""
    return 1 + (stage_of(name) or 0)


def is_at_home(game: AnyPlayersGame, cups: int) -> bool:
    """Whether a board goes on with a game unasked: its usual one, or one of another family.

    Another stock of beans than usual is asked for each time.
    """
    if game.name.partition(" ")[0] == _DEFAULT:
        return game == of_board(cups)
    return set(game.places) == set(of_board(cups).places)


def stock_beans(game: AnyGame) -> int:
    """How many beans each player's stock holds when the game begins."""
    return game.contents(game.start(None))[stock(Side.SOUTH)]
