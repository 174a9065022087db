"""Time to think at a distance: of each side, by the server's time alone.

What a far move asks hands to do is no thinking: each turn begins with a delay for laying that move out, alike
for boards and pages. A lost link stops no clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cupsboard.distance.wire import Clock
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Side

LAYING_SECONDS = 3.0
LAYING_SECONDS_A_BEAN = 1.0


def laying_seconds(before: Contents, after: Contents) -> float:
    """Return how long it may take to make the one table into the other, by rule."""
    beans = sum(max(0, count - before.get(place, 0)) for place, count in after.items())
    return LAYING_SECONDS + LAYING_SECONDS_A_BEAN * beans


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both sides' time, in seconds. `runs_from` is when that of `runs` begins to run, seconds since 1970."""

    rule: Clock
    left_seconds: Mapping[Side, float]
    runs: Side | None = None
    runs_from: float = 0.0

    @classmethod
    def of(cls, rule: Clock) -> "Clocks":
        """Return clocks that stand, with all their time left."""
        return cls(rule, dict.fromkeys(Side, rule.seconds))

    def left(self, side: Side, now: float) -> float:
        """Return the time that a side has left, in seconds; less than 0 if it is over."""
        used = max(0.0, now - self.runs_from) if side is self.runs else 0.0
        return self.left_seconds[side] - used

    def stopped(self, now: float, *, has_moved: bool = False) -> "Clocks":
        """Return the clocks standing; a side that has moved gets its increment, or its time anew."""
        side = self.runs
        if side is None:
            return self
        left = self.left(side, now)
        if has_moved:
            left = self.rule.seconds if self.rule.is_for_each_move else left + self.rule.increment
        return replace(self, left_seconds={**self.left_seconds, side: left}, runs=None)

    def started(self, side: Side | None, runs_from: float) -> "Clocks":
        """Return the clocks with that of a side running from a time on."""
        return replace(self, runs=side, runs_from=runs_from)
