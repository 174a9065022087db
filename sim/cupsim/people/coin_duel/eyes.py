"""What a person at a board of Coin Duel sees: its screen, whose cups glow, and what lies on the table."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from cupsboard.rules.game import Mark, Pieces
from cupsboard.rules.places import Kind, Place, Side
from cupsboard.rules.turns import Act


class Eyes(Protocol):
    """What both see."""

    def sentence(self) -> str:
        """The key of what the screen says."""

    def turn(self) -> Side | None:
        """Whose cups glow; nobody's where both do, or none."""

    def position(self) -> Any:
        """The record on the screen."""

    def wanted(self) -> Pieces | None:
        """The table that the screen asks for, if it asks for one."""

    def lying(self) -> Mapping[Place, Mapping[Kind, int]]:
        """What lies on the table."""

    def offered(self) -> tuple[Place, Mapping[Kind, int]] | None:
        """The place that is asked about, and what the screen says may lie there."""

    def turns_ended(self) -> int:
        """How many turns the board has ended."""


class EyesOnOther(Eyes, Protocol):
    """What somebody sees who plays against another pair of hands."""

    def done(self) -> Sequence[Act]:
        """What the screen shows of the turn that goes on."""

    def mends(self) -> Sequence[Mark]:
        """What the screen says is too much or missing."""

    def are_others_reaching(self, side: Side) -> bool:
        """Whether anybody's hands but this side's are over the board."""
