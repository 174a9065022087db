"""Slips of somebody who calibrates a board: each is made once, at one of its occasions, and then mended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from random import Random

from cupsboard.rules.places import Place, is_cup
from cupsboard.signs.scene import Meaning

from cupsim.people.calibrating_hands import CalibratingHands, Motion
from cupsim.people.calibrator import Asks, Maker
from cupsim.table.table import Table

RESTING_GRAMS = (20.0, 200.0)
"""What a hand weighs that rests on a place."""
RESTING_SECONDS = 6.0
PAW_GRAMS = (400.0, 1500.0)
OTHER_MASS = 1.2
"""What another weight of the kitchen is, in those that were begun with."""
EXCHANGED_GRAMS = 2.4
"""What one cup is heavier than the one that it was exchanged for."""
LONG_SECONDS = 25.0
TAP_SECONDS = 0.15


class Slip(Enum):
    """One thing that goes wrong while a calibration is under way."""

    PRESS_WITH_ALL_CUPS_ON = "press with all cups on"
    PRESS_WITH_ONE_CUP_ON = "press with one cup on"
    PRESS_WITH_A_HAND_ON_IT = "press with a hand on it"
    PRESS_BEFORE_THE_CUPS = "press before the cups"
    THE_MASS_IN_A_CUP_MEANWHILE = "the mass in a cup meanwhile"
    A_HAND_ON_A_CUP = "a hand on a cup"
    PRESS_BEFORE_THE_MASS = "press before the mass"
    THE_MASS_IN_ANOTHER_CUP = "the mass in another cup"
    THE_MASS_IN_A_CUP_THAT_IS_DONE = "the mass in a cup that is done"
    ANOTHER_MASS_TOO = "another mass too"
    A_HAND_ON_ANOTHER_CUP = "a hand on another cup"
    A_CUP_LIFTED_AND_PUT_BACK = "a cup lifted and put back"
    A_CUP_LIFTED_TWICE = "a cup lifted twice"
    HALF_THE_MASS = "half the mass"
    A_BEAN_IN_ANOTHER_CUP = "a bean in another cup"
    PRESS_WITH_THE_MASS_IN = "press with the mass in"
    THE_CUP_LIFTED_WITH_THE_MASS = "the cup lifted with the mass"
    THE_MASS_STRAIGHT_INTO_ANOTHER_CUP = "the mass straight into another cup"
    BUTTON_AND_PHONE_BEFORE_THE_CUPS = "button and phone at once, before the cups"
    BUTTON_AND_PHONE_WITH_THE_CUPS_OFF = "button and phone at once, with the cups off"
    A_CHILD_PRESSES = "a child presses ten times"
    A_CHILD_PRESSES_MEANWHILE = "a child presses ten times with the mass in"
    A_CAT = "a cat walks over the cups"
    A_CAT_MEANWHILE = "a cat walks over the cups with the mass in"
    TWO_CUPS_EXCHANGED = "two cups exchanged for a while"
    ANOTHER_MASS_FROM_NOW_ON = "another mass from now on"
    A_MASS_FORGOTTEN = "another mass forgotten in another cup"

    __hash__ = object.__hash__

    @property
    def during(self) -> str:
        """The key of the sentence of the board during which it happens."""
        return next(key for key, slips in _MOMENTS.items() if self in slips)


_MOMENTS: Mapping[str, tuple[Slip, ...]] = {
    "calibrate-empty": (
        Slip.PRESS_WITH_ALL_CUPS_ON,
        Slip.PRESS_WITH_ONE_CUP_ON,
        Slip.PRESS_WITH_A_HAND_ON_IT,
        Slip.BUTTON_AND_PHONE_WITH_THE_CUPS_OFF,
    ),
    "calibrate-cups": (
        Slip.PRESS_BEFORE_THE_CUPS,
        Slip.BUTTON_AND_PHONE_BEFORE_THE_CUPS,
        Slip.THE_MASS_IN_A_CUP_MEANWHILE,
        Slip.A_HAND_ON_A_CUP,
    ),
    "calibrate-load": (
        Slip.PRESS_BEFORE_THE_MASS,
        Slip.THE_MASS_IN_ANOTHER_CUP,
        Slip.ANOTHER_MASS_TOO,
        Slip.A_HAND_ON_ANOTHER_CUP,
        Slip.A_CUP_LIFTED_AND_PUT_BACK,
        Slip.A_CUP_LIFTED_TWICE,
        Slip.HALF_THE_MASS,
        Slip.A_BEAN_IN_ANOTHER_CUP,
        Slip.A_CHILD_PRESSES,
        Slip.A_CAT,
        Slip.TWO_CUPS_EXCHANGED,
        Slip.ANOTHER_MASS_FROM_NOW_ON,
        Slip.A_MASS_FORGOTTEN,
    ),
    "calibrate-move": (
        Slip.PRESS_WITH_THE_MASS_IN,
        Slip.THE_MASS_IN_A_CUP_THAT_IS_DONE,
        Slip.THE_CUP_LIFTED_WITH_THE_MASS,
        Slip.THE_MASS_STRAIGHT_INTO_ANOTHER_CUP,
        Slip.A_CHILD_PRESSES_MEANWHILE,
        Slip.A_CAT_MEANWHILE,
    ),
}
"""The slips by the sentence that asks for something else."""


class SlippingMaker(Maker):
    """A maker who makes one slip at its `occasion`-th chance, and obeys the lights otherwise."""

    def __init__(
        self, table: Table, asks: Asks, hands: CalibratingHands, slip: Slip, occasion: int, random: Random
    ) -> None:
        super().__init__(table, asks, hands)
        self.has_slipped = False
        self._slip = slip
        self._left = occasion
        self._random = random
        self._last: Place | None = None

    def _next(self, now: float) -> Motion | None:
        asked = self._asks.meanings()
        if not self.has_slipped and self._asks.said() == self._slip.during and asked:
            first = next(iter(asked))
            if first != self._last:
                # Another place is asked for: one more chance.
                self._last, self._left = first, self._left - 1
            if self._left < 0 and (motion := self._made(asked, now)) is not None:
                self.has_slipped = True
                return motion
        return super()._next(now)

    def _made(self, asked: Mapping[Place, Meaning], now: float) -> Motion | None:
        """The slip, or None where it can't be made just now."""
        hands, place = self._hands, next(iter(asked))
        cups = [each for each in self._table.cells if self._table.has_cup(each) and is_cup(each)]
        others = [each for each in cups if each not in asked]
        other = self._random.choice(others) if others else None
        is_free = hands.loaded_place is None
        match self._slip:
            case Slip.PRESS_WITH_ALL_CUPS_ON | Slip.PRESS_BEFORE_THE_CUPS:
                return self._asks.press(0.15, now)
            case Slip.PRESS_BEFORE_THE_MASS if is_free:
                return self._asks.press(0.15, now)
            case Slip.PRESS_WITH_THE_MASS_IN:
                return self._asks.press(0.15, now)
            case Slip.BUTTON_AND_PHONE_BEFORE_THE_CUPS:
                return self._presses(2, now)
            case Slip.BUTTON_AND_PHONE_WITH_THE_CUPS_OFF if not cups:
                return self._presses(2, now)
            case Slip.A_CHILD_PRESSES | Slip.A_CHILD_PRESSES_MEANWHILE:
                return self._presses(10, now)
            case Slip.A_CAT | Slip.A_CAT_MEANWHILE if cups:
                return self._cat(cups)
            case Slip.TWO_CUPS_EXCHANGED if is_free and len(others) > 1:
                return self._exchanged(others[0], others[-1])
            case Slip.ANOTHER_MASS_FROM_NOW_ON if is_free:
                hands.load = replace(hands.load, grams=OTHER_MASS * hands.load.grams)
                return iter(())
            case Slip.A_MASS_FORGOTTEN if is_free and other is not None:
                return self._forgotten(place, other)
            case Slip.PRESS_WITH_ONE_CUP_ON:
                standing = [each for each in self._table.cells if self._table.has_cup(each)]
                return self._asks.press(0.15, now) if len(standing) == 1 else None
            case Slip.PRESS_WITH_A_HAND_ON_IT if not cups:
                return self._resting(place, self._asks.press(0.15, now + 1.0))
            case Slip.THE_MASS_IN_A_CUP_MEANWHILE if cups and is_free:
                return hands.put_load(cups[0])
            case Slip.A_HAND_ON_A_CUP if cups:
                return self._resting(cups[0], iter(()))
            case Slip.THE_MASS_IN_ANOTHER_CUP if is_free and others:
                return hands.put_load(others[-1])
            case Slip.THE_MASS_IN_A_CUP_THAT_IS_DONE if place == hands.loaded_place:
                return self._moved(place, place)
            case Slip.ANOTHER_MASS_TOO if is_free and other is not None:
                return self._and_another(place, other)
            case Slip.A_HAND_ON_ANOTHER_CUP if is_free and other is not None:
                return self._resting(other, hands.put_load(place))
            case Slip.A_CUP_LIFTED_AND_PUT_BACK if is_free and other is not None:
                return self._lifted(other, 1)
            case Slip.A_CUP_LIFTED_TWICE if is_free and self._table.has_cup(place):
                return self._lifted(place, 2)
            case Slip.HALF_THE_MASS if is_free:
                return self._half(place)
            case Slip.A_BEAN_IN_ANOTHER_CUP if is_free and other is not None:
                return self._bean(other)
            case Slip.THE_CUP_LIFTED_WITH_THE_MASS if place == hands.loaded_place:
                return self._cup_with_mass(place)
            case Slip.THE_MASS_STRAIGHT_INTO_ANOTHER_CUP if place == hands.loaded_place and other is not None:
                return self._moved(place, other)
            case _:
                return None

    def _resting(self, place: Place, meanwhile: Motion) -> Iterator[float]:
        grams = self._random.uniform(*RESTING_GRAMS)
        yield 0.5
        self._hands.push(place, grams)
        yield 1.0
        yield from meanwhile
        yield RESTING_SECONDS
        self._hands.push(place, -grams)
        yield 0.5

    def _presses(self, times: int, now: float) -> Iterator[float]:
        for number in range(times):
            yield from self._asks.press(TAP_SECONDS, now + 2 * TAP_SECONDS * number)
            yield TAP_SECONDS

    def _cat(self, places: Sequence[Place]) -> Iterator[float]:
        for place in places:
            grams = self._random.uniform(*PAW_GRAMS)
            self._hands.push(place, grams)
            yield 0.6
            self._hands.push(place, -grams)
            yield 0.2
        yield RESTING_SECONDS

    def _exchanged(self, one: Place, other: Place) -> Iterator[float]:
        for heavier, lighter, seconds in ((one, other, LONG_SECONDS), (other, one, 0.5)):
            self._hands.push(heavier, EXCHANGED_GRAMS)
            self._hands.push(lighter, -EXCHANGED_GRAMS)
            yield seconds

    def _forgotten(self, place: Place, other: Place) -> Iterator[float]:
        """The other weight lies there until somebody wonders why nothing goes on."""
        self._hands.push(other, self._hands.load.grams / 2)
        yield 1.0
        yield from self._hands.put_load(place)
        yield LONG_SECONDS
        self._hands.push(other, -self._hands.load.grams / 2)
        yield 0.5

    def _and_another(self, place: Place, other: Place) -> Iterator[float]:
        yield from self._hands.put_load(place)
        self._hands.push(other, self._hands.load.grams)
        yield RESTING_SECONDS
        self._hands.push(other, -self._hands.load.grams)
        yield 0.5

    def _lifted(self, place: Place, times: int) -> Iterator[float]:
        for _ in range(times):
            yield from self._hands.lift_off(place)
            yield RESTING_SECONDS
            yield from self._hands.put_back(place)
            yield RESTING_SECONDS

    def _half(self, place: Place) -> Iterator[float]:
        yield 0.8
        self._hands.push(place, self._hands.load.grams / 2)
        yield RESTING_SECONDS
        self._hands.push(place, -self._hands.load.grams / 2)
        yield 0.5

    def _bean(self, place: Place) -> Iterator[float]:
        yield 0.5
        self._hands.push(place, 0.6)
        yield RESTING_SECONDS
        self._hands.push(place, -0.6)
        yield 0.5

    def _cup_with_mass(self, place: Place) -> Iterator[float]:
        yield from self._hands.take_load(place)
        yield from self._lifted(place, 1)

    def _moved(self, place: Place, other: Place) -> Iterator[float]:
        yield from self._hands.take_load(place)
        if other == place:
            # Only what was seen empty is done.
            yield RESTING_SECONDS
        yield from self._hands.put_load(other)
