"""Events of a game as lines of text, for logs, replays and games without a screen."""

from collections.abc import Callable, Mapping
from typing import assert_never

from cupsboard.referee.events import (
    Ending,
    Event,
    GameClosed,
    GameOver,
    GameStarted,
    GoodbyeSaid,
    LookedInVain,
    NewGameOffered,
    NotNow,
    Passed,
    PlayPaused,
    PlayResumed,
    PowerOffOffered,
    PowerOffWanted,
    QuestionAnswered,
    QuestionAsked,
    Redone,
    Restored,
    ScoreShown,
    StillOwed,
    StockCorrected,
    TableAgreed,
    TakingBack,
    TurnEnded,
    Undone,
    WrongTableSeen,
)
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place, Side, is_cup, pot, side_of

Say = Callable[[str], object]


def told(event: Event) -> str | None:
    """What happened, in a few words; None for what belongs to another event."""
    match event:
        case TableAgreed():
            return None
        case GameStarted(starter):
            return "the game begins: " + (
                f"{starter.value} starts" if starter else "whoever drops first starts"
            )
        case TurnEnded(side, label, how):
            return f"{side.value} {label}" + ("" if how is Ending.PRESSED else f" ({how.value})")
        case Passed(side):
            return f"{side.value} has no move and passes"
        case StockCorrected(side, count):
            return f"{side.value} had {count} in stock, not as believed"
        case StillOwed(side, plans):
            return f"{side.value} pressed; {' or '.join(plan.label for plan in plans)} is not finished"
        case NotNow(side, why):
            return f"{side.value if side else 'both'}: not now, {why.value}"
        case WrongTableSeen(_, description):
            return f"no move leads here: {description}"
        case QuestionAsked(place, description):
            return f"look at {place}: {description}?"
        case QuestionAnswered(side, description):
            return f"{side.value} says yes: {description}"
        case LookedInVain(places):
            return f"nothing but beans in {', '.join(sorted(places))}, say the players"
        case GameOver(winner, score):
            result = f"{winner.value} wins" if winner else "a tie"
            return f"the game is over: {_points(score)}, {result}"
        case ScoreShown(score):
            return f"the score: {_points(score)}"
        case Restored(goal):
            return f"the table is as wanted ({goal.value})"
        case Undone() | Redone() | TakingBack() | NewGameOffered() | GameClosed():
            return _PLAIN[type(event)]
        case PlayPaused() | PlayResumed() | PowerOffOffered() | GoodbyeSaid() | PowerOffWanted():
            return _PLAIN[type(event)]
        case _:
            assert_never(event)


def _points(score: Mapping[Side, int]) -> str:
    return ", ".join(f"{side.value} {beans}" for side, beans in score.items())


_PLAIN = {
    Undone: "undone: put the beans back",
    Redone: "redone: put the beans as shown",
    TakingBack: "the begun move is to be taken back",
    NewGameOffered: "a new game? press to confirm",
    GameClosed: "the game is closed: empty the board",
    PlayPaused: "play is paused",
    PlayResumed: "play goes on",
    PowerOffOffered: "switch off? press to confirm",
    GoodbyeSaid: "goodbye",
    PowerOffWanted: "the board may be switched off",
}


def rows(contents: Contents) -> str:
    """A table in one line, each side's cups from its left: "south 1 1 0 2 pot 3"."""
    return "   ".join(_row(side, contents) for side in Side)


def _row(side: Side, contents: Contents) -> str:
    cups = " ".join(f"{count:>2}" for place, count in contents.items() if _is_cup_of(side, place))
    return f"{side.value} {cups}  pot {contents[pot(side)]:>2}"


def _is_cup_of(side: Side, place: Place) -> bool:
    return is_cup(place) and side_of(place) is side
