"""When a still table is looked at again, and how long it must seem the same before it is accepted."""

import math
from dataclasses import dataclass

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
MOST_GLIMPSES = 3
"""The board waits through at most this many looks that each show another table; the next one counts."""


def seconds_to_believe(outcome: Outcome, *, is_awaited: bool = False) -> float:
    """Return for how long (s) a table must show `outcome` before the board acts on it.

    `is_awaited` says that a player waits for the board.
    """
    match outcome:
        case Undecided(confirmed=confirmed):
            return _WAITS.doubt_seconds if is_awaited or _ends_turn(confirmed) else _WAITS.laying_seconds
        case NotLegal() | Burdened() | Blind():
            return _WAITS.second_thought_seconds
        case Unchanged() | UnderWay() | Complete() if is_reply(outcome):
            return _WAITS.second_thought_seconds if pieces_placed(outcome) < 2 else _WAITS.reply_seconds
        case _:
            return 0.0


def _ends_turn(legal: Unchanged | UnderWay | Complete) -> bool:
    """Return whether a turn may be over on this table: hands that lay on will not show more of it."""
    return is_reply(legal) or (isinstance(legal, Complete) and legal.plan.side is not None)


@dataclass(frozen=True, slots=True)
class Patience:
    """When the table is looked at next, and since when its outcome has been in doubt.

    `table` is a key of the table on the board, `circumstances` one of what a look at that table depends on
    besides: while both are equal, another look would repeat the last. Changed circumstances bring a new look
    at once, but who waits for an answer about a table waits no longer for that.
    """

    second_look_seconds: float | None = None
    """How soon a table accepted at first sight is looked at again; None if it counts at once."""
    table: object = None
    circumstances: object = None
    next_look: float = 0.0
    believed_from: float = math.inf
    """From when on this table's doubt is accepted; infinite while it is not in doubt."""
    is_waiting: bool = False
    """Whether the last look still needs to be confirmed by another one."""
    glimpses: int = 0
    """How many looks were accepted at first sight at this table since a surer one counted; limited by
    `MOST_GLIMPSES`."""

    def is_due(self, table: object, now: float, circumstances: object = None) -> bool:
        """Return whether the table with these keys is to be looked at now."""
        return now >= self.next_look or not self.has_seen(table, circumstances)

    def has_seen(self, table: object, circumstances: object = None) -> bool:
        """Return whether the last look was at the same table in the same circumstances."""
        return table == self.table and circumstances == self.circumstances

    def after(
        self,
        table: object,
        seen: Recognition,
        now: float,
        circumstances: object = None,
        *,
        is_awaited: bool = False,
    ) -> "Patience":
        """Return the patience after the look `seen`; the look counts unless the result `is_waiting`."""
        before = self if table == self.table else Patience()
        is_going_on = before.is_waiting or seen.is_at_first_sight
        glimpses = seen.is_at_first_sight + (before.glimpses if is_going_on else 0)
        wait = seconds_to_believe(seen.outcome, is_awaited=is_awaited)
        if seen.is_at_first_sight and self.second_look_seconds is not None and glimpses <= MOST_GLIMPSES:
            is_waiting, next_look = True, now + self.second_look_seconds
            believed_from = before.believed_from
        else:
            believed_from = min(before.believed_from, now + wait) if wait else math.inf
            is_waiting = wait > 0.0 and now < believed_from
            is_repeated = self.has_seen(table, circumstances)
            pause = _WAITS.next_look_seconds if is_repeated else _WAITS.first_look_seconds
            next_look = believed_from if is_waiting else now + pause
        return Patience(
            self.second_look_seconds, table, circumstances, next_look, believed_from, is_waiting, glimpses
        )
