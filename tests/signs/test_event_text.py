"""Each event of a game is a sentence, on pages, in logs and on a terminal without colours."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args, get_origin

import pytest
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.referee import events
from cupsboard.referee.events import OfLaps
from cupsboard.referee.far import FarAsk, FarPhrase, FarWish
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.cups.rules import Cups, Position, Row
from cupsboard.rules.game import Mark, Plan
from cupsboard.rules.history import History
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.event_text import describe, result_words, rows

SOUTH, NORTH = Side.SOUTH, Side.NORTH
ONE_TOO_MANY = Mishap(MishapKind.TOO_MANY, (cup(SOUTH, 2),), 1)
IN_THE_POT = Mishap(MishapKind.MISSING, (pot(NORTH),), 1)
DROP_2 = Account(AccountKind.DONE, ("drop 2",))
SCORE: Mapping[Side, int] = {SOUTH: 12, NORTH: 9}
TABLE = {cup(SOUTH, 3): 2, pot(NORTH): 4}
TWO_CHANGES = (Mark(cup(SOUTH, 3), -1), Mark(pot(NORTH), 2))
SAID: list[tuple[events.Event, str | None]] = [
    (events.HintAsked(SOUTH), "South asks for a hint."),
    (events.MoveHurried(NORTH), "The board is to move North now."),
    (events.ComputerSeated(NORTH, "4"), "The board plays North, level 4."),
    (events.ComputerSeated(SOUTH, "perfect"), "The board plays South, without a flaw."),
    (events.ComputerSeated(SOUTH, "engine:./play -v"), "The board plays South, by the engine ./play -v."),
    (events.ComputerSeated(None, "4"), "The board plays no side."),
    (events.PlayerSeated(NORTH, "deeds.south-1"), "deeds.south-1 plays North."),
    (events.PlayerSeated(SOUTH, ""), "A guest plays South."),
    (events.TableAgreed({}), None),
    (events.GameStarted(NORTH), "The game begins: North starts."),
    (events.GameStarted(None), "The game begins."),
    (events.TurnEnded(SOUTH, "drop 3", events.Ending.PRESSED), "South: drop 3."),
    (
        events.TurnEnded(NORTH, "sow 1", events.Ending.STILLNESS),
        "North: sow 1; the turn ended because the table lay still.",
    ),
    (
        events.TurnEnded(NORTH, "sow 1", events.Ending.OPPONENT_BEGAN),
        "North: sow 1; South began without waiting for the press.",
    ),
    (events.Passed(NORTH), "North has no move and passes."),
    (events.StockCorrected(SOUTH, 7), "South had 7 in stock, not as believed."),
    (events.StockCounted(NORTH, 39), "North asks for help; the board counts 39 beans in North's stock."),
    (
        events.StockQuestioned(SOUTH, 1),
        "Is South's stock empty? The board counts 1 bean there. Press to say yes.",
    ),
    (
        events.TableQuestioned(TABLE, TWO_CHANGES, None),
        "South's cup 3 holds 2 beans, the record says 3, North's pot holds 4 beans, the record says 2: "
        "1 bean from off the board. Is the table right? Tap both buttons to say yes.",
    ),
    (
        events.TableQuestioned(TABLE, TWO_CHANGES[:1], None),
        "South's cup 3 holds 2 beans, the record says 3: 1 bean off the board. Is the table right? "
        "Tap both buttons to say yes.",
    ),
    (
        events.TableQuestioned(TABLE, TWO_CHANGES, cup(SOUTH, 3)),
        "First look at South's cup 3: the board counts 2 beans, but isn't sure.",
    ),
    (
        events.TableCorrected(NORTH, TWO_CHANGES),
        "The table is right, say both buttons: 1 bean fewer in South's cup 3, 2 beans more in North's pot.",
    ),
    (events.PutBack(SOUTH, "drop 2"), "South has put drop 2 back."),
    (
        events.StillOwed(SOUTH, (Plan(SOUTH, "drop 2", ()),)),
        "South pressed, but this is not finished: drop 2.",
    ),
    (
        events.StillOwed(NORTH, (Plan(NORTH, "drop 2", ()), Plan(NORTH, "sow 1", ()))),
        "North pressed, but this is not finished: drop 2 or sow 1.",
    ),
    (events.NotNow(NORTH, Refusal.NOT_YOUR_TURN), "North: not now. It is the other player's turn."),
    (events.NotNow(None, Refusal.NOTHING_TO_UNDO), "Both buttons: not now. There is nothing to undo."),
    (events.WrongTableSeen((), (ONE_TOO_MANY,)), "No move leads here: 1 bean too many in South's cup 2."),
    (events.WrongTableSeen((), (IN_THE_POT,)), "No move leads here: 1 bean missing from North's pot."),
    (
        events.WrongTableSeen(((Mark(cup(NORTH, 1), 1),),), ()),
        "That isn't a move: take 1 bean out of North's cup 1.",
    ),
    (
        events.WrongTableSeen(((Mark(cup(NORTH, 1), -2), Mark(cup(SOUTH, 3), 1)),), ()),
        "That isn't a move. To mend it, first take 1 bean out of South's cup 3.",
    ),
    (
        events.WrongTableSeen(((Mark(cup(NORTH, 1), -2),), (Mark(cup(NORTH, 2), 1),)), ()),
        "That isn't a move. To mend it, first put 2 beans into North's cup 1.",
    ),
    (events.QuestionAsked(cup(NORTH, 2), DROP_2), "Look at North's cup 2: drop 2?"),
    (events.QuestionAnswered(NORTH, DROP_2), "North says yes: drop 2."),
    (
        events.LookedInVain(frozenset({cup(SOUTH, 3), cup(NORTH, 1)})),
        "Nothing but beans in North's cup 1, South's cup 3, say the players.",
    ),
    (events.GameOver(SOUTH, SCORE), "The game is over: South wins 12 to 9."),
    (events.GameOver(None, {SOUTH: 8, NORTH: 8}), "The game is over: a tie, 8 to 8."),
    (events.FarAsked(FarWish.TAKE_BACK), "To the other board: please take a move back."),
    (events.FarAsked(FarWish.GIVE_UP), "To the other board: I give up."),
    (events.FarAsked(FarWish.SAY, FarPhrase.HELLO), "To the other board: Hello!."),
    (events.FarWanted(Side.NORTH, FarAsk.ADJOURN), "North asks to go on another day."),
    (events.FarSaid(Side.NORTH, FarPhrase.OOPS), 'North: "Oops."'),
    (events.ScoreShown(SCORE), "The score: South 12, North 9."),
    (events.Restored(Goal.SET_UP), "The beans lie as shown: the new game can begin."),
    (events.Restored(Goal.TAKE_BACK), "The beans lie as shown: the begun move is taken back."),
    (events.Undone(), "Undone: put the beans back."),
    (events.Redone(), "Redone: put the beans as shown."),
    (events.TakingBack(), "The begun move is to be taken back."),
    (events.NewGameOffered(), "A new game? Press to say yes."),
    (events.GameClosed(), "The game is closed: empty the board."),
    (events.PlayPaused(), "A pause."),
    (events.PlayResumed(), "Play goes on."),
    (events.OwnershipOpened(), "A phone may become an owner's now."),
    (events.PowerOffOffered(), "Switch the board off? Press to say yes."),
    (events.GoodbyeSaid(), "Goodbye."),
    (events.TimeIsShort(SOUTH), "South's time runs out soon."),
    (events.TimeIsUp(SOUTH), "South's time is over."),
    (events.TimedOut(SOUTH), "North claims the game, as South's time is over."),
    (events.PowerOffWanted(), "The board may be switched off."),
    (events.OtherGameWanted("cups 4"), "Another game is chosen: Cups."),
    (
        events.OtherGameWanted("coin-duel 10 stage 3 turns 90 friendly"),
        "Another game is chosen: Coin Duel, stage 3.",
    ),
]


@pytest.mark.parametrize(("event", "said"), SAID)
def test_an_event_is_told_in_a_few_words(event: events.Event, said: str | None) -> None:
    assert describe(event) == said


def test_there_are_words_for_every_kind_of_event() -> None:
    told_by_their_games = {*get_args(events.OfRounds), *get_args(OfLaps)}
    kinds = {get_origin(event) or event for event in get_args(events.Event)}
    assert {type(event) for event, _ in SAID} == kinds - told_by_their_games


def test_a_table_is_one_line_with_each_side_s_cups_from_its_left() -> None:
    game = Cups(3)
    position = game.parse_position("1 0 12 pot 3 stock 9 / 0 2 0 pot 14 stock 9 / south")
    assert rows(game.contents(position)) == "south  1  0 12  pot  3   north  0  2  0  pot 14"


@pytest.mark.parametrize(
    ("north_pot", "said"), [(15, "south wins 22 to 15"), (30, "north wins 30 to 22"), (22, "a tie, 22 to 22")]
)
def test_a_result_names_the_winner_and_their_beans_first(north_pot: int, said: str) -> None:
    @dataclass(frozen=True)
    class Ended(Cups):
        def start(self, starter: Side | None) -> Position:
            return Position(Row((0, 0), 22, 0), Row((0, 0), north_pot, 0), starter)

    assert result_words(History(Ended(2), SOUTH)) == said


def test_a_game_that_goes_on_has_no_result() -> None:
    assert result_words(History(Cups(2), None)) == "unfinished"
