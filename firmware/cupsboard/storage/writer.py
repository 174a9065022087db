"""Two ways to carry a write out: at once, or in a thread beside the loop, for cards that are slow."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

T = TypeVar("T")
PATIENCE_SECONDS = 0.01
"""Half the time between two looks at the buttons (`loop.BUTTONS_SECONDS`)."""


class Job(Future[T]):
    """A piece of work that was handed over; `result` is asked for once it is done."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__()
        self._work = work

    def wait(self, seconds: float) -> bool:
        """Wait `seconds` at most for the end of the work; return whether it has ended, well or not."""
        return bool(wait((self,), seconds).done)

    def run(self) -> None:
        """Do the work."""
        try:
            self.set_result(self._work())
        except BaseException as fault:
            # Raised again where the outcome is asked for.
            self.set_exception(fault)


Writer = Callable[[Callable[[], T]], Job[T]]
"""Begins a piece of work after all that it was given before."""


def at_once(work: Callable[[], T]) -> Job[T]:
    """Do the work before returning: for simulated boards, whose time stands still meanwhile."""
    job = Job(work)
    job.run()
    return job


class BesideTheLoop:
    """A writer with a thread of its own, which does one piece of work after the other."""

    def __init__(self, patience_seconds: float = PATIENCE_SECONDS) -> None:
        """`patience_seconds` is how long a piece of work is waited for when it is handed over."""
        self._patience_seconds = patience_seconds
        self._waiting: queue.SimpleQueue[Job[object]] = queue.SimpleQueue()
        self._last: Job[object] | None = None
        # A write that hangs for ever must not keep the program from its end.
        threading.Thread(target=self._work, name="writer", daemon=True).start()

    def __call__(self, work: Callable[[], T]) -> Job[T]:
        """Hand work over; wait a moment for it, unless the work before it takes longer already."""
        job = Job(work)
        is_behind = self._last is not None and not self._last.done()
        self._last = job  # type: ignore[assignment]
        self._waiting.put(job)  # type: ignore[arg-type]
        if not is_behind:
            job.wait(self._patience_seconds)
        return job

    def _work(self) -> None:
        while True:
            self._waiting.get().run()
