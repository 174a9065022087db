"""Observations: what was noticed since the agreed table, beside the settled weights."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from cupsboard.recognition.piece_counts import Steps
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place
from cupsboard.scales.impacts import Landed
from cupsboard.scales.readings import Settled, Weight


@dataclass(frozen=True, slots=True)
class Traffic:
    """The numbers of pieces that came to and left each place, over all tables seen since the agreed one."""

    last: Contents
    stretches: tuple[int, ...] = ()
    """The stretches of the settled table that was `last`, by which it is known again (see `Settled`)."""
    is_putting_right: bool = False
    """Whether players have been correcting the table, with any pieces at hand."""
    came: Mapping[Place, int] = field(default_factory=dict)
    went: Mapping[Place, int] = field(default_factory=dict)
    came_to_mend: Mapping[Place, int] = field(default_factory=dict)
    numbers: Mapping[Place, Set[int]] = field(default_factory=dict)
    """The numbers that places may hold, where `last` was not decided; elsewhere they hold that of `last`."""
    still: frozenset[Place] = frozenset()
    """Places that have not moved since `last`: no piece has come or gone there."""
    glimpsed: Mapping[tuple[int, ...], Contents] = field(default_factory=dict)
    """The probable tables that looks have shown since `last`, in order, by the stretches of each."""
    before: "Traffic | None" = None
    """The traffic without `last`; None at the agreed table."""

    def until(self, settled: Settled) -> "Traffic":
        """Return the traffic up to the table before the present one, which weighs `settled`.

        If the present table is the last one seen, its own changes are left out, so that a repeated look
        counts once.
        """
        if self.stretches and self.stretches == settled.stretches:
            return self.before or replace(self, still=frozenset(settled.weights))
        since = zip(settled.weights, self.stretches, settled.stretches, strict=False)
        return replace(
            self,
            still=frozenset(place for place, then, now in since if then == now),
            glimpsed={at: found for at, found in self.glimpsed.items() if at != settled.stretches},
        )

    def glimpsing(self, found: Contents, settled: Settled) -> "Traffic":
        """Return the traffic with one more probable table, `found`, which weighs `settled`.

        A piece that another replaces before a second look is in no table that is believed.
        """
        is_last = self.stretches == settled.stretches
        return self if is_last else replace(self, glimpsed={**self.glimpsed, settled.stretches: found})

    def seeing(
        self,
        found: Contents,
        stretches: tuple[int, ...] = (),
        numbers: Mapping[Place, Set[int]] | None = None,
        *,
        is_putting_right: bool,
    ) -> "Traffic":
        """Return the traffic extended by one recognised table, `found`, with its `stretches` (see `Settled`).

        `numbers` are all that each place may hold; None if the table is decided. A place that lies still may
        hold only what it might before. Once a correction has begun (`is_putting_right`), later arrivals count
        as correction until a table is agreed. Pieces that arrived with the error do not.
        """
        came, went, came_to_mend = dict(self.came), dict(self.went), dict(self.came_to_mend)
        for place, count in found.items():
            more, fewer = self._since_last(place, count)
            came[place] = came.get(place, 0) + more
            went[place] = went.get(place, 0) + fewer
            if self.is_putting_right:
                came_to_mend[place] = came_to_mend.get(place, 0) + more
        return Traffic(
            last=found,
            stretches=stretches,
            numbers={
                place: self._may_hold(place) if place in self.still else {found[place], *possible}
                for place, possible in (numbers or {}).items()
            },
            is_putting_right=self.is_putting_right or is_putting_right,
            came=came,
            went=went,
            came_to_mend=came_to_mend,
            before=replace(self, before=None),
        )

    def others(self, place: Place, count: int) -> int:
        """Return how many of the `count` pieces in `place` may be others than at the agreed table.

        It is the number of pieces that both left and came, or of those that came as a correction, whichever
        is larger.
        """
        more, fewer = (0, 0) if place in self.still else self._since_last(place, count)
        to_mend = self.came_to_mend.get(place, 0) + (more if self.is_putting_right else 0)
        return max(min(self.came.get(place, 0) + more, self.went.get(place, 0) + fewer), to_mend)

    def lacks_a_step(self, place: Place, count: int) -> bool:
        """Return whether `place` lies still since a look that ruled out `count` pieces in it."""
        return place in self.still and count not in self._may_hold(place)

    def _may_hold(self, place: Place) -> Set[int]:
        return self.numbers.get(place, {self.last[place]})

    def _since_last(self, place: Place, count: int) -> tuple[int, int]:
        """Return how many pieces came and went from `last`, over what was glimpsed, to `count` in `place`."""
        counts = (self.last[place], *(table[place] for table in self.glimpsed.values()), count)
        came = sum(max(after - before, 0) for before, after in pairwise(counts))
        return came, came - (count - self.last[place])


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
