"""Somebody who calibrates a board: reads the lights, and lets the hands do what they ask for."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from math import inf
from typing import Protocol

from cupsboard.rules.places import Place, is_cup
from cupsboard.signs.light_patterns import PERIOD_SECONDS
from cupsboard.signs.scene import Meaning

from cupsim.people.calibrating_hands import CalibratingHands, MassHands, Motion
from cupsim.people.light_reader import LOOK_SECONDS
from cupsim.table.table import Table

GLANCE_SECONDS = 0.4
READING_SECONDS = PERIOD_SECONDS + 2 * LOOK_SECONDS
PATIENCE_SECONDS = 5.0
"""After nothing has been asked for so long, a person presses the button."""
BARE = ("calibrate-empty", "calibrate-empty-again")
CUPS_OFF = (*BARE, "prove-cups")
"""What asks for cups to be taken off."""
MOVES = tuple(f"calibrate-move{end}" for end in ("", "-bare", "-spot", "-again", "-spot-again"))
CUP_TOO = ("calibrate-load-again", "calibrate-move-again")
"""What asks for the cup to be lifted for the mass."""
LIFT_BOTH = ("calibrate-lift", "calibrate-unlike", "calibrate-unlike-spot")
NOT_FELT = "calibrate-load-early"
FELT_ELSEWHERE = "calibrate-unload-there"
PRESS_ENDS = (
    *BARE,
    "calibrate-cups",
    "calibrate-touch",
    "calibrate-touch-again",
    "calibrate-touch-there",
    "calibrate-lighter",
    "calibrate-or-nothing",
    "calibrate-unload",
    "calibrate-lift",
    "calibrate-unlike",
    "calibrate-unlike-spot",
    "calibrate-unload-there",
    "calibrate-done-there",
    "calibrate-two",
    "calibrate-odd",
    "calibrate-more",
    "calibrate-beans",
    *MOVES,
)
"""What a press ends when there is nothing left to do about it."""
MOST_TOUCHES = 4
"""After so many touches of a place whose light comes back a person presses the button."""
MOST_REPEATS = 1
"""What is refused once more after so many repeats is left out, or given up."""


class Asks(Protocol):
    """What a maker sees and reaches besides the table."""

    def meanings(self) -> Mapping[Place, Meaning]:
        """What the lights say."""

    def press(self, held_seconds: float, time: float) -> Iterator[float]:
        """Push a button for a while."""

    def said(self) -> str:
        """The key of the sentence on the screen."""


class MassMaker:
    """Calibrates by the lights, with a mass and the fingers."""

    def __init__(self, asks: Asks, hands: MassHands) -> None:
        self._asks = asks
        self._mass_hands = hands
        self._touches = Counter[Place]()
        self._motion: Motion | None = None
        self._due = 0.0
        self._quiet_since = 0.0
        self._repeats = 0
        self.has_given_up = False

    def step(self, now: float) -> float:
        """Go on with what is being done, or look what is asked for; when to be called again."""
        if now < self._due:
            return self._due
        if self._motion is not None:
            pause = next(self._motion, None)
            if pause is not None:
                self._due += pause
                return self._due
            self._motion, self._quiet_since = None, now
            # What the lights say now can be read only after a whole rhythm.
            self._due = now + READING_SECONDS
            return self._due
        self._motion = self._next(now)
        self._due = now + (GLANCE_SECONDS if self._motion is None else 0.0)
        return self._due

    def finish(self) -> None:
        """Do at once what is left of the motion that was begun."""
        for _ in self._motion or ():
            pass
        self._motion = None

    def _next(self, now: float) -> Motion | None:
        if self._asks.said() == "calibrate-refused":
            return self._answer(now)
        asked = self._asks.meanings()
        for place, meaning in asked.items():
            motion = self._obey(place, meaning)
            if motion is not None:
                return motion
        is_patient = now - self._quiet_since < PATIENCE_SECONDS
        lies_there = any(
            meaning is Meaning.MUST_NEXT and place == self._mass_hands.loaded_place
            for place, meaning in asked.items()
        )
        is_press_asked = bool(asked) and (self._asks.said() in PRESS_ENDS or lies_there)
        return None if is_patient or not is_press_asked else self._asks.press(0.15, now)

    def _answer(self, now: float) -> Motion:
        self._repeats += 1
        self._touches.clear()
        if self._repeats > MOST_REPEATS:
            self.has_given_up = True
            return iter((inf,))
        return self._asks.press(0.15, now)

    def _obey(self, place: Place, meaning: Meaning) -> Motion | None:
        hands = self._mass_hands
        match meaning:
            case Meaning.TOO_MANY if place == hands.loaded_place and self._asks.said() in MOVES:
                following = [at for at, each in self._asks.meanings().items() if each is Meaning.MUST_NEXT]
                return self._moved(place, following[0]) if following else None
            case Meaning.TOO_MANY if place == hands.loaded_place:
                return hands.take_load(place)
            case Meaning.LIFTED if place == hands.loaded_place and self._asks.said() in LIFT_BOTH:
                return hands.lift_load(place)
            case Meaning.TOO_MANY if self._asks.said() == FELT_ELSEWHERE and hands.loaded_place is not None:
                # It says that the weight lies elsewhere: a hand takes it off where it truly lies.
                return hands.take_load(hands.loaded_place)
            case Meaning.MUST_NEXT if place == hands.loaded_place and self._asks.said() == NOT_FELT:
                return hands.take_load(place)
            case Meaning.MUST_NEXT if place != hands.loaded_place:
                elsewhere = hands.loaded_place
                return self._put(place) if elsewhere is None else hands.take_load(elsewhere)
            case Meaning.LOOK if self._touches[place] < MOST_TOUCHES:
                self._touches[place] += 1
                return hands.touch(place)
            case _:
                return None

    def _put(self, place: Place) -> Motion:
        is_lifted = self._asks.said() in CUP_TOO
        return self._mass_hands.put_load_lifted(place) if is_lifted else self._mass_hands.put_load(place)

    def _moved(self, place: Place, following: Place) -> Motion:
        """Carry the mass from a place to the next one, which is lit for it."""
        return chain(self._mass_hands.take_load(place), self._put(following))


class Maker(MassMaker):
    """Calibrates a board of cups with beans, too."""

    def __init__(self, table: Table, asks: Asks, hands: CalibratingHands) -> None:
        super().__init__(asks, hands)
        self._table = table
        self._hands = hands

    def _obey(self, place: Place, meaning: Meaning) -> Motion | None:
        hands = self._hands
        if (motion := super()._obey(place, meaning)) is not None:
            return motion
        match meaning:
            case Meaning.TOO_MANY if self._table.has_cup(place) and self._asks.said() in CUPS_OFF:
                return hands.lift_off(place)
            case Meaning.LIFTED if hands.has_taken(place):
                return hands.put_back(place)
            case Meaning.MAY_NEXT if is_cup(place) and hands.has_beans:
                return hands.drop_bean(place)
            case _:
                return None
