"""Three simpler referees that look at the same weights, to see what the likelihood is worth.

Each says for which legal move it takes a table, or None if it objects. They are given the same tracked tares,
contents and bean mass as the recogniser (sensing notes, 4.1: a, b and c).
"""

from collections.abc import Callable, Mapping, Sequence

from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.game import Contents, Plan
from cupsboard.rules.places import BEAN, Place
from cupsboard.scales.readings import Settled, Weight

FURTHEST = 2
"""Beans that the rounded table may differ from the nearest move before that is refused."""

Baseline = Callable[[Knowledge, Sequence[Plan], Settled], Plan | None]


def rounding_each_cup(knowledge: Knowledge, plans: Sequence[Plan], settled: Settled) -> Plan | None:
    """Count every place alone: its weight less its tare over the mean bean; no memory of what lay there."""
    mean = knowledge.pieces[BEAN].mean_grams
    counts = {
        place: round((grams - knowledge.places[place].tare.grams) / mean)
        for place, grams in _readable(settled).items()
    }
    return _exactly(plans, knowledge.contents, counts)


def rounding_changes(knowledge: Knowledge, plans: Sequence[Plan], settled: Settled) -> Plan | None:
    """Round the change of every place to whole beans; all must be those of one legal move."""
    return _exactly(plans, knowledge.contents, _rounded_changes(knowledge, settled))


def nearest_move(knowledge: Knowledge, plans: Sequence[Plan], settled: Settled) -> Plan | None:
    """The legal move nearest to the rounded changes, refused beyond `FURTHEST` beans."""
    counts, start = _rounded_changes(knowledge, settled), knowledge.contents
    distances = [(_distance(_outcome(plan, start), counts), plan) for plan in plans]
    if not distances:
        return None
    distance, plan = min(distances, key=lambda pair: pair[0])
    return plan if distance <= FURTHEST else None


BASELINES: Mapping[str, Baseline] = {
    "rounding each cup": rounding_each_cup,
    "rounded changes": rounding_changes,
    "nearest move": nearest_move,
}
"""Every baseline by its name in reports."""


def _readable(settled: Settled) -> dict[Place, float]:
    return {place: weight.grams for place, weight in settled.weights.items() if isinstance(weight, Weight)}


def _rounded_changes(knowledge: Knowledge, settled: Settled) -> dict[Place, int]:
    mean = knowledge.pieces[BEAN].mean_grams
    known = knowledge.places
    return {
        place: known[place].count + round((grams - known[place].gross.grams) / mean)
        for place, grams in _readable(settled).items()
    }


def _exactly(plans: Sequence[Plan], start: Contents, counts: Contents) -> Plan | None:
    return next((plan for plan in plans if _distance(_outcome(plan, start), counts) == 0), None)


def _outcome(plan: Plan, start: Contents) -> dict[Place, int]:
    counts = dict(start)
    for transfer in plan.open:
        for place, change in ((transfer.source, -transfer.count), (transfer.target, transfer.count)):
            if place in counts:
                counts[place] += change
    return counts


def _distance(outcome: Contents, counts: Contents) -> int:
    """By how many beans two tables differ, over the places that could be read."""
    return sum(abs(outcome[place] - count) for place, count in counts.items())
