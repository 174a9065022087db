"""Build the record of a game from its events."""

from typing import Any, TypeVar, cast

from cupsboard.referee import events
from cupsboard.rules import games
from cupsboard.rules import history as rules_history
from cupsboard.rules.history import EntryOf, HistoryOf
from cupsboard.rules.places import Player

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
