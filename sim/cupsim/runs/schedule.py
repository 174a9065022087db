"""The one schedule of a run: board, hands and people take turns in virtual time."""

from collections.abc import Callable, Sequence
from typing import Protocol

from cupsboard.ports import Clock

from cupsim.table.hands import Hands

AHEAD_SECONDS = 0.003
"""Hands are carried out this far ahead of the host, so that no conversion misses what they did."""


class Actor(Protocol):
    """A board, hands, or a person: all that acts at its own times."""

    @property
    def next_time(self) -> float:
        """When it wants to act next; infinity for never."""

    def act(self, now: float) -> None:
        """Do what is due, if anything is; also called when another actor's time has come."""


class Timed:
    """An actor made of a function that takes the time and returns when to call it again."""

    def __init__(self, step: Callable[[float], float], next_time: float) -> None:
        self.next_time = next_time
        self._step = step

    def act(self, now: float) -> None:
        """See `Actor`."""
        if now >= self.next_time:
            self.next_time = self._step(now)


class HandsAhead:
    """Hands as an actor; `watch` hears, after they did something, which ones and up to which time."""

    def __init__(self, hands: Hands, watch: Callable[[Hands, float], object] = lambda *_: None) -> None:
        self.hands = hands
        self._watch = watch

    @property
    def next_time(self) -> float:
        """See `Actor`."""
        return self.hands.next_time

    def act(self, now: float) -> None:
        """See `Actor`."""
        soon = now + AHEAD_SECONDS
        if self.hands.next_time <= soon:
            self.hands.advance(soon)
            self._watch(self.hands, soon)


def run_until(
    time: float, clock: Clock, actors: Callable[[], Sequence[Actor]], is_over: Callable[[], bool]
) -> None:
    """Let time pass until `time`, or until something is over; actors act in the order given.

    They are asked for anew at every step, because people come and go.
    """
    while clock.now() < time and not is_over():
        for actor in actors():
            actor.act(clock.now())
        clock.sleep_until(min([time, *(actor.next_time for actor in actors())]))
