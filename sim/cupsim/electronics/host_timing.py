"""A host computer in virtual time: its calls cost time, and it loses the processor at random moments."""

from dataclasses import dataclass
from itertools import cycle
from math import inf
from random import Random


@dataclass(frozen=True, slots=True)
class HostSpeed:
    """How slow and how disturbed a host is. The defaults are a guess at a Pi 4, not a measurement."""

    call_seconds: float = 5e-6
    """Mean cost of one call to the lines."""
    call_jitter: float = 0.4
    """Relative spread of that cost, uniform to both sides."""
    preemptions_per_second: float = 2.0
    preemption_seconds: float = 0.4e-3
    """Mean length of a preemption; exponentially distributed."""
    wake_seconds: float = 80e-6
    """Mean lateness when a sleep ends; exponentially distributed."""

    @classmethod
    def ideal(cls) -> "HostSpeed":
        """A host that nothing disturbs."""
        return cls(call_jitter=0.0, preemptions_per_second=0.0, wake_seconds=0.0)


_COSTS = 1021


class Host:
    """The time of one process: it moves on by calls, by preemptions and by sleeping."""

    def __init__(self, rng: Random, speed: HostSpeed | None = None, start: float = 0.0) -> None:
        speed = speed or HostSpeed()
        self.time = start
        self.preemptions = 0
        self._rng = rng
        self._speed = speed
        # Drawn once: a frame makes 75 calls, and a table is much cheaper than a generator.
        spread = speed.call_jitter
        self._costs = cycle([speed.call_seconds * rng.uniform(1 - spread, 1 + spread) for _ in range(_COSTS)])
        self._preempted_at = self._next_preemption()

    def disturb(self, speed: HostSpeed) -> None:
        """Be as slow and as disturbed as that from now on; calls cost what they did."""
        self._speed = speed
        self._preempted_at = self._next_preemption()

    def call(self) -> float:
        """Spend the time of one call; returns the moment at which it took effect."""
        start = self.time
        cost = next(self._costs)
        end = start + cost
        if end < self._preempted_at:
            self.time = end
            return start + cost * 0.5
        return self._preempted_call(start, cost)

    def sleep_until(self, time: float) -> None:
        """Let time pass; the process wakes a little late. Returns at once if the time has passed."""
        if time <= self.time:
            return
        wake = self._speed.wake_seconds
        self.time = time + (self._rng.expovariate(1 / wake) if wake else 0.0)
        if self._preempted_at <= self.time:
            self._preempted_at = self._next_preemption()

    def _preempted_call(self, start: float, cost: float) -> float:
        self.preemptions += 1
        pause = self._rng.expovariate(1 / self._speed.preemption_seconds)
        self.time = start + cost + pause
        is_before_effect = self._preempted_at <= start + cost * 0.5
        self._preempted_at = self._next_preemption()
        return start + cost * 0.5 + (pause if is_before_effect else 0.0)

    def _next_preemption(self) -> float:
        rate = self._speed.preemptions_per_second
        return self.time + self._rng.expovariate(rate) if rate else inf
