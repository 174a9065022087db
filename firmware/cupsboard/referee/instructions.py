"""What the referee asks of the recognition, beside the events that it reports: the answer to one step.

An event is written down and shown, and nobody acts on it; an instruction is acted on, and nobody sees it.
"""

from dataclasses import dataclass

from cupsboard.referee.events import Event
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place


@dataclass(frozen=True, slots=True)
class Agree:
    """Looks start from a table with these contents now."""

    contents: Contents
    is_beneath: bool
    """Whether hands have gone on already, so that a reply lies there beyond them."""


@dataclass(frozen=True, slots=True)
class BeginUnwatched:
    """Hands may have been at the table while nobody watched the scales."""


@dataclass(frozen=True, slots=True)
class OnlyPieces:
    """Players say that nothing but pieces lies in these places."""

    places: frozenset[Place]


@dataclass(frozen=True, slots=True)
class RuledOut:
    """Players have looked and say that this is not what lies there, as long as nothing moves."""

    contents: Contents


@dataclass(frozen=True, slots=True)
class LookAgain:
    """The table may be seen otherwise now, though nothing has moved."""


Instruction = Agree | BeginUnwatched | OnlyPieces | RuledOut | LookAgain
Effect = Event | Instruction
"""What a change in the referee leads to, in its order."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the referee made of one step."""

    events: tuple[Event, ...]
    instructions: tuple[Instruction, ...]
