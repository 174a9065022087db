"""The hand of a player in a race: one act after the other, each in its own time."""

from collections.abc import Iterator
from math import hypot, pi, sin, sqrt
from random import Random
from typing import assert_never

from cupsboard.rules.king_of_the_cups.cups_and_dice import Cup, Seat
from cupsboard.rules.places import Place

from cupsim.table.acting import Acting, SetButton
from cupsim.table.hand_actions import Bump, Rest, Wait
from cupsim.table.king_of_the_cups import whereabouts
from cupsim.table.king_of_the_cups.hand_acts import Act, GoHome, Leave, Seize, SetDown, Tap
from cupsim.table.king_of_the_cups.race_table import RaceTable
from cupsim.table.king_of_the_cups.whereabouts import Point, reach_seconds

TIME_SPREAD = 0.18
"""Spread of the logarithm of every motion."""
GRIP_SECONDS = 0.09
"""From the first touch to a firm hold: the last part of a reach to grasp (M. Jeannerod, 1984)."""
LEAST_UNLOADING, MOST_UNLOADING = 0.010, 0.060
"""So long a cup that is lifted presses less and less. A hand that pulls 100 g up with a force that grows by
5 to 20 N a second comes to this; nobody has published it for cups."""
UNLOADING_STEPS = 8
TOUCH_STEPS = 8
FIRM_GRAMS, LIGHT_GRAMS = 60.0, 15.0
"""What fingers press with at the most, as they close or let go: in a race, and without haste."""
RASH_FALL_METRES, GENTLE_FALL_METRES = 0.006, 0.0008
"""A cup that is set down comes as fast as if it had fallen so far: 0.34 and 0.13 m/s."""
LEAST_CARRY_SECONDS = 0.28
"""A cup that comes down where it was lifted has gone up and down again, each movement as long as a tap's."""
TREMOR_HERTZ = (8.0, 12.0)
TREMOR_SHARE, LEAST_TREMOR_GRAMS = 0.01, 0.3
"""What a hand presses with varies by this standard deviation, at the least. It grows with the force, by 1 to
5 % of it, at 8 to 12 hertz (G. Sutton and K. Sykes, Journal of Physiology 191, 1967). The share and what is
left without any force are assumptions: nobody has measured hands that just lie there."""
TREMOR_STEP_SECONDS = 0.01
RELEASE_SECONDS = 0.10


