"""List every legal table that can lie on the scales: each plan at every point on its way.

Where a plan leaves many amounts open (how many of twelve captured beans are in the hand?), the weights
propose the few plausible ones. So the number of hypotheses does not grow with the number of beans.

Where players lay a wanted table (a set-up, an undo, a game taken up again), hands keep no order: any number
between the agreed and the wanted one may lie in any place, and pieces come one by one or by the handful.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.evidence import Evidence
from cupsboard.recognition.hypotheses import FlowDict, Hypothesis, moved_into, rerouted
from cupsboard.recognition.likelihood import OFF, Supposition
from cupsboard.rules.game import Plan, Transfer, carried_out
from cupsboard.rules.places import BEAN, OFF_BOARD, Kind, Place
from cupsboard.rules.table_correction import transfers_between


class Work:
    """The budget of computation that is left for one look: stages of plans to list, and terms to fit.

    Time plays no part, so that the same look has the same result on every computer and in a replay.
    """

    def __init__(self) -> None:
        self._ways_left = COSTS.search.most_ways
        self._terms_left = COSTS.search.most_terms
        self.is_cut_short = False
        """Whether something that may count was left untried because the budget ran out."""

    def may_list(self, ways: int) -> bool:
        """Take the cost of listing `ways` stages from the budget; return False if too little is left."""
        if self._ways_left < ways:
            self.is_cut_short = True
            return False
        self._ways_left -= ways
        return True

    def has_left(self, terms: int) -> bool:
        """Return whether the budget suffices to fit one more explanation, of so many `terms`."""
        return self._terms_left >= terms

    def may_fit(self, terms: int) -> bool:
        """Take the cost of fitting one more explanation from the budget; return False if too little is left.

        `terms` is the number of places plus the number of transfers in the explanation.
        """
        if not self.has_left(terms):
            self.is_cut_short = True
            return False
        self._terms_left -= terms
        return True


Counts = tuple[int, ...]


def laid_tables(evidence: Evidence, wanted: Sequence[int]) -> set[Counts]:
    """Return the plausible tables on the way from the agreed table to `wanted`, as counts by place.

    Each is what the weights show for one mean mass of a piece, or that with each place done or not begun that
    may be so by its weight, or one of these with one piece more or less in one place, or with one place not
    begun or already done. The agreed and the wanted table are always among them.
    """
    ends = list(zip(evidence.counts, wanted, strict=True))
    tables = {tuple(evidence.counts), tuple(wanted)}
    # Of many full cups hardly ever all weigh what so many mean pieces do.
    likely = [_likely_end(evidence, index, *end) for index, end in enumerate(ends)]
    for mean_grams in _means_grams(evidence):
        shown = [
            _between(*end, end[0] + _pieces_gained(evidence, index, mean_grams))
            for index, end in enumerate(ends)
        ]
        done = [count if end is None else end for count, end in zip(shown, likely, strict=True)]
        for table in (shown, done):
            tables.add(tuple(table))
            for index, end in enumerate(ends):
                for count in (*end, shown[index] - 1, shown[index], shown[index] + 1):
                    tables.add((*table[:index], _between(*end, count), *table[index + 1 :]))
    return tables


def _likely_end(evidence: Evidence, index: int, before: int, wanted: int) -> int | None:
    """Return how many pieces a place holds if its weight fits that it is done or not begun; else None."""
    each, fresh = evidence.weighed[index], evidence.populations[BEAN]
    for count in (wanted, before):
        gained = count - before
        variance = each.variance + abs(gained) * fresh.variance + gained**2 * fresh.mean_variance
        off_grams = abs(each.change_grams - gained * fresh.mean_grams)
        if each.is_trusted and off_grams <= COSTS.limits.likely_sigmas * math.sqrt(variance):
            return count
    return None


def _between(before: int, after: int, count: int) -> int:
    return min(max(count, min(before, after)), max(before, after))


def _pieces_gained(evidence: Evidence, index: int, mean_grams: float) -> int:
    """Return the number of pieces nearest to the change of weight of a place; 0 if it can't be read."""
    each, count = evidence.weighed[index], evidence.counts[index]
    if not each.is_trusted:
        return 0
    if each.change_grams < 0 and count:
        least_grams = COSTS.proposals.lightest_content_share * mean_grams
        mean_grams = max(each.content_grams / count, least_grams)
    return round(each.change_grams / mean_grams)


