"""Which simulated players have thought about their move for so long that a person may want it now."""

from collections.abc import Collection

from cupsboard.rules.places import Side

from cupsim.runs.game_world import World

LONG_SECONDS = 2.0
"""Most moves begin sooner, and nobody has time to read what a shorter thought would offer."""


class LongThoughts:
    """Counts real seconds, however fast the evening runs: they are what a person waits."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._seconds = dict.fromkeys(Side, 0.0)

    def pass_time(self, real_seconds: float) -> None:
        """So many seconds have passed."""
        people = self._world.people
        for side in Side:
            is_thinking = side in people and people[side].is_thinking
            self._seconds[side] = self._seconds[side] + real_seconds if is_thinking else 0.0

    @property
    def sides(self) -> Collection[Side]:
        """Whose players think that long."""
        return [side for side, seconds in self._seconds.items() if seconds >= LONG_SECONDS]
