"""Events of games in which a turn is followed act by act, as pieces land."""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.recognition.accounts import Mishap
from cupsboard.rules.game import Mark, Pieces
from cupsboard.rules.places import HAND, Kind, Place, Side
from cupsboard.rules.turns import Act


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round is over and another is to begin; `score` is of this round, `total` of all so far."""

    number: int
    score: Mapping[Side, int]
    total: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class LapSeen:
    """The acts of a side's turn so far, and the pieces of each place, hand and stocks included.

    They are accepted, but the turn isn't over. Each act has a known kind, except a cup that is taken up.
    """

    side: Side
    acts: tuple[Act, ...]
    pieces: Pieces

    @property
    def is_written_down(self) -> bool:
        """Return whether the hand is empty: after a power cut play goes on from such a table."""
        return not any(self.pieces.get(HAND, {}).values())


@dataclass(frozen=True, slots=True)
class OffenceSeen:
    """An illegal act was seen in a side's turn; `marks` mend it.

    `said` is the call that names it; None if the game has none.
    """

    side: Side
    said: str | None
    marks: tuple[Mark, ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class ConcessionOffered:
    """The board asks a player whether they give up the round."""

    side: Side


@dataclass(frozen=True, slots=True)
class TableDoubted:
    """Several tables are possible: a look at `places` would decide, or a piece taken out of `lift`."""

    places: tuple[Place, ...]
    lift: Place
    kinds: tuple[Kind, ...]


OfLaps = RoundOver | LapSeen | OffenceSeen | ConcessionOffered | TableDoubted
