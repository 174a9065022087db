"""Fingers on the buttons, from pages that come and go: no tap is too short, and nobody leaves one down."""

from collections.abc import Iterable

from cupsboard.rules.places import Side

from cupsim.world import World

SHORTEST_TAP_SECONDS = 0.1
"""A real finger is down for longer; a click of a mouse may not be."""


class Fingers:
    """Who holds which button of one world down."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._holders: dict[Side, set[int]] = {side: set() for side in Side}
        self._down_since: dict[Side, float] = {}

    def press(self, person: int, sides: Iterable[Side]) -> None:
        """Put a person's finger on buttons."""
        for side in sides:
            self._holders[side].add(person)
            if side not in self._down_since:
                self._down_since[side] = self._world.now
                self._world.set_button(side, True, self._world.now)

    def release(self, person: int, sides: Iterable[Side] = tuple(Side)) -> None:
        """Take a person's finger off buttons; `advance` opens those that nobody holds any more."""
        for side in sides:
            self._holders[side].discard(person)

    @property
    def next_release(self) -> float | None:
        """When a button that nobody holds may open."""
        times = [
            since + SHORTEST_TAP_SECONDS for side, since in self._down_since.items() if self._is_left(side)
        ]
        return min(times, default=None)

    def advance(self) -> None:
        """Open what nobody holds and has been down for long enough."""
        for side, since in tuple(self._down_since.items()):
            if self._is_left(side) and self._world.now >= since + SHORTEST_TAP_SECONDS:
                del self._down_since[side]
                self._world.set_button(side, False, self._world.now)

    def _is_left(self, side: Side) -> bool:
        return not self._holders[side]
