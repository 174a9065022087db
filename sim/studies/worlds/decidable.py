"""Whether a table could have been told at all: a posterior that is told what the world is like.

It knows the true mean and spread of the beans, the true deviations of the scales, the weights now and when
last nothing had moved, how often hands have been at each cup, and of what each cup's beans weigh as much as
all that says (`contents`). It asks how much more probable the true table is than every legal table within
two beans of it, with beans counted in from the bag or out of the cups and mass conserved between them. What
is not as the rules have it is taken for a thousand times rarer beforehand: a table that is not legal, and
other beans than a move brings, in as many places as you like. After a table was put right other beans are
no rarer. A case is decidable if the truth has 0.999 of all that. In a world that normal distributions don't
describe, all deviations count 1.5 times.

Two exceptions. Of a thing that is no bean it only knows how such things are distributed. Cups that came back
exchanged are decidable if the two differ by a whole bean and three deviations more.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from cupsboard.rules.game import Contents, Plan
from cupsboard.rules.places import Place

from studies.worlds.beans import spread_of_the_lot, true_mean_grams
from studies.worlds.cells import MAINS_HERTZ, WARMING_LOOKS, ZERO_SHARE_PER_DEGREE, noise_grams
from studies.worlds.contents import Content, Flow
from studies.worlds.table import CUP_GRAMS
from studies.worlds.world import THING_GRAMS, World

Table = tuple[int, ...]
"""How many beans lie in each place, in the order of the places."""
Flows = tuple[Flow, ...]

SURE = 0.999
ILLEGAL_SHARE = 1e-3
OUT_OF_ORDER_SHARE = 0.05
"""Hands in these worlds keep the order of the rules; a reader that did not know would allow for others."""
REACH = 2
"""Tables further off differ by more than two beans, which nothing in these worlds looks like."""
NOT_GAUSSIAN_TIMES = 1.5
SETTLED_SAMPLES = 16
ANYTHING_GRAMS = 1000.0
"""So wide is the deviation of a weight of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the posterior is told of one look."""

    world: World
    before: Contents
    before_grams: Mapping[Place, float]
    inside: Mapping[Place, Content]
    """What is known of the beans of each place before."""
    now_grams: Mapping[Place, float]
    waits: int
    """How often the scales have had time to drift since."""
    touches: Mapping[Place, int]
    """How often a hand has been at each place since."""
    put_backs: Mapping[Place, int]
    """How often the cup of each place has been put back since: scales have seen it in the air."""
    was_put_right: bool = False
    """Whether people have brought the table about with whatever beans were at hand."""
    thing: tuple[Place, float] | None = None
    """Where something lies that is no bean, and how heavy it is."""


def is_decidable(
    situation: Situation, truth: Contents, flows: Flows, plans: Sequence[Plan], found: Contents | None
) -> bool:
    """Whether the truth stands out from every legal table near it, and from the one that was `found`.

    `flows` are what the beans of the truth did. Where beans went and others came, they may have done so under
    any other table as well.
    """
    return share_of_the_truth(situation, truth, flows, plans, found) >= SURE


def share_of_the_truth(
    situation: Situation, truth: Contents, flows: Flows, plans: Sequence[Plan], found: Contents | None
) -> float:
    """How probable the truth is among these tables."""
    places = list(situation.before)
    true = tuple(truth[place] for place in places)
    swapped = _swapped(flows)
    log_other_beans = 0.0 if situation.was_put_right else math.log(ILLEGAL_SHARE)
    near = dict[Table, float]()

    def weigh(table: Table, ways: Flows, log_share: float) -> None:
        weight = log_share + _log_likelihood(situation, table, ways)
        near[table] = max(near.get(table, -math.inf), weight)

    log_shares = dict[Table, float]()
    for table, ways, share in legal_near(situation.before, plans, truth):
        log_shares[table] = max(log_shares.get(table, -math.inf), math.log(share))
        weigh(table, ways, math.log(share))
        if swapped:
            weigh(table, (*ways, *swapped), math.log(share) + log_other_beans)
    is_legal = true in near and situation.thing is None
    if found is not None and found != truth:
        believed = tuple(found[place] for place in places)
        if believed not in near:
            log_shares[believed] = 0.0
            guesses = (
                _guessed_flows(list(situation.before.values()), believed),
                (*flows, *_guessed_flows(true, believed)),
            )
            for guessed in guesses:
                weigh(believed, guessed, 0.0)
                weigh(believed, (*guessed, *swapped), 0.0)
    for table, log_share in log_shares.items():
        for ways in _by_the_bag(situation, table, flows, true):
            weigh(table, ways, log_share + log_other_beans)
    log_share = (log_other_beans if swapped else 0.0) if is_legal else math.log(ILLEGAL_SHARE)
    own = log_share + _log_likelihood(situation, true, flows, situation.thing)
    if situation.thing is None:
        own = max(own, near.pop(true, -math.inf))
    others = math.fsum(math.exp(min(600.0, weight - own)) for weight in near.values())
    return 1.0 / (1.0 + others)


def flows_of(before: Mapping[Place, Collection[object]], now: Mapping[Place, Collection[object]]) -> Flows:
    """What the very beans did that lay and lie somewhere."""
    places = list(before)
    was = {bean: number for number, place in enumerate(places) for bean in before[place]}
    is_ = {bean: number for number, place in enumerate(places) for bean in now[place]}
    moved = Counter((was.get(bean), is_.get(bean)) for bean in {**was, **is_})
    return tuple((*way, count) for way, count in moved.items() if way[0] != way[1])


def are_told_apart(situation: Situation, apart_grams: float) -> bool:
    """Whether exchanged cups differ by so much that they can't be taken for unexchanged ones."""
    world = situation.world
    variance = 2.0 * scale_variance(world, -apart_grams, situation.waits, 1, 1, is_handled=True)
    # On another scale the whole cup is off by the difference of the gains, not only what lies in it.
    variance += 2.0 * (world.cells.gain_share * CUP_GRAMS) ** 2
    return apart_grams > true_mean_grams(situation.world.beans) + 3.0 * math.sqrt(variance)


