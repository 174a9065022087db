"""When a still table is looked at again, and how long it must seem the same before that is believed."""

from dataclasses import dataclass

from cupsboard.recognition.outcome import (
    Blind,
    Burdened,
    Complete,
    NotLegal,
    Outcome,
    Unchanged,
    Undecided,
    UnderWay,
)
from cupsboard.referee.move_progress import is_reply, pieces_placed

FIRST_LOOK_SECONDS = 0.5
"""A still table is looked at again so soon after the first time: more samples decide more."""
NEXT_LOOK_SECONDS = 2.0
"""And then so often, which is how zeros follow slow drift."""
REPLY_THOUGHT_SECONDS = 0.1
"""A table on which the opponent seems to have begun must seem so for this long: that ends a turn."""
SECOND_THOUGHT_SECONDS = 0.4
"""Delay before a wrong table, or an opponent's first piece alone, is acted on: a finger that rests for a
moment, on a cup just put back, is not worth an alarm and ends no turn."""
DOUBT_SECONDS = 0.6
"""The same for a table that is doubtful: who sows on meanwhile is not interrupted, and the answer still comes
within a second of stillness."""


def seconds_to_believe(outcome: Outcome) -> float:
    """How long a table must seem so until it is believed."""
    match outcome:
        case Undecided():
            return DOUBT_SECONDS
        case NotLegal() | Burdened() | Blind():
            return SECOND_THOUGHT_SECONDS
        case Unchanged() | UnderWay() | Complete() if is_reply(outcome):
            return SECOND_THOUGHT_SECONDS if pieces_placed(outcome) < 2 else REPLY_THOUGHT_SECONDS
        case _:
            return 0.0


@dataclass(frozen=True, slots=True)
class Patience:
    """What was looked at last, when to look at it again, and since when it has been in doubt.

    `table` is anything that compares equal as long as another look at it is a repeated one.
    """

    table: object = None
    next_look: float = 0.0
    believed_from: float | None = None
    """From when on this table's doubt is believed; None while it was not in doubt."""
    is_waiting: bool = False
    """Whether the last look is still to be confirmed by another one."""

    def is_due(self, table: object, now: float) -> bool:
        """Whether this table is to be looked at now."""
        return now >= self.next_look or table != self.table

    def after(self, table: object, outcome: Outcome, now: float) -> "Patience":
        """The patience after a look that came to this; the look is believed unless that `is_waiting`."""
        is_repeated = table == self.table
        wait = seconds_to_believe(outcome)
        believed_from = None
        if wait:
            known = self.believed_from if is_repeated else None
            believed_from = now + wait if known is None else known
            if now < believed_from:
                return Patience(table, believed_from, believed_from, is_waiting=True)
        pause = NEXT_LOOK_SECONDS if is_repeated else FIRST_LOOK_SECONDS
        return Patience(table, now + pause, believed_from)
