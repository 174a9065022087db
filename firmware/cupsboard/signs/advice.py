"""Questions to the engine and its answers, as plain values, and the seam to the program that thinks.

At every step the core names its open question, and takes answers in with its next steps, like frames and
buttons. So it never waits for an engine, and a trace that holds the answers replays every light.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cupsboard.engine.analysis import Worth
from cupsboard.engine.hints import Hint
from cupsboard.referee.far import Far
from cupsboard.referee.tutoring import Tutoring
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the engine: which move a side should play in a position."""

    number: int
    """A number that identifies the question within a session."""
    game: AnyGame
    side: Side
    position: Any
    """A position in which this side is to move."""
    level: str | None = None
    """The level to play at; None asks for a hint with reasons, at the engine's full strength."""
    is_hurried: bool = False
    """Whether the answer is wanted at once."""
    is_of_every_move: bool = False
    """Whether it is asked what every move is worth, in the place of a hint."""
    move: str | None = None
    """Beside `is_of_every_move` the one move that matters, as an answer about all of them left it out."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The engine's answer to the question with the same number."""

    question: int
    move: str | None = None
    """A legal move; None if the engine has failed."""
    pondering_seconds: float = 0.0
    """How long players should see the board think: longer for a harder choice."""
    hint: Hint | None = None
    """The reasons for the move, if a hint was asked for."""
    far: Far | None = None
    """How things stand with another board: news that answer no question, under the number 0."""
    worths: tuple[Worth, ...] = ()
    """What the moves are worth that were looked at, if that was asked; () if the engine has failed."""
    tutoring: Tutoring | None = None
    """How players want to be taught from now on: news that answer no question, under the number 0."""


Adviser = Callable[[Question | None], tuple[Advice, ...]]
"""A function that takes the open question (None: no question, the former one is dropped) and returns new
answers. It never waits. It is called some ten times a second or more, with the same question until that is
answered."""


def nobody(_: Question | None) -> tuple[Advice, ...]:
    """Return no answers, as the adviser of a board without an engine."""
    return ()


@dataclass(frozen=True, slots=True)
class Thought:
    """A question, since when it is open, and its answer."""

    question: Question
    since: float
    advice: Advice | None = None

    def is_ready(self, now: float) -> bool:
        """Return whether the answer may be shown; players first see the board think for a while."""
        if self.advice is None:
            return False
        return self.question.is_hurried or now >= self.since + self.advice.pondering_seconds


T = TypeVar("T", bound=Thought)


class Thinking(Generic[T]):
    """Asks the engine one question at a time."""

    def __init__(self, numbers: Iterator[int]) -> None:
        """`numbers` give each question its own."""
        self._numbers = numbers
        self._thought: T | None = None

    @property
    def question(self) -> Question | None:
        """Return the question that the engine has yet to answer; None if there is none."""
        thought = self._thought
        return None if thought is None or thought.advice is not None else thought.question
