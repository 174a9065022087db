"""Notices: messages shown for a moment after an event, over the state's own message."""

from cupsboard.referee import events, states, times
from cupsboard.rules.game import Contents


def notice_of(event: events.Event, now: float, state: states.State) -> states.Notice | None:
    """Return the notice that shows `event` for a moment; None if the event has none."""
    match event:
        case events.NotNow(side, why):
            return states.Refused(side, why, now + times.REFUSAL_SHOWN_SECONDS)
        case events.Passed(side):
            return states.Passing(side, now + times.PASS_SHOWN_SECONDS)
        case events.ScoreShown(score):
            return states.ShowingScore(score, now, now + times.SCORE_SHOWN_SECONDS)
        case events.StockCounted(side, beans):
            return states.CountingStock(side, beans, state, now + times.OFFER_SECONDS)
        case events.StockQuestioned(side, beans):
            return states.AskingStock(side, beans, state, now + times.OFFER_SECONDS)
        case events.TableQuestioned(found, changes, doubted):
            # Who reads of several places reads for longer.
            return states.AskingTable(found, changes, doubted, now + times.OFFER_SECONDS * len(changes))
        case events.PutBack(side, label):
            return states.MovePutBack(side, label, now + times.OFFER_SECONDS)
        case events.HintAsked(side, beans):
            return states.Hinting(side, state, beans)
        case _:
            return None


def has_passed(notice: states.Notice, now: float, state: states.State, found: Contents) -> bool:
    """Return whether a notice is over: its time is up, or a moved bean has answered it.

    `found` are the contents that were recognised last.
    """
    match notice:
        case states.Hinting(over=over):
            return state != over
        case states.ShowingScore():
            is_answered = not (state == states.Turn() or isinstance(state, states.Over))
        case states.CountingStock(over=over) | states.AskingStock(over=over):
            is_answered = state != over
        case states.AskingTable():
            is_answered = notice.found != found or not isinstance(state, states.WrongTable | states.Restoring)
        case states.MovePutBack():
            is_answered = not (state == states.Turn() or isinstance(state, states.Restoring))
        case _:
            is_answered = False
    return is_answered or now >= notice.until
