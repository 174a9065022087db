"""What came down where since the agreed table: beans landing are events in time.

Two beans dropped one after the other into one cup weigh as much as a heavy one, but they come as two steps; a
steady push weighs as much as a bean, but nothing hits the cup. Both are told as evidence beside the weights:
`log_likelihood` says how well what was seen fits so many pieces having arrived.

A place's weight is followed as a pile of levels. A sample off the newest level begins a transit, three
samples that agree end it on another level: higher is one step more, lower takes back the steps above it. What
a transit overshoots its end by is the blow of something that fell, or the finger that let it go.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cupsboard.numbers import COSTS, PHYSICS, PRIORS
from cupsboard.rules.places import Place

_COSTS, _PRIORS = COSTS.landings, PRIORS.landings

_STEPS_IF = (_PRIORS.steps_if_none, _PRIORS.steps_if_one, _PRIORS.steps_if_two)
_MOST_STEPS = len(_PRIORS.steps_if_none) - 1
"""This many steps or more are one case."""


@dataclass(frozen=True, slots=True)
class Landed:
    """What was seen to come down in one place since the agreed table."""

    steps: int
    """Levels risen to, each higher by what one bean may weigh."""
    struck: bool | None
    """Whether each of them began with a blow; None where that can't be seen."""


def log_likelihood(landed: Landed, arrived: int, *, is_burdened: bool) -> float:
    """How probable it is to see this, if so many more pieces lie there than before (log)."""
    steps = min(landed.steps, _MOST_STEPS)
    is_told = 0 <= arrived < len(_STEPS_IF) and not is_burdened
    result = math.log(_STEPS_IF[arrived][steps] if is_told else _PRIORS.steps_otherwise)
    if landed.struck is not None and landed.steps:
        struck = _PRIORS.struck_if_piece if arrived > 0 and not is_burdened else _PRIORS.struck_otherwise
        result += math.log(struck if landed.struck else 1.0 - struck)
    return result


class _Pile:
    """The levels of one place, the agreed one at the bottom."""

    def __init__(self, bean_grams: float, noise_grams: float, bounce_samples: int) -> None:
        self._bean = bean_grams
        self._blow = max(_COSTS.blow_beans * bean_grams, _COSTS.blow_sigmas * noise_grams)
        self._bounce_samples = bounce_samples
        self._since_blow = self._since_gap = bounce_samples
        self._near = COSTS.limits.sample_sigmas * noise_grams
        self._agreement = _COSTS.agreement_sigmas * noise_grams
        self._levels: list[float] = []
        self._blows: list[bool | None] = []
        """For each level but the bottom one, whether it began with a blow; None if that was missed."""
        self._is_known = False
        """Whether the bottom is the agreed table."""
        self._transit: list[float] = []
        self._peak = -math.inf

    def add(self, grams: float) -> None:
        """Take one sample."""
        levels, transit = self._levels, self._transit
        self._since_blow += 1
        self._since_gap += 1
        if levels and not transit:
            off = grams - levels[-1]
            if -self._near <= off <= self._near:
                levels[-1] += _COSTS.following_share * off
                return
        if grams > self._peak:
            self._peak = grams
        transit.append(grams)
        if len(transit) >= _COSTS.agreeing_samples:
            newest = transit[-_COSTS.agreeing_samples :]
            if max(newest) - min(newest) <= self._agreement:
                self._arrive(sum(newest) / _COSTS.agreeing_samples)
            else:
                self._transit = newest

    def miss(self) -> None:
        """Note that a sample is missing."""
        self._since_gap = 0

    def _arrive(self, level: float) -> None:
        """Come to rest on a level."""
        self._transit = []
        levels, blows = self._levels, self._blows
        if not levels:
            levels.append(level)
        while blows and level < levels[-1] - self._near:
            # What was there for a while and is gone again pressed, or was taken out.
            self._peak = max(self._peak, levels.pop())
            blows.pop()
        rise = level - levels[-1]
        if self._peak > level + self._blow:
            self._since_blow = 0
        if rise > self._near:
            levels.append(level)
            is_struck = self._since_blow < self._bounce_samples
            may_be_missed = self._since_gap <= PHYSICS.settling_conversions + _COSTS.agreeing_samples
            blows.append(True if is_struck else None if may_be_missed else False)
        elif rise < -self._near:
            levels[-1] = level
            self._is_known = False
        self._peak = -math.inf

    def begin_at(self, grams: float) -> None:
        """What lies there with this weight has been agreed; what came after it stays a step."""
        for index in range(len(self._levels) - 1, -1, -1):
            if abs(self._levels[index] - grams) <= COSTS.limits.no_piece_beans * self._bean:
                del self._levels[:index], self._blows[:index]
                self._is_known = True
                return
        del self._levels[:-1], self._blows[:]
        self._is_known = False

    @property
    def is_plain(self) -> bool:
        """Whether every level is one bean above the one below, and the lowest is the agreed table."""
        low, high = _COSTS.lightest_step_beans * self._bean, _COSTS.heaviest_step_beans * self._bean
        levels = self._levels
        return self._is_known and all(low <= upper - lower <= high for lower, upper in pairwise(levels))

    @property
    def blows(self) -> Sequence[bool | None]:
        """Of every step, whether it began with a blow; None if that may have been missed."""
        return self._blows


class Landings:
    """Follows the samples of all places."""

    def __init__(self, rate_sps: float, bean_grams: float, noise_grams: Mapping[Place, float]) -> None:
        self._is_fine = rate_sps >= _COSTS.fine_sps
        bounce = math.ceil(PHYSICS.bounce_seconds * rate_sps)
        self._piles = {place: _Pile(bean_grams, noise, bounce) for place, noise in noise_grams.items()}

    def step(self, fresh_grams: Mapping[Place, float]) -> None:
        """Take the samples of one frame; places without a new one are left out."""
        for place, pile in self._piles.items():
            grams = fresh_grams.get(place)
            if grams is None:
                pile.miss()
            else:
                pile.add(grams)

    def begin_at(self, gross_grams: Mapping[Place, float]) -> None:
        """A table that weighed this has been agreed."""
        for place, grams in gross_grams.items():
            self._piles[place].begin_at(grams)

    @property
    def landed(self) -> dict[Place, Landed]:
        """What came down since, at the places where that can be told."""
        result = {}
        for place, pile in self._piles.items():
            blows = pile.blows
            # At a slow rate a single step may have been two landings: that says nothing then.
            if pile.is_plain and (self._is_fine or len(blows) > 1):
                result[place] = Landed(len(blows), _struck(blows) if self._is_fine else None)
        return result


def _struck(blows: Sequence[bool | None]) -> bool | None:
    return False if False in blows else None if None in blows else True
