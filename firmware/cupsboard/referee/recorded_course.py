"""The common part of both courses of a game: its record, undo and redo in it, and the wanted table."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from cupsboard.referee.events import GameClosed, Redone, Undone
from cupsboard.referee.states import Goal
from cupsboard.rules.game import Contents, Game
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import Side

P = TypeVar("P")


class RecordedCourse(ABC, Generic[P]):
    """A game's record, and the undo and redo in it."""

    def __init__(self, game: Game[P], starter: Side | None, history: History[P] | None) -> None:
        """Begin a game that `starter` begins (None: either side), or go on with `history`."""
        self.game = game
        self._starter = starter
        self.history = history or HistoryOf(game, starter)

    @property
    def position(self) -> P:
        """Return the position after the last entry of the record."""
        return self.history.position

    @property
    def contents(self) -> Contents:
        """Return how many pieces lie in every place of the position."""
        return self.game.contents(self.position)

    @abstractmethod
    def _want(self, goal: Goal) -> None:
        """Want the table of the position, because of `goal`."""

    def undoable(self, computer: Side | None = None) -> int:
        """Return how many entries one undo removes; 0 if none can be undone.

        It is the last one. Where the board plays the side `computer`, it is all entries back to a person's
        turn.
        """
        before, count = self.history, 0
        while before.can_undo:
            before, count = before.undo(), count + 1
            if self.game.movers(before.position) != (computer,):
                return count
        return 0

    def undo(self, count: int = 1) -> Iterator[Any]:
        """Remove the last `count` entries from the record, and ask for the table before them."""
        for _ in range(count):
            self.history = self.history.undo()
        self._want(Goal.UNDO)
        yield from (Undone() for _ in range(count))

    def redo(self, computer: Side | None = None) -> Iterator[Any]:
        """Enter again what one undo has removed, and ask for the table after it."""
        count = 0
        while self.history.can_redo and (not count or self.game.movers(self.position) == (computer,)):
            self.history, count = self.history.redo(), count + 1
        self._want(Goal.REDO)
        yield from (Redone() for _ in range(count))

    def restart(self) -> Iterator[Any]:
        """Close the record, and ask for the first table of a new game."""
        self.history = HistoryOf(self.game, self._starter)
        self._want(Goal.SET_UP)
        yield GameClosed()
