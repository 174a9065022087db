"""The record of a game, followed from the events alone."""

from typing import TypeVar

from cupsboard.referee.events import (
    Event,
    GameClosed,
    GameStarted,
    Passed,
    Redone,
    StockCorrected,
    TableCorrected,
    TurnEnded,
    Undone,
)
from cupsboard.rules import history as rules_history
from cupsboard.rules.history import Entry, History, HistoryOf

P = TypeVar("P")


def entry_of(event: Event) -> Entry | None:
    """What an event enters into the record; None for one that enters nothing."""
    match event:
        case TurnEnded(side, label):
            return rules_history.Moved(side, label)
        case Passed(side):
            return rules_history.Passed(side)
        case StockCorrected(side, count):
            return rules_history.StockCorrected(side, count)
        case TableCorrected(side, changes):
            return rules_history.TableCorrected(side, changes)
        case _:
            return None


def entered(history: History[P], event: Event) -> History[P]:
    """The record after an event; the same one where nothing was entered or taken back."""
    match event:
        case GameStarted(starter) if not history.entries:
            # Another than that of the game before, if the board was told so when it was switched on.
            return HistoryOf(history.game, starter)
        case GameClosed():
            return HistoryOf(history.game, history.starter)
        case Undone():
            return history.undo()
        case Redone():
            return history.redo()
    entry = entry_of(event)
    return history if entry is None else history.enter(entry)
