"""Traffic: how many pieces of a place may be others by now, from the tables seen since the agreed one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Settled


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
        self, found: Contents, stretches: tuple[int, ...] = (), *, is_putting_right: bool
    ) -> "Traffic":
        """Return the traffic extended by one recognised table, `found`, with its `stretches` (see `Settled`).

        Once a correction has begun (`is_putting_right`), later arrivals count as correction until a table is
        agreed. Pieces that arrived with the error do not.
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

    def _since_last(self, place: Place, count: int) -> tuple[int, int]:
        """Return how many pieces came and went from `last`, over what was glimpsed, to `count` in `place`."""
        counts = (self.last[place], *(table[place] for table in self.glimpsed.values()), count)
        came = sum(max(after - before, 0) for before, after in pairwise(counts))
        return came, came - (count - self.last[place])
