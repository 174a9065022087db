"""List every legal table that can lie on the scales: each plan at every point on its way.

Where a plan leaves many amounts open (how many of twelve captured beans are in the hand?), the weights
propose the few plausible ones. So the number of hypotheses does not grow with the number of beans.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.hypotheses import FlowDict, Hypothesis, moved_into, rerouted
from cupsboard.recognition.laid_tables import laid_tables
from cupsboard.recognition.likelihood import OFF, Supposition
from cupsboard.recognition.work import Work
from cupsboard.rules.game import Plan, Transfer, carried_out
from cupsboard.rules.places import OFF_BOARD, Kind, Place
from cupsboard.rules.table_change import transfers_between

_PRIORS, _MISHAPS, _COSTS = PRIORS.tables, PRIORS.mishaps, COSTS.proposals

_Key = frozenset[tuple[tuple[int, int, Kind], int]]


@dataclass(frozen=True, slots=True)
class _Strand:
    """The pieces of a plan that come from one source, one after another."""

    source: int
    units: tuple[tuple[int, Kind], ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """A point on the way of a plan."""

    flow: FlowDict
    is_end: bool
    is_in_order: bool
    """Whether the acts so far keep the order of the rules."""
    sources: frozenset[tuple[int, Kind]]
    """The places and kinds that pieces come from."""


def stages(evidence: Evidence, plans: Iterable[Plan], work: Work) -> list[Hypothesis]:
    """Return a hypothesis for every table that `plans` may lead to or through, the agreed one included.

    Plans that touch changed places come first. The list ends when `work` runs out.
    """
    index = {place: number for number, place in enumerate(evidence.places)}
    complete: dict[_Key, FlowDict] = {}
    on_the_way: dict[_Key, FlowDict] = {}
    in_disorder: dict[_Key, FlowDict] = {}
    with_reply: dict[_Key, FlowDict] = {}
    laid_in_part: dict[_Key, FlowDict] = {}
    widest: dict[_Key, int] = {}
    # Most replies are open to the opponent whatever the mover did, and look the same on their way.
    walks: dict[tuple[Transfer, ...], list[_Way]] = {}
    before: Sequence[Transfer] = ()
    settled, arrivals = _as_flow(before, index), _arrivals({})
    for plan in _likeliest_first(evidence, plans, index):
        if plan.settled != before:
            before = plan.settled
            settled = _as_flow(before, index)
            arrivals = _arrivals(settled)
        width = len({transfer.target for transfer in (*plan.settled, *plan.open)})
        ways = walks.get(plan.open)
        if ways is None:
            walked = _laid(evidence, plan) if plan.side is None else _walk(evidence, _strands(plan, index))
            ways = walks[plan.open] = [_Way(*way, _sources(way[0])) for way in walked if way[0]]
        if not work.may_list(len(ways)):
            break
        for way in ways:
            reached = _combined(settled, arrivals, way) if plan.settled else way.flow
            if plan.settled and not (
                _can_lie(evidence, reached) and _shows_reply(evidence, way.flow, reached)
            ):
                continue
            key = frozenset(reached.items())
            widest[key] = max(width, widest.get(key, width))
            if plan.settled:
                with_reply[key] = reached
            elif way.is_end:
                complete[key] = reached
            elif plan.side is None:
                laid_in_part[key] = reached
            else:
                (on_the_way if way.is_in_order else in_disorder)[key] = reached
    on_the_way = {key: flow for key, flow in on_the_way.items() if key not in complete}
    in_disorder = {
        key: flow for key, flow in in_disorder.items() if key not in complete and key not in on_the_way
    }
    paused = max(
        math.exp(-evidence.noticed.lain_seconds / _MISHAPS.pause_seconds), _MISHAPS.left_in_part_share
    )
    log_laid = math.log(_PRIORS.complete * _MISHAPS.laid_in_part * paused)
    result = [
        Hypothesis(Supposition({}), math.log(_PRIORS.unchanged)),
        *(Hypothesis(Supposition(flow), log_laid) for flow in laid_in_part.values()),
    ]
    shares = (
        (complete, _PRIORS.complete),
        (on_the_way, _PRIORS.on_the_way),
        (in_disorder, _PRIORS.out_of_order),
        (with_reply, _PRIORS.with_reply),
    )
    return [*result, *(each for flows, share in shares for each in _shared(flows, share, widest))]


def _shared(flows: Mapping[_Key, FlowDict], share: float, widest: Mapping[_Key, int]) -> list[Hypothesis]:
    """Return a hypothesis for each flow, all equally probable, together as probable as `share`."""
    log_prior = math.log(share / max(len(flows), 1))
    return [Hypothesis(Supposition(flow), log_prior, widest=widest[key]) for key, flow in flows.items()]


def _likeliest_first(evidence: Evidence, plans: Iterable[Plan], index: Mapping[Place, int]) -> list[Plan]:
    """Return the plans, those first that leave the fewest changed places untouched and touch few others."""
    trace = COSTS.limits.perhaps_piece_beans * evidence.lightest_grams
    changed = {
        number
        for number, each in enumerate(evidence.weighed)
        if each.is_trusted and abs(each.change_grams) > trace
    }

    @cache
    def touched(transfers: tuple[Transfer, ...]) -> set[int]:
        ends = {end for each in transfers for end in (each.source, each.target)}
        return {index[end] for end in ends if end in index}

    def distance(plan: Plan) -> tuple[int, int]:
        places = touched(plan.settled) | touched(plan.open)
        return len(changed - places), len(places - changed)

    return sorted(plans, key=distance)


def _can_lie(evidence: Evidence, flow: FlowDict) -> bool:
    """Return whether a flow takes from no place more than lay there: the move took what its reply takes."""
    leaving: dict[int, int] = {}
    for (source, _, _), count in flow.items():
        leaving[source] = leaving.get(source, 0) + count
    return all(count <= evidence.counts[place] for place, count in leaving.items() if place != OFF)


def _shows_reply(evidence: Evidence, reply: FlowDict, reached: FlowDict) -> bool:
    """Return whether part of a reply came or went since the table with the mover's acts alone was seen."""
    before = evidence.noticed.movers_table
    if before is None:
        return True
    since = _changes(reached)
    for index, change in _changes(reply).items():
        count = evidence.counts[index] + since.get(index, 0)
        if (count - before[evidence.places[index]]) * change > 0:
            return True
    return False


