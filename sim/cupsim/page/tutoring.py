"""Tells a simulated board how the people at its pages want to be taught."""

from cupsboard.referee.tutoring import Tutoring
from cupsboard.signs.advice import Advice, Adviser, Question


class Taught:
    """Passes on what an adviser answers, with news of how players want to be taught; implements `Adviser`."""

    def __init__(self, adviser: Adviser) -> None:
        self._adviser = adviser
        self._told: Tutoring | None = None
        self._wanted: Tutoring | None = None

    def begin(self, tutoring: Tutoring) -> None:
        """Note that the board was switched on, and how it teaches then."""
        self._told = tutoring

    def want(self, tutoring: Tutoring) -> None:
        """Have the board teach so from its next step on."""
        self._wanted = tutoring

    def __call__(self, question: Question | None) -> tuple[Advice, ...]:
        """See `Adviser`."""
        advice = self._adviser(question)
        if self._wanted in (None, self._told):
            return advice
        self._told = self._wanted
        return (Advice(0, tutoring=self._wanted), *advice)
