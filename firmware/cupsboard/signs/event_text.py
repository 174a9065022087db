"""Events of a game as lines of text, for logs, replays and games without a screen."""

from collections.abc import Callable, Mapping
from typing import assert_never

from cupsboard.loop import Moment
from cupsboard.referee.entered import entered
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
from cupsboard.rules.cups.rules import Position
from cupsboard.rules.game import Contents
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side, is_cup, pot, side_of

Say = Callable[[str], object]


class MoveTeller:
    """A listener of the loop that says a line a move, with the table the move led to.

    Every entry of the record has its number there; times begin with the first moment.
    """

    def __init__(self, say: Say, history: History[Position]) -> None:
        """`history` is what was played before."""
        self._say = say
        self._history = history
        self._began: float | None = None
        self._line: str | None = None

    def __call__(self, moment: Moment) -> None:
        """Say what happened, if it is worth a line."""
        if self._began is None:
            self._began = moment.time
        for event in moment.decided.events:
            self._happened(moment.time - self._began, event)

    def _happened(self, time: float, event: Event) -> None:
        before, self._history = self._history, entered(self._history, event)
        is_entry = self._history is not before and not isinstance(event, Undone | Redone | GameClosed)
        number = f"{len(self._history.entries):>3}. " if is_entry else " " * 5
        line = told(event)
        match event:
            case TurnEnded():
                self._line = f"{number}{line}"
            case TableAgreed(contents) if self._line is not None:
                self._say(f"{time:>7.1f} s {self._line:<34} {rows(contents)}")
                self._line = None
            case _ if line is not None:
                self._say(f"{time:>7.1f} s {number}{line}")
            case _:
                pass


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
