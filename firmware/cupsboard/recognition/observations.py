"""Observations: what was noticed since the agreed table, beside the settled weights."""

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
    """Observations since the agreed table, beside the weights: by the scales, and by the players."""

    is_watched: bool = False
    """Whether the scales were followed without a gap, so that no cups were exchanged unseen."""
    wander_grams: float = 0.0
    """How far zeros go in a second by themselves."""
    lifted: frozenset[Place] = frozenset()
    """Places whose cup was in the air: it may have been poured out, and stands elsewhere on its platform."""
    stands_off: Mapping[Place, Weight] = field(default_factory=dict)
    """How far off each put back cup stands, with the variance, where a later look was sure of it."""
    lifted_together: frozenset[Place] = frozenset()
    """Places whose cups were in the air at the same time: they may have come back exchanged."""
    traffic: Traffic | None = None
    """The numbers of pieces seen, from which follows how many pieces of a place may be others by now."""
    steps: Steps | None = None
    """The changes of each place, look by look, up to this one."""
    movers_table: Contents | None = None
    """The last table on which only the mover had acted; a reply shows as a difference from it."""
    finger_nats: Mapping[Place, float] = field(default_factory=dict)
    """How much better a finger than a piece explains what came to a place lately (log likelihood ratio)."""
    unread: frozenset[Place] = frozenset()
    """Places that could not be read at some look: what came and went there then is not known."""
    fallen: frozenset[Place] = frozenset()
    """Places that can't be believed now, and weigh less by half a piece than at the agreed table."""
    only_pieces: frozenset[Place] = frozenset()
    """Places where the players have looked and found only pieces."""
    counted: frozenset[Place] = frozenset()
    """Places whose pieces players have counted by hand, because the scales showed something else."""
    seen_before: Contents | None = None
    """The probable table of an earlier look at other samples; two looks that agree are surer than one."""
    accepted_before: Contents | None = None
    """The table that this earlier look accepted, if hands have not moved since."""
    lay_still: bool = False
    """Whether no place has moved since that look."""
    lain_seconds: float = 0.0
    """For how long nothing has moved at any place."""
    ruled_out: Contents | None = None
    """The table that players have looked for and not found, if no place has moved since."""
    landed: Mapping[Place, Landed] = field(default_factory=dict)
    """What was seen to come down on each place, where that could be measured."""


NOTHING = Meanwhile()
"""No observations."""
