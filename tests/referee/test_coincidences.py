"""Things that happen at the same moment, or of which only half has happened."""

from enum import Enum

import pytest
from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.outcome import Burdened, Complete, NotLegal, Recognition
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import Ending, NotNow, Restored, TurnEnded, WrongTableSeen
from cupsboard.referee.game_course import Course
from cupsboard.referee.gesture_overview import Deed, Fingers, Situation
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import LongHold, NeverMind, Press
from cupsboard.referee.move_progress import stock_left
from cupsboard.referee.states import Burdened as BurdenedState
from cupsboard.referee.states import Goal, OfferingNewGame, Over, Refusal, Turn
from cupsboard.referee.table_judge import Proposed, TableJudge
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Contents, Mark, Plan
from cupsboard.rules.places import Side, cup
from evening import NORTH, SOUTH, fresh, from_position

S1, S2 = cup(SOUTH, 1), cup(SOUTH, 2)
LAST_MOVE = "0 0 0 1 pot 5 stock 0 / 9 9 9 9 pot 3 stock 0 / south"


def test_a_press_at_the_end_of_the_game_is_forgotten_and_says_nothing_after_an_undo() -> None:
    evening = from_position(LAST_MOVE)
    evening.sow(SOUTH, 4)
    evening.press_unjudged(SOUTH)
    evening.press_unjudged(NORTH)
    evening.wait(2)
    assert isinstance(evening.referee.state, Over)
    evening.hold_both()
    evening.lay(south_4=1, south_pot=5)
    evening.wait(2)
    assert evening.happened(Restored) == [Restored(Goal.UNDO)]
    assert evening.referee.state == Turn()
    assert evening.happened(NotNow) == []


def test_a_press_that_is_due_when_a_new_game_is_asked_for_is_forgotten() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    evening.press_unjudged(SOUTH)
    evening.wait(0.4)
    evening._step(gestures=(LongHold(NORTH, evening.now),))
    assert isinstance(evening.referee.state, OfferingNewGame)
    evening.hold(NORTH)
    evening.wait(2)
    assert evening.happened(TurnEnded) == []


def test_who_presses_twice_while_hands_are_over_a_burdened_table_has_not_looked() -> None:
    evening = fresh(starter=SOUTH)
    evening.strange = Burdened({S1: 12.0})
    evening.settle()
    evening.press(SOUTH)
    for _ in range(20):
        evening._step(moving=frozenset({S1}))
    evening._step(gestures=(Press(SOUTH, evening.now),), moving=frozenset({S1}))
    assert isinstance(evening.referee.state, BurdenedState)


def test_a_wrong_table_right_after_a_turn_is_judged_by_the_turn_that_begins() -> None:
    game = Cups(4)
    course: Course[Position] = Course(game, SOUTH, None)
    judge = TableJudge(course)
    empty = dict.fromkeys(game.places, 0)
    list(judge.see(1.0, Recognition(Complete(Plan(None, "set up", ()), ()), empty, 1.0, None)))
    (drop, *_) = game.plans(course.position, SOUTH)
    list(judge.see(2.0, Recognition(Complete(drop, ()), {**empty, S1: 1}, 1.0, None)))
    list(judge.end_turn(SOUTH, "drop 1", Ending.PRESSED))
    too_many = (Mishap(MishapKind.TOO_MANY, (S2,), 1),)
    wrong = NotLegal(((Mark(S2, 1),),), too_many)
    told = list(judge.see(3.0, Recognition(wrong, {**empty, S1: 1, S2: 1}, 1.0, None)))
    assert told == [WrongTableSeen(wrong.repairs, too_many)]


def test_a_place_that_is_put_right_leaves_the_rest_of_its_repair() -> None:
    found = {S1: 3, S2: 0}
    proposed = Proposed(found, ((Mark(S1, 2), Mark(S2, -2)),))
    afresh = ((Mark(S1, 9),),)
    assert proposed.after({S1: 1, S2: 0}, afresh).repairs == ((Mark(S2, -2),),)
    assert proposed.after({S1: 3, S2: 2}, afresh).repairs == ((Mark(S1, 2),),)


def test_a_second_button_that_comes_when_the_first_is_a_hold_already_takes_the_hold_back() -> None:
    gestures, seen, now = Gestures(), [], 0.95
    changes = [("south", True, 1.0), ("north", True, 1.8), ("south", False, 2.7), ("north", False, 2.9)]
    for name, is_down, time in changes:
        while now < time:
            seen += gestures.step([], now)
            now += 0.1
        seen += gestures.step([Edge(name, is_down, time)], time)
    seen += gestures.step([], 4.0)
    assert seen == [NeverMind(1.8)]


class WithoutStocks(Cups):
    """A game that counts no stocks."""

    def contents(self, position: Position) -> Contents:
        counts = super().contents(position)
        return {place: counts[place] for place in self.places}


def test_a_game_without_stocks_has_none_left() -> None:
    game = WithoutStocks(4)
    assert stock_left(game, game.start(None), Side.SOUTH, [], None) == 0


@pytest.mark.parametrize("kind", [Situation, Fingers, Deed, Refusal, Goal, Ending])
def test_whatever_is_printed_or_said_has_words_of_its_own(kind: type[Enum]) -> None:
    assert all(each.value for each in kind)
    assert len({each.value for each in kind}) == len(kind)
