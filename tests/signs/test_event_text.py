"""Each event of a game is one line in words, for logs and for a terminal without colours."""

from collections.abc import Mapping
from typing import get_args

import pytest
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
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
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Plan
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.event_text import describe, rows

SOUTH, NORTH = Side.SOUTH, Side.NORTH
ONE_TOO_MANY = Mishap(MishapKind.TOO_MANY, (cup(SOUTH, 2),), 1)
IN_THE_POT = Mishap(MishapKind.MISSING, (pot(NORTH),), 1)
DROP_2 = Account(AccountKind.DONE, ("drop 2",))
SCORE: Mapping[Side, int] = {SOUTH: 12, NORTH: 9}
SAID: list[tuple[Event, str | None]] = [
    (TableAgreed({}), None),
    (GameStarted(NORTH), "the game begins: north starts"),
    (GameStarted(None), "the game begins: whoever drops first starts"),
    (TurnEnded(SOUTH, "drop 3", Ending.PRESSED), "south drop 3"),
    (TurnEnded(NORTH, "sow 1", Ending.STILLNESS), "north sow 1 (stillness)"),
    (TurnEnded(NORTH, "sow 1", Ending.OPPONENT_BEGAN), "north sow 1 (opponent began)"),
    (Passed(NORTH), "north has no move and passes"),
    (StockCorrected(SOUTH, 7), "south had 7 in stock, not as believed"),
    (StillOwed(SOUTH, (Plan(SOUTH, "drop 2", ()),)), "south pressed; drop 2 is not finished"),
    (
        StillOwed(NORTH, (Plan(NORTH, "drop 2", ()), Plan(NORTH, "sow 1", ()))),
        "north pressed; drop 2 or sow 1 is not finished",
    ),
    (NotNow(NORTH, Refusal.NOT_YOUR_TURN), "north: not now. It is the other player's turn."),
    (NotNow(None, Refusal.NOTHING_TO_UNDO), "both: not now. There is nothing to undo."),
    (WrongTableSeen((), (ONE_TOO_MANY,)), "no move leads here: 1 bean too many in south-2"),
    (WrongTableSeen((), (IN_THE_POT,)), "no move leads here: 1 bean missing from north-pot"),
    (QuestionAsked(cup(NORTH, 2), DROP_2), "look at north-2: drop 2?"),
    (QuestionAnswered(NORTH, DROP_2), "north says yes: drop 2"),
    (
        LookedInVain(frozenset({cup(SOUTH, 3), cup(NORTH, 1)})),
        "nothing but beans in north-1, south-3, say the players",
    ),
    (GameOver(SOUTH, SCORE), "the game is over: south 12, north 9, south wins"),
    (GameOver(None, {SOUTH: 8, NORTH: 8}), "the game is over: south 8, north 8, a tie"),
    (ScoreShown(SCORE), "the score: south 12, north 9"),
    (Restored(Goal.SET_UP), "the table is as wanted (set up)"),
    (Restored(Goal.TAKE_BACK), "the table is as wanted (take back)"),
    (Undone(), "undone: put the beans back"),
    (Redone(), "redone: put the beans as shown"),
    (TakingBack(), "the begun move is to be taken back"),
    (NewGameOffered(), "a new game? press to confirm"),
    (GameClosed(), "the game is closed: empty the board"),
    (PlayPaused(), "play is paused"),
    (PlayResumed(), "play goes on"),
    (PowerOffOffered(), "switch off? press to confirm"),
    (GoodbyeSaid(), "goodbye"),
    (PowerOffWanted(), "the board may be switched off"),
]


@pytest.mark.parametrize(("event", "said"), SAID)
def test_an_event_is_told_in_a_few_words(event: Event, said: str | None) -> None:
    assert describe(event) == said


def test_there_are_words_for_every_kind_of_event() -> None:
    assert {type(event) for event, _ in SAID} == set(get_args(Event))


def test_a_table_is_one_line_with_each_side_s_cups_from_its_left() -> None:
    game = Cups(3)
    position = game.parse_position("1 0 12 pot 3 stock 9 / 0 2 0 pot 14 stock 9 / south")
    assert rows(game.contents(position)) == "south  1  0 12  pot  3   north  0  2  0  pot 14"
