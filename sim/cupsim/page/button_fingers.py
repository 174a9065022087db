"""Fingers on the buttons, from pages that come and go: no tap is too short, and nobody leaves one down.

A person presses when their hand has done what came before. An order from a page takes no time and the hand
that drops beans does, so a finger waits for the hands of its side.

A finger that slips off a button does what people at a real board do who never meant to press: it stays down
until the board takes it for a hold, and then the other button is pressed too, which means "never mind".
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
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


@dataclass(slots=True, eq=False)
class _Press:
    """What is wanted of one button, from the first finger that comes to the last that goes."""

    wanted_since: float
    holders: set[int] = field(default_factory=set)
    down_since: float | None = None
    held_seconds: float = SHORTEST_TAP_SECONDS
    not_before: float | None = None
    """When a tap for "never mind" comes, whatever the hands of that side do; None for every other press."""
    partner: "_Press | None" = None
    """The press of the other button that begins at the same moment."""


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

    def press(self, person: int, sides: Collection[Side]) -> None:
        """Put a person's finger on buttons, as soon as their hands are free.

        One on a simulated player's button counts only where both go down together.
        """
        wanted = tuple(dict.fromkeys(sides))
        begins_both = len(wanted) > 1 and not any(self._is_held(side) for side in wanted)
        for side in wanted:
            presses = self._buttons[side].presses
            if self._is_held(side):
                presses[-1].holders.add(person)
            elif begins_both or side not in self._world.people:
                presses.append(_Press(self._world.now, {person}))
        if begins_both:
            one, other = (self._buttons[side].presses[-1] for side in wanted)
            one.partner, other.partner = other, one
        self.advance()

    def _is_held(self, side: Side) -> bool:
        presses = self._buttons[side].presses
        return bool(presses and presses[-1].holders)

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
        presses = {side: self._buttons[side].presses[-1] for side in mine}
        pressed = {side: press for side, press in presses.items() if press.down_since is not None}
        for press in presses.values():
            if press.down_since is None:
                self._forget(press)
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

    def _forget(self, press: _Press) -> None:
        """Let a press never begin, and with it the one that was to begin at the same moment."""
        for button in self._buttons.values():
            for each in (press, press.partner):
                if each is not None and each in button.presses:
                    button.presses.remove(each)

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
    def are_at_rest(self) -> bool:
        """Whether no button is down, and none is about to be."""
        return not any(button.presses for button in self._buttons.values())

    @property
    def next_time(self) -> float | None:
        """Return when `advance` has something to do next; None if that depends on a hand."""
        time = min(button.next_time(self._world.now) for button in self._buttons.values())
        return None if time == inf else time

    def advance(self) -> None:
        """Close buttons whose press had to wait; open those no longer held, once long enough down."""
        now = self._world.now
        for side, button in self._buttons.items():
            press = button.presses[0] if button.presses else None
            is_down = press is not None and press.down_since is not None
            if press is not None and is_down and not press.holders and now >= button.next_time(now):
                button.presses.popleft()
                button.open_since = now
                self._world.set_button(side, False, now)
        for side in Side:
            if self._may_begin(side):
                is_of_both = self._buttons[side].presses[0].partner is not None
                for each in (side, side.other) if is_of_both else (side,):
                    self._buttons[each].presses[0].down_since = now
                    self._world.set_button(each, True, now)

    def _may_begin(self, side: Side) -> bool:
        if not self._is_ready(side):
            return False
        partner = self._buttons[side].presses[0].partner
        other = self._buttons[side.other]
        return partner is None or (self._is_ready(side.other) and other.presses[0] is partner)

    def _is_ready(self, side: Side) -> bool:
        """Whether nothing that has to come before it keeps a button's next press from beginning."""
        now, button = self._world.now, self._buttons[side]
        if not button.presses or button.presses[0].down_since is not None:
            return False
        if now < button.open_since + SHORTEST_GAP_SECONDS:
            return False
        not_before = button.presses[0].not_before
        if not_before is not None:
            return now >= not_before
        return side in self._world.people or not self._is_busy(side)
