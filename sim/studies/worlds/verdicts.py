"""What the board said of a table, held against what truly lay there."""

from collections.abc import Collection, Mapping
from enum import Enum

from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.outcome import (
    Burdened,
    Complete,
    Lifted,
    NotLegal,
    Outcome,
    Recognition,
    Unchanged,
    UnderWay,
)
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place


class Verdict(Enum):
    """How right a look was."""

    RIGHT = "right"
    MISTAKEN = "mistaken"
    """Accepted, and something else lies there."""
    ASKED = "asked"
    CALLED_WRONG = "called wrong"


def is_accepted(outcome: Outcome) -> bool:
    """Whether the game goes on from there unasked."""
    return isinstance(outcome, Unchanged | UnderWay | Complete)


def verdict(seen: Recognition, truth: Contents, *, is_in_the_air: bool = False) -> Verdict:
    """How right a look was that came to this."""
    if is_accepted(seen.outcome):
        return Verdict.RIGHT if seen.found == truth else Verdict.MISTAKEN
    if isinstance(seen.outcome, Lifted) and is_in_the_air:
        return Verdict.RIGHT
    return Verdict.CALLED_WRONG if isinstance(seen.outcome, NotLegal) else Verdict.ASKED


def settled_labels(outcome: Outcome) -> set[str | None]:
    """The moves that may be over by what the outcome says, as the reply has begun; None for none."""
    match outcome:
        case Complete(plan, ways) if plan.settled_label is None:
            return {None, *(way.plan.settled_label for way in ways)}
        case Complete(plan):
            return {plan.settled_label}
        case UnderWay(ways):
            return {way.plan.settled_label for way in ways}
        case _:
            return {None}


def blamed(outcome: Outcome, changed: Collection[Place]) -> set[Place]:
    """The places that are named as wrong, or from which a bean is ordered, though nothing changed there."""
    match outcome:
        case Burdened(places):
            return set(places) - set(changed)
        case NotLegal(repairs, mishaps):
            named = {place for mishap in mishaps for place in _lies_wrong(mishap)}
            # A bean is ordered out of a place if every way of mending the table wants it.
            ordered = [{mark.place for mark in repair if mark.surplus > 0} for repair in repairs]
            named |= set.intersection(*ordered) if ordered else set()
            return named - set(changed)
        case _:
            return set()


def _lies_wrong(mishap: Mishap) -> tuple[Place, ...]:
    """Where something lies that should not; where pieces are missing, nothing need have changed."""
    match mishap.kind:
        case MishapKind.MISSING:
            return ()
        case MishapKind.MISPLACED:
            return mishap.places[1:]
        case _:
            return mishap.places


def in_words(seen: Recognition, truth: Contents) -> str:
    """What was said and what lay there, in a few words."""
    name = type(seen.outcome).__name__
    if isinstance(seen.outcome, Complete):
        name += f" {seen.outcome.plan.label}"
    wrong = ", ".join(
        f"{place} {seen.found[place]} for {count}"
        for place, count in truth.items()
        if seen.found[place] != count
    )
    if isinstance(seen.outcome, NotLegal):
        mishaps = (f"{each.kind.value} {' '.join(each.places)}" for each in seen.outcome.mishaps)
        name += f" ({', '.join(mishaps)})"
    return f"{name} with {seen.confidence:.6g}" + (f"; believed {wrong}" if wrong else "")


def places_changed(
    before: Mapping[Place, frozenset[object]],
    now: Mapping[Place, frozenset[object]],
    further: Collection[Place],
) -> set[Place]:
    """Where other beans lie than before, and further places."""
    return {place for place, beans in now.items() if beans != before[place]} | set(further)
