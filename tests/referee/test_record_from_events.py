"""The record can be followed from the events alone: that is how it is written down while a game is played."""

import pytest
from cupsboard.referee.entered import entered
from cupsboard.referee.events import (
    Ending,
    GameClosed,
    GameStarted,
    NotNow,
    Passed,
    Redone,
    StockCorrected,
    TurnEnded,
    Undone,
)
from cupsboard.referee.gesture_table import Situation
from cupsboard.referee.states import Refusal
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from situations import REACH

SOUTH, NORTH = Side.SOUTH, Side.NORTH


def test_each_event_enters_or_takes_back_what_it_says() -> None:
    start = History(Cups(4, 2), SOUTH)
    moved = entered(
        entered(start, TurnEnded(SOUTH, "drop 2", Ending.PRESSED)),
        TurnEnded(NORTH, "drop 1", Ending.STILLNESS),
    )
    assert moved == start.play(SOUTH, "drop 2").play(NORTH, "drop 1")
    passed = entered(moved, Passed(SOUTH))
    assert passed == moved.pass_turn()
    assert entered(passed, StockCorrected(NORTH, 0)) == passed.correct_stock(NORTH, 0)
    undone = entered(moved, Undone())
    assert undone == moved.undo()
    assert entered(undone, Redone()) == moved
    closed = entered(moved, GameClosed())
    assert (closed, closed.starter) == (start, SOUTH)


def test_other_events_leave_the_record_as_it_is() -> None:
    history = History(Cups(4), None).play(SOUTH, "drop 1")
    for event in (GameStarted(None), NotNow(SOUTH, Refusal.NOTHING_MOVED)):
        assert entered(history, event) is history


@pytest.mark.parametrize("where", [where for where in Situation if where is not Situation.RESUMING])
def test_the_events_of_every_situation_give_the_referee_s_own_record(where: Situation) -> None:
    evening = REACH[where]()
    history = History(evening.game, evening.options.starter)
    for event in evening.events:
        history = entered(history, event)
    assert history == evening.referee.history
