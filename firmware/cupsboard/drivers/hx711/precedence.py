"""Going before other programs, as far as the system allows it, and giving way all the same.

A late pulse costs a frame, a late look costs time; no value gets wrong by either. So nothing here must
succeed: without the right, the process runs like any other.
"""

import ctypes
import os
from enum import Enum

REAL_TIME_PRIORITY = 5
"""Low among the real-time ones: it must go before programs, not before the kernel's own threads (50)."""
NICENESS = -10

_LOCK_CURRENT, _LOCK_FUTURE, _LOCK_ON_FAULT = 1, 2, 4
"""mlockall(2). On fault: all of the process would be read in otherwise, of which it needs a part."""

MOST_BUSY_SECONDS = 10e-3
GIVE_WAY_SECONDS = 1e-3


class Precedence(Enum):
    """How a process is scheduled."""

    REAL_TIME = "before all other programs"
    NICE = "before most other programs"
    NONE = "like any other program"

    __hash__ = object.__hash__


def go_first() -> Precedence:
    """Take the first place that the system allows, and keep the memory from being swapped out."""
    _lock_memory()
    try:
        # Threads that a library starts later don't inherit it.
        policy = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, policy, os.sched_param(REAL_TIME_PRIORITY))
        return Precedence.REAL_TIME
    except (OSError, AttributeError):
        return _be_nice()


def _be_nice() -> Precedence:
    try:
        if os.getpriority(os.PRIO_PROCESS, 0) > NICENESS:
            os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
        return Precedence.NICE
    except OSError:
        return Precedence.NONE


def _lock_memory() -> None:
    try:
        # A system without such limits has no mlockall either.
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_MEMLOCK)
        # With a limit, memory to come must not count: beyond it there would be none at all.
        future = _LOCK_FUTURE if limit == resource.RLIM_INFINITY else 0
        ctypes.CDLL(None).mlockall(_LOCK_CURRENT | future | _LOCK_ON_FAULT)
    except (ImportError, OSError, AttributeError):
        return


class GivingWay:
    """Sees to it that others get the processor too, however busy a real-time process is.

    Between two sleeps lie no more than 10 ms and one step, even on a machine too slow for all it is asked.
    """

    def __init__(self, now: float) -> None:
        self._slept_at = now

    def pause(self, now: float, wake_at: float) -> float:
        """How long to sleep now, if the next work is due at a time; 0 for not at all."""
        wanted = wake_at - now
        if wanted <= 0.0:
            if now - self._slept_at < MOST_BUSY_SECONDS:
                return 0.0
            wanted = GIVE_WAY_SECONDS
        self._slept_at = now + wanted
        return wanted
