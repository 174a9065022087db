"""The record can be followed from the events alone: that is how it is written down while a game is played."""

from random import Random

import pytest
from cupsboard.referee import events
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.options import Options
from cupsboard.referee.recorded_course import entered
from cupsboard.referee.states import Refusal
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.history import History
from evening import NORTH, SOUTH, Evening
from hypothesis import given
from hypothesis import strategies as st
from situations import REACH
from test_whole_games import fresh, wander


def followed(history: History[Position], evening: Evening) -> History[Position]:
    for event in evening.events:
        history = entered(history, event)
    return history


def test_each_event_enters_or_takes_back_what_it_says() -> None:
    start = History(Cups(4, 2), SOUTH)
    moved = entered(
        entered(start, events.TurnEnded(SOUTH, "drop 2", events.Ending.PRESSED)),
        events.TurnEnded(NORTH, "drop 1", events.Ending.STILLNESS),
    )
    assert moved == start.play(SOUTH, "drop 2").play(NORTH, "drop 1")
    passed = entered(moved, events.Passed(SOUTH))
    assert passed == moved.pass_turn()
    assert entered(passed, events.StockCorrected(NORTH, 0)) == passed.correct_stock(NORTH, 0)
    undone = entered(moved, events.Undone())
    assert undone == moved.undo()
    assert entered(undone, events.Redone()) == moved
    closed = entered(moved, events.GameClosed())
    assert (closed, closed.starter) == (start, SOUTH)


def test_other_events_leave_the_record_as_it_is() -> None:
    history = History(Cups(4), None).play(SOUTH, "drop 1")
    for event in (events.GameStarted(None), events.NotNow(SOUTH, Refusal.NOTHING_MOVED)):
        assert entered(history, event) is history


RESUMED = (Situation.RESUMING, Situation.CLOCK_WAITS)
"""Situations of a game that has begun before."""


@pytest.mark.parametrize("where", [where for where in Situation if where not in RESUMED])
def test_the_events_of_every_situation_give_the_referee_s_own_record(where: Situation) -> None:
    evening = REACH[where]()
    assert followed(History(evening.game, evening.options.starter), evening) == evening.referee.history


@given(st.integers(0, 2**32))
def test_whatever_people_do_the_events_tell_the_record(seed: int) -> None:
    evening, random = Evening(Cups(3)), Random(seed)
    begun = evening.referee.history
    evening.settle()
    for _ in range(40):
        wander(evening, random)
    assert followed(begun, evening) == evening.referee.history


def test_moves_taken_back_and_brought_back_are_followed() -> None:
    evening = fresh(3)
    begun = evening.referee.history
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    evening.hold_both()
    evening.clear()
    assert followed(begun, evening).entries == ()
    assert followed(begun, evening) == evening.referee.history


def test_a_new_game_may_have_another_starter_than_the_one_it_follows() -> None:
    earlier = History(Cups(3), SOUTH).play(SOUTH, "drop 1")
    evening = Evening(Cups(3), Options(starter=None), earlier)
    evening.lay(south_1=1)
    evening.hold_long(SOUTH)
    evening.press(SOUTH)
    evening.clear()
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    record = followed(earlier, evening)
    assert record == evening.referee.history
    assert record.starter is None
    assert len(record.entries) == 1