def _means_grams(evidence: Evidence) -> Iterator[float]:
    """Yield the plausible mean masses of a fresh piece: one for each number in the place that gained most."""
    fresh = evidence.populations[BEAN]
    yield fresh.mean_grams
    gained_grams = max((each.change_grams for each in evidence.weighed if each.is_trusted), default=0.0)
    doubt_grams = COSTS.limits.likely_sigmas * math.sqrt(fresh.mean_variance)
    lightest_grams = COSTS.proposals.lightest_content_share * fresh.mean_grams
    fewest = math.floor(gained_grams / (fresh.mean_grams + doubt_grams))
    most = math.ceil(gained_grams / max(fresh.mean_grams - doubt_grams, lightest_grams))
    for count in range(max(fewest, 1), most + 1):
        yield gained_grams / count


_PRIORS, _MISHAPS, _COSTS = PRIORS.tables, PRIORS.mishaps, COSTS.proposals

_Key = frozenset[tuple[tuple[int, int, Kind], int]]


class Stage(NamedTuple):
    """A legal table: a plan at one point on its way, as flows that touch no weighed place in common."""

    flows: tuple[FlowDict, ...]
    log_prior: float
    widest: int = 0
    """The largest number of weighed places into which the plans that lead through here bring pieces."""

    @property
    def flow(self) -> FlowDict:
        """Return all pieces that have gone from place to place."""
        return {way: count for flow in self.flows for way, count in flow.items()}

    @property
    def hypothesis(self) -> Hypothesis:
        """Return this stage as a hypothesis in which nothing has gone wrong."""
        return Hypothesis(Supposition(self.flow), self.log_prior, widest=self.widest)


@dataclass(frozen=True, slots=True)
class _Strand:
    """The pieces of a plan that come from one source, one after another."""

    source: int
    units: tuple[tuple[int, Kind], ...]


class _Way(NamedTuple):
    """A point on the way of a plan."""

    flow: FlowDict
    is_end: bool
    is_in_order: bool
    """Whether the acts so far keep the order of the rules."""
    lacking: int = 0
    """How many places do not hold what is wanted, where one certain table is."""


class _Part:
    """A whole move, or a point on the way of a reply; each is the same for hundreds of pairs of both."""

    def __init__(self, flow: FlowDict) -> None:
        self.flow = flow
        self.touched = 0
        """The weighed places where pieces come or go, as bits."""
        self.leaving: dict[int, int] = {}
        """How many pieces leave each weighed place."""
        for (source, target, _), count in flow.items():
            self.touched |= _bit(source) | _bit(target)
            if source != OFF:
                self.leaving[source] = self.leaving.get(source, 0) + count

    @cached_property
    def arrivals(self) -> dict[tuple[int, Kind], list[tuple[int, int]]]:
        """By weighed place and kind the pieces that come there: from which source how many."""
        arrivals: dict[tuple[int, Kind], list[tuple[int, int]]] = {}
        for (source, target, kind), count in self.flow.items():
            if target != OFF:
                arrivals.setdefault((target, kind), []).append((source, count))
        return arrivals

    @cached_property
    def changes(self) -> dict[int, int]:
        """How many more pieces each weighed place holds after this flow."""
        changes = {place: -count for place, count in self.leaving.items()}
        for (_, target, _), count in self.flow.items():
            if target != OFF:
                changes[target] = changes.get(target, 0) + count
        return changes


def _bit(place: int) -> int:
    return 1 << place if place != OFF else 0


