"""Which pieces may be others than one would think, from the tables seen since the agreed one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Settled


@dataclass(frozen=True, slots=True)
class Traffic:
    """The tables seen one after another since the agreed one, added up by place."""

    last: Contents
    stretches: tuple[int, ...] = ()
    """Those of the settled table that was `last`, by which it is known again (see `Settled`)."""
    is_putting_right: bool = False
    """Whether hands have been putting things right, with whatever pieces were at hand."""
    came: Mapping[Place, int] = field(default_factory=dict)
    went: Mapping[Place, int] = field(default_factory=dict)
    came_to_mend: Mapping[Place, int] = field(default_factory=dict)
    still: frozenset[Place] = frozenset()
    """Places that have not moved since `last`: whatever that was, nothing has come or gone there since."""
    before: "Traffic | None" = None
    """The traffic without `last`; None at the agreed table."""

    def until(self, settled: Settled) -> "Traffic":
        """The traffic before the table that lies there now.

        A repeated look at the same table replaces the last one; it adds no change.
        """
        if self.stretches and self.stretches == settled.stretches:
            return self.before or self
        since = zip(settled.weights, self.stretches, settled.stretches, strict=False)
        return replace(self, still=frozenset(place for place, then, now in since if then == now))

    def seeing(
        self, found: Contents, stretches: tuple[int, ...] = (), *, is_putting_right: bool
    ) -> "Traffic":
        """The traffic up to one more table; who has begun to put right is at it until a table is agreed.

        Pieces that arrived with the error are not counted as its correction.
        """
        came, went, came_to_mend = dict(self.came), dict(self.went), dict(self.came_to_mend)
        for place, count in found.items():
            change = count - self.last[place]
            came[place] = came.get(place, 0) + max(change, 0)
            went[place] = went.get(place, 0) + max(-change, 0)
            if self.is_putting_right:
                came_to_mend[place] = came_to_mend.get(place, 0) + max(change, 0)
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
        """How many pieces of a place may be others, if so many lie there now.

        As many as left and came, now counted in, or all that came to mend it.
        """
        change = 0 if place in self.still else count - self.last[place]
        came = self.came.get(place, 0) + max(change, 0)
        went = self.went.get(place, 0) + max(-change, 0)
        to_mend = self.came_to_mend.get(place, 0) + (max(change, 0) if self.is_putting_right else 0)
        return max(min(came, went), to_mend)
