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

from cupsboard.rules.places import Place

AGREEING_SAMPLES = 3
"""So many samples that agree are a level: at 80 SPS 40 ms, after 50 ms of settling."""
AGREEMENT = 4.5
"""Range of those samples in standard deviations of the noise; normal samples exceed it once in 250 times,
and then the next one makes the level."""
ON_LEVEL = 4.5
"""Standard deviations within which a sample belongs to the newest level."""
FOLLOWING = 0.05
"""How much of a sample's distance a level follows: a push that creeps in makes no step."""
LIGHTEST_STEP, HEAVIEST_STEP = 0.4, 1.7
"""In mean beans: steps between these can be one bean; any other makes the place's steps unknown."""
SAME_LEVEL = 0.25
"""In mean beans: how far a level may be from the agreed weight to be that of the agreed table."""
BLOW, BLOW_DEVIATIONS = 0.35, 5.0
"""From an overshoot of so much on (in mean beans, and in standard deviations of the noise), something has
struck. A kidney bean from 3 cm on a lined 500 g cell shows at 80 SPS as 3 to 8 bean weights (impulse
m v (1+e)/g seen through four averages of one period); a sample that was not read may hide most of it."""
BLOW_SAMPLES = 4
"""A blow shows in so many samples at the most (the settling of the HX711, data sheet)."""
BOUNCE_SECONDS = 0.3
"""So long after a blow that left nothing, what it came from may still be in the air: a bean on hard ground is
up to 0.15 s."""
FINE_SPS = 40.0
"""From this rate on a blow shows, and single landings of unhurried fingers are told apart."""

STEPS_IF = {
    0: (0.97, 0.01, 0.01, 0.01),
    1: (0.01, 0.983, 0.002, 0.005),
    2: (0.005, 0.5, 0.49, 0.005),
}
"""Probability of 0, 1, 2 or more steps seen, if no piece, one or two have arrived singly.
A single bean was never seen as two steps in 1,600 landings, two beans as one only when they fell within 0.1 s
(lined) or 0.15 s (hard cup), as from a hand that drops two at once (`cupsim campaign --only landings`)."""
STEPS_OTHERWISE = 0.25
"""The same for any number of steps, if more have arrived or something that is no piece."""
STRUCK_IF_PIECE = 0.9999
"""Probability of a blow if a piece has arrived: one let go 1 mm above the ground still shows one."""
STRUCK_OTHERWISE = 0.5
"""The same if it is a sleeve or a finger that stays: some bump first."""


@dataclass(frozen=True, slots=True)
class Landed:
    """What was seen to come down in one place since the agreed table."""

    steps: int
    """Levels risen to, each higher by what one bean may weigh."""
    struck: bool | None
    """Whether each of them began with a blow; None where that can't be seen."""


def log_likelihood(landed: Landed, arrived: int, *, is_burdened: bool) -> float:
    """How probable it is to see this, if so many more pieces lie there than before (log)."""
    steps = min(landed.steps, 3)
    is_told = arrived in STEPS_IF and not is_burdened
    result = math.log(STEPS_IF[arrived][steps] if is_told else STEPS_OTHERWISE)
    if landed.struck is not None and landed.steps:
        struck = STRUCK_IF_PIECE if arrived > 0 and not is_burdened else STRUCK_OTHERWISE
        result += math.log(struck if landed.struck else 1.0 - struck)
    return result


class _Pile:
    """The levels of one place, the agreed one at the bottom."""

    def __init__(self, bean_grams: float, noise_grams: float, bounce_samples: int) -> None:
        self._bean = bean_grams
        self._blow = max(BLOW * bean_grams, BLOW_DEVIATIONS * noise_grams)
        self._bounce_samples = bounce_samples
        self._since_blow = self._since_gap = bounce_samples
        self._near = ON_LEVEL * noise_grams
        self._agreement = AGREEMENT * noise_grams
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
                levels[-1] += FOLLOWING * off
                return
        if grams > self._peak:
            self._peak = grams
        transit.append(grams)
        if len(transit) >= AGREEING_SAMPLES:
            newest = transit[-AGREEING_SAMPLES:]
            if max(newest) - min(newest) <= self._agreement:
                self._arrive(sum(newest) / AGREEING_SAMPLES)
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
            blows.append(
                True if is_struck else None if self._since_gap <= BLOW_SAMPLES + AGREEING_SAMPLES else False
            )
        elif rise < -self._near:
            levels[-1] = level
            self._is_known = False
        self._peak = -math.inf

    def begin_at(self, grams: float) -> None:
        """What lies there with this weight has been agreed; what came after it stays a step."""
        for index in range(len(self._levels) - 1, -1, -1):
            if abs(self._levels[index] - grams) <= SAME_LEVEL * self._bean:
                del self._levels[:index], self._blows[:index]
                self._is_known = True
                return
        del self._levels[:-1], self._blows[:]
        self._is_known = False

    @property
    def is_plain(self) -> bool:
        """Whether every level is one bean above the one below, and the lowest is the agreed table."""
        low, high = LIGHTEST_STEP * self._bean, HEAVIEST_STEP * self._bean
        levels = self._levels
        return self._is_known and all(low <= upper - lower <= high for lower, upper in pairwise(levels))

    @property
    def blows(self) -> Sequence[bool | None]:
        """Of every step, whether it began with a blow; None if that may have been missed."""
        return self._blows


class Landings:
    """Follows the samples of all places."""

    def __init__(self, rate_sps: float, bean_grams: float, noise_grams: Mapping[Place, float]) -> None:
        self._is_fine = rate_sps >= FINE_SPS
        bounce = math.ceil(BOUNCE_SECONDS * rate_sps)
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