class _Ends:
    """The weighed places at the ends of transfers, as bits.

    Plans share their transfers by the hundred, so each is worked out once and found again by its identity.
    """

    def __init__(self, index: Mapping[Place, int]) -> None:
        self._index = index
        self._found: dict[int, tuple[int, int]] = {}

    def of(self, transfers: tuple[Transfer, ...]) -> tuple[int, int]:
        """Return the places from which pieces go, and those to which they come."""
        found = self._found.get(id(transfers))
        if found is None:
            sources = targets = 0
            for transfer in transfers:
                sources |= _bit(self._index.get(transfer.source, OFF))
                targets |= _bit(self._index.get(transfer.target, OFF))
            found = self._found[id(transfers)] = sources, targets
        return found

    def width(self, plan: Plan) -> int:
        """Return the number of places into which a plan brings pieces."""
        return (self.of(plan.settled)[1] | self.of(plan.open)[1]).bit_count()


def stages(evidence: Evidence, plans: Sequence[Plan], work: Work) -> list[Stage]:
    """Return every table that moves, `plans`, may lead to or through, the agreed one first.

    Plans that touch changed places come first. The list ends when `work` runs out.
    """
    index = {place: number for number, place in enumerate(evidence.places)}
    ends = _Ends(index)
    complete: dict[_Key, FlowDict] = {}
    on_the_way: dict[_Key, FlowDict] = {}
    in_disorder: dict[_Key, FlowDict] = {}
    laid_in_part: dict[_Key, _Way] = {}
    widest: dict[_Key, int] = {}
    for plan in _likeliest_first(evidence, plans, ends):
        walk = _laid(evidence, plan) if plan.side is None else _walk(evidence, _strands(plan, index))
        ways = [way for way in walk if way.flow]
        if not work.may_list(len(ways)):
            break
        for way in ways:
            key = frozenset(way.flow.items())
            widest[key] = max(ends.width(plan), widest.get(key, 0))
            if way.is_end:
                complete[key] = way.flow
            elif plan.side is None:
                laid_in_part[key] = way
            else:
                (on_the_way if way.is_in_order else in_disorder)[key] = way.flow
    on_the_way = {key: flow for key, flow in on_the_way.items() if key not in complete}
    in_disorder = {
        key: flow for key, flow in in_disorder.items() if key not in complete and key not in on_the_way
    }
    going_on = _MISHAPS.laid_in_part * math.exp(-evidence.noticed.lain_seconds / _MISHAPS.pause_seconds)
    result = [
        Stage((), math.log(_PRIORS.unchanged)),
        *(
            Stage((way.flow,), math.log(_PRIORS.complete * (going_on + _MISHAPS.miscounted**way.lacking)))
            for way in laid_in_part.values()
        ),
    ]
    for flows, share in (
        (complete, _PRIORS.complete),
        (on_the_way, _PRIORS.on_the_way),
        (in_disorder, _PRIORS.out_of_order),
    ):
        log_prior = math.log(share / max(len(flows), 1))
        result += [Stage((flow,), log_prior, widest[key]) for key, flow in flows.items()]
    return result


def stages_of_replies(evidence: Evidence, plans: Sequence[Plan], work: Work) -> list[Stage]:
    """Return every table that replies, `plans`, may lead to or through, each on top of a whole move.

    Plans that touch changed places come first. The list ends when `work` runs out. Most replies are open to
    the opponent whatever the mover did, so moves and ways of replies are walked once, and only paired here.
    """
    index = {place: number for number, place in enumerate(evidence.places)}
    ends = _Ends(index)
    moves: dict[int, _Part] = {}
    walks: dict[int, list[_Part]] = {}
    parts: dict[_Key, _Part] = {}
    widest: dict[tuple[_Part, _Part], int] = {}
    for plan in _likeliest_first(evidence, plans, ends):
        move = moves.get(id(plan.settled))
        if move is None:
            move = moves[id(plan.settled)] = _Part(_as_flow(plan.settled, index))
        ways = walks.get(id(plan.open))
        if ways is None:
            ways = walks[id(plan.open)] = []
            for way in _walk(evidence, _strands(plan, index)):
                if way.flow:
                    key = frozenset(way.flow.items())
                    ways.append(parts.get(key) or parts.setdefault(key, _Part(way.flow)))
        if not work.may_list(len(ways)):
            break
        width = ends.width(plan)
        for part in ways:
            pair = move, part
            if widest.get(pair, 0) < width:
                widest[pair] = width
    found: list[tuple[tuple[FlowDict, ...], int]] = []
    for (move, reply), width in widest.items():
        if not _shows_reply(evidence, move, reply):
            continue
        if not move.touched & reply.touched:
            found.append(((move.flow, reply.flow), width))
        elif _can_lie(evidence, move, reply):
            found.append(((_combined(move, reply),), width))
    log_prior = math.log(_PRIORS.with_reply / max(len(found), 1))
    return [Stage(flows, log_prior, width) for flows, width in found]


