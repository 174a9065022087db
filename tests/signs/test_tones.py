"""What is heard: a player who looks away knows whether something counted, was refused or is wrong."""

import pytest
from cupsboard.referee import events
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.places import Side, cup
from cupsboard.signs.scene import Tone
from cupsboard.signs.tones import tone_of

SOUTH = Side.SOUTH


@pytest.mark.parametrize(
    "event",
    [
        events.TurnEnded(SOUTH, "drop 1", events.Ending.PRESSED),
        events.GameStarted(None),
        events.Restored(Goal.UNDO),
        events.PlayPaused(),
        events.PlayResumed(),
    ],
)
def test_what_counts_is_heard(event: events.Event) -> None:
    assert tone_of(event) is Tone.AGREED


@pytest.mark.parametrize("event", [events.NotNow(SOUTH, Refusal.NOTHING_MOVED), events.StillOwed(SOUTH, ())])
def test_a_press_that_does_not_count_yet_is_heard(event: events.Event) -> None:
    assert tone_of(event) is Tone.NOT_NOW


@pytest.mark.parametrize("event", [events.WrongTableSeen((), ""), events.QuestionAsked(cup(SOUTH, 1), "")])
def test_a_table_that_wants_a_look_is_heard(event: events.Event) -> None:
    assert tone_of(event) is Tone.WRONG


def test_a_pass_the_end_and_a_goodbye_are_heard() -> None:
    assert tone_of(events.Passed(SOUTH)) is Tone.PASSED
    assert tone_of(events.GameOver(None, {})) is tone_of(events.GoodbyeSaid()) is Tone.OVER


@pytest.mark.parametrize(
    "event",
    [events.TableAgreed({}), events.Undone(), events.ScoreShown({}), events.LookedInVain(frozenset())],
)
def test_what_only_the_lights_answer_is_not_heard(event: events.Event) -> None:
    assert tone_of(event) is None
