"""The record followed from the events alone is the referee's own."""

from random import Random

from cupsboard.referee.entered import entered
from cupsboard.referee.options import Options
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.history import History
from evening import NORTH, SOUTH, Evening
from hypothesis import given, settings
from hypothesis import strategies as st
from test_whole_games import fresh, wander


def followed(history: History[Position], evening: Evening) -> History[Position]:
    for event in evening.events:
        history = entered(history, event)
    return history


@settings(max_examples=20, deadline=None)
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
