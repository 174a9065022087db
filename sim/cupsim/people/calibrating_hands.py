"""Hands that calibrate a board: what they can do, each thing in human time, and where things are meanwhile.

A motion is an iterator of pauses in seconds; whoever carries it out lets them pass.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Protocol

from cupsboard.rules.places import Place, Side, is_cup, stock

from cupsim.errors import SimulatorError
from cupsim.table.table import Cup, Table

HEAP = stock(Side.SOUTH)
"""Where the beans are taken from, unless it is said otherwise."""
FINGER_GRAMS = (3.0, 15.0)
TOUCH_GRAMS = (25.0, 60.0)
TIME_SPREAD = 0.25

Motion = Iterator[float]


@dataclass(frozen=True, slots=True)
class Load:
    """What goes on every place in turn: a mass, or so many beans of the heap."""

    grams: float = 0.0
    beans: int = 0


class Pressed(Protocol):
    """A table whose cells feel what is put on them."""

    def push(self, place: Place, grams: float, time: float) -> None:
        """Add a force to a place; the negative takes it away."""


class MassHands:
    """Two hands with a load; `time` says how far the motion has got."""

    def __init__(self, pressed: Pressed, random: Random, load: Load, time: Callable[[], float]) -> None:
        self._pressed = pressed
        self._random = random
        self.load = load
        """What goes on every place in turn."""
        self._time = time
        self.loaded_place: Place | None = None
        """Where the load is, if it is not in the hand."""

    def put_load(self, place: Place) -> Motion:
        """Put the load on a place. Raises SimulatorError if it lies elsewhere."""
        if self.loaded_place is not None:
            raise SimulatorError(f"the load is on {self.loaded_place}: take it from there first")
        yield self._about(0.8)
        yield from self._finger(place, FINGER_GRAMS, 0.2)
        self.loaded_place = place
        yield from self._lay(place)
        yield self._about(0.3)

    def take_load(self, place: Place) -> Motion:
        """Take the load away again. Raises SimulatorError if it lies elsewhere."""
        if self.loaded_place != place:
            raise SimulatorError(f"the load is not on {place}")
        yield self._about(0.6)
        yield from self._finger(place, FINGER_GRAMS, 0.3)
        self._take_up(place)
        self.loaded_place = None
        yield self._about(0.3)

    def put_load_lifted(self, place: Place) -> Motion:
        """Put the load on a place for the second time; where a cup stands it is lifted for that."""
        return self.put_load(place)

    def lift_load(self, place: Place) -> Motion:
        """Lift the load from a place, with what it stands in, and put it back."""
        yield from self.take_load(place)
        yield from self.put_load(place)

    def touch(self, place: Place) -> Motion:
        """Press lightly on a place for a second."""
        yield self._about(0.5)
        yield from self._finger(place, TOUCH_GRAMS, 1.0)
        yield self._about(0.3)

    def push(self, place: Place, grams: float) -> None:
        """Add a force of `grams` to a place, besides the load; a negative one takes it away."""
        self._pressed.push(place, grams, self._time())

    def _lay(self, place: Place) -> Motion:
        self.push(place, self.load.grams)
        yield from ()

    def _take_up(self, place: Place) -> None:
        self.push(place, -self.load.grams)

    def _finger(self, place: Place, grams: tuple[float, float], seconds: float) -> Motion:
        push = self._random.uniform(*grams)
        self.push(place, push)
        yield self._about(seconds)
        self.push(place, -push)

    def _about(self, seconds: float) -> float:
        return seconds * exp(self._random.gauss(0.0, TIME_SPREAD))


class CalibratingHands(MassHands):
    """Such hands with cups and a heap of beans."""

    def __init__(
        self, table: Table, random: Random, load: Load, time: Callable[[], float], heap: Place = HEAP
    ) -> None:
        """Beans are taken from the `heap`."""
        super().__init__(table, random, load, time)
        self._table = table
        self._aside: dict[Place, Cup] = {}
        self._heap = heap
        self._handful = table.take(heap, load.beans, 0.0)

    def has_taken(self, place: Place) -> bool:
        """Return whether the cup of a place stands beside the board."""
        return place in self._aside

    def lift_off(self, place: Place) -> Motion:
        """Take a cup off and stand it beside the board. Raises SimulatorError if none stands there."""
        if not self._table.has_cup(place):
            raise SimulatorError(f"no cup stands on {place}")
        yield self._about(0.5)
        self._aside[place] = self._table.lift(place, self._time())
        yield self._about(0.5)

    def put_back(self, place: Place) -> Motion:
        """Put a cup back on its platform. Raises SimulatorError if it stands there."""
        if place not in self._aside:
            raise SimulatorError(f"the cup of {place} is not beside the board")
        yield self._about(0.6)
        self._table.put_back(place, self._aside.pop(place), self._time())
        yield from self._finger(place, FINGER_GRAMS, 0.2)
        yield self._about(0.3)

    def put_load(self, place: Place) -> Motion:
        """See `MassHands`. Raises SimulatorError where beans of the load would roll away, too."""
        if self._handful and not self._table.has_cup(place):
            raise SimulatorError(f"no cup stands on {place}: the beans would roll away")
        yield from super().put_load(place)

    def put_load_lifted(self, place: Place) -> Motion:
        """See `MassHands`."""
        if not self._table.has_cup(place):
            yield from self.put_load(place)
            return
        yield from self.lift_off(place)
        yield self._about(0.6)
        self._table.put_back(place, self._aside.pop(place), self._time())
        yield from super().put_load(place)

    def lift_load(self, place: Place) -> Motion:
        """See `MassHands`."""
        yield from self.take_load(place)
        yield from self.put_load_lifted(place)

    def drop_bean(self, place: Place) -> Motion:
        """Let a bean of the heap fall into a cup. Raises SimulatorError where that can't be."""
        if not is_cup(place) or not self._table.has_cup(place):
            raise SimulatorError(f"no cup stands on {place}")
        if not self.has_beans:
            raise SimulatorError("the heap of beans is used up")
        yield self._about(0.5)
        for bean in self._table.take(self._heap, 1, self._time()):
            self._table.drop(place, bean, self._time())
        yield self._about(0.3)

    def empty(self, place: Place) -> Motion:
        """Take all beans out of a cup, back to the heap. Raises SimulatorError where none lie."""
        lying = self._table.contents().get(place, 0) if self._table.has_cup(place) else 0
        if not lying:
            raise SimulatorError(f"no beans lie in {place}")
        yield self._about(0.8)
        for bean in self._table.take(place, lying, self._time()):
            self._table.drop(self._heap, bean, self._time())
        yield self._about(0.5)

    @property
    def has_beans(self) -> bool:
        """Return whether there are beans left on the heap."""
        return bool(self._table.contents()[self._heap])

    def _lay(self, place: Place) -> Motion:
        for bean in self._handful:
            self._table.drop(place, bean, self._time())
            yield self._random.uniform(0.0, 0.05)
        yield from super()._lay(place)

    def _take_up(self, place: Place) -> None:
        if self._handful:
            self._table.take(place, len(self._handful), self._time())
        super()._take_up(place)
