"""Tell a game as it is played, in a line for each move."""

from typing import Any

from cupsboard.loop import Moment
from cupsboard.referee.events import Event, TableAgreed, TurnEnded
from cupsboard.referee.record_from_events import entered, entry_of
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.signs.event_text import Say, describe, rows
from cupsboard.signs.sentences import ENGLISH, Language


class MoveTeller:
    """A listener of the loop that says a line for each move, with the contents of the table after it.

    Every entry has its number in the record; times count from the first moment.
    """

    def __init__(self, say: Say, history: History[Any], language: Language = ENGLISH) -> None:
        """Begin with `history`, what was played before."""
        self._say, self._language = say, language
        self._history = history
        self._began: float | None = None
        self._line: str | None = None

    def __call__(self, moment: Moment) -> None:
        """Say the events of a moment that are worth a line."""
        if self._began is None:
            self._began = moment.time
        for event in moment.decided.events:
            self._happened(moment.time - self._began, event)

    def _happened(self, time: float, event: Event) -> None:
        self._history = entered(self._history, event)
        is_entry = entry_of(event) is not None
        number = f"{len(self._history.entries):>3}. " if is_entry else " " * 5
        line = describe(event, self._language)
        match event:
            case TurnEnded(side=Side()):
                self._line = f"{number}{line}"
            case TableAgreed(contents) if self._line is not None:
                self._say(f"{time:>7.1f} s {self._line:<34} {rows(contents)}")
                self._line = None
            case _ if line is not None:
                self._say(f"{time:>7.1f} s {number}{line}")
            case _:
                pass
