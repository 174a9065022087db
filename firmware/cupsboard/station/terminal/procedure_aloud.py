"""A procedure before somebody at a terminal: each sentence is said once, with how far it has got."""

from collections.abc import Callable, Sequence

from cupsboard.loop import Output
from cupsboard.procedures.procedure import Procedure
from cupsboard.referee.edges import Edge
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Message
from cupsboard.station.jobs.job import Job
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.language import in_words

Progress = Callable[[], str]
"""How far a procedure has got, as a bar."""


def bar_of(job: Job) -> Progress | None:
    """Return what draws how far a job has got; None for one that can't tell."""
    progress = job.progress
    return None if progress is None else lambda: bar(*progress())


def bar(done: int, total: int) -> str:
    """A bar of twenty signs."""
    return f"[{'#' * round(20 * done / total):<20}] "


class Aloud:
    """A procedure whose sentences are printed whenever they change; implements `Procedure`."""

    def __init__(self, procedure: Procedure, progress: Progress | None) -> None:
        self._procedure = procedure
        self._progress = progress
        self._said: Message | None = None

    @property
    def is_finished(self) -> bool:
        """See `Procedure`."""
        return self._procedure.is_finished

    @property
    def is_still(self) -> bool:
        """See `Procedure`."""
        return self._procedure.is_still

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """See `Procedure`."""
        told = self._procedure.step(now, frame, edges)
        message = told.scene.message
        if message != self._said:
            self._said = message
            done = "" if self._progress is None else self._progress()
            say(f"{done}{in_words(message)}")
        return told
