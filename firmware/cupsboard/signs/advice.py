"""What the board asks its engine, and what it is told: plain values, and the seam to whoever thinks.

The core says at every step which question is open, and takes the answers in with its next steps, like frames
and buttons. So it never waits for an engine, and a trace that holds the answers replays every light.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cupsboard.engine.hints import Hint
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Question:
    """What a side should play in a position."""

    number: int
    """No two questions of an evening have the same."""
    game: AnyGame
    side: Side
    position: Any
    """One in which this side is to move."""
    level: str | None = None
    """How well the board plays; None asks for a hint, with reasons, as well as the engine can."""
    is_hurried: bool = False
    """Whether the answer is wanted now."""


@dataclass(frozen=True, slots=True)
class Advice:
    """An answer to the question with this number."""

    question: int
    move: str | None = None
    """A legal move; None if the engine has failed."""
    pondering_seconds: float = 0.0
    """How long a player should see the board think: longer for a harder choice."""
    hint: Hint | None = None
    """Why this one, where a hint was asked for."""


Adviser = Callable[[Question | None], tuple[Advice, ...]]
"""Takes what is asked now (None: nothing, whatever was asked before) and gives what came since.

It never waits. It is called some ten times a second or more, a question again and again until it is answered.
"""


def nobody(_: Question | None) -> tuple[Advice, ...]:
    """The adviser of a board without an engine."""
    return ()
