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
    """Instruction: begin from `contents` as the agreed table.

    `is_beneath` says that a reply may already lie on it.
    """

    contents: Contents
    is_beneath: bool
    """Whether hands have already gone on, so that a reply lies beyond these contents."""


@dataclass(frozen=True, slots=True)
class BeginUnwatched:
    """Instruction: allow for changes that hands made while the scales were not watched."""


@dataclass(frozen=True, slots=True)
class OnlyPieces:
    """Instruction: assume no foreign things in `places`, as players have looked and found only pieces."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Instruction: accept the table of `outcome`, which a player has confirmed, with only pieces on it."""

    outcome: Unchanged | UnderWay | Complete


@dataclass(frozen=True, slots=True)
class LiesThere:
    """Instruction: accept that `contents` lie there, as a player has confirmed, with only pieces on them."""

    contents: Contents


@dataclass(frozen=True, slots=True)
class RuledOut:
    """Instruction: exclude `contents`, as players have looked and not found them, until a place moves."""

    contents: Contents


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Instruction: look at the table again, although no place has moved."""


Instruction = Agree | BeginUnwatched | Confirmed | LiesThere | OnlyPieces | RuledOut | LookAgain
Effect = Event | Instruction
"""An event or an instruction, in the order in which a change of the referee yields them."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of one step of the referee: events to report, and instructions to recognition."""

    events: tuple[Event, ...]
    instructions: tuple[Instruction, ...]
