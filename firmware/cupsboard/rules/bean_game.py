"""The common part of games of two sides that are played with beans alone, without stocks or passes.

Such a game defines only its turns, where its beans lie, and the points. A game with stocks or passes
overrides what is refused here.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Mark, Pieces, Standing, of_beans
from cupsboard.rules.places import BEAN, Kind, Place, Side, board_places
from cupsboard.rules.plain_game import PlainGame
from cupsboard.rules.turns import Turns

P = TypeVar("P")

MOST_BEANS = 9999
"""The most beans in one place: more than any board has."""


class BeanGame(PlainGame[P, Side]):
    """A game of two sides with `cups` cups a side; `GameOf` says what each part means."""

    cups: int

    @property
    @abstractmethod
    def turns(self) -> Turns[P, Side, Any]:
        """Return the machine of the game's turns."""

    @abstractmethod
    def contents(self, position: P) -> Contents:
        """Return how many beans lie in every place of the position."""

    @abstractmethod
    def with_contents(self, position: P, contents: Contents) -> P:
        """Return the position with other contents and the same side to move."""

    @abstractmethod
    def movers(self, position: P) -> tuple[Side, ...]:
        """Return the sides that may move: one, both at an open start, or none."""

    @abstractmethod
    def score(self, position: P) -> Mapping[Side, int]:
        """Return the points of each side by now."""

    @property
    def kinds(self) -> Mapping[Kind, int]:
        """Return the only kind, beans, which count 1 each."""
        return {BEAN: 1}

    @property
    def players(self) -> Sequence[Side]:
        """Return south and north."""
        return (Side.SOUTH, Side.NORTH)

    @cached_property
    def places(self) -> Sequence[Place]:
        """Return all cups and pots, in sowing order from south's cup 1."""
        return board_places(self.cups)

    def pieces(self, position: P) -> Pieces:
        """Return the contents as beans."""
        return of_beans(self.contents(position))

    def standing(self, position: P) -> Standing:
        """Return whether there is a move; without one the game is over."""
        return Standing.TO_MOVE if self.movers(position) else Standing.OVER

    def passer(self, position: P) -> Side:  # noqa: ARG002
        """Raise RulesError: no player ever passes."""
        raise RulesError(f"pass: there are no passes in {self.name}; play a move")

    def correct(self, position: P, changes: Sequence[Mark]) -> P:
        """Return the position with the bean counts of these places changed, the same side to move."""
        contents = dict(self.contents(position))
        for change in changes:
            said = f"{change.place} {change.surplus:+d}"
            if change.kind != BEAN:
                raise RulesError(f"{said} {change.kind}: {self.name} has beans only; name no kind")
            if change.place not in contents:
                raise RulesError(f"{change.place}: {self.name} has no such place; name another")
            contents[change.place] += change.surplus
            if not 0 <= contents[change.place] <= MOST_BEANS:
                raise RulesError(
                    f"{said}: it would hold {contents[change.place]} beans; a place holds 0 to {MOST_BEANS}"
                )
        return self.with_contents(position, contents)

    def winner(self, position: P) -> Side | None:
        """Return the side with more points; None for a tie. Raises RulesError before the end."""
        if self.standing(position) is not Standing.OVER:
            raise RulesError("winner: the game is not over; play on until neither side can move")
        score = self.score(position)
        south, north = score[Side.SOUTH], score[Side.NORTH]
        return None if south == north else Side.SOUTH if south > north else Side.NORTH
