"""What the rules say of a table: which plans it completes, which it is on the way of, what would mend it.

Only counts are compared, so the order in which hands moved the pieces never matters. A transfer of one piece
is not begun, lifted (it left its source and is in a hand) or done. A table is therefore *on the way* of a
plan when

- every place lies between where the plan finds it and where the plan leaves it, and
- in every circle (places that exchange pieces with one another) no more has arrived than has left.

A place that is not in `agreed` has no scale: a stock in a bowl, a hand, a dead cell. It is never compared;
pieces from it are unlimited, and pieces into it count as arrived once they have been lifted.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Judgement, Mark, Plan, Progress, Transfer, carried_out
from cupsboard.rules.places import OFF_BOARD, Place
from cupsboard.rules.plan_bounds import Counts, PlanBounds


def judge(
    agreed: Contents, plans: Iterable[Plan], found: Contents, movers_table: Contents | None = None
) -> Judgement:
    """Return the judgement of a table, compared with everything that the plans allow from the agreed one.

    `agreed` and `found` hold the same weighed places; RulesError if they don't. A plan with `settled` counts
    only once all of that is done and part of its `open` shows, beyond the `movers_table` (the last table on
    which only the mover had acted) if one was seen. If that table was the end of a move, replies to this move
    are preferred to others. For a wrong table every repair of the smallest cost is returned that contains no
    other; putting the agreed table back is one candidate.
    """
    judged = judge_legality(agreed, plans, found, movers_table)
    if judged.is_unchanged or judged.complete or judged.under_way:
        return judged
    wrong = (
        _Attempt(plan, span, rest)
        for plan, difference in _attempted(agreed, plans, found, movers_table)
        for span, rest in _legs(plan, agreed, difference)
    )
    return replace(judged, repairs=_repairs(_difference(agreed, found), wrong, tuple(agreed)))


def judge_legality(
    agreed: Contents, plans: Iterable[Plan], found: Contents, movers_table: Contents | None = None
) -> Judgement:
    """Return the judgement without the repairs of a wrong table, which take most of the time."""
    _require_same_places(agreed, found)
    if found == agreed:
        return Judgement((), (), (), is_unchanged=True)
    complete: list[Plan] = []
    under_way: list[Progress] = []
    # Most replies are open to the opponent whatever the mover did: hundreds of plans share their transfers.
    touched_by: dict[int, set[Place]] = {}
    for plan, difference in _attempted(agreed, plans, found, movers_table):
        touched = touched_by.get(id(plan.open))
        if touched is None:
            touched = touched_by[id(plan.open)] = {
                end for transfer in plan.open for end in (transfer.source, transfer.target)
            }
        if not difference.keys() <= touched:
            continue
        if any(span.allows(rest) for span, rest in _legs(plan, agreed, difference)):
            whole = PlanBounds.of(plan.open, agreed)
            if whole.is_complete(difference):
                complete.append(plan)
            else:
                under_way.append(Progress(plan, whole.missing(difference)))
    ended = {plan.settled for plan in (*complete, *(way.plan for way in under_way)) if plan.settled}
    seen = {settled for settled in ended if carried_out(agreed, settled) == movers_table}
    if seen:
        complete = [plan for plan in complete if plan.settled in {(), *seen}]
        under_way = [way for way in under_way if way.plan.settled in {(), *seen}]
    return Judgement(tuple(complete), tuple(under_way), (), is_unchanged=False)


def _attempted(
    agreed: Contents, plans: Iterable[Plan], found: Contents, movers_table: Contents | None
) -> Iterator[tuple[Plan, Counts]]:
    """Yield the plans that may have been begun, with the table's difference from where each begins."""
    since_agreed = _difference(agreed, found)
    # Replies to one move come one after the other, so the table they start from is worked out once.
    for settled, replies in groupby(plans, key=attrgetter("settled")):
        difference = _beyond(since_agreed, settled, agreed)
        for plan in replies if difference else ():
            if not settled or not movers_table or _has_come(plan, difference, found, movers_table):
                yield plan, difference


def _legs(plan: Plan, weighed: Contents, difference: Counts) -> list[tuple[PlanBounds, Counts]]:
    """Return the stretches of a plan's way, each with the table's difference from where it begins.

    A move is one stretch, in any order. A reply takes its capture last: else a piece lifted from the very cup
    that the first move filled would hide half of that move, and a stray piece beside it would end the turn.
    """
    if not (plan.settled and plan.owed):
        return [(PlanBounds.of(plan.open, weighed), difference)]
    first = PlanBounds.of(tuple(transfer for transfer in plan.open if transfer not in plan.owed), weighed)
    rest = {
        place: difference.get(place, 0) - first.arriving.get(place, 0) + first.leaving.get(place, 0)
        for place in {**difference, **first.leaving, **first.arriving}
    }
    remaining = {place: count for place, count in rest.items() if count}
    return [(first, difference), (PlanBounds.of(plan.owed, weighed), remaining)]


