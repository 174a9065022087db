"""The common part of games without stocks, passes, blocked cups and emblems.

A game with one of these overrides what is refused here.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from cupsboard.rules import turn_plans
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Plan
from cupsboard.rules.places import Place, Player, Side, side_of

P = TypeVar("P")
Y = TypeVar("Y", bound=Player)


class PlainGame(ABC, Generic[P, Y]):
    """A game in which all that counts is where pieces lie; `GameOf` says what each part means."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the game's name with its size, as it stands in a record."""

    @abstractmethod
    def passer(self, position: P) -> Y:
        """Return the player who must pass. Raises RulesError if none must."""

    def plans(self, position: P, player: Y) -> tuple[Plan, ...]:
        """Return the legal moves of a player, as the turns have them."""
        return turn_plans.plans(self, position, player)  # type: ignore[arg-type]

    def pass_turn(self, position: P) -> P:
        """Raise RulesError: there is no pass."""
        self.passer(position)
        raise AssertionError("a forced pass, in a game without passes")

    def set_stock(self, position: P, player: Y, count: int) -> P:  # noqa: ARG002
        """Raise RulesError: there are no stocks."""
        raise RulesError(
            f"{player.value} stock {count}: {self.name} has no stocks; correct the table instead"
        )

    def blocked(self, position: P) -> frozenset[Place]:  # noqa: ARG002
        """Return no cups: every cup may be played again some time."""
        return frozenset()

    def owner_of(self, position: P, place: Place) -> Side | None:  # noqa: ARG002
        """Return the side before which a place lies; None for a common one."""
        return side_of(place)

    @property
    def has_emblems(self) -> bool:
        """Return whether the game has its own `emblems`."""
        return type(self).emblems is not PlainGame.emblems

    def emblems(self, position: P) -> Mapping[Place, str]:  # noqa: ARG002
        """Return nothing: all that counts is where pieces lie."""
        return {}
