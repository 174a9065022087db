"""Interludes of King of the Cups: a pause, and from it an undone round, a new game, and switching off."""

from dataclasses import dataclass

from cupsboard.referee import times
from cupsboard.referee.computer import Seats
from cupsboard.referee.events import (
    Event,
    GameClosed,
    GoodbyeSaid,
    NewGameOffered,
    NotNow,
    OwnershipOpened,
    PlayerSeated,
    PlayPaused,
    PlayResumed,
    PowerOffOffered,
    PowerOffWanted,
    WentBack,
)
from cupsboard.referee.king_of_the_cups import states
from cupsboard.referee.king_of_the_cups.hands import (
    AllHold,
    Company,
    Gesture,
    Hold,
    LongAllHold,
    LongHold,
    Tap,
    ThreeTaps,
)
from cupsboard.referee.options import Options
from cupsboard.referee.states import Refusal
from cupsboard.rules.errors import RulesError
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat
from cupsboard.rules.king_of_the_cups.rounds import KingHistory, round_taken_back


@dataclass(frozen=True, slots=True)
class Turned:
    """The consequence of a gesture or of passing time.

    `state` None means the state that follows from the record. `history` is a new record; None for the same.
    """

    state: states.State | None
    events: tuple[Event, ...] = ()
    history: KingHistory | None = None
    notice: states.Notice | None = None
    people: Seats | None = None
    """Who sits where from now on; None for those who sat there."""
    is_new_game: bool = False


def turned(
    state: states.State,
    gesture: Gesture,
    now: float,
    history: KingHistory,
    options: Options,
    roller: Seat | None,
    people: Seats,
) -> Turned | None:
    """Return the consequence of a gesture that belongs to an interlude, or begins one; None for any other.

    `people` are those at the seats, and those who may sit down there.
    """
    match state, gesture:
        case states.Paused(), _:
            return _in_pause(state, gesture, now, history, options, people)
        case states.OfferingNewGame(), Tap():
            return Turned(states.Gathering(), (GameClosed(),), is_new_game=True)
        case states.AskingPowerOff(before), Tap():
            return Turned(states.Leaving(before, now + times.GOODBYE_SECONDS), (GoodbyeSaid(),))
        case states.Leaving(before, is_asked=False), Tap():
            return Turned(before)
        case states.OfferingNewGame(before=states.Over() as over), ThreeTaps():
            return Turned(states.Paused(over, now), (PlayPaused(),))
        case states.OfferingNewGame(before=states.Paused() as before), LongHold() if options.may_have_owner:
            return Turned(before, (OwnershipOpened(),))
        case states.OfferingNewGame() | states.AskingPowerOff() | states.Leaving(), _:
            # What fingers that asked for it still do is no answer, nor is a hand that comes home to rest.
            return Turned(state)
        case states.TellingDice(), ThreeTaps(seat) if seat is roller:
            # They go through the choices.
            return None
        case states.Over(), Tap():
            return Turned(states.OfferingNewGame(state, now), (NewGameOffered(),))
        case states.Armed(), ThreeTaps():
            return Turned(states.Paused(states.Homing(), now), (PlayPaused(),))
        case (
            states.Gathering() | states.Homing() | states.Race() | states.TellingDice() | states.Over(),
            ThreeTaps(),
        ):
            return Turned(states.Paused(state, now), (PlayPaused(),))
    return None


def passed(state: states.State, now: float) -> Turned | None:
    """Return the consequence of passing time in an interlude; None if nothing changes."""
    match state:
        case states.OfferingNewGame(before, since) | states.AskingPowerOff(before, since):
            return Turned(before) if now >= since + times.OFFER_SECONDS else None
        case states.Leaving(before, until, False) if now >= until:
            return Turned(states.Leaving(before, now + times.POWER_OFF_SECONDS, True), (PowerOffWanted(),))
        case states.Leaving(before, until, True) if now >= until:
            return Turned(before)
    return None


def _in_pause(
    state: states.Paused, gesture: Gesture, now: float, history: KingHistory, options: Options, people: Seats
) -> Turned:
    match gesture:
        case Hold(seat, began, Company.NONE) if began >= state.since and people.known:
            at = [*Seat].index(seat)
            after = people.with_next(at)
            return Turned(state, (PlayerSeated(seat, after.players[at]),), people=after)
        case Hold(began=began, company=Company.NONE) if began >= state.since:
            return _refused(state, Refusal.PAUSED, now)
        case Hold(began=began, company=Company.SOME) if began >= state.since:
            return _refused(state, Refusal.HELD_BY_SOME, now)
        case Tap(time=time) if time >= state.since:
            before = state.before if isinstance(state.before, states.Gathering) else None
            return Turned(before, (PlayResumed(),))
        case LongHold():
            return Turned(states.OfferingNewGame(state, now), (NewGameOffered(),))
        case AllHold():
            return _round_back(state, now, history)
        case LongAllHold():
            if options.can_power_off:
                return Turned(states.AskingPowerOff(state, now), (PowerOffOffered(),))
            return _refused(state, Refusal.CANNOT_POWER_OFF, now)
    return Turned(state)


def _round_back(state: states.Paused, now: float, history: KingHistory) -> Turned:
    try:
        before = round_taken_back(history).without_undone()
    except RulesError:
        return _refused(state, Refusal.NOTHING_TO_UNDO, now)
    notice = states.RoundBack(now + times.ROUND_SHOWN_SECONDS)
    return Turned(None, (WentBack(len(before.entries)),), before, notice)


def _refused(state: states.State, why: Refusal, now: float) -> Turned:
    return Turned(state, (NotNow(None, why),), notice=states.Refused(why, now + times.REFUSAL_SHOWN_SECONDS))
