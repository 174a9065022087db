"""Where the scales are off, players say that all of it lies there, and count what the board doubts."""

import pytest
from cupsboard.referee.events import QuestionAnswered, TableCorrected, TurnEnded
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.states import Asking, Goal, Turn
from cupsboard.rules.places import cup
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening
from situations import REACH, mover, table_asked

S3, N1, N2, N4 = cup(SOUTH, 3), cup(NORTH, 1), cup(NORTH, 2), cup(NORTH, 4)


def counting(evening: Evening) -> Asking:
    """What the board asks to count."""
    asked = evening.referee.state
    assert isinstance(asked, Asking)
    return asked


@pytest.mark.parametrize(
    ("where", "places"),
    [
        (Situation.ASKED, {N1, N2}),
        (Situation.BLIND, {S3}),
        (Situation.BURDENED, {S3}),
        (Situation.CHOOSING, {N1, N2}),
        (Situation.VOUCHING, {N1, N2}),
    ],
)
def test_both_tap_where_the_scales_do_not_tell_and_the_board_says_what_belongs_there(
    where: Situation, places: set[str]
) -> None:
    evening = REACH[where]()
    recorded = evening.game.contents(evening.referee.position)
    evening.tap_both()
    assert counting(evening).by_hand == {place: recorded[place] for place in places}
    assert "count by hand" in say(evening.scene.message)


def test_at_a_wrong_table_a_hold_says_that_the_record_is_right() -> None:
    evening = table_asked()
    recorded = evening.game.contents(evening.referee.position)
    evening.hold(mover(evening))
    assert counting(evening).by_hand == {N1: recorded[N1], N4: recorded[N4]}


def test_a_yes_agrees_to_the_record_and_the_game_goes_on() -> None:
    evening = table_asked()
    before = evening.referee.history.entries
    evening.hold(mover(evening))
    evening.wait(1)
    evening.press(NORTH)
    assert len(evening.happened(QuestionAnswered)) == 1
    assert evening.happened(TableCorrected) == []
    assert evening.referee.history.entries == before
    recorded = evening.game.contents(evening.referee.position)
    evening.lay(north_1=recorded[N1], north_4=recorded[N4])
    assert evening.referee.state == Turn()
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    assert evening.happened(TurnEnded)[-1].label == "drop 1"


def test_who_changes_their_mind_is_led_back_instead() -> None:
    evening = table_asked()
    evening.hold(mover(evening))
    assert counting(evening).confirmed.plan.label == Goal.TAKE_BACK.value
    recorded = evening.game.contents(evening.referee.position)
    evening.lay(north_1=recorded[N1], north_4=recorded[N4])
    evening.wait(1)
    evening.press(NORTH)
    assert evening.referee.state == Turn()
