"""What gestures and time do in interludes: new game offered, pause, switching off."""

from collections.abc import Sequence
from enum import Enum
from typing import assert_never

from cupsboard.referee import events
from cupsboard.referee.inputs import Gesture, Hold, LongBothHold, LongHold, NeverMind, Press
from cupsboard.referee.options import Options
from cupsboard.referee.states import AskingPowerOff, Interlude, Leaving, OfferingNewGame, Paused, Refusal
from cupsboard.referee.times import GOODBYE_SECONDS, OFFER_SECONDS, POWER_OFF_SECONDS
from cupsboard.rules.places import Side


class Leave(Enum):
    """The ways out of an interlude (a pause or a question about the whole game)."""

    BACK = "back"
    """To the game as it stood before."""
    RESTART = "restart"
    """With a new game."""
    GO_ON = "go-on"
    """To a comparison of the table with the record."""


Next = tuple[Interlude | Leave, tuple[events.Event, ...]]
"""The next interlude, or the way out of it, and the events to report."""


def offering(now: float, options: Options, by: Side | None = None) -> OfferingNewGame:
    """Return the question whether to begin a new game, which the player `by` asks the other; None asks both.

    If there are several games, it first offers the present one.
    """
    return OfferingNewGame(now, options.games[0] if len(options.games) > 1 else None, by)


def question_of(interlude: Interlude) -> object:
    """Return a value that tells the question of an interlude apart from every other; None without one."""
    match interlude:
        case OfferingNewGame(game=game):
            return OfferingNewGame, game
        case AskingPowerOff():
            return AskingPowerOff
        case _:
            return None


def answered(interlude: Interlude, gesture: Gesture, now: float, options: Options) -> Next:
    """Return what follows `gesture` in an interlude: another interlude, or the way out; and events."""
    match interlude:
        case OfferingNewGame(by=Side() as asks) if isinstance(gesture, Press) and gesture.side is asks:
            return interlude, ()
        case OfferingNewGame(game=str() as game):
            return _among_games(game, gesture, now, options.games)
        case OfferingNewGame():
            return (Leave.RESTART if isinstance(gesture, Press) else Leave.BACK), ()
        case Paused():
            return _in_pause(interlude, gesture, now, options)
        case AskingPowerOff() if isinstance(gesture, Press):
            return Leaving(now + GOODBYE_SECONDS), (events.GoodbyeSaid(),)
        case AskingPowerOff():
            return Paused(), (events.PlayPaused(),)
        case Leaving() if isinstance(gesture, Press):
            return interlude, ()
        case Leaving():
            return Paused(), (events.PlayPaused(),)
        case _:
            assert_never(interlude)


def elapsed(interlude: Interlude, now: float) -> Next:
    """Return what follows in an interlude as time passes without a gesture.

    It is the same interlude, without events, if nothing changes.
    """
    match interlude:
        case OfferingNewGame(since) if now >= since + OFFER_SECONDS:
            return Leave.BACK, ()
        case AskingPowerOff(since) if now >= since + OFFER_SECONDS:
            return Paused(), (events.PlayPaused(),)
        case Leaving(until, is_asked=False) if now >= until:
            return Leaving(now + POWER_OFF_SECONDS, is_asked=True), (events.PowerOffWanted(),)
        case Leaving(until) if now >= until:
            # Who is still there has not been switched off.
            return Paused(), (events.NotNow(None, Refusal.CANNOT_POWER_OFF),)
        case _:
            return interlude, ()


def _among_games(offered: str, gesture: Gesture, now: float, games: Sequence[str]) -> Next:
    """Return what follows a gesture while a choice of games is offered.

    Another game begins with a table of its own; this one stays as it is until then.
    """
    match gesture:
        case Press() if offered == games[0]:
            return Leave.RESTART, ()
        case Press():
            return Leave.BACK, (events.OtherGameWanted(offered),)
        case Hold():
            following = (games.index(offered) + 1) % len(games)
            return OfferingNewGame(now, games[following]), ()
        case _:
            return Leave.BACK, ()


def _in_pause(pause: Paused, gesture: Gesture, now: float, options: Options) -> Next:
    match gesture:
        case Press():
            return Leave.GO_ON, ()
        case LongBothHold() if options.can_power_off:
            return AskingPowerOff(now), (events.PowerOffOffered(),)
        case NeverMind():
            return pause, ()
        case LongHold() if options.may_have_owner:
            return pause, (events.OwnershipOpened(),)
        case LongBothHold():
            return pause, (events.NotNow(None, Refusal.CANNOT_POWER_OFF),)
        case _:
            return pause, (events.NotNow(None, Refusal.PAUSED),)