def _changes(flow: FlowDict) -> dict[int, int]:
    """Return how many more pieces each weighed place holds after a flow."""
    changes: dict[int, int] = {}
    for (source, target, _), count in flow.items():
        for index, change in ((source, -count), (target, count)):
            if index != OFF:
                changes[index] = changes.get(index, 0) + change
    return changes


def _as_flow(transfers: Sequence[Transfer], index: Mapping[Place, int]) -> FlowDict:
    flow: FlowDict = {}
    filled = {transfer.target for transfer in transfers}
    for transfer in transfers:
        key = (index.get(transfer.source, OFF), index.get(transfer.target, OFF), transfer.kind)
        if transfer.source in filled and transfer.source in index:
            flow = rerouted(flow, *key, transfer.count)
        else:
            flow[key] = flow.get(key, 0) + transfer.count
    return flow


def _arrivals(flow: FlowDict) -> dict[tuple[int, Kind], list[int]]:
    """Return the sources of the pieces that came to each weighed place, by place and kind."""
    arrivals: dict[tuple[int, Kind], list[int]] = {}
    for source, target, kind in flow:
        if target != OFF:
            arrivals.setdefault((target, kind), []).append(source)
    return arrivals


def _sources(flow: FlowDict) -> frozenset[tuple[int, Kind]]:
    return frozenset((source, kind) for source, _, kind in flow)


