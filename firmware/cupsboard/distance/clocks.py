"""Time to think at a distance: of each side, by the server's time alone.

The server's time are the seconds for which games have been served: no date is read for it, and it stands
while no server runs. What a far move asks hands to do is no thinking: each turn begins with a delay for
laying that move out, alike for boards and pages. A lost link stops no clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cupsboard.distance.wire import Clock
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Side

LAYING_SECONDS = 3.0
LAYING_SECONDS_A_BEAN = 1.0
SITTING_SECONDS = 6 * 3600.0
"""Who has less time is at the table for it: such clocks begin to run when both sides are there."""


def laying_seconds(before: Contents, after: Contents) -> float:
    """Return how long it may take to make the one table into the other, by rule."""
    beans = sum(max(0, count - before.get(place, 0)) for place, count in after.items())
    return LAYING_SECONDS + LAYING_SECONDS_A_BEAN * beans


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both sides' time, in seconds. That of `runs` begins to run at `runs_from`, in the server's time."""

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

    @property
    def is_of_a_sitting(self) -> bool:
        """Return whether both sides are meant to be there while these clocks run."""
        return self.rule.seconds < SITTING_SECONDS

    def stopped(self, now: float) -> "Clocks":
        """Return the clocks standing."""
        side = self.runs
        if side is None:
            return self
        return replace(self, left_seconds={**self.left_seconds, side: self.left(side, now)}, runs=None)

    def earned(self, side: Side) -> "Clocks":
        """Return standing clocks after a move of a side, which gets its increment, or its time anew."""
        left = self.left_seconds[side] + self.rule.increment
        if self.rule.is_for_each_move:
            left = self.rule.seconds
        return replace(self, left_seconds={**self.left_seconds, side: left})

    def taken_back(self) -> "Clocks":
        """Return the clocks that stood when a move was made, for that move to be made anew.

        What its side had left is without what the move earned; a time for each move begins anew.
        """
        return Clocks.of(self.rule) if self.rule.is_for_each_move else self

    def started(self, side: Side | None, runs_from: float) -> "Clocks":
        """Return the clocks with that of a side running from a time on."""
        return replace(self, runs=side, runs_from=runs_from)
