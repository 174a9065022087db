"""What follows from a table that lies still: pure functions."""

from cupsboard.referee.states import Lifting, Owed, State, Turn
from cupsboard.rules.places import Side


def finished_move(state: State) -> tuple[Side, str] | None:
    """Return the side and label of a complete legal move that waits for its press; None without one."""
    if isinstance(state, Turn) and state.done is not None and state.done.side is not None:
        return state.done.side, state.done.label
    return None


def has_lain(still_since: float | None, now: float, seconds: float | None) -> bool:
    """Return whether no place has moved for `seconds`; False if that is None."""
    return seconds is not None and still_since is not None and now >= still_since + seconds


def is_begun(state: State, still_since: float | None) -> bool:
    """Return whether a move is begun, or may be because the table has not lain still since."""
    match state:
        case Turn(ways=(), done=None):
            return still_since is None
        case Turn() | Owed() | Lifting(goal=None):
            return True
        case _:
            return False
