"""Interludes of King of the Cups: a pause, and from it an undone round, a new game, and switching off."""

from dataclasses import dataclass

from cupsboard.referee.events import (
    Event,
    GameClosed,
    GoodbyeSaid,
    NewGameOffered,
    NotNow,
    OwnershipOpened,
    PlayPaused,
    PlayResumed,
    PowerOffOffered,
    PowerOffWanted,
    WentBack,
)
from cupsboard.referee.king_of_the_cups.hands import AllHold, Gesture, LongAllHold, LongHold, Tap, ThreeTaps
from cupsboard.referee.king_of_the_cups.states import (
    Armed,
    AskingPowerOff,
    Gathering,
    Homing,
    Leaving,
    Notice,
    OfferingNewGame,
    Over,
    Paused,
    Race,
    Refused,
    RoundBack,
    State,
    TellingDice,
)
from cupsboard.referee.options import Options
from cupsboard.referee.states import Refusal
from cupsboard.referee.times import (
    GOODBYE_SECONDS,
    OFFER_SECONDS,
    POWER_OFF_SECONDS,
    REFUSAL_SHOWN_SECONDS,
    ROUND_SHOWN_SECONDS,
)
from cupsboard.rules.errors import RulesError
from cupsboard.rules.king_of_the_cups.rounds import KingHistory, round_taken_back
from cupsboard.rules.king_of_the_cups.seats import Seat


@dataclass(frozen=True, slots=True)
class Turned:
    """The consequence of a gesture or of passing time.

    `state` None means the state that follows from the record. `history` is a new record; None for the same.
    """

    state: State | None
    events: tuple[Event, ...] = ()
    history: KingHistory | None = None
    notice: Notice | None = None
    is_new_game: bool = False


def turned(
    state: State, gesture: Gesture, now: float, history: KingHistory, options: Options, roller: Seat | None
) -> Turned | None:
    """Return the consequence of a gesture that belongs to an interlude, or begins one; None for any other."""
    match state, gesture:
        case Paused(), _:
            return _in_pause(state, gesture, now, history, options)
        case OfferingNewGame(), Tap():
            return Turned(Gathering(), (GameClosed(),), is_new_game=True)
        case AskingPowerOff(before), Tap():
            return Turned(Leaving(before, now + GOODBYE_SECONDS), (GoodbyeSaid(),))
        case Leaving(before, is_asked=False), Tap():
            return Turned(before)
        case OfferingNewGame(before=Over() as over), ThreeTaps():
            return Turned(Paused(over, now), (PlayPaused(),))
        case OfferingNewGame(before=Paused() as before), LongHold() if options.may_have_owner:
            return Turned(before, (OwnershipOpened(),))
        case OfferingNewGame() | AskingPowerOff() | Leaving(), _:
            # What fingers that asked for it still do is no answer, nor is a hand that comes home to rest.
            return Turned(state)
        case TellingDice(), ThreeTaps(seat) if seat is roller:
            # They go through the choices.
            return None
        case Over(), Tap():
            return Turned(OfferingNewGame(state, now), (NewGameOffered(),))
        case Armed(), ThreeTaps():
            return Turned(Paused(Homing(), now), (PlayPaused(),))
        case Gathering() | Homing() | Race() | TellingDice() | Over(), ThreeTaps():
            return Turned(Paused(state, now), (PlayPaused(),))
    return None


def passed(state: State, now: float) -> Turned | None:
    """Return the consequence of passing time in an interlude; None if nothing changes."""
    match state:
        case OfferingNewGame(before, since) | AskingPowerOff(before, since):
            return Turned(before) if now >= since + OFFER_SECONDS else None
        case Leaving(before, until, False) if now >= until:
            return Turned(Leaving(before, now + POWER_OFF_SECONDS, True), (PowerOffWanted(),))
        case Leaving(before, until, True) if now >= until:
            return Turned(before)
    return None


def _in_pause(state: Paused, gesture: Gesture, now: float, history: KingHistory, options: Options) -> Turned:
    match gesture:
        case Tap(time=time) if time >= state.since:
            before = state.before if isinstance(state.before, Gathering) else None
            return Turned(before, (PlayResumed(),))
        case LongHold():
            return Turned(OfferingNewGame(state, now), (NewGameOffered(),))
        case AllHold():
            return _round_back(state, now, history)
        case LongAllHold():
            if options.can_power_off:
                return Turned(AskingPowerOff(state, now), (PowerOffOffered(),))
            return _refused(state, Refusal.CANNOT_POWER_OFF, now)
    return Turned(state)


def _round_back(state: Paused, now: float, history: KingHistory) -> Turned:
    try:
        before = round_taken_back(history).without_undone()
    except RulesError:
        return _refused(state, Refusal.NOTHING_TO_UNDO, now)
    notice = RoundBack(now + ROUND_SHOWN_SECONDS)
    return Turned(None, (WentBack(len(before.entries)),), before, notice)


def _refused(state: State, why: Refusal, now: float) -> Turned:
    return Turned(state, (NotNow(None, why),), notice=Refused(why, now + REFUSAL_SHOWN_SECONDS))
