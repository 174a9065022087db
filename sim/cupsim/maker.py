"""Somebody who calibrates a board: hands that do what the lights ask for, and eyes on the table.

One thing is done at a time, each in human time. The cups that are off the board stand beside it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp, inf
from random import Random
from typing import Protocol

from cupsboard.play.palette import PERIOD_SECONDS
from cupsboard.play.scene import Meaning
from cupsboard.rules.places import Place, Side, is_cup, stock

from cupsim.eyes import LOOK_SECONDS
from cupsim.table import Cup, Table

HEAP = stock(Side.SOUTH)
"""Where the beans are taken from."""
GLANCE_SECONDS = 0.4
READING_SECONDS = PERIOD_SECONDS + 2 * LOOK_SECONDS
PATIENCE_SECONDS = 5.0
"""After nothing has been asked for so long, a person presses the button."""
FINGER_GRAMS = (3.0, 15.0)
TOUCH_GRAMS = (25.0, 60.0)
TIME_SPREAD = 0.25
PRESS_ENDS = ("calibrate-empty", "calibrate-cups", "calibrate-touch", "calibrate-beans")
"""What a press ends when there is nothing left to do about it."""
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


@dataclass(frozen=True, slots=True)
class Load:
    """What goes on every place in turn: a mass, or so many beans of the heap."""

    grams: float = 0.0
    beans: int = 0


class Maker:
    """Calibrates by the lights."""

    def __init__(self, table: Table, asks: Asks, random: Random, load: Load) -> None:
        self._table = table
        self._asks = asks
        self._random = random
        self._load = load
        self._aside: dict[Place, Cup] = {}
        self._loaded: set[Place] = set()
        self._handful = table.take(HEAP, load.beans, 0.0)
        self._touched: Place | None = None
        self._motion: Iterator[float] | None = None
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

    def _next(self, now: float) -> Iterator[float] | None:
        if self._asks.said() == "calibrate-refused":
            return self._answer(now)
        asked = self._asks.meanings()
        for place, meaning in asked.items():
            motion = self._obey(place, meaning)
            if motion is not None:
                return motion
        is_patient = now - self._quiet_since < PATIENCE_SECONDS
        is_press_asked = bool(asked) and self._asks.said() in PRESS_ENDS
        return None if is_patient or not is_press_asked else self._asks.press(0.15, now)

    def _answer(self, now: float) -> Iterator[float]:
        self._repeats += 1
        if self._repeats > MOST_REPEATS:
            self.has_given_up = True
            return iter((inf,))
        return self._asks.press(0.15, now)

    def _obey(self, place: Place, meaning: Meaning) -> Iterator[float] | None:
        match meaning:
            case Meaning.TOO_MANY if place in self._loaded:
                return self._unload(place)
            case Meaning.TOO_MANY if self._table.has_cup(place) and self._asks.said() == "calibrate-empty":
                return self._set_aside(place)
            case Meaning.LIFTED if place in self._aside:
                return self._put_back(place)
            case Meaning.MUST_NEXT if place not in self._loaded:
                return self._put_load(place)
            case Meaning.MAY_NEXT if is_cup(place) and self._table.contents()[HEAP]:
                return self._drop(place)
            case Meaning.LOOK if place != self._touched:
                self._touched = place
                return self._touch(place)
            case _:
                return None

    def _set_aside(self, place: Place) -> Iterator[float]:
        yield self._about(0.5)
        self._aside[place] = self._table.lift(place, self._due)
        yield self._about(0.5)

    def _put_back(self, place: Place) -> Iterator[float]:
        yield self._about(0.6)
        self._table.put_back(place, self._aside.pop(place), self._due)
        yield from self._finger(place, FINGER_GRAMS, 0.2)
        yield self._about(0.3)

    def _put_load(self, place: Place) -> Iterator[float]:
        yield self._about(0.8)
        yield from self._finger(place, FINGER_GRAMS, 0.2)
        self._loaded.add(place)
        for bean in self._handful:
            self._table.drop(place, bean, self._due)
            yield self._random.uniform(0.0, 0.05)
        self._table.push(place, self._load.grams, self._due)
        yield self._about(0.3)

    def _unload(self, place: Place) -> Iterator[float]:
        yield self._about(0.6)
        yield from self._finger(place, FINGER_GRAMS, 0.3)
        self._table.take(place, len(self._handful), self._due)
        self._table.push(place, -self._load.grams, self._due)
        self._loaded.discard(place)
        yield self._about(0.3)

    def _drop(self, place: Place) -> Iterator[float]:
        yield self._about(0.5)
        for bean in self._table.take(HEAP, 1, self._due):
            self._table.drop(place, bean, self._due)
        yield self._about(0.3)

    def _touch(self, place: Place) -> Iterator[float]:
        yield self._about(0.5)
        yield from self._finger(place, TOUCH_GRAMS, 1.0)
        yield self._about(0.3)

    def _finger(self, place: Place, grams: tuple[float, float], seconds: float) -> Iterator[float]:
        push = self._random.uniform(*grams)
        self._table.push(place, push, self._due)
        yield self._about(seconds)
        self._table.push(place, -push, self._due)

    def _about(self, seconds: float) -> float:
        return seconds * exp(self._random.gauss(0.0, TIME_SPREAD))
