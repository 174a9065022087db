"""Choose the tone by which an event is heard; most events are silent."""

from cupsboard.referee import events
from cupsboard.referee.events import ConcessionOffered, OffenceSeen, RoundOver, TableDoubted
from cupsboard.signs.scene import Tone


def tone_of(event: events.Event) -> Tone | None:
    """Return the sound of an event; None for an event without a sound."""
    match event:
        case (
            events.TurnEnded()
            | events.TableCorrected()
            | events.GameStarted()
            | events.Restored()
            | events.PlayPaused()
            | events.PlayResumed()
        ):
            return Tone.AGREED
        case (
            events.ComputerSeated()
            | events.PlayerSeated()
            | events.OtherGameWanted()
            | events.OwnershipOpened()
            | events.FarSaid()
        ):
            return Tone.AGREED
        case events.FarWanted():
            return Tone.WRONG
        case events.NotNow() | events.StillOwed() | events.StockCounted():
            return Tone.NOT_NOW
        case (
            events.WrongTableSeen()
            | events.QuestionAsked()
            | events.StockQuestioned()
            | events.TableQuestioned()
        ):
            return Tone.WRONG
        case events.TimeIsShort() | events.TimeIsUp():
            return Tone.TIME
        case events.Passed() | events.Called():
            return Tone.PASSED
        case events.DiceFell():
            return Tone.ROLLED
        case OffenceSeen() | TableDoubted() | ConcessionOffered():
            return Tone.WRONG
        case RoundOver():
            return Tone.OVER
        case events.PlayerQuestioned() | events.OrderQuestioned() | events.ChanceQuestioned():
            return Tone.WRONG
        case events.PlayerJoined() | events.WentBack():
            return Tone.AGREED
        case events.GameOver() | events.GoodbyeSaid():
            return Tone.OVER
        case _:
            return None
