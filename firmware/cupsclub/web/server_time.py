"""The server's time: the seconds for which records have been served, by one server after another.

It goes on while a server runs and stands while none does. No date is read for it, so a leap of the clock on
the wall takes no player's time to think.
"""

from collections.abc import Callable


def going_on(served_seconds: float, monotonic: Callable[[], float]) -> Callable[[], float]:
    """Return what tells the server's time; `monotonic` tells seconds from any beginning."""
    ahead = served_seconds - monotonic()
    return lambda: monotonic() + ahead
