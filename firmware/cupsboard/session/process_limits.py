"""The limits of this process: what a worker beside the board takes at most, and what the system allows.

Only POSIX has the module `resource`. Without it the workers' memory is not limited; nothing else changes.
"""

import os
import sys

try:
    import resource
except ModuleNotFoundError:
    resource = None  # type: ignore[assignment]

MOST_BYTES = 256 * 1024 * 1024
"""Of address space beside mapped tables, of which the engine's memos fill about half."""
NICENESS = 10
"""Weighing comes first."""


def stay_behind(mapped_bytes: int) -> None:
    """Let this process give way to all others, and limit its memory to MOST_BYTES beside mapped tables."""
    os.nice(NICENESS)
    if resource is not None:
        most_bytes = MOST_BYTES + mapped_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


def most_descriptors() -> int:
    """Return how many files and connections this process may have open at once."""
    if resource is None:
        return sys.maxsize
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if descriptors == resource.RLIM_INFINITY else descriptors
