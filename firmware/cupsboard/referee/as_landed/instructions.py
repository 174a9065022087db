"""What the referee of a game as it lands asks of the recognition, and what it is shown."""

from dataclasses import dataclass
from typing import Any

from cupsboard.recognition.histories.reader import Look
from cupsboard.recognition.histories.verdict import Table
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.referee.events import Event
from cupsboard.referee.inputs import Held
from cupsboard.rules.game import Pieces
from cupsboard.rules.places import Place, Side
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled


@dataclass(frozen=True, slots=True)
class Begin:
    """Looks are for turns of the players who may begin one now, from the table that was last believed."""


@dataclass(frozen=True, slots=True)
class BeginWeighed:
    """The same, from a table that was compared by its weight: it lies there now."""


@dataclass(frozen=True, slots=True)
class BegunBy:
    """Of those who might have begun it was this player."""

    side: Side


@dataclass(frozen=True, slots=True)
class OnlyTable:
    """Of the tables that may lie there it is this one."""

    table: Table[Any]


@dataclass(frozen=True, slots=True)
class OnlyPieces:
    """Players say that nothing but pieces lies in these places."""

    places: frozenset[Place]


Instruction = Begin | BeginWeighed | BegunBy | OnlyTable | OnlyPieces
Effect = Event | Instruction


@dataclass(frozen=True, slots=True)
class Decision:
    """What the referee made of one step."""

    events: tuple[Event, ...]
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What looks are for: a turn, perhaps one that its player says is done, or one certain table."""

    wanted: Pieces | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """What the scales and the fingers say at one step."""

    knowledge: Knowledge
    """What is known of the scales, by the table that was believed last."""
    look: Look[Any] | None = None
    """A look at a turn that was made in this very step and is believed."""
    player: Side | None = None
    """Whose turn that was a look at."""
    settled: Settled | None = None
    """The weights, if the whole table has lain still for a moment."""
    moving: frozenset[Place] = frozenset()
    lifted: frozenset[Place] = frozenset()
    """Cups that are in the air now."""
    held: Held | None = None
    """What fingers are doing now."""

    @property
    def unreadable(self) -> dict[Place, CellFault]:
        """The places that can't be weighed, of a table that lies still."""
        weights = {} if self.settled is None else self.settled.weights
        return {place: weight for place, weight in weights.items() if isinstance(weight, CellFault)}
