"""Acceptance: which table the board believes unasked, as one table of rules, each below its reason.

`refusal(situation)` returns the first rule that the most probable table of a look fails, or None if the board
accepts that table. A rule compares one probability of the table with the least that the rule's situation
needs. The four parts of the table, and how they go together:

- HOW_SURE: the first rule whose situation is given; only this one counts.
- AT_FIRST_SIGHT: every rule whose situation is given.
- BORNE_OUT: if its situation is given and the table is as probable, the rules above are met.
- ALWAYS: every rule whose situation is given, whatever an earlier look has shown.
"""

import math
from dataclasses import dataclass
from enum import Enum

from cupsboard.numbers import COSTS
from cupsboard.recognition.trust import Trust

_COSTS = COSTS.acceptance


@dataclass(frozen=True, slots=True)
class Situation:
    """The most probable table of a look, with all that speaks for or against accepting it."""

    posterior: float
    """The probability of the table, 0 to 1."""
    counted: float
    """The same, with second pieces counted as far as a question about them is worth it (see `Candidate`)."""
    trust: Trust
    """The probabilities that these scales need."""
    is_any: bool = True
    """Always true: the situation of the rule for all that no other rule names."""
    is_odd: bool = False
    """Whether a mishap is part of the explanation, or something fits badly or only by word of players."""
    has_come_by_itself: bool = False
    """Whether the look before found another table although no place has moved."""
    is_seen_again: bool = False
    """Whether an earlier look agrees wherever another number is possible."""
    is_on_the_way: bool = False
    """Whether a move has begun and none is complete."""
    may_bring_half_a_piece: bool = False
    """Whether a fresh piece that came alone is light enough to be half a piece."""
    is_accepted_again: bool = False
    """Whether the look right before, on noisy scales, accepted this table, which assumes no mishap."""
    brings_an_unlikely_piece: bool = False
    """Whether a fresh piece that came alone is too light or too heavy for one."""
    may_be_exchanged: bool = False
    """Whether it would be another table if two cups had come back on each other's platforms."""
    is_cut_short: bool = False
    """Whether the work ran out before all explanations were tried."""
    may_hide_hands: bool = False
    """Whether hands may have done more at places that can't be read."""


class Share(Enum):
    """The two probabilities of a table, of which a rule compares one with its limit."""

    COUNTED = "counted"
    POSTERIOR = "posterior"


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the table: in the situation `when`, the probability `of` a table must reach `needed`."""

    when: str
    """The name of the field of `Situation` that must be true."""
    of: Share
    needed: float | str
    """The least probability, infinite if none suffices; or the name of the field of `Trust` that holds it."""

    def is_given(self, situation: Situation) -> bool:
        """Return whether this rule applies in `situation`."""
        return bool(getattr(situation, self.when))

    def is_met(self, situation: Situation) -> bool:
        """Return whether the table of `situation` is probable enough for this rule."""
        probability: float = getattr(situation, self.of.value)
        return probability >= self.least(situation.trust)

    def least(self, trust: Trust) -> float:
        """Return the least probability that this rule needs on scales of this trust."""
        found: float = getattr(trust, self.needed) if isinstance(self.needed, str) else self.needed
        return found


_COUNTED, _POSTERIOR = Share.COUNTED, Share.POSTERIOR

HOW_SURE = (
    # Mishaps are rare, and the model knows badly how rare.
    Rule("is_odd", _COUNTED, _COSTS.accept_odd),
    # Two looks at one table disagree, so one of them is wrong.
    Rule("has_come_by_itself", _COUNTED, _COSTS.accept_wary),
    # Two looks that agree are surer than one.
    Rule("is_seen_again", _COUNTED, "at_two_looks"),
    # One look may be off for a moment.
    Rule("is_any", _COUNTED, "at_one_look"),
)
AT_FIRST_SIGHT = (
    # Hands that go on show the rest, so that to wait costs few questions. Second pieces count in full.
    Rule("is_on_the_way", _POSTERIOR, "on_the_way"),
    # Half a piece or a crumb is no piece. Second pieces count in full beside it.
    Rule("may_bring_half_a_piece", _POSTERIOR, _COSTS.accept_odd),
)
# The look before was as sure as all this asks: the second need only bear it out.
BORNE_OUT = Rule("is_accepted_again", _POSTERIOR, _COSTS.accept)
ALWAYS = (
    # Rather one piece came and another went, or two came as one.
    Rule("brings_an_unlikely_piece", _POSTERIOR, _COSTS.accept_odd),
    # Exchanged cups may stand on zeros that were last read when they were calibrated.
    Rule("may_be_exchanged", _POSTERIOR, _COSTS.accept_wary),
    # The probability is a share of what was tried, the likeliest first.
    Rule("is_cut_short", _POSTERIOR, _COSTS.accept_at_once),
    # No limit: what can't be read speaks neither for this table nor against it.
    Rule("may_hide_hands", _POSTERIOR, math.inf),
)


def refusal(situation: Situation) -> Rule | None:
    """Return the first rule that the table of `situation` fails; None if the board accepts the table."""
    how_sure = next(rule for rule in HOW_SURE if rule.is_given(situation))
    is_borne_out = BORNE_OUT.is_given(situation) and BORNE_OUT.is_met(situation)
    rules = ALWAYS if is_borne_out else (how_sure, *AT_FIRST_SIGHT, *ALWAYS)
    return next((rule for rule in rules if rule.is_given(situation) and not rule.is_met(situation)), None)
