"""The referee's instructions to recognition, beside the events that it reports.

Events are recorded and shown, and change nothing. Instructions are carried out, and are not shown.
"""

from dataclasses import dataclass

from cupsboard.recognition.outcome import Complete, Unchanged, UnderWay
from cupsboard.referee.events import Event
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place


@dataclass(frozen=True, slots=True)
class Agree:
    """Start looks from a table with these contents."""

    contents: Contents
    is_beneath: bool
    """Whether hands have already gone on, so that a reply lies beyond these contents."""


@dataclass(frozen=True, slots=True)
class BeginUnwatched:
    """Allow for changes by hands while the scales were not watched."""


@dataclass(frozen=True, slots=True)
class OnlyPieces:
    """Take only pieces to lie in these places, as players say."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A player who was asked says that the table is this, and that nothing but pieces lies on it."""

    outcome: Unchanged | UnderWay | Complete


@dataclass(frozen=True, slots=True)
class RuledOut:
    """Exclude these contents, on the word of players who have looked, until a place moves."""

    contents: Contents


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Look at the table again, although no place has moved."""


Instruction = Agree | BeginUnwatched | Confirmed | OnlyPieces | RuledOut | LookAgain
Effect = Event | Instruction
"""An event or an instruction, in the order in which a change of the referee yields them."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The referee's reaction to one step: events to report, and instructions for recognition."""

    events: tuple[Event, ...]
    instructions: tuple[Instruction, ...]
