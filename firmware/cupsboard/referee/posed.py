"""The one rule of when a gesture may answer: a question is read before it is answered.

What fingers do within a second of a question's coming or changing was meant for what stood there before. It
answers nothing, and does nothing else. A question that comes again in the same words after it was gone has
come anew; one that is only shown on has not changed.
"""

import math
from dataclasses import dataclass

from cupsboard.referee.times import QUESTION_READ_SECONDS


@dataclass(frozen=True, slots=True)
class Posed:
    """The question that players are asked, and since when (in seconds); a fresh one asks nothing.

    `question` is any value that tells questions apart; None while nothing is asked. `is_changed` says that
    the question has replaced another at once: who presses may have read that one.
    """

    question: object = None
    since: float = -math.inf
    is_changed: bool = False

    def at(self, question: object, now: float) -> "Posed":
        """Return what is asked at the time `now`, once that is `question`."""
        if question == self.question:
            return self
        return Posed(question, now, question is not None and self.question is not None)

    def is_read(self, time: float) -> bool:
        """Return whether what was done at `time` may answer: the question could be read before."""
        return self.question is not None and time >= self.since + QUESTION_READ_SECONDS

    def is_too_early(self, time: float) -> bool:
        """Return whether what was done at `time` came after the question, but too soon to have read it."""
        return self.question is not None and self.since <= time < self.since + QUESTION_READ_SECONDS
