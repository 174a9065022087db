"""Events of a game as messages, and as lines of text for logs, replays and games without a screen."""

from collections.abc import Callable, Mapping
from dataclasses import replace
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
from cupsboard.signs.phrases import (
    account_phrases,
    choice_phrases,
    goal_phrases,
    mishap_phrases,
    place_phrases,
    refusal_message,
    score_values,
)
from cupsboard.signs.scene import Message, Phrases, Values
from cupsboard.signs.sentences import ENGLISH, say

Say = Callable[[str], object]

LOG = replace(
    ENGLISH, sides={side: side.value for side in Side}, cup="{side}-{number}", other_place="{side}-{kind}"
)
"""Logs name sides and places as files do: "south-3"."""


def describe(event: Event) -> str | None:
    """What happened, in a few words; None for what belongs to another event."""
    message = event_message(event)
    return None if message is None else say(message, LOG)


def event_message(event: Event) -> Message | None:
    """What happened, for any language; None for what belongs to another event."""
    match event:
        case TableAgreed():
            return None
        case GameStarted(starter):
            return _of("events.GameStarted", starter, {}) or Message("events.GameStarted-open")
        case TurnEnded(side, label, how):
            return Message(_TURN_ENDED[how], {"side": side.value, "move": label})
        case Passed(side):
            return Message("events.Passed", {"side": side.value})
        case StockCorrected(side, count):
            return Message("events.StockCorrected", {"side": side.value, "count": count})
        case StillOwed(side, plans):
            moves = choice_phrases([plan.label for plan in plans])
            return Message("events.StillOwed", {"side": side.value, "moves": moves})
        case NotNow(asker, why):
            values: Values = {"why": (refusal_message(why),)}
            return _of("events.NotNow", asker, values) or Message("events.NotNow-both", values)
        case WrongTableSeen(_, mishaps):
            return Message("events.WrongTableSeen", {"what": mishap_phrases(mishaps)})
        case QuestionAsked(place, account):
            return Message("events.QuestionAsked", {"place": place, "what": account_phrases(account)})
        case QuestionAnswered(side, account):
            what = account_phrases(account)
            return Message("events.QuestionAnswered", {"side": side.value, "what": what})
        case LookedInVain(places):
            return Message("events.LookedInVain", {"places": place_phrases(sorted(places))})
        case GameOver(winner, score):
            values = score_values(score)
            return _of("events.GameOver", winner, values) or Message("events.GameOver-tie", values)
        case Restored(goal):
            return Message("events.Restored", {"goal": goal_phrases(goal)})
        case ScoreShown(score):
            return Message("events.ScoreShown", score_values(score))
        case Undone() | Redone() | TakingBack() | NewGameOffered() | GameClosed():
            return Message(f"events.{type(event).__name__}")
        case PlayPaused() | PlayResumed() | PowerOffOffered() | GoodbyeSaid() | PowerOffWanted():
            return Message(f"events.{type(event).__name__}")
        case _:
            assert_never(event)


def _of(key: str, side: Side | None, values: Mapping[str, str | int | Phrases]) -> Message | None:
    """A message about a side, if it is about one."""
    return None if side is None else Message(key, {"side": side.value, **values})


_TURN_ENDED = {
    Ending.PRESSED: "events.TurnEnded",
    Ending.OPPONENT_BEGAN: "events.TurnEnded-by-reply",
    Ending.STILLNESS: "events.TurnEnded-by-stillness",
}


def rows(contents: Contents) -> str:
    """A table in one line, each side's cups from its left: "south 1 1 0 2 pot 3"."""
    return "   ".join(_row(side, contents) for side in Side)


def _row(side: Side, contents: Contents) -> str:
    cups = " ".join(f"{count:>2}" for place, count in contents.items() if _is_cup_of(side, place))
    return f"{side.value} {cups}  pot {contents[pot(side)]:>2}"


def _is_cup_of(side: Side, place: Place) -> bool:
    return is_cup(place) and side_of(place) is side
