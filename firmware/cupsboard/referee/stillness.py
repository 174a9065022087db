"""What a finished move that lies still may lead to, as pure functions of the time that is passed in."""

from cupsboard.referee.states import State, Turn
from cupsboard.rules.places import Side


def finished_move(state: State) -> tuple[Side, str] | None:
    """Whose legal move lies complete and waits for its press, and which; None where none does."""
    if isinstance(state, Turn) and state.done is not None and state.done.side is not None:
        return state.done.side, state.done.label
    return None


def has_lain(still_since: float | None, now: float, seconds: float | None) -> bool:
    """Whether nothing at all has moved for so many seconds; never where that is None."""
    return seconds is not None and still_since is not None and now >= still_since + seconds
