"""Honest moves: how often they are accepted, questioned, or taken for another move."""

from random import Random

from cupsboard.recognition.outcome import Complete, Recognition, Unchanged, UnderWay
from cupsboard.signs.phrases import account_phrases
from cupsboard.signs.sentences import say_all

from studies.cups.baselines import BASELINES
from studies.cups.study import Study
from studies.cups.turns import Turn, turns
from studies.tally import Tally


def try_honest_moves(study: Study, seed: int) -> Tally:
    """One evening of honest moves."""
    found = Tally()
    for turn in turns(study, seed, Random(seed)):
        verdict = _verdict(turn)
        found.counts["made"] += 1
        found.counts[verdict] += 1
        if verdict != "accepted":
            found.show(turn.example(f"honest move {verdict}", said(turn.recognition)))
        for name, baseline in BASELINES.items():
            took = baseline(turn.knowledge, turn.moves, turn.settled)
            if took is None:
                found.counts[f"{name}: refused"] += 1
            elif took.label != turn.plan.label:
                found.counts[f"{name}: taken for another"] += 1
    return found


def said(recognition: Recognition) -> str:
    """What the board made of a table, in a few words."""
    outcome = recognition.outcome
    name = type(outcome).__name__
    if isinstance(outcome, Complete):
        name += f" {outcome.plan.label}"
    second = recognition.runner_up
    beside = (
        f", beside {say_all(account_phrases(second.account))} with {second.probability:.3g}" if second else ""
    )
    return f"{name} with {recognition.confidence:.3g}{beside}"


def _verdict(turn: Turn) -> str:
    match turn.recognition.outcome:
        case Complete(plan) if plan.label == turn.plan.label and plan.settled_label is None:
            return "accepted"
        case Complete() | UnderWay() | Unchanged():
            return "taken for another"
        case _:
            return "questioned"