def _combined(first: FlowDict, arrivals: Mapping[tuple[int, Kind], Sequence[int]], way: _Way) -> FlowDict:
    """Return one flow after another. A piece that arrives and leaves again counts as gone straight on."""
    if way.sources.isdisjoint(arrivals):
        # Most replies take up nothing that the move has brought.
        return _merged(first, way.flow)
    result = dict(first)
    for (source, target, kind), count in way.flow.items():
        rest = count
        for origin in arrivals.get((source, kind), ()):
            onward = min(rest, first[origin, source, kind], result.get((origin, source, kind), 0))
            if onward:
                moved_into(result, (origin, source, kind), -onward)
                moved_into(result, (origin, target, kind), onward)
                rest -= onward
        if rest:
            moved_into(result, (source, target, kind), rest)
    return result


def _strands(plan: Plan, index: Mapping[Place, int]) -> list[_Strand]:
    units: dict[Place, list[tuple[int, Kind]]] = {}
    for transfer in plan.open:
        target = (index.get(transfer.target, OFF), transfer.kind)
        units.setdefault(transfer.source, []).extend([target] * transfer.count)
    return [_Strand(index.get(source, OFF), tuple(targets)) for source, targets in units.items()]


def _walk(evidence: Evidence, strands: Sequence[_Strand]) -> Iterator[tuple[FlowDict, bool, bool]]:
    """Yield the flows on the way of a plan, whether each is its end, and whether it keeps the rules' order.

    A strand may begin when those before it are done, or as far as the weights show them: hands keep no order.
    """
    before: list[tuple[FlowDict, bool, bool]] = [({}, True, True)]
    filled = {target for strand in strands for target, _ in strand.units}
    is_relayed = any(strand.source in filled for strand in strands[1:])
    for number, strand in enumerate(strands):
        is_last = number == len(strands) - 1
        states = list(_strand_states(evidence, strand))
        takes_what_landed = number > 0 and strand.source in filled
        then = partial(_then, evidence) if takes_what_landed else _merged
        for done, is_whole_before, is_ordered in before:
            for part, is_whole, is_in_order in states:
                if (part or number == 0) and (flow := then(done, part)) is not None:
                    is_end = is_last and is_whole and is_whole_before
                    yield flow, is_end, is_ordered and is_in_order
        total = len(strand.units)
        whole = _strand_flow(strand, total, total)
        # Of two captures either may be made first.
        not_yet = [(done, False, False) for done, *_ in before] if number and is_relayed else []
        before = [
            *not_yet,
            *(
                (flow, is_whole, is_ordered)
                for done, is_whole, is_ordered in before
                if (flow := then(done, whole)) is not None
            ),
        ]
        if number == 0:
            shown = [_strand_flow(order, placed, placed) for order, placed in _as_shown(evidence, strand)]
            before += [(flow, False, False) for flow in shown if flow != whole]


def _laid(evidence: Evidence, plan: Plan) -> Iterator[tuple[FlowDict, bool, bool]]:
    """Yield what `_walk` yields, for the plan of a wanted table: hands may lay it in any order."""
    index = {place: number for number, place in enumerate(evidence.places)}
    agreed = dict(zip(evidence.places, evidence.counts, strict=True))
    wanted = carried_out(agreed, plan.open)
    end = tuple(wanted[place] for place in evidence.places)
    for counts in laid_tables(evidence, end):
        lying = dict(zip(evidence.places, counts, strict=True))
        yield _as_flow(tuple(transfers_between(agreed, lying, OFF_BOARD)), index), counts == end, True


def _then(evidence: Evidence, done: FlowDict, part: FlowDict) -> FlowDict | None:
    """Return the flow after a strand that takes on pieces of earlier strands; None if those are not there."""
    flow = done
    for (source, target, kind), count in part.items():
        flow = rerouted(flow, source, target, kind, count)
    left = Counter[int]()
    for (source, _, _), count in flow.items():
        left[source] += count
    is_there = all(source == OFF or evidence.counts[source] >= count for source, count in left.items())
    return flow if is_there else None


