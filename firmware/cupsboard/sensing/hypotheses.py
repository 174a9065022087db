"""What may have happened since the agreed table: each legal plan at every point on its way, and each fault.

A hypothesis is a flow of pieces with a prior probability. Legal stages come from the plans alone; faults
are single acts (a piece too many, missing, or elsewhere) put on top of any of them. Where a plan leaves
many amounts open (how many of twelve captured beans are in the hand?), the weights propose the few amounts
that are not absurd, so that the number of hypotheses does not grow with the number of beans.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import Kind, Place
from cupsboard.sensing.likelihood import OFF, Evidence, Fit, Flow, Supposition

UNCHANGED = 0.25
"""Prior of a table on which nothing happened."""
COMPLETE = 0.5
"""Prior of all tables together on which some plan is complete."""
ON_THE_WAY = 0.22
"""Prior of all tables together on which a plan is unfinished."""
WITH_REPLY = 0.05
"""Prior of all tables together on which the opponent has begun before the turn was closed."""

EXTRA_WHERE_SOWN = 1.2e-3
EXTRA = 1e-3
MISSING = 3e-3
MISPLACED = 3e-3
"""Priors of one faulty act on top of a stage (sensing notes, section 3)."""
EXCHANGED = 1e-3
"""Prior of two cups having changed places, if they were never seen in the air together."""
EXCHANGED_IF_LIFTED_TOGETHER = 0.3
"""The same, if they were."""
BURDEN = 2e-2
"""Prior of something that is no piece on some place: hands rest on rims all the time."""
HELD_UP = 2e-4
"""The same where a place is lighter than its pieces: somebody would have to hold it up."""
EACH_FURTHER_PIECE = 0.1
"""How much rarer a faulty act becomes with each further piece it moves."""

SUSPICIOUS = 0.2
"""A residual counts as a trace of a piece from this part of the piece's mean weight on. Below it, one piece
more is at least 1e4 times less likely at any spread the board accepts (CV <= 20 %)."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A supposition with its log prior, and in words what is wrong with it, if anything."""

    supposed: Supposition
    log_prior: float
    faults: tuple[str, ...] = ()

    @property
    def flow(self) -> Flow:
        """The supposed flow of pieces."""
        return self.supposed.flow


@dataclass(frozen=True, slots=True)
class _Strand:
    """The pieces of a plan that come from one source, one after another."""

    source: int
    units: tuple[tuple[int, Kind], ...]


FlowDict = dict[tuple[int, int, Kind], int]


def stages(evidence: Evidence, plans: Iterable[Plan]) -> list[Hypothesis]:
    """Every legal table that can lie before the scales: nothing done, plans under way, plans complete."""
    index = {place: number for number, place in enumerate(evidence.places)}
    complete: dict[frozenset[tuple[tuple[int, int, Kind], int]], FlowDict] = {}
    on_the_way: dict[frozenset[tuple[tuple[int, int, Kind], int]], FlowDict] = {}
    with_reply: dict[frozenset[tuple[tuple[int, int, Kind], int]], FlowDict] = {}
    for plan in plans:
        settled = _as_flow(plan.settled, index)
        for flow, is_end in _walk(evidence, _strands(plan, index)):
            if plan.settled:
                if flow:
                    both = _combined(settled, flow)
                    with_reply[frozenset(both.items())] = both
            elif is_end:
                complete[frozenset(flow.items())] = flow
            elif flow:
                on_the_way[frozenset(flow.items())] = flow
    for key in complete:
        on_the_way.pop(key, None)
    result = [Hypothesis(Supposition({}), math.log(UNCHANGED))]
    for flows, share in ((complete, COMPLETE), (on_the_way, ON_THE_WAY), (with_reply, WITH_REPLY)):
        if flows:
            log_prior = math.log(share / len(flows))
            result += [Hypothesis(Supposition(flow), log_prior) for flow in flows.values()]
    return result


def _as_flow(transfers: Sequence[Transfer], index: Mapping[Place, int]) -> FlowDict:
    flow: FlowDict = {}
    for transfer in transfers:
        key = (index.get(transfer.source, OFF), index.get(transfer.target, OFF), transfer.kind)
        flow[key] = flow.get(key, 0) + transfer.count
    return flow


