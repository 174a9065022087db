"""Events of a game as messages, and as text for logs, replays and games without a screen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from cupsboard.referee.events import (
    ComputerSeated,
    Ending,
    Event,
    FarAsked,
    FarSaid,
    FarWanted,
    GameClosed,
    GameOver,
    GameStarted,
    GoodbyeSaid,
    HintAsked,
    LookedInVain,
    MoveHurried,
    NewGameOffered,
    NotNow,
    OfRounds,
    OtherGameWanted,
    OwnershipOpened,
    Passed,
    PlayPaused,
    PlayResumed,
    PowerOffOffered,
    PowerOffWanted,
    PutBack,
    QuestionAnswered,
    QuestionAsked,
    Redone,
    Restored,
    ScoreShown,
    StillOwed,
    StockCorrected,
    StockCounted,
    StockQuestioned,
    TableAgreed,
    TableCorrected,
    TableQuestioned,
    TakingBack,
    TurnEnded,
    Undone,
    WentBack,
    WrongTableSeen,
)
from cupsboard.referee.lap_events import OfLaps
from cupsboard.rules.game import Contents
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side, is_cup, pot, side_of, stock
from cupsboard.signs.as_landed.phrases import event_message as landed_message
from cupsboard.signs.king_of_the_cups.phrases import event_message as race_message
from cupsboard.signs.phrases import (
    account_phrases,
    change_phrases,
    choice_phrases,
    game_phrases,
    goal_phrases,
    level_phrases,
    place_phrases,
    refusal_message,
    score_values,
    table_question,
    win_values,
    wrong_table_message,
)
from cupsboard.signs.scene import Message, Phrases, Values
from cupsboard.signs.sentences import ENGLISH, Language, say

OF_GAMES: Sequence[Callable[[Event], Message | None]] = (landed_message, race_message)
"""Each gives the message of its own game's events, and None for others."""


Say = Callable[[str], object]

_WithoutValues = (
    Undone
    | Redone
    | TakingBack
    | NewGameOffered
    | GameClosed
    | PlayPaused
    | PlayResumed
    | PowerOffOffered
    | GoodbyeSaid
    | PowerOffWanted
    | OwnershipOpened
    | WentBack
)
"""Events whose sentence is always the same."""
_OfTable = (
    StockCorrected
    | StockCounted
    | StockQuestioned
    | TableQuestioned
    | TableCorrected
    | WrongTableSeen
    | QuestionAsked
    | QuestionAnswered
    | LookedInVain
    | Restored
)
"""Events about what lies on the table or in a stock, without a move."""
_Unsaid = TableAgreed | OfRounds | OfLaps
"""Events that another one covers, or that a game puts into its own words or none."""


def describe(event: Event, language: Language = ENGLISH) -> str | None:
    """Return an event as a sentence; None if another event says the same."""
    message = event_message(event)
    return None if message is None else say(message, language)


