"""The threads that write what a board learns and plays, so that a slow card holds up no loop."""

from functools import cache

from cupsboard.storage.ledger import LAST_SECONDS
from cupsboard.storage.writer import BesideTheLoop


@cache
def disk_writer() -> BesideTheLoop:
    """Return the thread that writes the files of this program, each after those asked for before it."""
    return BesideTheLoop()


@cache
def copies_writer() -> BesideTheLoop:
    """Return the thread that writes copies of files that are there: no move waits behind them."""
    return BesideTheLoop()


def finish_writing() -> None:
    """Wait for the end of all writes, but not for ever."""
    for writer in (disk_writer(), copies_writer()):
        writer(lambda: None).wait(LAST_SECONDS)
