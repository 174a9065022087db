"""What a game has beside the rest where it is a match of rounds, each with a table of its own."""

from collections.abc import Mapping
from enum import Enum
from typing import Protocol, TypeVar, runtime_checkable

from cupsboard.rules.places import Kind, Side

P_contra = TypeVar("P_contra", contravariant=True)


@runtime_checkable
class GameOfRounds(Protocol[P_contra]):
    """A match of rounds between two sides; one round is a match, too."""

    @property
    def rounds(self) -> int:
        """How many rounds are played."""

    @property
    def offence_ends_round(self) -> bool:
        """Whether an illegal act ends the round if the other says so; else it can only be mended."""

    def round_of(self, position: P_contra) -> int:
        """The number of the round, from 1 on."""

    def round_score(self, position: P_contra) -> Mapping[Side, int]:
        """The points of the round that is over. Raises RulesError before its end."""

    def ending(self, position: P_contra) -> Enum | None:
        """Why the round is over; None while it goes on."""

    def winning_coin(self, position: P_contra) -> Kind | None:
        """The kind that decides the round; None where none does."""
