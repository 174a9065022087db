"""The record of a game, built from its events, and what both courses do with it: undo and redo."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, TypeVar, cast

from cupsboard.referee import events
from cupsboard.referee.states import Goal, Over
from cupsboard.rules import games
from cupsboard.rules import history as rules_history
from cupsboard.rules.game import Contents, Game, Standing
from cupsboard.rules.history import EntryOf, History, HistoryOf
from cupsboard.rules.places import Player, Side

P = TypeVar("P")
Y = TypeVar("Y", bound=Player)


def entry_of(event: events.Event) -> EntryOf[Any] | None:
    """Return the entry that an event adds to the record; None if it adds nothing."""
    match event:
        case events.TurnEnded(side, label):
            return rules_history.Moved(side, label)
        case events.Passed(side):
            return rules_history.Passed(side)
        case events.StockCorrected(side, count):
            return rules_history.StockCorrected(side, count)
        case events.TableCorrected(side, changes):
            return rules_history.TableCorrected(side, changes)
        case events.DiceFell(player, outcome):
            return rules_history.Chance(player, outcome)
        case events.Called(player, said):
            return rules_history.Called(player, said)
        case events.TimedOut(side):
            return rules_history.TimedOut(side)
        case _:
            return None


def entered(history: HistoryOf[P, Y], event: events.Event) -> HistoryOf[P, Y]:
    """Return the record after an event; the same object if the event changes nothing in it."""
    match event:
        case events.GameStarted(starter) if not history.entries:
            # Another than that of the game before, if the board was told so when it was switched on.
            return HistoryOf(history.game, cast(Y | None, starter))
        case events.GameArranged(name):
            return HistoryOf(games.of_any_players(name), None)
        case events.WentBack(entries):
            return history.after(entries).without_undone()
        case events.GameClosed():
            return HistoryOf(history.game, history.starter)
        case events.Undone():
            return history.undo()
        case events.Redone():
            return history.redo()
    entry = entry_of(event)
    return history if entry is None else history.enter(entry)


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

    @property
    def standing(self) -> Standing:
        """Return whether a player is to move or must pass, a round is to begin, or the game is over."""
        return self.history.standing

    @property
    def over(self) -> Over:
        """Return the state of the game, which is over."""
        history = self.history
        return Over(history.winner, self.game.score(history.position), history.timed_out)

    def time_out(self, side: Side) -> Iterator[Any]:
        """Enter into the record that the time of `side` was over, which ends the game."""
        self.history = self.history.time_out(side)
        yield events.TimedOut(side)
        yield from self.end()

    def end(self) -> Iterator[Any]:
        """Yield the event that tells how the game, which is over, has ended."""
        yield events.GameOver(self.over.winner, self.over.score)

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
        yield from (events.Undone() for _ in range(count))

    def redo(self, computer: Side | None = None) -> Iterator[Any]:
        """Enter again what one undo has removed, and ask for the table after it."""
        count = 0
        while self.history.can_redo and (not count or self.game.movers(self.position) == (computer,)):
            self.history, count = self.history.redo(), count + 1
        self._want(Goal.REDO)
        yield from (events.Redone() for _ in range(count))

    def restart(self) -> Iterator[Any]:
        """Close the record, and ask for the first table of a new game."""
        self.history = HistoryOf(self.game, self._starter)
        self._want(Goal.SET_UP)
        yield events.GameClosed()
