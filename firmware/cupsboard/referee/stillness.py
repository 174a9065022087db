"""What lies still or does not, and what that may lead to, as pure functions."""

from cupsboard.referee.states import Lifting, Owed, State, Turn
from cupsboard.rules.places import Side


def finished_move(state: State) -> tuple[Side, str] | None:
    """Whose legal move lies complete and waits for its press, and which; None where none does."""
    if isinstance(state, Turn) and state.done is not None and state.done.side is not None:
        return state.done.side, state.done.label
    return None


def has_lain(still_since: float | None, now: float, seconds: float | None) -> bool:
    """Whether nothing at all has moved for so many seconds; never where that is None."""
    return seconds is not None and still_since is not None and now >= still_since + seconds


def is_begun(state: State, still_since: float | None) -> bool:
    """Whether a move is begun, or may be because the table has not lain still since."""
    match state:
        case Turn(ways=(), done=None):
            return still_since is None
        case Turn() | Owed() | Lifting(goal=None):
            return True
        case _:
            return False
