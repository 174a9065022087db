"""What is shown for a moment when something happened, over whatever the board has to say."""

from cupsboard.referee.events import Event, NotNow, Passed, ScoreShown
from cupsboard.referee.options import Options
from cupsboard.referee.states import Notice, Over, Passing, Refused, ShowingScore, State, Turn


def notice_of(event: Event, now: float, options: Options) -> Notice | None:
    """The notice of an event, or None for one that has none."""
    match event:
        case NotNow(side, why):
            return Refused(side, why, now + options.refusal_shown_seconds)
        case Passed(side):
            return Passing(side, now + options.pass_shown_seconds)
        case ScoreShown(score):
            return ShowingScore(score, now, now + options.score_shown_seconds)
        case _:
            return None


def has_passed(notice: Notice, now: float, state: State) -> bool:
    """Whether it has been seen for long enough; the score also makes room once a bean has moved."""
    is_quiet = state == Turn() or isinstance(state, Over)
    return now >= notice.until or (isinstance(notice, ShowingScore) and not is_quiet)