def event_message(event: Event) -> Message | None:
    """Return an event as a message for any language; None if another event says the same."""
    for of_game in OF_GAMES:
        if (message := of_game(event)) is not None:
            return message
    if isinstance(event, _WithoutValues):
        return Message(f"events.{type(event).__name__}")
    if isinstance(event, _Unsaid):
        return None
    if isinstance(event, _OfTable):
        return _table_message(event)
    match event:
        case GameStarted(starter):
            return _of("events.GameStarted", starter, {}) or Message("events.GameStarted-open")
        case TurnEnded(side, label, Ending.OPPONENT_BEGAN):
            values: Values = {"side": side.value, "move": label, "other": side.other.value}
            return Message("events.TurnEnded-by-reply", values)
        case TurnEnded(side, label, how):
            key = {Ending.STILLNESS: "TurnEnded-by-stillness", Ending.WENT_ON: "TurnEnded-went-on"}
            return Message(f"events.{key.get(how, 'TurnEnded')}", {"side": side.value, "move": label})
        case Passed(side):
            return Message("events.Passed", {"side": side.value})
        case PutBack(side, label):
            return Message("events.PutBack", {"side": side.value, "move": label})
        case StillOwed(side, plans):
            moves = choice_phrases([plan.label for plan in plans])
            return Message("events.StillOwed", {"side": side.value, "moves": moves})
        case NotNow(asker, why):
            values = {"why": (refusal_message(why),)}
            return _of("events.NotNow", asker, values) or Message("events.NotNow-both", values)
        case GameOver(Side() as winner, score):
            return Message("events.GameOver", win_values(winner, score))
        case GameOver(_, score):
            return Message("events.GameOver-tie", score_values(score))
        case ScoreShown(score):
            return Message("events.ScoreShown", score_values(score))
        case HintAsked(side=side) | MoveHurried(side):
            return Message(f"events.{type(event).__name__}", {"side": side.value})
        case ComputerSeated(side, level):
            values = {"level": level_phrases(level)}
            return _of("events.ComputerSeated", side, values) or Message("events.ComputerSeated-none")
        case OtherGameWanted(name):
            return Message("events.OtherGameWanted", {"game": game_phrases(name)})
        case FarAsked(wish, phrase):
            said = Message(f"far-wishes.{wish.value}" if phrase is None else f"far-phrases.{phrase.value}")
            return Message("events.FarAsked", {"what": (said,)})
        case FarSaid(side, phrase):
            values = {"side": side.value, "what": (Message(f"far-phrases.{phrase.value}"),)}
            return Message("events.FarSaid", values)
        case FarWanted(side, ask):
            return Message(
                "events.FarWanted", {"side": side.value, "what": (Message(f"far-wanted.{ask.value}"),)}
            )
        case _:
            assert_never(event)


def _table_message(event: _OfTable) -> Message:
    match event:
        case StockCorrected(side, count):
            return Message("events.StockCorrected", {"side": side.value, "count": count})
        case TableQuestioned(found, changes, doubted):
            return table_question(found, changes, doubted, "events.TableQuestioned")
        case TableCorrected(changes=changes):
            return Message("events.TableCorrected", {"what": change_phrases(changes)})
        case StockCounted(side, beans) | StockQuestioned(side, beans):
            values: Values = {"side": side.value, "place": stock(side), "beans": beans}
            return Message(f"events.{type(event).__name__}", values)
        case WrongTableSeen(repairs, mishaps):
            return wrong_table_message(repairs, mishaps, "events.WrongTableSeen")
        case QuestionAsked(place, account):
            return Message("events.QuestionAsked", {"place": place, "what": account_phrases(account)})
        case QuestionAnswered(side, account):
            what = account_phrases(account)
            return Message("events.QuestionAnswered", {"side": side.value, "what": what})
        case LookedInVain(places):
            return Message("events.LookedInVain", {"places": place_phrases(sorted(places))})
        case Restored(goal):
            return Message("events.Restored", {"goal": goal_phrases(goal)})
        case _:
            assert_never(event)


def _of(key: str, side: Side | None, values: Mapping[str, str | int | Phrases]) -> Message | None:
    """Return a message about a side; None without one."""
    return None if side is None else Message(key, {"side": side.value, **values})


def result_words(history: History[Any]) -> str:
    """Return the result of a game in words: "south wins 22 to 15", or "unfinished"."""
    if not history.is_over:
        return "unfinished"
    score = history.game.score(history.position)
    winner = history.game.winner(history.position)
    if winner is None:
        return f"a tie, {score[Side.SOUTH]} to {score[Side.NORTH]}"
    return f"{winner.value} wins {score[winner]} to {score[winner.other]}"


def rows(contents: Contents) -> str:
    """Return `contents` in one line, each side's cups from its left: "south 1 1 0 2 pot 3".

    For a table without sides, the pieces before each player: "one-tray 2 two-tray 0".
    """
    if pot(Side.SOUTH) not in contents:
        return "   ".join(f"{place} {count}" for place, count in contents.items() if not is_cup(place))
    return "   ".join(_row(side, contents) for side in Side)


def _row(side: Side, contents: Contents) -> str:
    cups = " ".join(f"{count:>2}" for place, count in contents.items() if _is_cup_of(side, place))
    return f"{side.value} {cups}  pot {contents[pot(side)]:>2}"


def _is_cup_of(side: Side, place: Place) -> bool:
    return is_cup(place) and side_of(place) is side
