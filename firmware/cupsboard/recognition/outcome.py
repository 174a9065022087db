"""Outcomes: what a settled table can turn out to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from cupsboard.recognition.accounts import Account, AccountKind, Mishap
from cupsboard.recognition.hypotheses import Hypothesis
from cupsboard.rules.game import Contents, Mark, Plan, Progress, carried_out
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Weight


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Outcome of a look: the table on the board is still the agreed one."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Outcome of a look: a legal plan has begun, and none is complete.

    `ways` are the plans that may have begun, each with the transfers of pieces that it still misses.
    """

    ways: tuple[Progress, ...]


@dataclass(frozen=True, slots=True)
class Complete:
    """Outcome of a look: the legal plan `plan` is completely done.

    `ways` are the longer plans that it may still become.
    """

    plan: Plan
    ways: tuple[Progress, ...]


@dataclass(frozen=True, slots=True)
class NotLegal:
    """Outcome of a look: no legal plan leads to the table on the board, or through it.

    `repairs` are the smallest sets of changes that would make it legal. `mishaps` are the errors that
    probably happened.
    """

    repairs: tuple[tuple[Mark, ...], ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class Lifted:
    """Outcome of a look: the cups of `places` are off their platforms, so that no table can be read."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class Burdened:
    """Outcome of a look: a foreign thing lies or presses on some places, such as a hand, a ring or a coin.

    `places` gives by how many grams each place differs from the weight of its pieces. No table is accepted
    meanwhile.
    """

    places: Mapping[Place, float]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One table that would explain the weights, its probability, and the way in which it came about."""

    found: Contents
    probability: float
    account: Account
    is_legal: bool


@dataclass(frozen=True, slots=True)
class Undecided:
    """Outcome of a look: two or more tables explain the weights about equally well.

    A player must look at the place `question`. `alternatives` are the tables, the most probable first.
    `confirmed` is the outcome if the player presses the button.
    """

    question: Place
    alternatives: tuple[Alternative, ...]
    confirmed: Unchanged | UnderWay | Complete


@dataclass(frozen=True, slots=True)
class Blind:
    """Outcome of a look: some places can't be read, and the others do not decide.

    `places` gives the fault of each unreadable place. `choices` are the moves that may have been made, the
    most probable first; a player may say which one it was.
    """

    places: Mapping[Place, CellFault]
    choices: tuple[Complete, ...] = ()


Outcome = Unchanged | UnderWay | Complete | NotLegal | Lifted | Burdened | Undecided | Blind


@dataclass(frozen=True, slots=True)
class Recognition:
    """The result of one look at a settled table: the outcome, its probability, and the alternatives."""

    outcome: Outcome
    found: Contents
    """The most probable contents of every weighed place."""
    confidence: float
    """The probability of `found`, 0 to 1: the posterior, as far as it may be trusted (`trust`)."""
    runner_up: Alternative | None
    unreadable: Mapping[Place, CellFault] = field(default_factory=dict)
    """Places that were left out because they could not be read, each with its fault."""
    arrived_alone: Mapping[Place, Weight] = field(default_factory=dict)
    """The weights of fresh pieces that came alone to a place: samples of their population."""
    unexplained: frozenset[Place] = frozenset()
    """Places whose weight `found` does not explain well: nothing may be learnt from them."""
    is_probable: bool = False
    """Whether `found` is probable enough for another look to confirm it."""
    is_at_first_sight: bool = False
    """Whether `found` was accepted but should be looked at once more before it is acted on."""
    is_cut_short: bool = False
    """Whether the work ran out before all explanations were tried; then nothing is accepted unasked."""
    touched: frozenset[Place] = frozenset()
    """Places where pieces came or went, in any table that may lie there."""
    certain: frozenset[Place] = frozenset()
    """Places that hold the number in `found` in every table that may lie there."""
    numbers: Mapping[Place, frozenset[int]] = field(default_factory=dict)
    """The numbers of pieces that each place may hold, over all tables that may lie there."""
    explanations: tuple[Hypothesis, ...] = ()
    """Hypotheses about the way from the agreed table, best first; a later look builds on them."""


def seen_in(recognition: Recognition, before: Contents) -> Contents:
    """Return the contents that a look found; `before`, those of the earlier table, if cups are in the air."""
    return before if isinstance(recognition.outcome, Lifted) else recognition.found


def account_of(legal: Unchanged | UnderWay | Complete) -> Account:
    """Return the way in which a table with the outcome `legal` came about."""
    match legal:
        case Unchanged():
            return Account(AccountKind.NOTHING_MOVED)
        case UnderWay(ways) if ways[0].plan.side is None:
            return Account(AccountKind.ON_THE_WAY)
        case UnderWay(ways):
            return Account(AccountKind.UNDER_WAY, _labels(ways[0].plan))
        case Complete(plan) if plan.side is None:
            return Account(AccountKind.AS_WANTED)
        case Complete(plan):
            return Account(AccountKind.DONE, _labels(plan))
        case _:
            assert_never(legal)


def _labels(plan: Plan) -> tuple[str, ...]:
    """Return the labels of the move that `plan` replies to, if it does, and of its own."""
    return (plan.label,) if plan.settled_label is None else (plan.settled_label, plan.label)


def table_of(legal: Unchanged | UnderWay | Complete, agreed: Contents) -> Contents:
    """Return the contents of a table with the outcome `legal`, reached from the table `agreed`."""
    match legal:
        case Unchanged():
            return agreed
        case Complete(plan):
            return carried_out(agreed, plan.settled + plan.open)
        case UnderWay(ways):
            whole = carried_out(agreed, ways[0].plan.settled + ways[0].plan.open)
            back = (replace(each, source=each.target, target=each.source) for each in ways[0].missing)
            return carried_out(whole, back)
        case _:
            assert_never(legal)


def is_movers_alone(outcome: Outcome) -> bool:
    """Return whether `outcome` may be one player's move alone, begun or complete, without a reply to it."""
    match outcome:
        case UnderWay(ways):
            return any(way.plan.settled_label is None for way in ways)
        case Complete(plan):
            return plan.settled_label is None
        case _:
            return False
