"""Count the pieces of a table of which nothing is known, such as one laid out by hand.

Each place's weight says how many pieces of one kind it may hold. What all places say together says more: the
mean mass of these very pieces, and, where all of a game's pieces lie on the board, their total.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.population import Population
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Settled, Weight

MEAN_STEPS = tuple(0.5 * step for step in range(-7, 8))
"""The mean masses that are supposed, in standard deviations from the mean that is known."""
REACH_SIGMAS = 6.0
"""How far from the likeliest number others are tried."""
LIFTED_SHARE = 0.5
"""A place that lacks this share of its cup's weight lacks its cup."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of pieces in one place: the likeliest, and the fewest and most that are possible."""

    count: int
    fewest: int
    most: int

    @property
    def is_sure(self) -> bool:
        """Return whether no other number is possible."""
        return self.fewest == self.most


Numbers = Mapping[Place, Counted | None]
"""The numbers of all places; None for one whose weight says none: its cup is away, or it can't be weighed."""
Shares = dict[int, float]
"""Numbers with their probabilities, up to a common factor."""
LEAST_SHARE = 1e-12
"""Sums that are less probable by this are left out."""


def counted(knowledge: Knowledge, settled: Settled, total: int, *, is_whole: bool) -> Numbers:
    """Return how many pieces lie in each place; a game has `total` of them, and `is_whole` if all are there.

    Numbers are possible that together are at least as probable as what the board accepts as certain leaves
    open. Raises ValueError for knowledge of several kinds of pieces, whose weight tells no number.
    """
    if len(knowledge.pieces) != 1:
        raise ValueError(f"{len(knowledge.pieces)} kinds lie there, and a weight of several tells no number")
    (population,) = knowledge.pieces.values()
    jump = knowledge.jump_variance
    seen: dict[Place, tuple[float, float, float]] = {}
    for place, known in knowledge.places.items():
        weight = settled.weights[place]
        if isinstance(weight, Weight) and weight.grams > (1.0 - LIFTED_SHARE) * known.tare.grams:
            variance = weight.variance + known.tare.variance + jump
            variance += knowledge.placement_variance(known.tare.grams)
            seen[place] = (weight.grams - known.tare.grams, variance, known.gain_error)
    # A place that says nothing may hold whatever is left.
    is_whole = is_whole and len(seen) == len(knowledge.places)
    supposed = [_supposed(seen, population, step, total, is_whole=is_whole) for step in MEAN_STEPS]
    likeliest = max(log for log, _ in supposed)
    found: dict[Place, dict[int, float]] = {place: {} for place in seen}
    for log, shares in supposed:
        for place, probabilities in shares.items():
            for count, probability in probabilities.items():
                before = found[place].get(count, 0.0)
                found[place][count] = before + math.exp(log - likeliest) * probability
    return {place: _counted(found[place]) if found.get(place) else None for place in knowledge.places}


def _supposed(
    seen: Mapping[Place, tuple[float, float, float]],
    population: Population,
    step: float,
    total: int,
    *,
    is_whole: bool,
) -> tuple[float, dict[Place, Shares]]:
    """Return the log probability of a mean mass, and by it the share of each number in each place."""
    mean = population.mean_grams + step * math.sqrt(population.mean_variance)
    if mean <= 0.5 * population.mean_grams:
        return -math.inf, {}
    log, each = -0.5 * step * step, list[Shares]()
    for grams, variance, gain in seen.values():
        best, shares = _shares(grams, variance, gain, mean, population.variance)
        log, each = log + best, [*each, shares]
    before, after = _sums(each, total), _sums(each[::-1], total)[::-1]
    ends = before[-1].get(total, 0.0) if is_whole else sum(before[-1].values())
    if ends <= 0.0:
        return -math.inf, {}
    found = {}
    for number, place in enumerate(seen):
        rest = _together(before[number], after[number + 1], total)
        if not is_whole:
            # The others hold at most what is left.
            rest = dict(enumerate(accumulate(rest.get(left, 0.0) for left in range(total + 1))))
        joint = {count: share * rest.get(total - count, 0.0) for count, share in each[number].items()}
        whole = sum(joint.values())
        found[place] = {count: share / whole for count, share in joint.items() if share > 0.0}
    return log + math.log(ends), found


def _shares(grams: float, variance: float, gain: float, mean: float, each: float) -> tuple[float, Shares]:
    """Return the log likelihood of the likeliest number at a place that holds `grams`, and by it the others'.

    `variance` (g²) is that of an empty place, `each` that of a piece, and `gain` the error of the scale.
    """

    def deviation(count: float) -> float:
        return math.sqrt(variance + count * each + (gain * count * mean) ** 2)

    guess = max(grams / mean, 0.0)
    width = 1.0 + REACH_SIGMAS * deviation(guess) / mean
    numbers = range(max(0, math.floor(guess - width)), math.ceil(guess + width) + 1)
    logs = {
        count: -0.5 * ((grams - count * mean) / deviation(count)) ** 2 - math.log(deviation(count))
        for count in numbers
    }
    best = max(logs.values())
    return best, {count: math.exp(log - best) for count, log in logs.items()}


def _sums(each: Sequence[Shares], total: int) -> list[Shares]:
    """Return the share of each sum of the first places, for none of them and after each."""
    sums: list[Shares] = [{0: 1.0}]
    for one in each:
        sums.append(_together(sums[-1], one, total))
    return sums


def _together(one: Shares, other: Shares, total: int) -> Shares:
    """Return the share of each sum of two numbers that is `total` at the most."""
    found: Shares = {}
    for first, share in one.items():
        for second, further in other.items():
            if first + second <= total:
                found[first + second] = found.get(first + second, 0.0) + share * further
    least = LEAST_SHARE * max(found.values(), default=0.0)
    return {number: share for number, share in found.items() if share > least}


def _counted(shares: Mapping[int, float]) -> Counted | None:
    whole = sum(shares.values())
    if whole <= 0.0:
        return None
    open_share = (1.0 - COSTS.acceptance.accept) * whole
    possible = sorted(shares, key=lambda count: -shares[count])
    left, kept = whole, list[int]()
    for count in possible:
        kept.append(count)
        left -= shares[count]
        if left <= open_share:
            break
    return Counted(kept[0], min(kept), max(kept))
