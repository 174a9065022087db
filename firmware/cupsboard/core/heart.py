"""What every heart of a board is to those around it, and what one step of it comes to.

A heart puts weighing, recognition, referee and guidance together for one order of play; the loop, the memory
and every view work with any of them. Time is passed in; nothing in here reads a clock, a file or a pin, so a
game on the board, in the simulator, in a test and from a trace runs through the very same steps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.outcome import Recognition
from cupsboard.recognition.trust import Sureness
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import Event
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Frame
from cupsboard.signs.advice import Advice, Question
from cupsboard.signs.scene import Scene


@dataclass(frozen=True, slots=True)
class Decided:
    """The results of one step of a heart; `recognition` is there only if the table was looked at."""

    events: tuple[Event, ...]
    scene: Scene
    recognition: Recognition | None
    moving: frozenset[Place] = frozenset()
    """The places that are not still now."""
    grams: Mapping[Place, float | None] = field(default_factory=dict)
    """The newest weight of every place above its bare platform."""
    question: Question | None = None
    """What the engine is to answer now."""
    sureness: Sureness | None = None
    """How sure the board is of the table by the last look; None before it, or if it decided nothing."""
    clocks: Clocks | None = None
    """Both sides' time to think; None for a game without a clock at this board."""


class Heart(Protocol):
    """The pipeline of one game on one board, one step at a time."""

    @property
    def moving(self) -> frozenset[Place]:
        """Return the places that are not still now."""

    @property
    def knowledge(self) -> Knowledge:
        """Return the present knowledge of places and pieces."""

    @property
    def history(self) -> HistoryOf[Any, Any]:
        """Return the record of the game so far."""

    def step(
        self, now: float, frame: Frame | None, edges: Sequence[Edge], advice: Sequence[Advice] = ()
    ) -> Decided:
        """Carry out one step, by what the ports and the engine gave. Return its results."""