def _has_come(reply: Plan, difference: Counts, found: Contents, movers_table: Contents) -> bool:
    """Return whether part of a reply came or went since the mover's own table was seen."""
    return any(
        difference.get(place, 0) * way > 0 and (found[place] - movers_table[place]) * way > 0
        for transfer in reply.open
        for place, way in ((transfer.source, -1), (transfer.target, 1))
    )


def _require_same_places(agreed: Contents, found: Contents) -> None:
    if agreed.keys() != found.keys():
        odd = ", ".join(sorted(agreed.keys() ^ found.keys()))
        raise RulesError(f"{odd}: in only one of the two tables; weigh the same places in both")


def _difference(start: Contents, found: Contents) -> Counts:
    return {place: found[place] - count for place, count in start.items() if found[place] != count}


def _beyond(difference: Counts, settled: Iterable[Transfer], weighed: Container[Place]) -> Counts:
    """Return a difference from the agreed table as one from that table after the transfers `settled`."""
    rest = dict(difference)
    for transfer in settled:
        for place, count in ((transfer.source, transfer.count), (transfer.target, -transfer.count)):
            if place in weighed:
                rest[place] = rest.get(place, 0) + count
    return {place: count for place, count in rest.items() if count}


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A plan that does not lead through the table, and the table's difference from its start."""

    plan: Plan
    span: PlanBounds
    difference: Counts

    @property
    def least_cost(self) -> int:
        """Return a lower bound of the cost of mending, cheaply computed."""
        return _cost(self.span.outside(self.difference))

    @property
    def wrong(self) -> Counts | None:
        """Return what would have to be mended; None if that would mean to carry on with the settled move.

        A player who has not finished a move is never told to finish just this one because a reply may have
        begun.
        """
        wrong = self.span.wrong(self.difference)
        is_unsettled = any(
            wrong.get(transfer.source, 0) > 0 or wrong.get(transfer.target, 0) < 0
            for transfer in self.plan.settled
        )
        return None if is_unsettled else wrong

    def is_held_back(self, wrong: Counts) -> bool:
        """Return whether pieces of a reply would be in the opponent's hand once this is mended."""
        mended = {
            place: self.difference.get(place, 0) - wrong.get(place, 0)
            for place in {**self.difference, **wrong}
        }
        return bool(self.plan.settled) and any(
            transfer.source == OFF_BOARD for transfer in self.span.missing(mended)
        )


def _repairs(
    undoing: Counts, attempts: Iterable[_Attempt], order: tuple[Place, ...]
) -> tuple[tuple[Mark, ...], ...]:
    """Return the cheapest repairs that contain no other: undoing everything, or mending an attempt.

    Of several, those that undo what hands have done: at places that have changed, and without missing pieces
    that only the opponent's hand may hold.
    """
    cheapest = _cost(undoing)
    smallest = [(undoing, False)]
    for attempt in attempts:
        if attempt.least_cost > cheapest:
            continue
        wrong = attempt.wrong
        if wrong is None or (cost := _cost(wrong)) > cheapest:
            continue
        if cost < cheapest:
            cheapest, smallest = cost, []
        smallest.append((wrong, attempt.is_held_back(wrong)))
    ranks = [(not wrong.keys() <= undoing.keys(), is_held_back) for wrong, is_held_back in smallest]
    mending: list[Counts] = []
    for (wrong, _), rank in zip(smallest, ranks, strict=True):
        if rank == min(ranks) and wrong not in mending:
            mending.append(wrong)
    # Who does a part and finds the table legal need not be sent on towards one of the legal moves.
    needed = [wrong for wrong in mending if not any(_is_part(other, wrong) for other in mending)]
    return tuple(tuple(Mark(place, wrong[place]) for place in order if place in wrong) for wrong in needed)


def _is_part(part: Counts, whole: Counts) -> bool:
    """Return whether every count of one is in the other, as large or larger, and they differ."""
    within = all(
        0 < count <= whole.get(place, 0) or 0 > count >= whole.get(place, 0) for place, count in part.items()
    )
    return within and part != whole


def _cost(wrong: Counts) -> int:
    """Return how many pieces to move; one taken from here and put there counts once."""
    surplus = sum(count for count in wrong.values() if count > 0)
    return max(surplus, surplus - sum(wrong.values()))
