"""Whether a table could have been told at all: a posterior that is told what the world is like.

It knows the true mean and spread of the beans, the true deviations of the scales, the weights before and now,
and what each cup's beans weighed before. It asks how much more probable the true table is than every legal
table within two beans of it, with beans counted in from the bag or out of the cups and mass conserved between
them. A table that is not legal itself is taken for a thousand times rarer beforehand. A case is decidable if
the truth has 0.999 of all that. In a world that normal distributions don't describe, deviations are doubled.

Two exceptions. Of a thing that is no bean it only knows how such things are distributed. Cups that came back
exchanged are decidable if the two differ by a whole bean and three deviations more.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from cupsboard.rules.game import Contents, Plan, Transfer, carried_out
from cupsboard.rules.places import Place

from cupsim.worlds.beans import spread_of_the_lot, true_mean_grams
from cupsim.worlds.cells import ZERO_SHARE_PER_DEGREE, noise_grams
from cupsim.worlds.table import CUP_GRAMS
from cupsim.worlds.world import THING_GRAMS, World

SURE = 0.999
ILLEGAL_SHARE = 1e-3
REACH = 2
"""Tables further off differ by more than two beans, which nothing in these worlds looks like."""
NOT_GAUSSIAN_TIMES = 2.0
SETTLED_SAMPLES = 16
ANYTHING_GRAMS = 1000.0
"""So wide is the deviation of a weight of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the posterior is told of one look."""

    world: World
    before: Contents
    before_grams: Mapping[Place, float]
    content_grams: Mapping[Place, float]
    """What the beans of each place weighed before."""
    now_grams: Mapping[Place, float]
    looks: int
    """How many looks ago `before` was."""
    thing: tuple[Place, float] | None = None
    """Where something lies that is no bean, and how heavy it is."""


def is_decidable(
    situation: Situation, truth: Contents, plans: Sequence[Plan], found: Contents | None
) -> bool:
    """Whether the truth stands out from every legal table near it, and from the one that was `found`."""
    near = dict.fromkeys(legal_near(situation.before, plans, truth))
    places = list(situation.before)
    true = tuple(truth[place] for place in places)
    prior = 0.0 if true in near and situation.thing is None else math.log(ILLEGAL_SHARE)
    if situation.thing is None:
        near.pop(true, None)
    if found is not None and found != truth:
        near[tuple(found[place] for place in places)] = None
    own = prior + _log_likelihood(situation, true, situation.thing)
    others = math.fsum(math.exp(min(600.0, _log_likelihood(situation, each) - own)) for each in near)
    return 1.0 / (1.0 + others) >= SURE


def are_told_apart(situation: Situation, one: Place, other: Place) -> bool:
    """Whether exchanged cups differ by so much that they can't be taken for unexchanged ones."""
    apart = abs(situation.before_grams[one] - situation.before_grams[other])
    variance = 2.0 * _scale_variance(situation, -apart, is_handled=True)
    return apart > true_mean_grams(situation.world.beans) + 3.0 * math.sqrt(variance)


def legal_near(before: Contents, plans: Sequence[Plan], truth: Contents) -> Iterator[tuple[int, ...]]:
    """The legal tables, finished or on the way, that differ from the truth by few beans."""
    places = list(before)
    true = [truth[place] for place in places]
    start = [before[place] for place in places]
    if _distance(start, true) <= REACH:
        yield tuple(start)
    for plan in plans:
        settled = carried_out(before, plan.settled)
        base = [settled[place] for place in places]
        yield from _stages(places, base, plan.open, true)


