"""What happens where a turn is followed act by act, as pieces land."""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.recognition.accounts import Mishap
from cupsboard.rules.game import Mark, Pieces
from cupsboard.rules.places import HAND, Kind, Place, Side
from cupsboard.rules.turns import Act


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round is over and another is to begin; `score` is that of this round, `total` of all so far."""

    number: int
    score: Mapping[Side, int]
    total: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class LapSeen:
    """What a side has done in its turn so far, and what lies where, hand and stocks among the places.

    It is believed, but the turn isn't over; each act is of a certain kind, but for a cup that is taken up.
    """

    side: Side
    acts: tuple[Act, ...]
    pieces: Pieces

    @property
    def is_written_down(self) -> bool:
        """Whether nothing is in the hand: such a table is gone on with after a power cut."""
        return not any(self.pieces.get(HAND, {}).values())


@dataclass(frozen=True, slots=True)
class OffenceSeen:
    """Something was done in a side's turn that the rules don't allow; `marks` are what mends it.

    `said` is the call that names it; None where the game knows none.
    """

    side: Side
    said: str | None
    marks: tuple[Mark, ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class ConcessionOffered:
    """A player may give up the round, and that waits for their confirmation."""

    side: Side


@dataclass(frozen=True, slots=True)
class TableDoubted:
    """Several tables may lie there: a look at `places` would tell, or a piece taken out of `lift`."""

    places: tuple[Place, ...]
    lift: Place
    kinds: tuple[Kind, ...]


OfLaps = RoundOver | LapSeen | OffenceSeen | ConcessionOffered | TableDoubted
