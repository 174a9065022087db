"""How far the posterior may be trusted: what it must reach to be believed, and how much of it is said.

A posterior is true only in the world that its model describes. In others the model is too sure by the same
share of its log odds at every level. So the rest of the log odds is all that is said, as classifiers are
calibrated by a temperature (C. Guo et al., On Calibration of Modern Neural Networks, 2017). What is decided
does not depend on it.
"""

from dataclasses import dataclass
from enum import Enum

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.outcome import Blind, Burdened, Lifted, Recognition, Undecided

_COSTS = COSTS.acceptance
SURE = 0.97
"""Among 21,000 looks at a physics that isn't ours every wrong one was said to be less certain than this."""
_LEAST = 1e-12
"""Nothing is said to be more certain, or less, than this: there the odds end."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How probable a legal table must be on certain scales."""

    at_one_look: float
    """To be believed if one look alone has shown it."""
    at_two_looks: float
    """To be believed if a look before has shown it, too."""
    on_the_way: float
    """To be believed if it is a move on its way: hands that go on answer for themselves."""
    is_noisy: bool
    """Whether weights differ from look to look though nothing moves: then no single look is acted on."""


def trust_in(knowledge: Knowledge) -> Trust:
    """What a table must reach on these scales.

    Where weights differ from look to look though nothing moves, a scale now and then shows a piece that isn't
    there, or hides one that is. So no single look is acted on there: it must be surer than elsewhere, and the
    next one right after it must bear it out. A move on its way must be surest of all: while hands are at a
    cup, nobody knows its zero.
    """
    lightest_grams = knowledge.lightest_grams
    is_noisy = knowledge.mean_wander_variance >= (_COSTS.noisy_beans * lightest_grams) ** 2
    is_unsteady = knowledge.unsteady_grams >= _COSTS.unsteady_beans * lightest_grams
    at_two_looks = _COSTS.accept_noisy if is_noisy else _COSTS.accept
    on_the_way = _COSTS.accept_wary if is_unsteady else _COSTS.accept_on_the_way
    return Trust(
        at_one_look=_COSTS.accept_wary if is_unsteady else at_two_looks,
        at_two_looks=at_two_looks,
        on_the_way=_COSTS.accept_at_once if is_noisy else on_the_way,
        is_noisy=is_noisy,
    )


def said(probability: float) -> float:
    """What is said of a table of this posterior probability: a share of its log odds."""
    within = min(max(probability, _LEAST), 1.0 - _LEAST)
    odds: float = (within / (1.0 - within)) ** _COSTS.said_share
    return odds / (1.0 + odds)


class Sureness(Enum):
    """How far the board relies on what it sees, in a word that means something to a player."""

    SURE = "sure"
    LIKELY = "likely"
    """The board goes on with the likeliest table, which may be wrong."""
    ASKS = "asks"
    """The board needs another look, or somebody's word."""


def sureness(recognition: Recognition) -> Sureness | None:
    """How sure the board is of a settled table; None while there is nothing that it could decide."""
    match recognition.outcome:
        case Lifted() | Burdened() | Blind():
            return None
        case Undecided():
            return Sureness.ASKS
    if recognition.is_cut_short or recognition.confidence < said(_COSTS.accept):
        return Sureness.ASKS
    return Sureness.SURE if recognition.confidence >= SURE else Sureness.LIKELY