def _merged(first: FlowDict, second: FlowDict) -> FlowDict:
    if first.keys().isdisjoint(second):
        return first | second
    result = dict(first)
    for key, count in second.items():
        result[key] = result.get(key, 0) + count
    return result


def _strand_flow(strand: _Strand, lifted: int, placed: int) -> FlowDict:
    flow: FlowDict = {}
    for target, kind in strand.units[:placed]:
        if target == strand.source != OFF:
            # Sown all round, it lies where it came from.
            continue
        key = (strand.source, target, kind)
        flow[key] = flow.get(key, 0) + 1
    if strand.source != OFF:
        for _, kind in strand.units[placed:lifted]:
            key = (strand.source, OFF, kind)
            flow[key] = flow.get(key, 0) + 1
    return flow


def _strand_states(evidence: Evidence, strand: _Strand) -> Iterator[tuple[FlowDict, bool, bool]]:
    """Yield the flows of one strand, whether each is its end, and whether in the rules' order.

    Pieces are placed one after another, or where the weights show them. Of a weighed source, more may be in
    the hand already.
    """
    ways = [(strand, placed) for placed in _plausible_placed(evidence, strand)]
    ways += [(shown, placed) for shown, placed in _as_shown(evidence, strand) if shown != strand]
    total = len(strand.units)
    for order, placed in ways:
        if order.source == OFF:
            yield _strand_flow(order, placed, placed), placed == total, order is strand
            continue
        for lifted in sorted({placed, total} | set(_plausible_lifted(evidence, order))):
            if lifted >= placed:
                yield _strand_flow(order, lifted, placed), placed == total, order is strand


def _as_shown(evidence: Evidence, strand: _Strand) -> list[tuple[_Strand, int]]:
    """Return the strand with the pieces that show in front, and their number; twice where some may be odd."""
    ways = []
    for least in (COSTS.limits.piece_beans, COSTS.limits.perhaps_piece_beans):
        showing = tuple(unit for unit in strand.units if _shows(evidence, unit, least))
        hidden = tuple(unit for unit in strand.units if unit not in showing)
        way = _Strand(strand.source, showing + hidden), len(showing)
        if way not in ways:
            ways.append(way)
    return ways


def _shows(evidence: Evidence, unit: tuple[int, Kind], least: float) -> bool:
    """Return whether the target of a piece has gained at least the part `least` of a mean piece."""
    target, kind = unit
    mean = evidence.populations[kind].mean_grams
    return target != OFF and evidence.weighed[target].change_grams > least * mean


def _plausible_placed(evidence: Evidence, strand: _Strand) -> Iterable[int]:
    total = len(strand.units)
    targets = {target for target, _ in strand.units}
    if len(targets) == 1 and total > _COSTS.every_amount_up_to:
        target = next(iter(targets))
        if target == OFF:
            return (0, total)
        return sorted({0, total} | set(_near(evidence, strand, evidence.weighed[target].change_grams)))
    return range(total + 1)


def _plausible_lifted(evidence: Evidence, strand: _Strand) -> Iterable[int]:
    return _near(evidence, strand, -evidence.weighed[strand.source].change_grams)


def _near(evidence: Evidence, strand: _Strand, grams: float) -> Iterable[int]:
    """Return the numbers of a strand's pieces that could weigh about `grams`."""
    total = len(strand.units)
    each = evidence.populations[strand.units[0][1]]
    mean = each.mean_grams
    if strand.source != OFF and (pieces := evidence.counts[strand.source]):
        content_grams = evidence.weighed[strand.source].content_grams
        mean = max(content_grams / pieces, _COSTS.lightest_content_share * mean)
    guess = grams / mean
    least = COSTS.limits.perhaps_piece_beans
    if not least < guess < total + least:
        return ()
    deviation = math.sqrt(max(guess, 1.0) * each.variance)
    width = max(_COSTS.amount_beans, COSTS.limits.likely_sigmas * deviation / mean)
    return range(max(0, math.floor(guess - width)), min(total, math.ceil(guess + width)) + 1)
