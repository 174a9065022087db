"""Trust in the posterior: the probability needed to accept a table, and the probability that is reported.

A posterior is true only in the world that its model describes. In others the model is too sure, by the same
share of its log odds at every level. So only part of the log odds is reported, as classifiers are calibrated
by a temperature (C. Guo et al., On Calibration of Modern Neural Networks, 2017). Decisions do not depend on
the reported probability.
"""

from dataclasses import dataclass
from enum import Enum

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.outcome import Blind, Burdened, Lifted, Recognition, Undecided

_COSTS = COSTS.acceptance
SURE = 0.97
"""Of 21,000 looks under other physics than the model's, every wrong one reported a lower probability."""
_LEAST = 1e-12
"""The reported probability stays this far from 0 and 1."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The probabilities that a legal table needs to be accepted, on scales as good as these."""

    at_one_look: float
    """Needed if one look alone has shown the table."""
    at_two_looks: float
    """Needed if an earlier look has shown the table too."""
    on_the_way: float
    """Needed for a move that is under way; hands that go on will show the rest."""
    is_noisy: bool
    """Whether weights differ between looks though no piece moves; then one look alone is never acted on."""


def trust_in(knowledge: Knowledge) -> Trust:
    """Return the probabilities that a legal table needs on these scales to be accepted.

    On unsteady scales, whose weights differ between looks though no piece moves, a look must be surer than
    elsewhere, and the next must confirm it. A move under way must be surest of all: while hands are at a cup,
    its zero is unknown.
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
    """Return the probability that is shown for a posterior: its log odds times `said_share`."""
    within = min(max(probability, _LEAST), 1.0 - _LEAST)
    odds: float = (within / (1.0 - within)) ** _COSTS.said_share
    return odds / (1.0 + odds)


class Sureness(Enum):
    """How sure the board is of a table, in words for players."""

    SURE = "sure"
    LIKELY = "likely"
    """The board goes on with the likeliest table, which may be wrong."""
    ASKS = "asks"
    """The board needs another look, or a player's answer."""


def sureness(recognition: Recognition) -> Sureness | None:
    """Return how sure the board is of the table that `recognition` found.

    None if the look decided nothing: a cup is lifted, a foreign thing lies on a place, or a cell can't be
    read.
    """
    match recognition.outcome:
        case Lifted() | Burdened() | Blind():
            return None
        case Undecided():
            return Sureness.ASKS
    if recognition.is_cut_short or recognition.confidence < said(_COSTS.accept):
        return Sureness.ASKS
    return Sureness.SURE if recognition.confidence >= SURE else Sureness.LIKELY
