"""The further interface of a game that is a match of rounds, each with a table of its own."""

from collections.abc import Mapping
from typing import Protocol, TypeVar, runtime_checkable

from cupsboard.rules.places import Kind, Side

P_contra = TypeVar("P_contra", contravariant=True)


@runtime_checkable
class GameOfRounds(Protocol[P_contra]):
    """A match of rounds between two sides; a single round is a match, too."""

    @property
    def rounds(self) -> int:
        """Return how many rounds are played."""

    @property
    def offence_ends_round(self) -> bool:
        """Return whether an illegal act ends the round if the opponent says so.

        Otherwise it can only be mended.
        """

    def round_of(self, position: P_contra) -> int:
        """Return the number of the round, counted from 1."""

    def round_score(self, position: P_contra) -> Mapping[Side, int]:
        """Return the points of the round that is over. Raises RulesError before its end."""

    def winning_coin(self, position: P_contra) -> Kind | None:
        """Return the kind that decides the round; None if none does."""
