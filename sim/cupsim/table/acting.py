"""Acts that a person's hand does one after the other, each in its own time.

An act is a motion: a generator that changes the table at an instant and yields the seconds to the next.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from math import exp, inf
from random import Random
from typing import Generic, TypeAlias, TypeVar

from cupsboard.rules.places import Player

BOUNCE_SECONDS = 0.001

A = TypeVar("A")
P = TypeVar("P", bound=Player)

SetButton: TypeAlias = Callable[[P, bool, float], object]
"""Sets the level of a player's button, as its contact makes and breaks, at a time."""


class Acting(ABC, Generic[P, A]):
    """One who does acts; `tempo` 2 moves twice as fast.

    The caller calls `advance` at `next_time`, or later.
    """

    time_spread: float
    """Spread of the logarithm of a duration."""

    def __init__(self, player: P, set_button: SetButton[P], random: Random, tempo: float) -> None:
        self.tempo = tempo
        self.doing: A | None = None
        """The act that is being done."""
        self._player, self._set_button, self._random = player, set_button, random
        self._queue: deque[A] = deque()
        self._motion: Iterator[float] | None = None
        self._due = inf

    @property
    def next_time(self) -> float:
        """When `advance` has something to do; infinity while idle."""
        return self._due

    @property
    def is_busy(self) -> bool:
        """Whether an act is being done."""
        return self._motion is not None

    def do(self, *acts: A, now: float) -> None:
        """Do these acts in order, after what was asked for before."""
        self._queue.extend(acts)
        if self._motion is None:
            self._due = now
            self._begin_next()

    def advance(self, now: float) -> None:
        """Carry out everything that is due until `now`, each at its own instant."""
        while self._motion is not None and self._due <= now:
            pause = next(self._motion, None)
            if pause is None:
                self._begin_next()
            else:
                self._due += pause

    @abstractmethod
    def _begun(self, act: A) -> Iterator[float] | None:
        """Return the motion of an act; None for one that can't be done."""

    def _begin_next(self) -> None:
        if self._queue:
            self.doing = self._queue.popleft()
            self._motion = self._begun(self.doing)
        else:
            self._motion = None
        if self._motion is None:
            self._rest_from_acting()

    def _rest_from_acting(self) -> None:
        self._motion, self._due, self.doing = None, inf, None

    def _contact(self, is_down: bool) -> Iterator[float]:
        """The contact makes or breaks, with the bounces of a real one before it rests."""
        for _ in range(self._random.randrange(4)):
            for level in (is_down, not is_down):
                self._set_button(self._player, level, self._due)
                yield self._random.uniform(0.0002, BOUNCE_SECONDS)
        self._set_button(self._player, is_down, self._due)

    def _in_about(self, seconds: float, spread: float | None = None) -> float:
        deviation = self.time_spread if spread is None else spread
        return seconds * exp(self._random.gauss(0.0, deviation)) / self.tempo