def _likeliest_first(evidence: Evidence, plans: Sequence[Plan], ends: _Ends) -> list[Plan]:
    """Return the plans, those first that leave the fewest changed places untouched and touch few others."""
    trace = COSTS.limits.perhaps_piece_beans * evidence.lightest_grams
    changed = sum(
        _bit(number)
        for number, each in enumerate(evidence.weighed)
        if each.is_trusted and abs(each.change_grams) > trace
    )

    def distance(plan: Plan) -> tuple[int, int]:
        (one, other), (source, target) = ends.of(plan.settled), ends.of(plan.open)
        places = one | other | source | target
        return (changed & ~places).bit_count(), (places & ~changed).bit_count()

    return sorted(plans, key=distance)


def _can_lie(evidence: Evidence, move: _Part, reply: _Part) -> bool:
    """Return whether a reply takes from no place more than the move left and brought there."""
    return all(
        count <= evidence.counts[place] + move.changes.get(place, 0) for place, count in reply.leaving.items()
    )


def _shows_reply(evidence: Evidence, move: _Part, reply: _Part) -> bool:
    """Return whether part of a reply came or went since the table with the mover's acts alone was seen."""
    before = evidence.noticed.movers_table
    if before is None:
        return True
    for index, change in reply.changes.items():
        count = evidence.counts[index] + move.changes.get(index, 0) + change
        if (count - before[evidence.places[index]]) * change > 0:
            return True
    return False


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


def _combined(move: _Part, reply: _Part) -> FlowDict:
    """Return one flow after another. A piece that arrives and leaves again counts as gone straight on."""
    result = dict(move.flow)
    for (source, target, kind), count in reply.flow.items():
        rest = count
        for origin, came in move.arrivals.get((source, kind), ()):
            onward = min(rest, came, result.get((origin, source, kind), 0))
            moved_into(result, (origin, source, kind), -onward)
            moved_into(result, (origin, target, kind), onward)
            rest -= onward
        if rest:
            result[source, target, kind] = result.get((source, target, kind), 0) + rest
    return result


def _strands(plan: Plan, index: Mapping[Place, int]) -> list[_Strand]:
    units: dict[Place, list[tuple[int, Kind]]] = {}
    for transfer in plan.open:
        target = (index.get(transfer.target, OFF), transfer.kind)
        units.setdefault(transfer.source, []).extend([target] * transfer.count)
    return [_Strand(index.get(source, OFF), tuple(targets)) for source, targets in units.items()]


def _walk(evidence: Evidence, strands: Sequence[_Strand]) -> Iterator[_Way]:
    """Yield the points on the way of a plan.

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
                    yield _Way(flow, is_end, is_ordered and is_in_order)
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


def _laid(evidence: Evidence, plan: Plan) -> Iterator[_Way]:
    """Yield what `_walk` yields, for the plan of a wanted table: hands may lay it in any order."""
    index = {place: number for number, place in enumerate(evidence.places)}
    agreed = dict(zip(evidence.places, evidence.counts, strict=True))
    wanted = carried_out(agreed, plan.open)
    end = tuple(wanted[place] for place in evidence.places)
    for counts in laid_tables(evidence, end):
        lying = dict(zip(evidence.places, counts, strict=True))
        flow = _as_flow(tuple(transfers_between(agreed, lying, OFF_BOARD)), index)
        lacking = sum(count != last for count, last in zip(counts, end, strict=True))
        yield _Way(flow, not lacking, True, lacking)


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
