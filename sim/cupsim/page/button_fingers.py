"""Fingers on the buttons, from pages that come and go: no tap is too short, and nobody leaves one down.

A person presses when their hand has done what came before. An order from a page takes no time and the hand
that drops beans does, so a finger waits for the hands of its side.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf

from cupsboard.rules.places import Side

from cupsim.runs.game_world import World

SHORTEST_TAP_SECONDS = 0.1
"""A real finger is down for longer; a click of a mouse may not be."""
SHORTEST_GAP_SECONDS = 0.06
"""Between two presses a real button is open for longer."""


@dataclass(slots=True)
class _Press:
    """What is wanted of one button, from the first finger that comes to the last that goes."""

    wanted_since: float
    holders: set[int] = field(default_factory=set)
    down_since: float | None = None
    held_seconds: float = SHORTEST_TAP_SECONDS


class _Button:
    """The presses of one button, one after the other."""

    def __init__(self) -> None:
        self.presses: deque[_Press] = deque()
        self.open_since = -inf

    def next_time(self, now: float) -> float:
        """When it may open, or close again; infinity while that is not a matter of time."""
        if not self.presses:
            return inf
        press, closes = self.presses[0], self.open_since + SHORTEST_GAP_SECONDS
        if press.down_since is None:
            return closes if closes > now else inf
        return inf if press.holders else press.down_since + press.held_seconds


class ButtonFingers:
    """Who holds which button of one world down."""

    def __init__(self, world: World, is_busy: Callable[[Side], bool]) -> None:
        self._world = world
        self._is_busy = is_busy
        self._buttons = {side: _Button() for side in Side}

    def press(self, person: int, sides: Iterable[Side]) -> None:
        """Put a person's finger on buttons, as soon as the hands of that side are free."""
        for side in sides:
            presses = self._buttons[side].presses
            if not presses or not presses[-1].holders:
                presses.append(_Press(self._world.now))
            presses[-1].holders.add(person)
        self.advance()

    def release(self, person: int, sides: Iterable[Side] = tuple(Side)) -> None:
        """Take a person's finger off buttons; `advance` opens those that nobody holds any more."""
        for side in sides:
            presses = self._buttons[side].presses
            if presses and person in presses[-1].holders:
                presses[-1].holders.remove(person)
                wanted_seconds = self._world.now - presses[-1].wanted_since
                presses[-1].held_seconds = max(SHORTEST_TAP_SECONDS, wanted_seconds)

    @property
    def next_time(self) -> float | None:
        """When `advance` has something to do, unless that depends on a hand."""
        time = min(button.next_time(self._world.now) for button in self._buttons.values())
        return None if time == inf else time

    def advance(self) -> None:
        """Press what had to wait, and open what nobody holds and has been down for long enough."""
        now = self._world.now
        for side, button in self._buttons.items():
            press = button.presses[0] if button.presses else None
            if press is None:
                continue
            if press.down_since is None:
                if now >= button.open_since + SHORTEST_GAP_SECONDS and not self._is_busy(side):
                    press.down_since = now
                    self._world.set_button(side, True, now)
            elif not press.holders and now >= press.down_since + press.held_seconds:
                button.presses.popleft()
                button.open_since = now
                self._world.set_button(side, False, now)
