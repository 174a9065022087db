"""Notices: messages shown for a moment after an event, over the state's own message."""

from cupsboard.referee.events import (
    Event,
    HintAsked,
    NotNow,
    Passed,
    PutBack,
    ScoreShown,
    StockCounted,
    StockQuestioned,
    TableQuestioned,
)
from cupsboard.referee.states import (
    AskingStock,
    AskingTable,
    CountingStock,
    Hinting,
    MovePutBack,
    Notice,
    Over,
    Passing,
    Refused,
    Restoring,
    ShowingScore,
    State,
    Turn,
    WrongTable,
)
from cupsboard.referee.times import (
    OFFER_SECONDS,
    PASS_SHOWN_SECONDS,
    REFUSAL_SHOWN_SECONDS,
    SCORE_SHOWN_SECONDS,
)
from cupsboard.rules.game import Contents


def notice_of(event: Event, now: float, state: State) -> Notice | None:
    """Return the notice that shows `event` for a moment; None if the event has none."""
    match event:
        case NotNow(side, why):
            return Refused(side, why, now + REFUSAL_SHOWN_SECONDS)
        case Passed(side):
            return Passing(side, now + PASS_SHOWN_SECONDS)
        case ScoreShown(score):
            return ShowingScore(score, now, now + SCORE_SHOWN_SECONDS)
        case StockCounted(side, beans):
            return CountingStock(side, beans, state, now + OFFER_SECONDS)
        case StockQuestioned(side, beans):
            return AskingStock(side, beans, state, now + OFFER_SECONDS)
        case TableQuestioned(found, changes, doubted):
            # Who reads of several places reads for longer.
            return AskingTable(found, changes, doubted, now + OFFER_SECONDS * len(changes))
        case PutBack(side, label):
            return MovePutBack(side, label, now + OFFER_SECONDS)
        case HintAsked(side, beans):
            return Hinting(side, state, beans)
        case _:
            return None


def has_passed(notice: Notice, now: float, state: State, found: Contents) -> bool:
    """Return whether a notice is over: its time is up, or a moved bean has answered it.

    `found` are the contents that were recognised last.
    """
    match notice:
        case Hinting(over=over):
            return state != over
        case ShowingScore():
            is_answered = not (state == Turn() or isinstance(state, Over))
        case CountingStock(over=over) | AskingStock(over=over):
            is_answered = state != over
        case AskingTable():
            is_answered = notice.found != found or not isinstance(state, WrongTable | Restoring)
        case MovePutBack():
            is_answered = not (state == Turn() or isinstance(state, Restoring))
        case _:
            is_answered = False
    return is_answered or now >= notice.until
