"""States and reports for tables from which play can't go on."""

from collections.abc import Collection, Iterator, Sequence
from typing import assert_never

from cupsboard.recognition import outcome as seen
from cupsboard.referee.events import Event, QuestionAsked, WrongTableSeen
from cupsboard.referee.states import Asking, Blind, Burdened, Goal, Lifting, Owed, State, Turn, WrongTable
from cupsboard.rules.places import OFF_BOARD, Place, Side, stock

Trouble = seen.NotLegal | seen.Lifted | seen.Burdened | seen.Undecided | seen.Blind


def troubled(outcome: Trouble, before: State, now: float, is_stepwise: bool, goal: Goal | None) -> State:
    """Return the state for an outcome from which play can't go on.

    If `before` is the same trouble, its time of beginning is kept. `goal` is the reason why one certain table
    is wanted; None if moves are expected.
    """
    match outcome:
        case seen.NotLegal(repairs, mishaps):
            is_same = isinstance(before, WrongTable) and before.repairs == repairs
            since = before.since if isinstance(before, WrongTable) and is_same else now
            return WrongTable(repairs, mishaps, since, is_stepwise)
        case seen.Lifted(places):
            since = before.since if isinstance(before, Lifting) else now
            ways = before.ways if isinstance(before, Turn | Owed | Lifting) else ()
            return Lifting(places, since, ways, goal)
        case seen.Burdened(places):
            return Burdened(places)
        case seen.Undecided(question=question, confirmed=confirmed):
            return Asking(question, confirmed)
        case seen.Blind(places, choices):
            if isinstance(before, Blind) and (before.places, before.choices) == (places, choices):
                return before
            return Blind(places, choices, 0 if _is_only_one_and_shows(choices, places) else None)
        case _:
            assert_never(outcome)


def _is_only_one_and_shows(choices: Sequence[seen.Complete], places: Collection[Place]) -> bool:
    """Return whether there is one choice, part of which shows in readable places.

    A move all of whose places are unreadable shows nowhere: a press by habit would confirm it unseen.
    """
    dark = {*places, OFF_BOARD, *map(stock, Side)}
    moves = [(*choice.plan.settled, *choice.plan.open) for choice in choices]
    return len(moves) == 1 and any(
        end not in dark for transfer in moves[0] for end in (transfer.source, transfer.target)
    )


def reported(before: State, after: State) -> Iterator[Event]:
    """Yield the events that report a trouble that has begun between the states `before` and `after`."""
    match after:
        case WrongTable(repairs, mishaps) if not isinstance(before, WrongTable):
            yield WrongTableSeen(repairs, mishaps)
        case Asking(question, confirmed) if after != before:
            yield QuestionAsked(question, seen.account_of(confirmed))
        case _:
            pass