def _stages(
    places: Sequence[Place], base: Sequence[int], transfers: Sequence[Transfer], true: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    index = {place: number for number, place in enumerate(places)}
    lowest, highest = list(base), list(base)
    for each in transfers:
        if each.source in index:
            lowest[index[each.source]] -= each.count
        if each.target in index:
            highest[index[each.target]] += each.count
    outside = sum(max(low - is_, is_ - high, 0) for low, is_, high in zip(lowest, true, highest, strict=True))
    if outside > REACH:
        return
    sources = sorted({each.source for each in transfers if each.source in index})
    for done in product(*(range(each.count + 1) for each in transfers)):
        table = list(base)
        left = dict.fromkeys(sources, 0)
        for each, count in zip(transfers, done, strict=True):
            if each.target in index:
                table[index[each.target]] += count
            if each.source in index:
                table[index[each.source]] -= count
                left[each.source] += each.count - count
        # What is still to come lies in its source, or some of it in a hand.
        for lifted in product(*(range(left[source] + 1) for source in sources)):
            stage = list(table)
            for source, count in zip(sources, lifted, strict=True):
                stage[index[source]] -= count
            if _distance(stage, true) <= REACH:
                yield tuple(stage)


def _distance(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _log_likelihood(
    situation: Situation, table: Sequence[int], thing: tuple[Place, float] | None = None
) -> float:
    """Of the weights now, if that many beans lie in each place."""
    places = list(situation.before)
    beans = situation.world.beans
    mean = true_mean_grams(beans)
    variance = (spread_of_the_lot(beans) * mean) ** 2
    expected = [0.0] * len(places)
    covariance = [[0.0] * len(places) for _ in places]
    for source, groups in _flows(list(situation.before.values()), table):
        along = [0.0] * len(places)
        moved = 0
        for target, count in groups:
            moved += count
            if target is not None:
                along[target] += count
                covariance[target][target] += count * variance
            if source is not None:
                covariance[source][source] += count * variance
                if target is not None:
                    covariance[source][target] -= count * variance
                    covariance[target][source] -= count * variance
        each_grams = mean
        if source is not None:
            along[source] -= moved
            lay = situation.before[places[source]]
            # The beans of a cup sum up to what it weighed.
            each_grams = situation.content_grams[places[source]] / lay
            _add_outer(covariance, along, -variance / lay)
        for number, value in enumerate(along):
            expected[number] += each_grams * value
    off = []
    for number, place in enumerate(places):
        change = situation.now_grams[place] - situation.before_grams[place]
        off.append(change - expected[number])
        covariance[number][number] += _scale_variance(
            situation, change, is_handled=table[number] != situation.before[place]
        )
    times = 1.0 if situation.world.is_gaussian else NOT_GAUSSIAN_TIMES**2
    scaled = [[times * value for value in row] for row in covariance]
    if thing is None:
        return _log_normal(off, scaled)
    # The weight of its place says nothing of beans then; the thing's own density stands for it.
    place, grams = thing
    scaled[places.index(place)][places.index(place)] += ANYTHING_GRAMS**2
    least, most = THING_GRAMS
    density = math.log(ANYTHING_GRAMS * math.sqrt(math.tau)) - math.log(grams * math.log(most / least))
    return _log_normal(off, scaled) + density


def _scale_variance(situation: Situation, change_grams: float, *, is_handled: bool) -> float:
    cells, hands, looks = situation.world.cells, situation.world.hands, max(situation.looks, 1)
    noise = cells.noise_times * noise_grams(cells)
    per_degree = ZERO_SHARE_PER_DEGREE * cells.rating_grams
    variance = 2.0 * noise**2 / SETTLED_SAMPLES + (cells.gain_share * change_grams) ** 2
    variance += looks * (cells.walk_grams**2 + (per_degree * cells.degrees_a_look) ** 2)
    variance += (looks * cells.slope_grams) ** 2 / 3.0
    variance += (cells.hysteresis_share * change_grams) ** 2 + (cells.creep_share * change_grams) ** 2
    variance += cells.hum_grams**2 / SETTLED_SAMPLES
    if is_handled:
        variance += cells.jump_grams**2 + (cells.creep_share * CUP_GRAMS / 4.0) ** 2
        if change_grams < 0:
            variance += (hands.placement_share * CUP_GRAMS) ** 2
    return variance


def _flows(
    before: Sequence[int], table: Sequence[int]
) -> Iterator[tuple[int | None, list[tuple[int | None, int]]]]:
    """Which beans went where: from each place to the next that have gained; what is over, off the board."""
    gained = [max(now - was, 0) for was, now in zip(before, table, strict=True)]
    order = len(before)
    for source, (was, now) in enumerate(zip(before, table, strict=True)):
        lost, groups = was - now, list[tuple[int | None, int]]()
        for step in range(1, order):
            target = (source + step) % order
            if lost > 0 and gained[target]:
                count = min(lost, gained[target])
                groups.append((target, count))
                gained[target] -= count
                lost -= count
        if lost > 0:
            groups.append((None, lost))
        if groups:
            yield source, groups
    fresh: list[tuple[int | None, int]] = [(target, count) for target, count in enumerate(gained) if count]
    if fresh:
        yield None, fresh


def _add_outer(matrix: list[list[float]], along: Sequence[float], weight: float) -> None:
    for row, a in enumerate(along):
        if a:
            for column, b in enumerate(along):
                matrix[row][column] += weight * a * b


def _log_normal(off: Sequence[float], covariance: Sequence[Sequence[float]]) -> float:
    """The log density of a normal distribution, by Cholesky."""
    lower: list[list[float]] = []
    total = 0.0
    solved: list[float] = []
    for row, value in enumerate(off):
        line: list[float] = []
        for column in range(row):
            inner = math.fsum(a * b for a, b in zip(line, lower[column], strict=False))
            line.append((covariance[row][column] - inner) / lower[column][column])
        pivot = math.sqrt(max(covariance[row][row] - math.fsum(each * each for each in line), 1e-12))
        line.append(pivot)
        lower.append(line)
        solved.append((value - math.fsum(a * b for a, b in zip(line, solved, strict=False))) / pivot)
        total -= 0.5 * solved[-1] ** 2 + math.log(pivot)
    return total