def _combined(first: FlowDict, second: FlowDict) -> FlowDict:
    """One flow after another. Pieces that arrive and leave again count as gone straight on."""
    result = dict(first)
    for (source, target, kind), count in second.items():
        rest = count
        for (origin, via, via_kind), waiting in first.items():
            if via == source != OFF and via_kind == kind and rest:
                onward = min(rest, waiting, result.get((origin, via, kind), 0))
                if onward:
                    _move(result, (origin, via, kind), -onward)
                    _move(result, (origin, target, kind), onward)
                    rest -= onward
        if rest:
            _move(result, (source, target, kind), rest)
    return result


def _move(flow: FlowDict, key: tuple[int, int, Kind], count: int) -> None:
    total = flow.get(key, 0) + count
    if total and key[0] != key[1]:
        flow[key] = total
    else:
        flow.pop(key, None)


def _strands(plan: Plan, index: Mapping[Place, int]) -> list[_Strand]:
    units: dict[Place, list[tuple[int, Kind]]] = {}
    for transfer in plan.open:
        target = (index.get(transfer.target, OFF), transfer.kind)
        units.setdefault(transfer.source, []).extend([target] * transfer.count)
    return [_Strand(index.get(source, OFF), tuple(targets)) for source, targets in units.items()]


def _walk(evidence: Evidence, strands: Sequence[_Strand]) -> Iterator[tuple[FlowDict, bool]]:
    """The flows on the way of a plan, and whether each is its end.

    A strand is begun when those before it are done, or as far done as the weights show: hands keep no order.
    """
    before: list[tuple[FlowDict, bool]] = [({}, True)]
    for number, strand in enumerate(strands):
        is_last = number == len(strands) - 1
        for done, is_whole_before in before:
            for part, is_whole in _strand_states(evidence, strand):
                if part or number == 0:
                    yield _merged(done, part), is_last and is_whole and is_whole_before
        total = len(strand.units)
        whole = _strand_flow(strand, total, total)
        shown = _as_shown(evidence, strand)
        partial = _strand_flow(shown, _showing(evidence, strand), _showing(evidence, strand))
        before = [(_merged(done, whole), is_whole) for done, is_whole in before] + (
            [(partial, False)] if number == 0 and partial != whole else []
        )


def _merged(first: FlowDict, second: FlowDict) -> FlowDict:
    result = dict(first)
    for key, count in second.items():
        result[key] = result.get(key, 0) + count
    return result


def _strand_flow(strand: _Strand, lifted: int, placed: int) -> FlowDict:
    flow: FlowDict = {}
    for target, kind in strand.units[:placed]:
        key = (strand.source, target, kind)
        flow[key] = flow.get(key, 0) + 1
    if strand.source != OFF:
        for _, kind in strand.units[placed:lifted]:
            key = (strand.source, OFF, kind)
            flow[key] = flow.get(key, 0) + 1
    return flow


def _strand_states(evidence: Evidence, strand: _Strand) -> Iterator[tuple[FlowDict, bool]]:
    """How far one strand may have got, and whether to its end.

    Pieces are placed one after another, or where the weights show them; of a weighed source, more may be in
    the hand already.
    """
    shown = _as_shown(evidence, strand)
    ways = [(strand, placed) for placed in _plausible_placed(evidence, strand)]
    if shown != strand:
        ways.append((shown, _showing(evidence, strand)))
    total = len(strand.units)
    for order, placed in ways:
        if order.source == OFF:
            yield _strand_flow(order, placed, placed), placed == total
            continue
        for lifted in sorted({placed, total} | set(_plausible_lifted(evidence, order))):
            if lifted >= placed:
                yield _strand_flow(order, lifted, placed), placed == total


def _shows(evidence: Evidence, unit: tuple[int, Kind]) -> bool:
    """Whether at least half a piece more lies where this one was to go."""
    target, kind = unit
    return target != OFF and evidence.change_grams[target] > 0.5 * evidence.populations[kind].mean_grams


