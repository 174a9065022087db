"""Detect landings since the last look: a piece that lands is a step of mass in time.

Two cents weigh what a nickel weighs, but they land as two steps. A place is followed as a sequence of levels;
samples that agree make a level, and each level above the one before it is a landing.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.histories.world import Lot
from cupsboard.recognition.population import Population
from cupsboard.rules.places import Place

_COSTS, _LIMITS, _PRIORS = COSTS.landings, COSTS.limits, PRIORS.histories
_LOG_TOGETHER = math.log(_PRIORS.landed_together)
_LOG_NOTHING = math.log(_PRIORS.step_of_nothing)
_LOG_WITH_FINGER = math.log(_PRIORS.step_with_finger)
_MOST_TOGETHER = 3
_RESTED_SECONDS = 0.4
"""A finger that touches a rim as it drops a piece is gone after this time.

No player takes a piece out again within this time.
"""


class Landing(NamedTuple):
    """A sudden increase of the weight of `place` by `grams`, at `time`: a piece landed."""

    time: float
    place: Place
    grams: float


@dataclass(slots=True)
class _Levels:
    """The level of one place, and the samples since it was left."""

    noise_grams: float
    level: float | None = None
    transit: list[float] | None = None
    seen: float | None = None
    """The level as its newest piece landed, or at the last look if that was later."""

    def add(self, grams: float) -> float | None:
        """Take one sample.

        Return by how many grams the place rose to a new level (negative: fell), else None.
        """
        near = _LIMITS.sample_sigmas * self.noise_grams
        if self.level is not None and not self.transit and abs(grams - self.level) <= near:
            self.level += _COSTS.following_share * (grams - self.level)
            return None
        transit = self.transit = [*(self.transit or ()), grams][-_COSTS.agreeing_samples :]
        if len(transit) < _COSTS.agreeing_samples or max(transit) - min(transit) > 2 * near:
            return None
        before, self.level, self.transit = self.level, sum(transit) / len(transit), None
        return None if before is None else self.level - before

    @property
    def eased_grams(self) -> float:
        """Return by how many grams the place has come off `seen`, however slowly; 0.0 if that is chance."""
        if self.level is None or self.seen is None:
            return 0.0
        chance = _LIMITS.chance_sigmas * self.noise_grams / math.sqrt(_COSTS.agreeing_samples)
        eased = self.level - self.seen
        return eased if abs(eased) > chance else 0.0


class Steps:
    """Detects landings at all places between looks."""

    def __init__(self, noise_grams: Mapping[Place, float], lightest_grams: float) -> None:
        """Begin with no level known; `noise_grams` is the standard deviation of one sample of each place."""
        self._levels = {place: _Levels(noise) for place, noise in noise_grams.items()}
        self._least = _COSTS.lightest_step_beans * lightest_grams
        self.landings: list[Landing] = []
        """Landings since the last look, in the order of time."""
        self.fallen: set[Place] = set()
        """Places that have lost mass since the last look; which of their steps remain is unknown."""
        self._newest: dict[Place, Landing] = {}
        """The newest landing of every place, before the last look or after it."""
        self._looked_at: tuple[list[Landing], set[Place]] | None = None
        """The landings and fallen places that the last look used; None if that look is final."""
        self.is_undone = False
        """Whether the last look was taken back because it saw a finger; its landings are open again."""

    def step(self, now: float, fresh_grams: Mapping[Place, float]) -> None:
        """Add the samples of one frame, as gross grams by place, and detect landings and falls in them."""
        for place, grams in fresh_grams.items():
            step = self._levels[place].add(grams)
            if step is not None and step >= self._least:
                self._newest[place] = Landing(now, place, step)
                self.landings.append(self._newest[place])
                self._levels[place].seen = self._levels[place].level
            elif step is not None and step <= -self._least:
                self._fell(now, place, -step)
            elif eased := self._levels[place].eased_grams:
                self._ease(now, place, eased)

    def _fell(self, now: float, place: Place, grams: float) -> None:
        """Handle a place that has become lighter: a finger that had just come went, or a piece did."""
        newest = self._newest.pop(place, None)
        if newest is None or now - newest.time > _RESTED_SECONDS or newest.grams - grams <= -self._least:
            self.fallen.add(place)
            return
        if newest not in self.landings and not self._undo_look(newest):
            self.fallen.add(place)
            return
        number, left = self.landings.index(newest), newest.grams - grams
        self.landings[number : number + 1] = [Landing(now, place, left)] if left >= self._least else []

    def _ease(self, now: float, place: Place, grams: float) -> None:
        """Correct the newest landing: a finger left it, or went just as a piece of nearly its weight fell.

        A finger that comes later is a hand on its way to something else, and says nothing of the landing.
        """
        newest = self._newest.get(place)
        if newest is None or (grams > 0.0 and now - newest.time > _RESTED_SECONDS):
            return
        if newest in self.landings or self._undo_look(newest):
            self._levels[place].seen = self._levels[place].level
            corrected = newest._replace(grams=newest.grams + grams)
            self._newest[place] = self.landings[self.landings.index(newest)] = corrected

    def _undo_look(self, landing: Landing) -> bool:
        """Take back the last look if it used this landing; return False if it did not, or is final."""
        if self._looked_at is None or landing not in self._looked_at[0]:
            return False
        before, fallen = self._looked_at
        self.landings, self.fallen = [*before, *self.landings], fallen | self.fallen
        self._looked_at, self.is_undone = None, True
        return True

    def begin(self, *, is_final: bool) -> None:
        """Start a new interval: forget the landings up to now, because a look has used them.

        A look with `is_final` is never taken back. Any other is taken back if the piece it saw proves to be a
        finger; then its landings are restored.
        """
        self._looked_at = None if is_final else (self.landings, self.fallen)
        self.landings, self.fallen, self.is_undone = [], set(), False
        for each in self._levels.values():
            each.seen = each.level


def log_likelihood(
    seen: Sequence[float], arrived: Sequence[Lot], populations: Sequence[Population], noise_grams: float
) -> float:
    """Return the log likelihood of the landings `seen` at one place if the lots `arrived` came in this order.

    `seen` are steps of mass in grams, `noise_grams` is the standard deviation of one sample. A step either
    may be certain pieces or may not; how closely its mass agrees does not count.
    """
    # The best way to lay the steps beside the arrivals, both in their order.
    best = [[-math.inf] * (len(arrived) + 1) for _ in range(len(seen) + 1)]
    best[0][0] = 0.0
    for steps in range(len(seen) + 1):
        for pieces in range(len(arrived) + 1):
            here = best[steps][pieces]
            if pieces < len(arrived):
                best[steps][pieces + 1] = max(best[steps][pieces + 1], here + _LOG_TOGETHER)
            if steps == len(seen):
                continue
            best[steps + 1][pieces] = max(best[steps + 1][pieces], here + _LOG_NOTHING)
            both, next_piece = sum(seen[steps : steps + 2]), arrived[pieces : pieces + 1]
            if steps + 1 < len(seen) and next_piece and _is_of(both, next_piece, populations, noise_grams):
                after = here + _LOG_WITH_FINGER
                best[steps + 2][pieces + 1] = max(best[steps + 2][pieces + 1], after)
            for together in range(1, min(_MOST_TOGETHER, len(arrived) - pieces) + 1):
                if _is_of(seen[steps], arrived[pieces : pieces + together], populations, noise_grams):
                    after = here + (together - 1) * _LOG_TOGETHER
                    best[steps + 1][pieces + together] = max(best[steps + 1][pieces + together], after)
    return best[-1][-1]


def _is_of(grams: float, lots: Sequence[Lot], populations: Sequence[Population], noise_grams: float) -> bool:
    """Return whether a step of `grams` may be these lots landing together."""
    mean, variance = 0.0, 2 * noise_grams**2
    for lot in lots:
        for count, each in zip(lot, populations, strict=True):
            mean += count * each.mean_grams
            variance += count * each.variance + count * count * each.mean_variance
    return abs(grams - mean) <= _LIMITS.chance_sigmas * math.sqrt(variance)
