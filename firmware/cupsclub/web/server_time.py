"""The server's time: the seconds for which records have been served, by one server after another.

It goes on while a server runs and stands while none does. No date is read for it, so a leap of the clock on
the wall takes no player's time to think.
"""

from collections.abc import Callable


def going_on(served_seconds: float, monotonic: Callable[[], float]) -> Callable[[], float]:
    """Return a clock of the seconds that the server has served; `monotonic` is the clock that it goes by."""
    ahead = served_seconds - monotonic()
    return lambda: monotonic() + ahead
