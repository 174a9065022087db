"""Why the server refused what was said here, as the board says it in the language of its players."""

from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import Act, Ask, Move, Refused, TimedOut
from cupsboard.referee.states import Refusal


def refusal_of(refused: Refused, said: Act | None, shared: SharedGame) -> Refusal:
    """Return the reason of a refusal; NOT_TAKEN for one that a player can do nothing about.

    `said` is what was refused; None where it was said before the board was switched on.
    """
    match refused.why, said:
        case "stale", _:
            return Refusal.TOO_LATE
        case "over", _:
            return Refusal.SHARED_GAME_OVER
        case "declined", _:
            return Refusal.ASKED_IN_VAIN
        case "illegal", Move():
            return Refusal.NOT_BY_THE_RULES
        case "illegal", TimedOut():
            return Refusal.TIME_LEFT
        case "illegal", Ask("back") if shared.begin is not None and not shared.begin.takebacks:
            return Refusal.NO_TAKING_BACK
        case "illegal", Ask() if shared.ask is not None:
            return Refusal.ASKED_ALREADY
        case _:
            return Refusal.NOT_TAKEN
