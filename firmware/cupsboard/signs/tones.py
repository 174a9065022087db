"""Which events are heard, and how."""

from cupsboard.referee.events import (
    Called,
    ChanceQuestioned,
    ComputerSeated,
    DiceFell,
    Event,
    FarSaid,
    FarWanted,
    GameOver,
    GameStarted,
    GoodbyeSaid,
    NotNow,
    OrderQuestioned,
    OtherGameWanted,
    OwnershipOpened,
    Passed,
    PlayerJoined,
    PlayerQuestioned,
    PlayPaused,
    PlayResumed,
    QuestionAsked,
    Restored,
    StillOwed,
    StockCounted,
    StockQuestioned,
    TableCorrected,
    TableQuestioned,
    TurnEnded,
    WentBack,
    WrongTableSeen,
)
from cupsboard.referee.lap_events import ConcessionOffered, OffenceSeen, RoundOver, TableDoubted
from cupsboard.signs.scene import Tone


def tone_of(event: Event) -> Tone | None:
    """Return the sound of an event; None for an event without a sound."""
    match event:
        case TurnEnded() | TableCorrected() | GameStarted() | Restored() | PlayPaused() | PlayResumed():
            return Tone.AGREED
        case ComputerSeated() | OtherGameWanted() | OwnershipOpened():
            return Tone.AGREED
        case FarSaid():
            return Tone.AGREED
        case FarWanted():
            return Tone.WRONG
        case NotNow() | StillOwed() | StockCounted():
            return Tone.NOT_NOW
        case WrongTableSeen() | QuestionAsked() | StockQuestioned() | TableQuestioned():
            return Tone.WRONG
        case Passed() | Called():
            return Tone.PASSED
        case DiceFell():
            return Tone.ROLLED
        case OffenceSeen() | TableDoubted() | ConcessionOffered():
            return Tone.WRONG
        case RoundOver():
            return Tone.OVER
        case PlayerQuestioned() | OrderQuestioned() | ChanceQuestioned():
            return Tone.WRONG
        case PlayerJoined() | WentBack():
            return Tone.AGREED
        case GameOver() | GoodbyeSaid():
            return Tone.OVER
        case _:
            return None