class RacingHand(Acting[Seat, Act]):
    """One hand of the player on a seat."""

    time_spread = TIME_SPREAD

    def __init__(
        self, seat: Seat, table: RaceTable, set_button: SetButton[Seat], random: Random, *, tempo: float = 1.0
    ) -> None:
        super().__init__(seat, set_button, random, tempo)
        self.seat = seat
        self.cup: Cup | None = None
        """What the hand holds."""
        self.is_home = False
        """Whether it lies on the own button."""
        self.missed: Cup | None = None
        """The cup that another had first, at the last try."""
        self._table = table
        self._points = whereabouts.points(len(table.seats))
        self._home = whereabouts.home(seat, len(table.seats))
        self._at: Point = self._home
        self._is_committed = False

    def break_off(self) -> None:
        """Forget what was asked for; a hand on its way stops, one that has touched something ends its act."""
        self._queue.clear()
        if self._motion is not None and not self._is_committed:
            self._rest_from_acting()

    def _begun(self, act: Act) -> Iterator[float]:
        self._is_committed = False
        match act:
            case GoHome():
                return self._go_home()
            case Leave():
                return self._leave_home()
            case Tap(held_seconds):
                return self._tap(held_seconds)
            case Seize(cup):
                return self._seize(cup)
            case SetDown():
                return self._set_down(act)
            case Rest(place, grams, seconds):
                return self._rest(place, grams, seconds)
            case Bump(gram_seconds):
                return self._bump(gram_seconds)
            case Wait(seconds):
                return iter((seconds,))
            case _:
                assert_never(act)

    def _go_home(self) -> Iterator[float]:
        if self.is_home:
            return
        yield from self._reach(self._home)
        self._is_committed = True
        yield from self._contact(True)

    def _leave_home(self) -> Iterator[float]:
        if self.is_home:
            self._is_committed = True
            yield from self._contact(False)
            self._is_committed = False

    def _tap(self, held_seconds: float) -> Iterator[float]:
        if self.is_home:
            yield from self._leave_home()
            yield self._in_about(RELEASE_SECONDS)
        else:
            yield from self._reach(self._home)
        self._is_committed = True
        yield from self._contact(True)
        yield held_seconds
        yield from self._contact(False)
        yield self._in_about(RELEASE_SECONDS)

    def _seize(self, cup: Cup) -> Iterator[float]:
        self.missed = None
        yield from self._leave_home()
        place = self._table.nearest(cup)
        if place is not None and self.cup is None:
            yield from self._reach(self._points[place])
        if self.cup is not None or place is None or self._table.nearest(cup) != place:
            self._miss(cup)
            return
        self._is_committed = True
        if not self._table.take_hold(cup, self.seat):
            # A hand on top of another's presses for a moment, and comes away.
            yield from self._touch(place, self._random.uniform(0.0, FIRM_GRAMS), self._in_about(0.06))
            self._miss(cup)
            return
        yield from self._close(place)
        yield from self._unload(cup)
        self._table.carry_off(cup, self._due)
        self.cup = cup
        yield self._in_about(0.03)

    def _miss(self, cup: Cup) -> None:
        self.missed = cup
        self._queue.clear()

    def _close(self, place: Place) -> Iterator[float]:
        """Fingers close: they press a little on the way to a firm hold."""
        seconds = self._in_about(GRIP_SECONDS)
        yield from self._touch(place, self._random.uniform(0.0, FIRM_GRAMS), seconds)

    def _unload(self, cup: Cup) -> Iterator[float]:
        standing = self._table.standing(cup)
        borne = 1.0 if standing is None else standing.borne
        pause = self._random.uniform(LEAST_UNLOADING, MOST_UNLOADING) / UNLOADING_STEPS
        for step in range(1, UNLOADING_STEPS):
            self._table.ease(cup, borne * (1 - step / UNLOADING_STEPS), self._due)
            yield pause

    def _set_down(self, act: SetDown) -> Iterator[float]:
        if self.cup is None:
            return
        yield from self._reach(self._points[act.place], LEAST_CARRY_SECONDS)
        self._is_committed = True
        most = RASH_FALL_METRES if act.is_rash else GENTLE_FALL_METRES
        cup, self.cup = self.cup, None
        fall_metres = most * self._random.uniform(0.3, 1.0)
        self._table.land(cup, act.place, self._due, fall_metres=fall_metres, stance=act.stance)
        grams = self._random.uniform(0.0, FIRM_GRAMS if act.is_rash else LIGHT_GRAMS)
        yield from self._touch(act.place, grams, self._in_about(RELEASE_SECONDS))
        yield self._in_about(0.05)

    def _rest(self, place: Place, grams: float, seconds: float) -> Iterator[float]:
        yield from self._leave_home()
        yield from self._reach(self._points[place])
        self._is_committed = True
        yield from self._press(place, grams, seconds)

    def _touch(self, place: Place, most_grams: float, seconds: float) -> Iterator[float]:
        """Fingers press more and then less; no hand in motion presses alike for long."""
        pressed = 0.0
        for step in range(1, TOUCH_STEPS):
            grams = most_grams * sin(pi * step / TOUCH_STEPS) * self._random.uniform(0.7, 1.3)
            self._table.push(place, grams - pressed, self._due)
            pressed = grams
            yield seconds / TOUCH_STEPS
        self._table.push(place, -pressed, self._due)

    def _press(self, place: Place, grams: float, seconds: float) -> Iterator[float]:
        """A hand rests, and trembles as every hand does."""
        # Its own random numbers: how a hand trembles changes nothing of what people do next.
        trembles = Random(f"{self.seat} {self._due}")
        deviation = hypot(LEAST_TREMOR_GRAMS, TREMOR_SHARE * grams)
        hertz, phase = trembles.uniform(*TREMOR_HERTZ), trembles.uniform(0.0, 2 * pi)
        began, pressed = self._due, 0.0
        while (left := began + seconds - self._due) > 0.0:
            now = grams + sqrt(2) * deviation * sin(2 * pi * hertz * (self._due - began) + phase)
            self._table.push(place, now - pressed, self._due)
            pressed = now
            yield min(TREMOR_STEP_SECONDS, left)
        self._table.push(place, -pressed, self._due)

    def _bump(self, gram_seconds: float) -> Iterator[float]:
        self._table.bump(gram_seconds, self._due)
        yield RELEASE_SECONDS

    def _reach(self, point: Point, least_seconds: float = 0.0) -> Iterator[float]:
        seconds = self._in_about(max(least_seconds, reach_seconds(self._at, point)))
        yield seconds
        self._at = point

    def _contact(self, is_down: bool) -> Iterator[float]:
        yield from super()._contact(is_down)
        self.is_home = is_down
        if is_down:
            self._at = self._home
