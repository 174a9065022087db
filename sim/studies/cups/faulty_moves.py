"""Moves with one fault: whether the board passes them silently, asks, or says what is wrong."""

from collections.abc import Mapping
from random import Random

from cupsboard.recognition.outcome import Blind, Complete, Outcome, Unchanged, Undecided, UnderWay
from cupsboard.rules.game import Contents, carried_out
from cupsboard.rules.places import OFF_BOARD, Place
from cupsboard.rules.table_legality import judge
from cupsim.errors import named

from studies.cups.baselines import BASELINES
from studies.cups.honest_moves import said
from studies.cups.study import Study
from studies.cups.table_faults import DECIDABLE, LIMITED_BY_BEANS, Fault, Scene
from studies.cups.turns import Turn, turns
from studies.tally import Tally

AS_DOUBLE = "ends as two in one cup"
"""Where any other fault happens to leave a drop with two beans in one cup, the beans limit it too."""
LIMITED = (*LIMITED_BY_BEANS, AS_DOUBLE)
ALL_FAULTS: Mapping[str, Fault] = {**DECIDABLE, **LIMITED_BY_BEANS}


def try_faults(study: Study, seed: int) -> Tally:
    """One evening in which every move is made with each fault in turn, and then honestly.

    The study's variant, if it has one, names the only fault that is made.
    """
    found, random = Tally(), Random(seed)
    faults = {study.variant: fault_named(study.variant)} if study.variant else ALL_FAULTS
    for turn in turns(study, seed, random):
        for name, fault in faults.items():
            _try(turn, name, fault, random, found)
    return found


def fault_named(name: str) -> Fault:
    """The fault of that name. Raises SimulatorError listing the known ones."""
    return named(ALL_FAULTS, name, "fault")


def verdict(outcome: Outcome) -> str:
    """What becomes of a table that is not legal: "silent", "questioned" or "named"."""
    match outcome:
        case Complete() | UnderWay() | Unchanged():
            return "silent"
        case Undecided() | Blind():
            return "questioned"
        case _:
            return "named"


def _try(turn: Turn, name: str, fault: Fault, random: Random, found: Tally) -> None:
    scene = Scene(turn.before.copy(), turn.plan, turn.side, random)
    if not fault(scene):
        return
    truth = scene.table.contents()
    judged = judge(turn.knowledge.contents, turn.expected, truth)
    if judged.complete or judged.under_way or judged.is_unchanged:
        return
    if name in DECIDABLE and is_double(turn, truth):
        name = AS_DOUBLE
    settled = scene.table.weigh()
    tracker = turn.tracker()
    tracker.lift(frozenset(scene.lifted_together))
    seen = tracker.look(turn.expected, settled)
    came_to = verdict(seen.outcome)
    found.counts[f"{name}: made"] += 1
    found.counts[f"{name}: {came_to}"] += 1
    if came_to == "silent":
        wrong = ", ".join(
            f"{place} holds {count}, not {seen.found[place]}"
            for place, count in truth.items()
            if count != seen.found[place]
        )
        found.show(turn.example(f"silent: {name}", f"{wrong}; {said(seen)}"))
    for baseline_name, baseline in BASELINES.items():
        passes = baseline(turn.knowledge, turn.moves, settled) is not None
        found.counts[f"{name}: silent by {baseline_name}"] += passes


def is_double(turn: Turn, truth: Contents) -> bool:
    """Whether the table is that of a legal drop but for one more bean in one of its cups."""
    return any(
        _extra(carried_out(turn.knowledge.contents, plan.open), truth) in {unit.target for unit in plan.open}
        for plan in turn.moves
        if all(unit.source not in truth for unit in plan.open if unit not in plan.owed)
    )


def _extra(outcome: Contents, truth: Contents) -> Place:
    """The one place that holds one bean more than it should; OFF_BOARD if that is not all there is."""
    differing = {place: count - outcome[place] for place, count in truth.items() if count != outcome[place]}
    return next(iter(differing)) if list(differing.values()) == [1] else OFF_BOARD
