"""When a still table is looked at again, and how long it must seem the same before it is accepted."""

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
MOST_GLIMPSES = 3
"""The board waits through at most this many looks in a row that each show another table; the next one
counts."""


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

    `table` is a key of the table on the board: while it is equal, another look would repeat the last.
    """

    second_look_seconds: float | None = None
    """How soon a table accepted at first sight is looked at again; None if it counts at once."""
    table: object = None
    next_look: float = 0.0
    believed_from: float | None = None
    """From when on this table's doubt is accepted; None while it is not in doubt."""
    is_waiting: bool = False
    """Whether the last look still needs to be confirmed by another one."""
    glimpses: int = 0
    """How many looks in a row were accepted at first sight at this table; limited by `MOST_GLIMPSES`."""

    def is_due(self, table: object, now: float) -> bool:
        """Return whether the table with the key `table` is to be looked at now."""
        return now >= self.next_look or table != self.table

    def after(self, table: object, seen: Recognition, now: float, *, is_awaited: bool = False) -> "Patience":
        """Return the patience after the look `seen`; the look counts unless the result `is_waiting`."""
        is_repeated = table == self.table
        glimpses = seen.is_at_first_sight + (self.glimpses if is_repeated and seen.is_at_first_sight else 0)
        if self.second_look_seconds is not None and 0 < glimpses <= MOST_GLIMPSES:
            begun = Patience(self.second_look_seconds, table, now + self.second_look_seconds)
            return replace(begun, is_waiting=True, glimpses=glimpses)
        wait = seconds_to_believe(seen.outcome, is_awaited=is_awaited)
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
            glimpses=glimpses,
        )
