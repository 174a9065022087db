"""What ails a load cell: faults that are put on one cell for as long as they last.

Each says what it adds to what the converter shows, in grams. A cell that jumps or drifts does so behind the
converter's averages, as the logs show from which these were taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

FULL_PRESS_SECONDS = 2.0
"""A bar that is bent for so long keeps all that it will keep of that; for less, less."""


@dataclass(slots=True)
class Jumping:
    """A cracked joint: the zero is at one of a few levels and leaps between them."""

    levels_grams: Sequence[float]
    leaps_per_second: float
    random: Random
    since: float = 0.0
    until: float = float("inf")
    _grams: float = 0.0
    _next: float = 0.0

    def bear(self, time: float, load_grams: float) -> None:
        """A load makes no difference to it."""

    def grams_at(self, time: float) -> float:
        """The level of the moment."""
        if not self.since <= time < self.until:
            return 0.0
        self._next = max(self._next, self.since)
        while self._next <= time:
            self._grams = self.random.choice([each for each in self.levels_grams if each != self._grams])
            self._next += self.random.expovariate(self.leaps_per_second)
        return self._grams


@dataclass(slots=True)
class Drifting:
    """The zero goes on and on, the same way."""

    grams_per_second: float
    since: float = 0.0
    until: float = float("inf")

    def bear(self, time: float, load_grams: float) -> None:
        """A load makes no difference to it."""

    def grams_at(self, time: float) -> float:
        """How far it has gone."""
        return self.grams_per_second * max(0.0, min(time, self.until) - self.since)


@dataclass(slots=True)
class Wandering:
    """The zero walks about by chance, now this way and now that."""

    grams_per_root_second: float
    random: Random
    since: float = 0.0
    _grams: float = 0.0
    _at: float = 0.0

    def bear(self, time: float, load_grams: float) -> None:
        """A load makes no difference to it."""

    def grams_at(self, time: float) -> float:
        """How far it is from where it began."""
        elapsed = max(0.0, time - max(self._at, self.since))
        if elapsed:
            self._grams += self.random.gauss(0.0, self.grams_per_root_second * sqrt(elapsed))
            self._at = time
        return self._grams


@dataclass(slots=True)
class Yielding:
    """A bar that keeps a share of what presses beyond its rating."""

    share: float
    rating_grams: float
    kept_grams: float = 0.0
    _most: float = 0.0
    _since: float | None = field(default=None)

    def bear(self, time: float, load_grams: float) -> None:
        """Be bent by the load, and let go of."""
        if self._since is not None:
            bent = min(1.0, (time - self._since) / FULL_PRESS_SECONDS)
            self.kept_grams += bent * self.share * self._most
            self._since, self._most = None, 0.0
        if load_grams > self.rating_grams:
            self._since, self._most = time, load_grams

    def grams_at(self, time: float) -> float:
        """What it has kept."""
        return self.kept_grams


@dataclass(slots=True)
class Touching:
    """A platform that touches another: each bears a share of what comes to the other from then on."""

    share: float
    since: float = 0.0
    other: "Touching | None" = None
    _at_first: float = 0.0
    _load: float = 0.0

    def bear(self, time: float, load_grams: float) -> None:
        """Lie on this platform."""
        self._load = load_grams
        if time < self.since:
            self._at_first = load_grams

    @property
    def come_grams(self) -> float:
        """What has come since they touch."""
        return self._load - self._at_first

    def grams_at(self, time: float) -> float:
        """What the other bears of what lies here, and this one of what lies there."""
        if time < self.since or self.other is None:
            return 0.0
        return self.share * (self.other.come_grams - self.come_grams)
