"""The record of a game, followed from the events alone."""

from typing import TypeVar

from cupsboard.referee.events import Event, GameClosed, Passed, Redone, StockCorrected, TurnEnded, Undone
from cupsboard.rules.history import History

P = TypeVar("P")


def entered(history: History[P], event: Event) -> History[P]:
    """The record after an event; the same one where nothing was entered or taken back."""
    match event:
        case TurnEnded(side, label):
            return history.play(side, label)
        case Passed():
            return history.pass_turn()
        case StockCorrected(side, count):
            return history.correct_stock(side, count)
        case Undone():
            return history.undo()
        case Redone():
            return history.redo()
        case GameClosed():
            return History(history.game, history.starter)
        case _:
            return history
