"""Events of a game as messages, and as text for logs, replays and games without a screen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from cupsboard.referee import events
from cupsboard.referee.events import OfLaps
from cupsboard.rules.game import Contents
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side, is_cup, pot, side_of, stock
from cupsboard.signs import phrases
from cupsboard.signs.as_landed.phrases import event_message as landed_message
from cupsboard.signs.king_of_the_cups.phrases import event_message as race_message
from cupsboard.signs.scene import Message, Phrases, Values
from cupsboard.signs.sentences import ENGLISH, Language, say

OF_GAMES: Sequence[Callable[[events.Event], Message | None]] = (landed_message, race_message)
"""Each gives the message of its own game's events, and None for others."""


Say = Callable[[str], object]

_Unsaid = events.TableAgreed | events.OfRounds | OfLaps
"""Events that another one covers, or that a game puts into its own words or none."""


def describe(event: events.Event, language: Language = ENGLISH) -> str | None:
    """Return an event as a sentence; None if another event says the same."""
    message = event_message(event)
    return None if message is None else say(message, language)


def event_message(event: events.Event) -> Message | None:
    """Return an event as a message for any language; None if another event says the same."""
    for of_game in OF_GAMES:
        if (message := of_game(event)) is not None:
            return message
    if isinstance(event, events.WithoutValues):
        return Message(f"events.{type(event).__name__}")
    if isinstance(event, _Unsaid):
        return None
    if isinstance(event, events.OfTable):
        return _table_message(event)
    match event:
        case events.GameStarted(starter):
            return _of("events.GameStarted", starter, {}) or Message("events.GameStarted-open")
        case events.TurnEnded(side, label, events.Ending.OPPONENT_BEGAN):
            values: Values = {"side": side.value, "move": label, "other": side.other.value}
            return Message("events.TurnEnded-by-reply", values)
        case events.TurnEnded(side, label, how):
            key = {
                events.Ending.STILLNESS: "TurnEnded-by-stillness",
                events.Ending.WENT_ON: "TurnEnded-went-on",
            }
            return Message(f"events.{key.get(how, 'TurnEnded')}", {"side": side.value, "move": label})
        case events.Passed(side):
            return Message("events.Passed", {"side": side.value})
        case events.TimeIsShort(side) | events.TimeIsUp(side) | events.TimedOut(side):
            values = {"side": side.value, "other": side.other.value}
            return Message(f"events.{type(event).__name__}", values)
        case events.PutBack(side, label):
            return Message("events.PutBack", {"side": side.value, "move": label})
        case events.StillOwed(side, plans):
            moves = phrases.choice_phrases([plan.label for plan in plans])
            return Message("events.StillOwed", {"side": side.value, "moves": moves})
        case events.NotNow(asker, why):
            values = {"why": (phrases.refusal_message(why),)}
            return _of("events.NotNow", asker, values) or Message("events.NotNow-both", values)
        case events.GameOver(Side() as winner, score):
            return Message("events.GameOver", phrases.win_values(winner, score))
        case events.GameOver(_, score):
            return Message("events.GameOver-tie", phrases.score_values(score))
        case events.ScoreShown(score):
            return Message("events.ScoreShown", phrases.score_values(score))
        case events.HintAsked(side=side) | events.MoveHurried(side):
            return Message(f"events.{type(event).__name__}", {"side": side.value})
        case events.ComputerSeated(side, level):
            values = {"level": phrases.level_phrases(level)}
            return _of("events.ComputerSeated", side, values) or Message("events.ComputerSeated-none")
        case events.PlayerSeated(side, ""):
            return Message("events.PlayerSeated-guest", {"seat": side.value})
        case events.PlayerSeated(side, name):
            return Message("events.PlayerSeated", {"seat": side.value, "player": name})
        case events.OtherGameWanted(name):
            return Message("events.OtherGameWanted", {"game": phrases.game_phrases(name)})
        case events.FarAsked() | events.FarSaid() | events.FarWanted():
            return _far_message(event)
        case _:
            assert_never(event)


def _far_message(event: events.FarAsked | events.FarSaid | events.FarWanted) -> Message:
    match event:
        case events.FarAsked(wish, phrase):
            said = Message(f"far-wishes.{wish.value}" if phrase is None else f"far-phrases.{phrase.value}")
            return Message("events.FarAsked", {"what": (said,)})
        case events.FarSaid(side, phrase):
            values: Values = {"side": side.value, "what": (Message(f"far-phrases.{phrase.value}"),)}
            return Message("events.FarSaid", values)
        case events.FarWanted(side, ask):
            values = {"side": side.value, "what": (Message(f"far-wanted.{ask.value}"),)}
            return Message("events.FarWanted", values)


def _table_message(event: events.OfTable) -> Message:
    match event:
        case events.StockCorrected(side, count):
            return Message("events.StockCorrected", {"side": side.value, "count": count})
        case events.TableQuestioned(found, changes, doubted):
            return phrases.table_question(found, changes, doubted, "events.TableQuestioned")
        case events.TableCorrected(changes=changes):
            return Message("events.TableCorrected", {"what": phrases.change_phrases(changes)})
        case events.StockCounted(side, beans) | events.StockQuestioned(side, beans):
            values: Values = {"side": side.value, "place": stock(side), "beans": beans}
            return Message(f"events.{type(event).__name__}", values)
        case events.WrongTableSeen(repairs, mishaps):
            return phrases.wrong_table_message(repairs, mishaps, "events.WrongTableSeen")
        case events.QuestionAsked(place, account):
            return Message("events.QuestionAsked", {"place": place, "what": phrases.account_phrases(account)})
        case events.QuestionAnswered(side, account):
            what = phrases.account_phrases(account)
            return Message("events.QuestionAnswered", {"side": side.value, "what": what})
        case events.LookedInVain(places):
            return Message("events.LookedInVain", {"places": phrases.place_phrases(sorted(places))})
        case events.Restored(goal):
            return Message("events.Restored", {"goal": phrases.goal_phrases(goal)})
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
    winner = history.winner
    if winner is None:
        return f"a tie, {score[Side.SOUTH]} to {score[Side.NORTH]}"
    how = "" if history.timed_out is None else " on time"
    return f"{winner.value} wins {score[winner]} to {score[winner.other]}{how}"


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
