"""What a settled table can turn out to be: the named results of recognition."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from cupsboard.recognition.accounts import Account, AccountKind, Mishap
from cupsboard.recognition.hypotheses import Hypothesis
from cupsboard.rules.game import Contents, Mark, Plan, Progress
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Weight


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table is the agreed one."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Some legal plan has begun and none is complete; `ways` says what each still misses."""

    ways: tuple[Progress, ...]


@dataclass(frozen=True, slots=True)
class Complete:
    """`plan` is completely done; `ways` are the plans it may still grow into."""

    plan: Plan
    ways: tuple[Progress, ...]


@dataclass(frozen=True, slots=True)
class NotLegal:
    """No legal plan leads to or through this table.

    `repairs` are the smallest sets of marks that mend it, `mishaps` what seems to have gone wrong.
    """

    repairs: tuple[tuple[Mark, ...], ...]
    mishaps: tuple[Mishap, ...]


@dataclass(frozen=True, slots=True)
class Lifted:
    """Cups are off their platforms; nothing can be said until they are back."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class Burdened:
    """Something that is no piece lies or presses on places: a hand, a ring, a coin.

    `places` says by how many grams each is off what the pieces weigh; while that lasts nothing is decided.
    """

    places: Mapping[Place, float]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One table that would explain the weights."""

    found: Contents
    probability: float
    account: Account
    is_legal: bool


@dataclass(frozen=True, slots=True)
class Undecided:
    """Two or more tables explain the weights about as well; looking at `question` settles it.

    `alternatives` are in falling order of probability. The player may settle the question by pressing the
    button: `confirmed` is what the table then is.
    """

    question: Place
    alternatives: tuple[Alternative, ...]
    confirmed: Unchanged | UnderWay | Complete


@dataclass(frozen=True, slots=True)
class Blind:
    """Places that can't be trusted, each with the reason; the rest does not decide.

    `choices` are the moves that may be done, the most probable first: a player may say which one is.
    """

    places: Mapping[Place, CellFault]
    choices: tuple[Complete, ...] = ()


Outcome = Unchanged | UnderWay | Complete | NotLegal | Lifted | Burdened | Undecided | Blind


@dataclass(frozen=True, slots=True)
class Recognition:
    """The board's belief about one settled table."""

    outcome: Outcome
    found: Contents
    """The most probable contents of every weighed place."""
    confidence: float
    """How probable `found` is said to be, 0 to 1: the posterior, as far as it may be trusted (`trust`)."""
    runner_up: Alternative | None
    unreadable: Mapping[Place, CellFault] = field(default_factory=dict)
    """Places that took no part in the belief because they could not be read, with the reason."""
    arrived_alone: Mapping[Place, Weight] = field(default_factory=dict)
    """The weights of fresh pieces that came alone to a place: each is a sample of the population."""
    unexplained: frozenset[Place] = frozenset()
    """Places whose weight the belief does not explain well: nothing may be learnt from it."""
    is_probable: bool = False
    """Whether this is enough for another look to confirm it."""
    is_at_first_sight: bool = False
    """Whether this was accepted, and yet ought to be looked at once more before anything is done with it."""
    is_cut_short: bool = False
    """Whether explanations were left untried, for there were too many: then nothing is accepted unasked."""
    touched: frozenset[Place] = frozenset()
    """Places where pieces came or went, by any table that may lie there."""
    certain: frozenset[Place] = frozenset()
    """Places that hold as many pieces as were found, whichever table lies there."""
    numbers: Mapping[Place, frozenset[int]] = field(default_factory=dict)
    """How many pieces each place may hold, by any table that may lie there."""
    explanations: tuple[Hypothesis, ...] = ()
    """What may have happened since the agreed table, best first: what comes next comes on top of that."""


def seen_in(recognition: Recognition, before: Contents) -> Contents:
    """What is known of the table: while cups are in the air nothing new is, and the rest lies as before."""
    return before if isinstance(recognition.outcome, Lifted) else recognition.found


def account_of(legal: Unchanged | UnderWay | Complete) -> Account:
    """What happened if the table is this."""
    match legal:
        case Unchanged():
            return Account(AccountKind.NOTHING_MOVED)
        case UnderWay(ways) if ways[0].plan.side is None:
            return Account(AccountKind.ON_THE_WAY)
        case UnderWay(ways):
            return Account(AccountKind.UNDER_WAY, (ways[0].plan.label,))
        case Complete(plan) if plan.side is None:
            return Account(AccountKind.AS_WANTED)
        case Complete(plan):
            before = () if plan.settled_label is None else (plan.settled_label,)
            return Account(AccountKind.DONE, (*before, plan.label))
        case _:
            assert_never(legal)


def is_movers_alone(outcome: Outcome) -> bool:
    """Whether a move is under way or complete and the table needs no reply of the opponent to be legal."""
    match outcome:
        case UnderWay(ways):
            return any(way.plan.settled_label is None for way in ways)
        case Complete(plan):
            return plan.settled_label is None
        case _:
            return False