def legal_near(
    before: Contents, plans: Sequence[Plan], truth: Contents
) -> Iterator[tuple[Table, Flows, float]]:
    """The legal tables, finished or on the way, that differ from the truth by few beans.

    With each what its beans did, and how common it is beside the others.
    """
    places = list(before)
    true = [truth[place] for place in places]
    start = [before[place] for place in places]
    if _distance(start, true) <= REACH:
        yield tuple(start), (), 1.0
    index = {place: number for number, place in enumerate(places)}
    for plan in plans:
        first = [(index.get(each.source), index.get(each.target), each.count) for each in plan.settled]
        then = [(index.get(each.source), index.get(each.target), each.count) for each in plan.open]
        yield from _stages(start, first, then, true)


def _stages(
    start: Sequence[int], first: Sequence[Flow], then: Sequence[Flow], true: Sequence[int]
) -> Iterator[tuple[Table, Flows, float]]:
    base = _after(start, first)
    lowest, highest = list(base), list(base)
    for source, target, count in then:
        if source is not None:
            lowest[source] -= count
        if target is not None:
            highest[target] += count
    outside = sum(max(low - is_, is_ - high, 0) for low, is_, high in zip(lowest, true, highest, strict=True))
    if outside > REACH:
        return
    sources = sorted({source for source, _, _ in then if source is not None})
    for done in product(*(range(count + 1) for _, _, count in then)):
        left = dict.fromkeys(sources, 0)
        for (source, _, count), arrived in zip(then, done, strict=True):
            if source is not None:
                left[source] += count - arrived
        is_in_order = all(
            arrived == count or not any(done[number + 1 :])
            for number, ((_, _, count), arrived) in enumerate(zip(then, done, strict=True))
        )
        # What is still to come lies in its source, or some of it in a hand.
        for lifted in product(*(range(left[source] + 1) for source in sources)):
            ways = [
                *((source, target, arrived) for (source, target, _), arrived in zip(then, done, strict=True)),
                *((source, None, count) for source, count in zip(sources, lifted, strict=True)),
            ]
            stage = _after(base, ways)
            if _distance(stage, true) <= REACH:
                flows = tuple(way for way in (*first, *ways) if way[2])
                yield tuple(stage), flows, 1.0 if is_in_order else OUT_OF_ORDER_SHARE


def _after(table: Sequence[int], flows: Iterable[Flow]) -> list[int]:
    after = list(table)
    for source, target, count in flows:
        if source is not None:
            after[source] -= count
        if target is not None:
            after[target] += count
    return after


