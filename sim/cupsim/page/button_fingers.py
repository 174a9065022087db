"""Fingers on the buttons, from pages that come and go: no tap is too short, and nobody leaves one down.

A person presses when their hand has done what came before. An order from a page takes no time and the hand
that drops beans does, so a finger waits for the hands of its side.

A finger that slips off a button does what people at a real board do who never meant to press: it stays down
until the board takes it for a hold, and then the other button is pressed too, which means "never mind".
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf

from cupsboard.referee.gestures import GestureTimes
from cupsboard.rules.places import Side

from cupsim.runs.game_world import World

SHORTEST_TAP_SECONDS = 0.1
"""A real finger is down for longer; a click of a mouse may not be."""
SHORTEST_GAP_SECONDS = 0.06
"""Between two presses a real button is open for longer."""
SURELY_A_HOLD_SECONDS = GestureTimes().hold_seconds + 0.05


@dataclass(slots=True)
class _Press:
    """What is wanted of one button, from the first finger that comes to the last that goes."""

    wanted_since: float
    holders: set[int] = field(default_factory=set)
    down_since: float | None = None
    held_seconds: float = SHORTEST_TAP_SECONDS
    not_before: float | None = None
    """When a tap for "never mind" comes, whatever the hands of that side do; None for every other press."""


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
            opens = max(closes, press.not_before or closes)
            return opens if opens > now else inf
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

    def slip(self, person: int, sides: Iterable[Side] = tuple(Side)) -> None:
        """Take a person's finger off buttons so that the board does nothing for it."""
        mine = [side for side in sides if self._leaves_last(person, side)]
        pressed = {side: self._buttons[side].presses[-1] for side in mine if self._is_down(side)}
        for side in mine:
            if side not in pressed:
                self._buttons[side].presses.pop()
        if pressed:
            self._never_mind(pressed)
        self.advance()

    def _leaves_last(self, person: int, side: Side) -> bool:
        """Take a person's finger off a button, and say whether it was the last on a press."""
        presses = self._buttons[side].presses
        if not presses or person not in presses[-1].holders:
            return False
        presses[-1].holders.remove(person)
        return not presses[-1].holders

    def _is_down(self, side: Side) -> bool:
        presses = self._buttons[side].presses
        return bool(presses) and presses[-1].down_since is not None

    def _never_mind(self, pressed: Mapping[Side, _Press]) -> None:
        """Once the board takes these presses for a hold, press the one that is up, or one of both again."""
        side, press = next(iter(pressed.items()))
        downs = [self._buttons[each].presses[-1].down_since for each in Side if self._is_down(each)]
        times = [time for time in downs if time is not None]
        is_both = len(times) > 1
        if is_both and max(times) - min(times) >= SURELY_A_HOLD_SECONDS:
            # The second finger was a "never mind" already.
            return
        ready = max(self._world.now, max(times) + SURELY_A_HOLD_SECONDS)
        tapped = side if is_both else side.other
        if is_both:
            press.held_seconds = ready - (press.down_since or 0.0)
            ready += SHORTEST_GAP_SECONDS
        ends = ready + 2 * SHORTEST_TAP_SECONDS
        for each, kept in pressed.items():
            if each is not tapped and kept.down_since is not None:
                kept.held_seconds = ends - kept.down_since
        queue = self._buttons[tapped].presses
        place = 1 if queue and queue[0].down_since is not None else 0
        queue.insert(place, _Press(self._world.now, not_before=ready))

    @property
    def are_down(self) -> bool:
        """Whether somebody holds a button: then time runs no faster than life, so that a tap stays a tap."""
        return any(press.holders for button in self._buttons.values() for press in button.presses)

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
                if now >= button.open_since + SHORTEST_GAP_SECONDS and self._may_begin(side, press):
                    press.down_since = now
                    self._world.set_button(side, True, now)
            elif not press.holders and now >= press.down_since + press.held_seconds:
                button.presses.popleft()
                button.open_since = now
                self._world.set_button(side, False, now)

    def _may_begin(self, side: Side, press: _Press) -> bool:
        if press.not_before is not None:
            return self._world.now >= press.not_before
        return not self._is_busy(side)
