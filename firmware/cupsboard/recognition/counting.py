"""Count the pieces of a table of which nothing is known, such as one laid out by hand.

Each place's weight says how many pieces of one kind it may hold. What all places say together says more: the
mean mass of these very pieces, and, where all of a game's pieces lie on the board, their total.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType

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
    doubt: float = 0.0
    """The probability that it is not the likeliest."""

    @property
    def is_sure(self) -> bool:
        """Return whether no other number is possible."""
        return self.fewest == self.most


Numbers = Mapping[Place, Counted | None]
"""The numbers of all places; None for one whose weight says none: its cup is away, or it can't be weighed."""
Shares = dict[int, float]
"""Numbers with their probabilities, up to a common factor."""
NOTHING_SAID: Mapping[Place, int] = MappingProxyType({})
LEAST_SHARE = 1e-12
"""Sums that are less probable by this are left out."""
ODD_SHARE = 1e-4
"""How much less probable a number of all pieces is that a game can't have: some were lost or added."""


def counted(
    knowledge: Knowledge,
    settled: Settled,
    total: int,
    *,
    is_whole: bool,
    said: Mapping[Place, int] = NOTHING_SAID,
) -> Numbers:
    """Return how many pieces lie in each place; a game has `total` of them, and `is_whole` if all are there.

    Places of which players have `said` a number hold that; by it they tell what a piece weighs, and what is
    left for the others. Numbers are possible that together are at least as probable as what the board accepts
    as certain leaves open. Raises ValueError for knowledge of several kinds of pieces, whose weight tells no
    number.
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
    # Of a place without a weight that number is all that is known.
    unweighed = {place: count for place, count in said.items() if place not in seen}
    left = total - sum(unweighed.values())
    # A place that says nothing may hold whatever is left.
    is_whole = is_whole and len(seen) + len(unweighed) == len(knowledge.places)

    def expected(found: int) -> float:
        return 1.0 if found == left or (found < left and not is_whole) else ODD_SHARE

    supposed = [_supposed(seen, said, population, step, expected) for step in MEAN_STEPS]
    likeliest = max(log for log, _ in supposed)
    found: dict[Place, dict[int, float]] = {place: {} for place in seen}
    for log, shares in supposed:
        for place, probabilities in shares.items():
            for count, probability in probabilities.items():
                before = found[place].get(count, 0.0)
                found[place][count] = before + math.exp(log - likeliest) * probability
    for place, count in unweighed.items():
        found[place] = {count: 1.0}
    return {place: _counted(found[place]) if place in found else None for place in knowledge.places}


def _supposed(
    seen: Mapping[Place, tuple[float, float, float]],
    said: Mapping[Place, int],
    population: Population,
    step: float,
    expected: Callable[[int], float],
) -> tuple[float, dict[Place, Shares]]:
    """Return the log probability of a mean mass, and by it the share of each number in each place.

    `expected` returns the share of a number of all pieces before anything is weighed.
    """
    mean = population.mean_grams + step * math.sqrt(population.mean_variance)
    if mean <= 0.5 * population.mean_grams:
        return -math.inf, {}
    log, each = -0.5 * step * step, list[Shares]()
    for place, weighed in seen.items():
        best, shares = _shares(*weighed, mean, population.variance, said.get(place))
        log, each = log + best, [*each, shares]
    before, after = _sums(each), _sums(each[::-1])[::-1]
    found = {}
    for number, place in enumerate(seen):
        rest = _together(before[number], after[number + 1])
        joint = {
            count: share * sum(other * expected(count + left) for left, other in rest.items())
            for count, share in each[number].items()
        }
        whole = sum(joint.values())
        found[place] = {count: share / whole for count, share in joint.items() if share > 0.0}
    return log + math.log(sum(share * expected(count) for count, share in before[-1].items())), found


def _shares(
    grams: float, variance: float, gain: float, mean: float, each: float, said: int | None
) -> tuple[float, Shares]:
    """Return the log likelihood of the likeliest number at a place that holds `grams`, and by it the others'.

    `variance` (g²) is that of an empty place, `each` that of a piece, and `gain` the error of the scale.
    Where players have `said` a number there is no other.
    """

    def deviation(count: float) -> float:
        return math.sqrt(variance + count * each + (gain * count * mean) ** 2)

    guess = max(grams / mean, 0.0)
    width = 1.0 + REACH_SIGMAS * deviation(guess) / mean
    near = range(max(0, math.floor(guess - width)), math.ceil(guess + width) + 1)
    numbers = near if said is None else (said,)
    # A number that was said wrong must not bend what the other places say.
    logs = {
        count: -0.5 * min(abs(grams - count * mean) / deviation(count), REACH_SIGMAS) ** 2
        - math.log(deviation(count))
        for count in numbers
    }
    best = max(logs.values())
    return best, {count: math.exp(log - best) for count, log in logs.items()}


def _sums(each: Sequence[Shares]) -> list[Shares]:
    """Return the share of each sum of the first places, for none of them and after each."""
    return [*accumulate(each, _together, initial={0: 1.0})]


def _together(one: Shares, other: Shares) -> Shares:
    """Return the share of each sum of two numbers."""
    found: Shares = {}
    for first, share in one.items():
        for second, further in other.items():
            found[first + second] = found.get(first + second, 0.0) + share * further
    least = LEAST_SHARE * max(found.values())
    return {number: share for number, share in found.items() if share > least}


def _counted(shares: Mapping[int, float]) -> Counted:
    whole = sum(shares.values())
    open_share = (1.0 - COSTS.acceptance.accept) * whole
    possible = sorted(shares, key=lambda count: -shares[count])
    left, kept = whole, list[int]()
    for count in possible:
        kept.append(count)
        left -= shares[count]
        if left <= open_share:
            break
    return Counted(kept[0], min(kept), max(kept), 1.0 - shares[kept[0]] / whole)


def most_doubtful(numbers: Numbers) -> Place | None:
    """Return the place whose number, once it is said, tells most of the others; None if none is in doubt."""
    doubts = {place: 1.0 if one is None else one.doubt for place, one in numbers.items()}
    open_places = [place for place, one in numbers.items() if one is None or not one.is_sure]
    return max(open_places, key=doubts.__getitem__, default=None)
