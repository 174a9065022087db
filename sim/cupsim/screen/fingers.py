"""Fingers on the buttons, from pages that come and go: no tap is too short, and nobody leaves one down.

A person presses when his hand has done what came before. An order from a page takes no time and the hand
that drops beans does, so a finger waits for the hands of its side.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cupsboard.rules.places import Side

from cupsim.world import World

SHORTEST_TAP_SECONDS = 0.1
"""A real finger is down for longer; a click of a mouse may not be."""


@dataclass(slots=True)
class _Press:
    """What is wanted of one button, from the first finger that comes to the last that goes."""

    wanted_since: float
    holders: set[int] = field(default_factory=set)
    down_since: float | None = None
    held_seconds: float = SHORTEST_TAP_SECONDS


class Fingers:
    """Who holds which button of one world down."""

    def __init__(self, world: World, is_busy: Callable[[Side], bool]) -> None:
        self._world = world
        self._is_busy = is_busy
        self._presses: dict[Side, _Press] = {}

    def press(self, person: int, sides: Iterable[Side]) -> None:
        """Put a person's finger on buttons, as soon as the hands of that side are free."""
        for side in sides:
            press = self._presses.setdefault(side, _Press(self._world.now))
            press.holders.add(person)
            self._come_down(side, press)

    def release(self, person: int, sides: Iterable[Side] = tuple(Side)) -> None:
        """Take a person's finger off buttons; `advance` opens those that nobody holds any more."""
        for side in sides:
            press = self._presses.get(side)
            if press is not None and person in press.holders:
                press.holders.remove(person)
                if not press.holders:
                    wanted_seconds = self._world.now - press.wanted_since
                    press.held_seconds = max(SHORTEST_TAP_SECONDS, wanted_seconds)

    @property
    def next_release(self) -> float | None:
        """When a button that nobody holds may open."""
        times = [
            press.down_since + press.held_seconds
            for press in self._presses.values()
            if press.down_since is not None and not press.holders
        ]
        return min(times, default=None)

    def advance(self) -> None:
        """Press what had to wait for a hand, and open what nobody holds and has been down for long enough."""
        for side, press in tuple(self._presses.items()):
            if press.down_since is None:
                self._come_down(side, press)
            elif not press.holders and self._world.now >= press.down_since + press.held_seconds:
                del self._presses[side]
                self._world.set_button(side, False, self._world.now)

    def _come_down(self, side: Side, press: _Press) -> None:
        if press.down_since is None and not self._is_busy(side):
            press.down_since = self._world.now
            self._world.set_button(side, True, self._world.now)
