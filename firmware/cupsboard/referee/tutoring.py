"""How strictly the board tells players of moves that lost something, and which players."""

from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.places import Side


class Tutor(Enum):
    """The manners of a tutor, by how much a move must lose to be told of."""

    OFF = "off"
    GENTLE = "gentle"
    STRICT = "strict"

    __hash__ = object.__hash__

    @property
    def least_pieces(self) -> float:
        """Return the least loss that is told, in mean pieces; only of a tutor that isn't off."""
        return _LEAST_PIECES[self]


_LEAST_PIECES = {Tutor.GENTLE: 4.0, Tutor.STRICT: 1.0}
"""Gentle are the losses that annotators mark with "??". In measured games between players of level 4 that was
every eighth move of Cups 2x4 and every fourteenth of Kalah, strict every fifth and every eleventh."""


@dataclass(frozen=True, slots=True)
class Tutoring:
    """How the players of some sides want to be taught. A side that the board plays is never taught."""

    tutor: Tutor
    sides: tuple[Side, ...] = tuple(Side)
