"""What the referee of a game as it lands asks of the recognition, and what it is shown."""

import math
from dataclasses import dataclass
from typing import Any

from cupsboard.recognition.histories.reader import Look
from cupsboard.recognition.histories.verdict import Table
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.referee.events import Event
from cupsboard.referee.inputs import Held
from cupsboard.referee.instructions import OnlyPieces
from cupsboard.rules.game import Pieces
from cupsboard.rules.places import Place, Side
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled


@dataclass(frozen=True, slots=True)
class Begin:
    """Instruction: from the last accepted table on, follow the turns of all players who may move now."""


@dataclass(frozen=True, slots=True)
class BeginWeighed:
    """Instruction like `Begin`, after a comparison of weights has found the table that was wanted.

    The recognition first updates its knowledge of the scales: the recorded pieces weigh what the scales now
    show.
    """


@dataclass(frozen=True, slots=True)
class BegunBy:
    """Instruction: follow only the turn of `side`, which has begun first at an open start."""

    side: Side


@dataclass(frozen=True, slots=True)
class OnlyTable:
    """Instruction: of the tables that are possible, go on from `table` only."""

    table: Table[Any]


Instruction = Begin | BeginWeighed | BegunBy | OnlyTable | OnlyPieces
Effect = Event | Instruction


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of one step of the referee: events to report, and instructions to recognition."""

    events: tuple[Event, ...]
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What recognition compares the table with: one wanted table, or the current turn.

    `wanted` holds the pieces of that table; None for a turn. `is_done` says that the turn's player has
    pressed.
    """

    wanted: Pieces | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """The input of the referee from the scales and the fingers at one step."""

    knowledge: Knowledge
    """The knowledge of the scales at the last accepted table."""
    look: Look[Any] | None = None
    """A look at a turn, made in this step and accepted; None if there was none."""
    player: Side | None = None
    """The player whose turn the look is about."""
    settled: Settled | None = None
    """The weights, if the whole table has lain still for a moment; else None."""
    moving: frozenset[Place] = frozenset()
    lifted: frozenset[Place] = frozenset()
    """Cups that are in the air now."""
    held: Held | None = None
    """What fingers are doing now."""
    touched_at: float = -math.inf
    """When hands last changed a weight, in a game with a clock."""

    @property
    def unreadable(self) -> dict[Place, CellFault]:
        """Return the places that can't be weighed; empty while the table moves."""
        weights = {} if self.settled is None else self.settled.weights
        return {place: weight for place, weight in weights.items() if isinstance(weight, CellFault)}
