"""What a person at a board of Coin Duel sees: its screen, whose cups glow, and what lies on the table."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from cupsboard.rules.game import Mark, Pieces
from cupsboard.rules.places import Kind, Place, Side
from cupsboard.rules.turns import Act


class Eyes(Protocol):
    """What both players see of the board."""

    def sentence(self) -> str:
        """Return the key of the sentence on the screen."""

    def turn(self) -> Side | None:
        """Return the side whose cups glow; None where both do, or none."""

    def position(self) -> Any:
        """Return the position on the screen."""

    def wanted(self) -> Pieces | None:
        """Return the table that the screen asks for; None if it asks for none."""

    def lying(self) -> Mapping[Place, Mapping[Kind, int]]:
        """Return what lies on the table."""

    def offered(self) -> tuple[Place, Mapping[Kind, int]] | None:
        """Return the place that is asked about, and what the screen offers; None without a question."""

    def turns_ended(self) -> int:
        """Return how many turns the board has ended."""


class EyesOnOther(Eyes, Protocol):
    """What somebody sees who plays against another pair of hands."""

    def done(self) -> Sequence[Act]:
        """Return what the screen shows of the turn in progress."""

    def mends(self) -> Sequence[Mark]:
        """Return what lies too much or is missing by the screen."""

    def are_others_reaching(self, side: Side) -> bool:
        """Whether anybody's hands but this side's are over the board."""
