"""Events of games in which a turn is followed act by act, as pieces land."""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.recognition.accounts import Mishap
from cupsboard.rules.game import Mark, Pieces
from cupsboard.rules.places import HAND, Kind, Place, Side
from cupsboard.rules.turns import Act


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Event: round `number` is over and another is to begin.

    `score` are the points of this round for each side, `total` those of all rounds up to now.
    """

    number: int
    score: Mapping[Side, int]
    total: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class LapSeen:
    """Event: the acts of a turn in progress, as accepted up to now.

    `pieces` are the pieces in each place after these acts, hand and stocks included. Each act has a known
    kind, except one that takes a cup up.
    """

    side: Side
    acts: tuple[Act, ...]
    pieces: Pieces

    @property
    def is_written_down(self) -> bool:
        """Return whether the journal keeps this state of the turn: only with an empty hand.

        After a power cut play goes on from the last state that was kept.
        """
        return not any(self.pieces.get(HAND, {}).values())


@dataclass(frozen=True, slots=True)
class OffenceSeen:
    """Event: `side` made an illegal act; the changes `marks` would mend it.

    `said` is the call that names the offence in a record; None if the game has none. `mishaps` are the errors
    that probably happened.
    """

    side: Side
    said: str | None
    marks: tuple[Mark, ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class ConcessionOffered:
    """Event: the board asks the player of `side` whether they give up the round."""

    side: Side


@dataclass(frozen=True, slots=True)
class TableDoubted:
    """Event: several tables are possible; a look at `places` would decide.

    So would one piece, taken out of the cup `lift`: its weight shows which of `kinds` it is.
    """

    places: tuple[Place, ...]
    lift: Place
    kinds: tuple[Kind, ...]


OfLaps = RoundOver | LapSeen | OffenceSeen | ConcessionOffered | TableDoubted
