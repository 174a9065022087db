"""Which pieces may be others than one would think, from the tables seen since the agreed one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place


@dataclass(frozen=True, slots=True)
class Traffic:
    """The tables seen one after another since the agreed one, added up by place."""

    last: Contents
    is_putting_right: bool = False
    """Whether hands have been putting things right, with whatever pieces were at hand."""
    came: Mapping[Place, int] = field(default_factory=dict)
    went: Mapping[Place, int] = field(default_factory=dict)
    came_to_mend: Mapping[Place, int] = field(default_factory=dict)

    def seeing(self, found: Contents, *, is_putting_right: bool) -> "Traffic":
        """The traffic up to one more table; who has begun to put right is at it until a table is agreed.

        What came with the table that is to be put right was the slip, not yet the mending of it.
        """
        came, went, came_to_mend = dict(self.came), dict(self.went), dict(self.came_to_mend)
        for place, count in found.items():
            change = count - self.last[place]
            came[place] = came.get(place, 0) + max(change, 0)
            went[place] = went.get(place, 0) + max(-change, 0)
            if self.is_putting_right:
                came_to_mend[place] = came_to_mend.get(place, 0) + max(change, 0)
        return Traffic(found, self.is_putting_right or is_putting_right, came, went, came_to_mend)

    @property
    def others(self) -> dict[Place, int]:
        """How many pieces of a place may be others: as many left as came, or all that came to mend it."""
        others = {
            place: max(min(count, self.went[place]), self.came_to_mend.get(place, 0))
            for place, count in self.came.items()
        }
        return {place: count for place, count in others.items() if count}
