"""What was noticed since the agreed table, beside the settled weights."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cupsboard.recognition.piece_counts import Steps
from cupsboard.recognition.traffic import Traffic
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place
from cupsboard.scales.impacts import Landed
from cupsboard.scales.readings import Weight


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What hands were seen to do, and what the players have said, since the last agreed table."""

    is_watched: bool = False
    """Whether the scales were followed all the time, so that no cups can have been exchanged unseen."""
    is_wandering: bool = False
    """Whether zeros wander so fast that no change is to be believed unasked."""
    lifted: frozenset[Place] = frozenset()
    """Places whose cup was in the air: it may have been poured out, and stands elsewhere on its platform."""
    stands_off: Mapping[Place, Weight] = field(default_factory=dict)
    """How far off those came back that a look has found for sure since, and the variance of that."""
    lifted_together: frozenset[Place] = frozenset()
    """Places whose cups were in the air at the same time as another's: they may have come back exchanged."""
    traffic: Traffic | None = None
    """The tables seen, by which pieces of a place may be others than its count would let one think."""
    steps: Steps | None = None
    """What came and went look by look, up to this one."""
    movers_table: Contents | None = None
    """The table last seen on which only the mover had been busy: a reply shows by what differs from that."""
    only_pieces: frozenset[Place] = frozenset()
    """Places where the players have looked and found nothing but pieces."""
    seen_before: Contents | None = None
    """What was probable at a look before this one, by other samples: two that agree are surer than one."""
    accepted_before: Contents | None = None
    """What that look accepted, if hands have not gone on since."""
    lay_still: bool = False
    """Whether nothing has moved since that look."""
    ruled_out: Contents | None = None
    """The table that players have looked for and not found, if nothing has moved since."""
    landed: Mapping[Place, Landed] = field(default_factory=dict)
    """What was seen to come down, where that could be told."""


NOTHING = Meanwhile()
"""Nothing was noticed."""