def _showing(evidence: Evidence, strand: _Strand) -> int:
    return sum(_shows(evidence, unit) for unit in strand.units)


def _as_shown(evidence: Evidence, strand: _Strand) -> _Strand:
    """The strand with the pieces that show in front."""
    units = sorted(strand.units, key=lambda unit: not _shows(evidence, unit))
    return _Strand(strand.source, tuple(units))


def _plausible_placed(evidence: Evidence, strand: _Strand) -> Iterable[int]:
    total = len(strand.units)
    targets = {target for target, _ in strand.units}
    if len(targets) == 1 and total > 3:
        target = next(iter(targets))
        if target == OFF:
            return (0, total)
        return sorted({0, total} | set(_near(evidence, strand, evidence.change_grams[target])))
    return range(total + 1)


def _plausible_lifted(evidence: Evidence, strand: _Strand) -> Iterable[int]:
    return _near(evidence, strand, -evidence.change_grams[strand.source])


def _near(evidence: Evidence, strand: _Strand, grams: float) -> Iterable[int]:
    """The amounts of a strand's pieces that could weigh about this much."""
    total = len(strand.units)
    each = evidence.populations[strand.units[0][1]]
    mean = each.mean_grams
    if strand.source != OFF and (pieces := sum(evidence.pieces[strand.source].values())):
        mean = max(evidence.content_grams[strand.source] / pieces, 0.5 * mean)
    guess = grams / mean
    if not 0.3 < guess < total + 0.3:
        return ()
    width = max(1.0, 3.0 * math.sqrt(max(guess, 1.0) * each.variance) / mean)
    return range(max(0, math.floor(guess - width)), min(total, math.ceil(guess + width)) + 1)


