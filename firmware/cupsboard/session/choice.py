"""The games that a board offers, and the one that its players have chosen."""

from collections.abc import Callable

from cupsboard.loop import Moment
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import ComputerSeated, OtherGameWanted
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyGame, AnyPlayersGame
from cupsboard.scales.errors import SensingError

Require = Callable[[AnyGame], object]
"""Raises RulesError or SensingError for a game that a board can't play."""


def offered(game: AnyPlayersGame, cups: int, require: Require) -> tuple[str, ...]:
    """Return the names of the games that players may begin next, the present one first.

    Only games that the board can play are offered: `require` raises for the others. () if there is no other.
    """
    if games.is_round_a_table(game):
        return ()
    others = [each for each in games.of_rows(cups) if not _is_alike(each, game) and _is_met(require, each)]
    before = [each.name for each in others if games.number_of(each.name) < games.number_of(game.name)]
    after = [each.name for each in others if games.number_of(each.name) > games.number_of(game.name)]
    return (game.name, *after, *before) if others else ()


def _is_alike(one: AnyGame, other: AnyPlayersGame) -> bool:
    """Return whether two games are the same one, whatever their set-up."""
    return games.number_of(one.name) == games.number_of(other.name)


def _is_met(require: Require, game: AnyGame) -> bool:
    try:
        require(game)
    except (RulesError, SensingError):
        return False
    return True


class Choice:
    """A listener of the loop that remembers the game chosen next, and the side that the board plays in it."""

    def __init__(self, computer: Computer | None) -> None:
        """Begin with `computer`, the side that the board plays at first."""
        self.game: AnyGame | None = None
        """The chosen game; None while the present one goes on."""
        self.computer = computer

    def __call__(self, moment: Moment) -> None:
        """Take in the players' choices of this moment."""
        for event in moment.decided.events:
            match event:
                case OtherGameWanted(name):
                    self.game = games.named(name)
                case ComputerSeated(side, level):
                    self.computer = None if side is None else Computer(side, level)
                case _:
                    pass
