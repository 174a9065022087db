"""Find games by name, by wish and by board, in the list `families`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import FAMILIES, Family, family_called, family_of, names, wing
from cupsboard.rules.game import Game, GameOf
from cupsboard.rules.places import Place, Side, stock
from cupsboard.rules.turns import Order
from cupsboard.rules.wish import Wish

AnyGame = Game[Any]
"""A game of two sides whose positions are opaque."""
AnyPlayersGame = GameOf[Any, Any]
"""A game of any players, whose positions and players are opaque."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The functions by which the games of one family are found."""

    named: Callable[[str], AnyPlayersGame]
    """Return the game of a name as in a record. Raises RulesError that says what to write."""
    wished: Callable[[Wish, int], AnyPlayersGame]
    """Return the game of a wish, for a board with a number of cups a side, or of seats round it. Raises
    RulesError for a board it is not for, and for a wish it does not know."""
    usual: Callable[[int], Sequence[AnyGame]] = lambda _: ()
    """Return the usual games for a board, by its cups a side; () where the board is not for them."""


@lru_cache(64)
def rules_of(family: Family) -> Rules:
    """Return the functions by which the games of `family` are found."""
    rules: Rules = wing(family.rules)
    return rules


def of_any_players(name: str) -> AnyPlayersGame:
    """Return the game of a name as in a record, for any players.

    Raises RulesError that says what to write.
    """
    return rules_of(family_of(name)).named(name)


def named(name: str) -> AnyGame:
    """Return the game of two sides with this name ("cups 4"). Raises RulesError that says what to write.

    A game of other players is refused: boards, records and pages carry two sides.
    """
    family = family_of(name)
    if family.is_round_a_table:
        raise RulesError(
            f"{family.name}: is played round a table, and here stands a game of two sides; choose one of "
            f"{', '.join(names(is_round_a_table=False))}"
        )
    return rules_of(family).named(name)


def is_round_a_table(game: AnyPlayersGame) -> bool:
    """Return whether any number of players round a table play a game, instead of two sides."""
    return family_of(game.name).is_round_a_table


def may_be_far(game: AnyPlayersGame) -> bool:
    """Return whether a game can be played at a distance, where a turn is sent when its player presses."""
    return game.turns.order is Order.FREE


def of_table(seats: int) -> AnyPlayersGame:
    """Return the game that a board with `seats` seats round it plays. Raises RulesError."""
    (name, *_) = names(is_round_a_table=True)
    return of_wish(Wish(name), seats=seats)


def of_board(cups: int, stock_beans: int | None = None) -> AnyGame:
    """Return the game that a board with `cups` cups a side plays; without `stock_beans` with full stocks.

    Raises RulesError.
    """
    usual = FAMILIES[0]
    return rules_of(usual).wished(Wish(usual.name, stock=stock_beans), cups)


def of_wish(wish: Wish, *, cups: int = 0, seats: int = 0) -> AnyPlayersGame:
    """Return the game of a wish, for a board with two rows of cups, or with `seats` seats round it.

    Raises RulesError where that game is not for such a board, or does not know what was wished of it.
    """
    family = family_called(wish.family)
    if family is None:
        raise RulesError(f"--game {wish.family}: no such game; choose {', '.join(names())}")
    if bool(seats) is not family.is_round_a_table:
        here = "spots and no rows of cups" if seats else "rows of cups and no spots"
        those = ", ".join(names(is_round_a_table=bool(seats)))
        raise RulesError(f"--game {wish.family}: this board has {here}; choose one of {those}")
    wish.require_only(*family.wishes)
    return rules_of(family).wished(wish, seats or cups)


def of_rows(cups: int) -> Sequence[AnyGame]:
    """Return the usual games for a board with `cups` cups a side, ordered by `number_of`."""
    return [game for family in FAMILIES for game in rules_of(family).usual(cups)]


def stage_of(name: str) -> int | None:
    """Return the stage in a game's name; None if its family has none."""
    found = re.search(r" stage ([1-9])", name)
    return int(found[1]) if found else None


def stock_of(name: str) -> int | None:
    """Return the stock in a game's name; None if it is the usual one."""
    found = re.search(r" stock (\d+)", name)
    return int(found[1]) if found else None


def number_of(name: str) -> int:
    """Return the number by which lights show the game called `name`.

    It is the position of the game's stage among the stages of all families, counted from 1. A game without
    stages counts as the first of its family.
    """
    family, before = family_of(name), 0
    for each in FAMILIES:
        if each == family:
            break
        before += each.stages
    return before + (stage_of(name) or 1)


def is_at_home(game: AnyPlayersGame, cups: int) -> bool:
    """Return whether a board with `cups` cups a side has the places of a game, and so goes on with it."""
    return set(game.places) == set(of_board(cups).places)


def stock_beans(game: AnyGame) -> int:
    """Return how many beans the fuller stock holds at the start; 0 for a game without stocks."""
    contents = game.contents(game.start(None))
    return max(contents.get(stock(side), 0) for side in Side)


def has_stocks(game: AnyPlayersGame) -> bool:
    """Return whether players of a game take pieces from a stock."""
    return not is_round_a_table(game) and stock(Side.SOUTH) in game.contents(game.start(None))


def knows_odds(name: str) -> bool:
    """Return whether the game called `name` may be played with odds."""
    return "odds" in family_of(name).wishes


def laid_out(game: AnyPlayersGame) -> dict[Place, int]:
    """Return the pieces in each place of the board before the first move; {} if it is empty."""
    contents = game.contents(game.start(None))
    return {place: contents[place] for place in game.places if contents[place]}