def faults_on_top(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Iterator[Hypothesis]:
    """The hypothesis with one more faulty act, for every act of which the residuals show a trace."""
    for kind, population in evidence.populations.items():
        mean = population.mean_grams
        gains = [i for i, grams in enumerate(fit.residual_grams) if grams > SUSPICIOUS * mean]
        losses = [i for i, grams in enumerate(fit.residual_grams) if grams < -SUSPICIOUS * mean]
        for target in gains:
            for count in _amounts(fit.residual_grams[target], population.variance, mean):
                yield _with_act(evidence, hypothesis, OFF, target, kind, count)
        for source in losses:
            for count in _amounts(-fit.residual_grams[source], population.variance, mean):
                if count <= present(evidence, hypothesis, source, kind):
                    yield _with_act(evidence, hypothesis, source, OFF, kind, count)
                    for target in gains:
                        yield _with_act(evidence, hypothesis, source, target, kind, count)
    for place in _off_by_a_piece(evidence, fit):
        if evidence.may_be_burdened[place] and place not in hypothesis.supposed.burdened:
            yield _with_burden(evidence, hypothesis, place, fit.residual_grams[place])


def exchanges(evidence: Evidence, hypothesis: Hypothesis, fit: Fit) -> Iterator[Hypothesis]:
    """The hypothesis with two cups exchanged: those that were in the air together, and those that look so."""
    if hypothesis.supposed.exchanged is not None:
        return
    lightest = min(population.mean_grams for population in evidence.populations.values())
    suspects = [p for p, grams in enumerate(fit.residual_grams) if abs(grams) > SUSPICIOUS * lightest]
    pairs = [*combinations(evidence.lifted_together, 2)]
    if len(suspects) == 2:
        pairs.append((suspects[0], suspects[1]))
    all_pairs = len(evidence.places) * (len(evidence.places) - 1) / 2
    for one, other in dict.fromkeys(pairs):
        together = one in evidence.lifted_together and other in evidence.lifted_together
        rate = EXCHANGED_IF_LIFTED_TOGETHER if together else EXCHANGED / all_pairs
        yield Hypothesis(
            supposed=replace(hypothesis.supposed, exchanged=(one, other)),
            log_prior=hypothesis.log_prior + math.log(rate),
            faults=(
                *hypothesis.faults,
                f"the cups of {evidence.places[one]} and {evidence.places[other]} exchanged",
            ),
        )


def _off_by_a_piece(evidence: Evidence, fit: Fit) -> Iterable[int]:
    """Places with a trace of at least half of the lightest piece."""
    lightest = min(population.mean_grams for population in evidence.populations.values())
    return [place for place, grams in enumerate(fit.residual_grams) if abs(grams) > 0.5 * lightest]


def _with_burden(evidence: Evidence, hypothesis: Hypothesis, place: int, grams: float) -> Hypothesis:
    rate = BURDEN if grams > 0 else HELD_UP
    return replace(
        hypothesis,
        log_prior=hypothesis.log_prior + math.log(rate / len(evidence.places)),
        faults=(*hypothesis.faults, f"something that is no bean on {evidence.places[place]}"),
        supposed=replace(hypothesis.supposed, burdened=hypothesis.supposed.burdened | {place}),
    )


def _amounts(grams: float, variance: float, mean: float) -> Iterable[int]:
    guess = grams / mean
    width = max(0.8, 2.0 * math.sqrt(max(guess, 1.0) * variance) / mean) if guess > 1.4 else 0.9
    return range(max(1, math.ceil(guess - width)), max(1, math.floor(guess + width)) + 1)


def present(evidence: Evidence, hypothesis: Hypothesis, place: int, kind: Kind) -> int:
    """How many pieces of a kind lie in a place under a hypothesis."""
    count = evidence.pieces[place].get(kind, 0)
    for (source, target, of_kind), moved in hypothesis.flow.items():
        if of_kind == kind:
            count += moved if target == place else 0
            count -= moved if source == place else 0
    return count


def rerouted(flow: Flow, source: int, target: int, kind: Kind, count: int) -> FlowDict:
    """The flow with some pieces going on: those that only just arrived at the source are the ones."""
    result = dict(flow)
    rest = count
    for key in [key for key in result if key[1] == source != OFF and key[2] == kind]:
        onward = min(rest, result[key])
        _move(result, key, -onward)
        _move(result, (key[0], target, kind), onward)
        rest -= onward
    if rest:
        _move(result, (source, target, kind), rest)
    return result


def _with_act(
    evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, kind: Kind, count: int
) -> Hypothesis:
    """One act more."""
    flow = rerouted(hypothesis.flow, source, target, kind, count)
    has_arrived = any(key[1] == source != OFF and key[2] == kind for key in hypothesis.flow)
    rate, words = _fault(evidence, hypothesis, source, target, has_arrived)
    log_prior = hypothesis.log_prior + math.log(rate)
    if source == OFF or count < present(evidence, hypothesis, source, kind):
        # A whole content is poured at once; part of one is moved piece by piece.
        log_prior += (count - 1) * math.log(EACH_FURTHER_PIECE)
    number = "a piece" if count == 1 else f"{count} pieces"
    return Hypothesis(
        supposed=replace(hypothesis.supposed, flow=flow),
        log_prior=log_prior,
        faults=(*hypothesis.faults, f"{number} {words}"),
    )


def _fault(
    evidence: Evidence, hypothesis: Hypothesis, source: int, target: int, has_arrived: bool
) -> tuple[float, str]:
    places = evidence.places
    if source == OFF:
        is_sown = any(key[1] == target for key in hypothesis.flow)
        return (EXTRA_WHERE_SOWN if is_sown else EXTRA), f"too many in {places[target]}"
    if target == OFF:
        return (MISSING if has_arrived else EXTRA), f"missing from {places[source]}"
    return MISPLACED / len(places), f"of {places[source]} in {places[target]}"


def found_counts(evidence: Evidence, hypothesis: Hypothesis) -> tuple[int, ...]:
    """How many pieces of any kind lie in each place under a hypothesis."""
    counts = [sum(inside.values()) for inside in evidence.pieces]
    for (source, target, _), count in hypothesis.flow.items():
        if source != OFF:
            counts[source] -= count
        if target != OFF:
            counts[target] += count
    if hypothesis.supposed.exchanged is not None:
        one, other = hypothesis.supposed.exchanged
        counts[one], counts[other] = counts[other], counts[one]
    return tuple(counts)
