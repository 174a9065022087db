"""A question that the engine thinks about on behalf of the board, and who asks one at a time."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from cupsboard.signs.advice import Advice, Question


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

    def __init__(self) -> None:
        self._count = 0
        self._thought: T | None = None

    @property
    def question(self) -> Question | None:
        """Return the question that the engine has yet to answer; None if there is none."""
        thought = self._thought
        return None if thought is None or thought.advice is not None else thought.question
