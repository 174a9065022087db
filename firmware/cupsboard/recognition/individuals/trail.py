"""The samples of one place over the last seconds, and the weights that they show.

Bars ring when hit. An HX711 settles in four conversions, and a mean of four leaves little of a swing. A
weight is shown by some samples in a row, or by the mean of more that swing a bit.
"""

import math
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, combinations, islice, pairwise, takewhile

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.rules.places import Kind
from cupsboard.scales.doubt import trembles

_COSTS = COSTS.individuals

Sample = tuple[float, float]
"""A time in seconds and a weight in grams."""


@dataclass(frozen=True, slots=True)
class Level:
    """A period from `began` to `ended` (in seconds) in which a place weighed `grams`, without a tremor."""

    began: float
    ended: float
    grams: float


class Trail:
    """The samples of a place over the last seconds."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=_COSTS.kept_samples)

    def add(self, time: float, grams: float) -> None:
        """Add a sample of `grams` at `time` (in seconds)."""
        self._samples.append((time, grams))

    @property
    def latest(self) -> Sample | None:
        """Return the newest sample; None if there is none."""
        return self._samples[-1] if self._samples else None

    def since(self, begin: float) -> list[Sample]:
        """Return the samples from the time `begin` on, in order of time."""
        found = list(takewhile(lambda sample: sample[0] >= begin, reversed(self._samples)))
        found.reverse()
        return found

    def last_at(self, grams: float, within_grams: float) -> float | None:
        """Return the last time at which the place was settled within `within_grams` of the weight `grams`.

        Settled means as many such samples in a row as a step needs to show completely. None if the kept
        samples hold no such row.
        """
        in_a_row = 0
        latest = 0.0
        for time, shown in reversed(self._samples):
            in_a_row = in_a_row + 1 if abs(shown - grams) <= within_grams else 0
            latest = time if in_a_row == 1 else latest
            if in_a_row == PHYSICS.settling_conversions:
                return latest
        return None

    def trembles(self, noise_grams: float) -> bool:
        """Return whether a hand presses on the place; see `scales.doubt.trembles`."""
        latest = [weight for _, weight in islice(reversed(self._samples), COSTS.doubts.fading_samples)]
        return trembles(latest, noise_grams)


def means(weights: Sequence[float], samples: int = PHYSICS.settling_conversions) -> list[float]:
    """Return the running mean of each `samples` weights in a row; empty if there are fewer weights."""
    starts = range(len(weights) - samples + 1)
    return [sum(weights[start : start + samples]) / samples for start in starts]


def rises(samples: Sequence[Sample]) -> float:
    """Return the largest rise of the weight in grams; 0 with too few samples.

    The rise is that of a running mean, in which the ringing of a bar shows little.
    """
    shown = means([weight for _, weight in samples])
    return max((mean - low for low, mean in zip(accumulate(shown, min), shown, strict=True)), default=0.0)


def shows(weights: Sequence[float], grams: float, within_grams: float) -> bool:
    """Return whether `weights` show the weight `grams` to within `within_grams`; see `shown_at`."""
    return shown_at(weights, grams, within_grams) is not None


def shown_at(weights: Sequence[float], grams: float, within_grams: float) -> int | None:
    """Return the index of the first sample by which `weights` show the weight `grams`; None if they don't.

    A weight shows if some samples in a row are all within `within_grams` of it, or if a longer row that
    swings little has such a mean.
    """
    in_a_row = 0
    for number, weight in enumerate(weights):
        in_a_row = in_a_row + 1 if abs(weight - grams) <= within_grams else 0
        if in_a_row >= PHYSICS.settling_conversions:
            return number
        swinging = weights[max(0, number + 1 - _COSTS.swinging_samples) : number + 1]
        if (
            len(swinging) == _COSTS.swinging_samples
            and max(swinging) - min(swinging) <= _COSTS.swing_grams
            and abs(sum(swinging) / _COSTS.swinging_samples - grams) <= within_grams
        ):
            return number
    return None


def levels(samples: Sequence[Sample], quiet_grams: float) -> list[Level]:
    """Return the periods in which the weight stays within `quiet_grams`, in order of time.

    Each is longer than any hand is quiet. A few samples further off don't end a period if the place weighs
    the same after them.
    """
    found, start, free = list[Level](), 0, 0
    while start + _COSTS.quiet_samples <= len(samples):
        row = [weight for _, weight in samples[start : start + _COSTS.quiet_samples]]
        if max(row) - min(row) > quiet_grams:
            start += 1
            continue
        grams, end = sum(row) / _COSTS.quiet_samples, start + _COSTS.quiet_samples
        while end < len(samples) and abs(samples[end][1] - grams) <= quiet_grams:
            end += 1
        began = samples[start][0]
        if (
            found
            and start - free <= PHYSICS.settling_conversions
            and abs(grams - found[-1].grams) <= quiet_grams
        ):
            began, grams = found[-1].began, found.pop().grams
        found.append(Level(began, samples[end - 1][0], grams))
        start = free = end
    return found


def crossings(samples: Sequence[Sample], grams: float) -> list[float]:
    """Return the times at which the weight rose past `grams`, interpolated between two samples."""
    return [
        before + (grams - short) / (past - short) * (after - before)
        for (before, short), (after, past) in pairwise(samples)
        if short < grams <= past
    ]


def taken_up_and_back(samples: Sequence[Sample], grams: float) -> tuple[float, float] | None:
    """Return when an individual of `grams` may have been lifted and when put back; None if it was not.

    Such a lift is detected under a hand that hides the weight. No weight shows which individual was away, nor
    whether one was: a hand that leaves and returns weighs the same. So the result is no event, only a reason
    to ask the players. Exact to a tenth of a second.
    """
    highest, lowest = -math.inf, math.inf
    fell: int | None = None
    for number, mean in enumerate(means([weight for _, weight in samples])):
        if fell is None:
            highest = max(highest, mean)
            if highest - mean >= _COSTS.hidden_lift_share * grams:
                fell, lowest = number, mean
            continue
        lowest = min(lowest, mean)
        if mean - lowest >= _COSTS.hidden_return_share * grams:
            return samples[fell][0], samples[number][0]
    return None


def away(
    weights: Sequence[float],
    level_grams: float,
    standing: Mapping[Kind, float],
    within_grams: float,
    gone: Collection[Kind] = frozenset(),
) -> frozenset[Kind]:
    """Return the individuals that were away from the place for a time, as the samples `weights` show.

    Such a time shows as the full weight `level_grams` less the masses of one or two individuals in
    `standing`, to within `within_grams`. Empty if another set of individuals weighs the same, because then it
    is unknown which were away. Sets about as heavy as `gone`, the individuals that left for good, are not
    considered: such a weight also shows while those are lifted slowly.
    """
    sets = chain.from_iterable(
        combinations(sorted(standing), size) for size in range(1, _COSTS.most_away + 1)
    )
    lost = {kinds: sum(standing[kind] for kind in kinds) for kinds in sets}
    went = sum(standing[kind] for kind in gone)
    near = [kinds for kinds, grams in lost.items() if gone and abs(grams - went) <= _COSTS.swing_grams]
    shown = {
        kinds: grams
        for kinds, grams in lost.items()
        if kinds not in near and shows(weights, level_grams - grams, within_grams)
    }
    for kinds, grams in shown.items():
        alike = [other for other, more in lost.items() if abs(more - grams) <= 2 * within_grams]
        if alike != [kinds]:
            return frozenset()
    return frozenset(chain.from_iterable(shown))


def are_shown(
    weights: Sequence[float],
    from_grams: float,
    came_grams: Sequence[float],
    went_grams: float,
    within_grams: float,
) -> bool:
    """Return whether `weights` show that individuals with the masses `came_grams` came one by one.

    A cup half off its place presses with any share of its mass: with as much as two others together, or as
    one that comes while another goes. But what comes and goes one by one leaves a weight in between.

    `weights` are a place's samples, `from_grams` is its weight before the first of them came. With two or
    more individuals there must be a settled weight after each, in some order, to within `within_grams`; those
    of mass `went_grams` that left must be present or gone throughout. If some came and some went, the weight
    must also have fallen clearly below `from_grams`, or shown both sets together.
    """
    starts = (from_grams, from_grams - went_grams) if went_grams else (from_grams,)
    if came_grams and went_grams:
        shown = means(weights)
        is_lighter = min(shown, default=from_grams) <= from_grams - _COSTS.lighter_share * went_grams
        both = from_grams + sum(came_grams)
        is_heavier = shown_at(weights, both, within_grams + _COSTS.letting_go_grams) is not None
        if not is_lighter and not is_heavier:
            return False
    return any(_in_order(weights, start, came_grams, within_grams) for start in starts)


def _in_order(
    weights: Sequence[float], from_grams: float, came_grams: Sequence[float], within_grams: float
) -> bool:
    """Return whether the place lay at each weight between these, in some order; True for a single one."""
    if len(came_grams) < 2:
        return True
    for number, grams in enumerate(came_grams):
        at = shown_at(weights, from_grams + grams, within_grams)
        others = [*came_grams[:number], *came_grams[number + 1 :]]
        if at is not None and _in_order(weights[at:], from_grams + grams, others, within_grams):
            return True
    return False
