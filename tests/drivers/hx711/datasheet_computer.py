"""The computer that reads the chips of `datasheet_chips`, in virtual time."""

from collections.abc import Iterator
from math import inf
from random import Random


class Computer:
    """The time of the reading process: calls cost it, and other work takes the processor away."""

    def __init__(
        self,
        rng: Random,
        call: float,
        preemptions: float = 2.0,
        preemption: float = 0.4e-3,
        stalls: Iterator[tuple[float, float]] | None = None,
        late: float = 80e-6,
    ) -> None:
        """`call` seconds a GPIO call, within 20 %; preemptions a second of a mean length; sleeps end late.

        `stalls` are (start, length) of times without a processor, in order.
        """
        self.time = 0.0
        self._rng = rng
        self._costs = [call * rng.uniform(0.8, 1.2) for _ in range(4093)]
        self._shares = [rng.random() for _ in range(1021)]
        self._calls = 0
        self._rate, self._length, self._late = preemptions, preemption, late
        self._stalls = stalls or iter(())
        self._stall = next(self._stalls, (inf, 0.0))
        self._preempted_at = self._next_preemption()
        self._disturbed_at = min(self._preempted_at, self._stall[0])

    def call(self) -> float:
        """Make a call; when it took effect."""
        number = self._calls = self._calls + 1
        start = self.time
        cost = self._costs[number % 4093]
        effect = start + cost * self._shares[number % 1021]
        self.time = start + cost
        if self.time >= self._disturbed_at:
            effect = self._lose(effect)
        return effect

    def sleep_until(self, moment: float) -> None:
        """Sleep; a little longer than asked."""
        if moment > self.time:
            self.time = moment + self._rng.expovariate(1.0 / self._late)
            while self._preempted_at <= self.time:
                self._preempted_at += self._rng.expovariate(self._rate)
            while self._stall[0] <= self.time:
                self.time = max(self.time, sum(self._stall))
                self._stall = next(self._stalls, (inf, 0.0))
            self._disturbed_at = min(self._preempted_at, self._stall[0])

    def _lose(self, effect: float) -> float:
        while self.time >= self._disturbed_at:
            at = self._disturbed_at
            if at == self._preempted_at:
                lost = self._rng.expovariate(1.0 / self._length)
                self._preempted_at += lost + self._rng.expovariate(self._rate)
            else:
                lost = self._stall[1]
                self._stall = next(self._stalls, (inf, 0.0))
            if at <= effect:
                effect += lost
            self.time += lost
            self._disturbed_at = min(self._preempted_at, self._stall[0])
        return effect

    def _next_preemption(self) -> float:
        return self.time + self._rng.expovariate(self._rate) if self._rate else inf