def _distance(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _log_likelihood(
    situation: Situation, table: Table, flows: Flows, thing: tuple[Place, float] | None = None
) -> float:
    """Of the weights now, if that many beans lie in each place and came there like this."""
    places = list(situation.before)
    beans = situation.world.beans
    mean = true_mean_grams(beans)
    variance = (spread_of_the_lot(beans) * mean) ** 2
    expected = [0.0] * len(places)
    covariance = [[0.0] * len(places) for _ in places]
    left: dict[int, list[float]] = {}
    for source, target, count in flows:
        lay = 0 if source is None else situation.before[places[source]]
        along = [0.0] * len(places)
        if source is not None:
            along[source] -= 1.0
        if target is not None:
            along[target] += 1.0
        _add_outer(covariance, along, count * variance)
        # The beans of a cup sum up to what it weighed; those that only passed through it are any beans.
        grams = mean
        if source is not None and lay:
            grams = situation.inside[places[source]].grams / lay
            total = left.setdefault(source, [0.0] * len(places))
            for number, value in enumerate(along):
                total[number] += count * value
        for number, value in enumerate(along):
            expected[number] += count * grams * value
    for source, total in left.items():
        # Of more than lay there, the rest came meanwhile: what is known of the sum says less then.
        moved = -total[source]
        lay = situation.before[places[source]]
        _add_outer(covariance, total, situation.inside[places[source]].variance / lay**2)
        _add_outer(covariance, total, -variance / max(moved, lay))
    off = []
    for number, place in enumerate(places):
        change = situation.now_grams[place] - situation.before_grams[place]
        off.append(change - expected[number])
        covariance[number][number] += scale_variance(
            situation.world,
            change,
            situation.waits,
            situation.touches[place],
            situation.put_backs[place],
            is_handled=table[number] != situation.before[place],
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


def scale_variance(
    world: World, change_grams: float, waits: int, touches: int, put_backs: int, *, is_handled: bool
) -> float:
    """Of what a scale shows of a change, after so many chances to drift, touches, and cups put back."""
    cells, hands, waits = world.cells, world.hands, max(waits, 1)
    noise = cells.noise_times * noise_grams(cells)
    per_degree = ZERO_SHARE_PER_DEGREE * cells.rating_grams
    variance = 2.0 * noise**2 / SETTLED_SAMPLES + (cells.gain_share * change_grams) ** 2
    variance += waits * (cells.walk_grams**2 + (per_degree * cells.degrees_a_look) ** 2)
    variance += (waits * cells.slope_grams) ** 2 / 3.0
    variance += (waits * cells.warming_degrees / WARMING_LOOKS * per_degree) ** 2
    variance += (cells.hysteresis_share * change_grams) ** 2 + (cells.creep_share * change_grams) ** 2
    # A beat slower than a look passes whole, in the look before and in this one.
    variance += cells.hum_grams**2 / (SETTLED_SAMPLES if cells.sps > MAINS_HERTZ else 1)
    variance += touches * cells.jump_grams**2
    variance += put_backs * (hands.placement_share * CUP_GRAMS) ** 2
    if is_handled:
        variance += (cells.creep_share * CUP_GRAMS / 4.0) ** 2
    return variance


def _swapped(flows: Flows) -> Flows:
    """The beans that went from places to which others came."""
    went, came = Counter[int](), Counter[int]()
    for source, target, count in flows:
        if source is not None:
            went[source] += count
        if target is not None:
            came[target] += count
    both = {place: min(went[place], came[place]) for place in went if came[place]}
    return tuple(way for place, count in both.items() for way in ((place, None, count), (None, place, count)))


def _by_the_bag(situation: Situation, table: Table, flows: Flows, truth: Table) -> Iterator[Flows]:
    """Ways to a table on which all beans that went are off the board, and all that came are from there.

    Where beans truly went, as many others may lie, too; where the table differs from the truth, one other.
    """
    went = Counter[int]()
    for source, _, count in flows:
        if source is not None:
            went[source] += count
    for also, one in product((0, 1), repeat=2):
        ways: list[Flow] = []
        for number, (was, now) in enumerate(zip(situation.before.values(), table, strict=True)):
            lost = max(was - now, 0)
            others = max(also * went[number], one * (now != truth[number]))
            traded = max(min(others, was) - lost, 0)
            ways += [(number, None, lost + traded), (None, number, max(now - was, 0) + traded)]
        yield tuple(way for way in ways if way[2])


def _guessed_flows(before: Sequence[int], table: Sequence[int]) -> Flows:
    """Which beans may have gone where, if no plan says: from each place to the next that have gained."""
    gained = [max(now - was, 0) for was, now in zip(before, table, strict=True)]
    flows: list[Flow] = []
    for source, (was, now) in enumerate(zip(before, table, strict=True)):
        lost = was - now
        for step in range(1, len(before)):
            target = (source + step) % len(before)
            count = min(lost, gained[target])
            if count > 0:
                flows.append((source, target, count))
                gained[target] -= count
                lost -= count
        if lost > 0:
            flows.append((source, None, lost))
    return (*flows, *((None, target, count) for target, count in enumerate(gained) if count))


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
