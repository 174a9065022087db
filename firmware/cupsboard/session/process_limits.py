"""Limits of this process: for a worker beside the board, and those of the system.

Only POSIX has the module `resource`. Without it the workers' memory is not limited; nothing else changes.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import IO, TYPE_CHECKING

try:
    import resource
except ModuleNotFoundError:
    resource = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from cupsboard.engine.protocol import Tables

MOST_BYTES = 256 * 1024 * 1024
"""The most address space beside mapped tables; the engine's memos fill about half of it."""
NICENESS = 10
"""The priority of workers; weighing comes first."""


def stay_behind(mapped_bytes: int, most_processor_seconds: int | None = None) -> None:
    """Give this process a low priority, and limit its memory to MOST_BYTES beside the mapped tables.

    Ignore Ctrl-C, which is meant for the main program. With `most_processor_seconds` the system kills this
    process once it has used them.
    """
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if resource is not None:
        most_bytes = MOST_BYTES + mapped_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
        if most_processor_seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (most_processor_seconds, most_processor_seconds))


Work = Callable[[Sequence[str], IO[bytes], Callable[[str], object], "Tables"], int]
"""Reads what is given, by the words of a command, says lines, and asks tables of small games."""


def worked(work: Work) -> int:
    """Do the work of this process behind everything else. Return its code, or 1 if the reader has gone."""
    from cupsboard.storage.tables import tables_of_this_user

    tables = tables_of_this_user()
    stay_behind(tables.mapped_bytes)
    try:
        return work(sys.argv[1:], sys.stdin.buffer, partial(print, flush=True), tables.known)
    except BrokenPipeError:
        return 1


def most_descriptors() -> int:
    """Return how many files and connections this process may have open at once."""
    if resource is None:
        return sys.maxsize
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if descriptors == resource.RLIM_INFINITY else descriptors


def allow_descriptors(wanted: int) -> None:
    """Let this process have `wanted` files and connections open, as far as the system lets it."""
    if resource is not None:
        descriptors, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if descriptors != resource.RLIM_INFINITY and descriptors < wanted:
            allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(descriptors, allowed), most))
