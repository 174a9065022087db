"""When a still table is looked at again, and how long it must seem the same before that is believed."""

from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import (
    Blind,
    Burdened,
    Complete,
    NotLegal,
    Outcome,
    Recognition,
    Unchanged,
    Undecided,
    UnderWay,
)
from cupsboard.referee.move_progress import is_reply, pieces_placed

_WAITS = COSTS.waits


def seconds_to_believe(outcome: Outcome) -> float:
    """How long a table must seem so until it is believed."""
    match outcome:
        case Undecided():
            return _WAITS.doubt_seconds
        case NotLegal() | Burdened() | Blind():
            return _WAITS.second_thought_seconds
        case Unchanged() | UnderWay() | Complete() if is_reply(outcome):
            return _WAITS.second_thought_seconds if pieces_placed(outcome) < 2 else _WAITS.reply_seconds
        case _:
            return 0.0


@dataclass(frozen=True, slots=True)
class Patience:
    """What was looked at last, when to look at it again, and since when it has been in doubt.

    `table` is anything that compares equal as long as another look at it is a repeated one.
    """

    second_look_seconds: float | None = None
    """How soon what was accepted at first sight is looked at again; None if it counts at once."""
    table: object = None
    next_look: float = 0.0
    believed_from: float | None = None
    """From when on this table's doubt is believed; None while it was not in doubt."""
    is_waiting: bool = False
    """Whether the last look is still to be confirmed by another one."""
    is_glimpse: bool = False
    """Whether this table was accepted at first sight, and not for good since: nobody waits for that twice."""

    def is_due(self, table: object, now: float) -> bool:
        """Whether this table is to be looked at now."""
        return now >= self.next_look or table != self.table

    def after(self, table: object, seen: Recognition, now: float) -> "Patience":
        """The patience after a look that came to this; the look is believed unless that `is_waiting`."""
        is_repeated = table == self.table
        was_glimpse = is_repeated and self.is_glimpse
        if seen.is_at_first_sight and not was_glimpse and self.second_look_seconds is not None:
            begun = Patience(self.second_look_seconds, table, now + self.second_look_seconds)
            return replace(begun, is_waiting=True, is_glimpse=True)
        wait = seconds_to_believe(seen.outcome)
        believed_from = None
        if wait:
            known = self.believed_from if is_repeated else None
            believed_from = now + wait if known is None else known
        is_waiting = believed_from is not None and now < believed_from
        pause = _WAITS.next_look_seconds if is_repeated else _WAITS.first_look_seconds
        return replace(
            self,
            table=table,
            next_look=believed_from if is_waiting and believed_from is not None else now + pause,
            believed_from=believed_from,
            is_waiting=is_waiting,
            is_glimpse=was_glimpse and seen.is_at_first_sight,
        )
