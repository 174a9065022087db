"""How long each thing lasts, to the tenth of a second that a player would notice."""

from collections.abc import Callable

import pytest
from cupsboard.referee import events, inputs, states
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.options import Options
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.scene import Meaning
from evening import NORTH, SOUTH, Evening, fresh, from_position
from situations import goodbye, power_off_asked

ONLY_DROPS = "1 1 1 0 pot 0 stock 2 / 1 0 0 0 pot 0 stock 9 / south"


def said(evening: Evening) -> set[Meaning]:
    """All that the lights say somewhere."""
    return {sign.meaning for sign in evening.scene.signs}


def understood(*edges: tuple[Side, bool, float], until: float = 10.0) -> list[inputs.Gesture]:
    """What the buttons mean, looked at a hundred times a second."""
    gestures, seen = Gestures(), []
    pending = [Edge(side.value, is_down, time) for side, is_down, time in edges]
    for step in range(1, round(until * 100) + 1):
        now = step / 100
        due = [edge for edge in pending if edge.time <= now]
        pending = [edge for edge in pending if edge.time > now]
        seen += gestures.step(due, now)
    return seen


def watched(gestures: Gestures, now: float, since: float) -> None:
    """Look at the buttons ten times a second until now; nothing changes."""
    for look in range(int(10 * since) + 1, int(10 * now) + 1):
        gestures.step([], min(look / 10, now))
    gestures.step([], now)


class TestFingers:
    def test_a_press_lasts_less_than_0_8_seconds_and_a_hold_that_long(self) -> None:
        assert understood((SOUTH, True, 1.0), (SOUTH, False, 1.79)) == [inputs.Press(SOUTH, 1.0)]
        assert understood((SOUTH, True, 1.0), (SOUTH, False, 1.8)) == [inputs.Hold(SOUTH, 1.8)]

    def test_a_long_hold_takes_four_seconds(self) -> None:
        assert understood((SOUTH, True, 1.0), (SOUTH, False, 4.99)) == [inputs.Hold(SOUTH, 4.99)]
        assert understood((SOUTH, True, 1.0), (SOUTH, False, 5.05)) == [inputs.LongHold(SOUTH, 5.0)]

    def test_two_taps_within_0_15_seconds_are_one_gesture(self) -> None:
        down, up = (SOUTH, True, 1.0), (SOUTH, False, 1.4)
        assert understood(down, (NORTH, True, 1.15), up, (NORTH, False, 1.5)) == [inputs.BothPress(1.0)]
        assert understood(down, (NORTH, True, 1.16), up, (NORTH, False, 1.5)) == [
            inputs.Press(SOUTH, 1.0),
            inputs.Press(NORTH, 1.16),
        ]

    def test_both_held_count_from_when_the_second_went_down(self) -> None:
        first, second = (SOUTH, True, 1.0), (NORTH, True, 1.1)
        for end, meant in (
            (1.89, [inputs.BothPress(1.0)]),
            (1.91, [inputs.BothHold(1.95)]),
            (5.2, [inputs.LongBothHold(5.1)]),
        ):
            assert understood(first, second, (SOUTH, False, end), (NORTH, False, end + 0.04)) == meant

    def test_a_second_button_from_0_8_seconds_on_takes_the_hold_back(self) -> None:
        held = ((SOUTH, True, 1.0), (NORTH, True, 1.8), (NORTH, False, 2.0), (SOUTH, False, 2.2))
        assert understood(*held) == [inputs.NeverMind(1.8)]
        within = ((SOUTH, True, 1.0), (NORTH, True, 1.79), (SOUTH, False, 2.6), (NORTH, False, 2.7))
        assert understood(*within) == [inputs.BothHold(2.7)]

    def test_a_touch_shorter_than_a_contact_bounces_is_nothing(self) -> None:
        assert understood((SOUTH, True, 1.0), (SOUTH, False, 1.02)) == []
        assert understood((SOUTH, True, 1.0), (SOUTH, False, 1.03)) == [inputs.Press(SOUTH, 1.0)]

    def test_from_0_3_seconds_on_it_is_known_what_letting_go_is_and_what_holding_on_becomes(self) -> None:
        gestures = Gestures()
        gestures.step([Edge("south", True, 1.0)], 1.0)
        before = 1.0
        for now, told in (
            (1.31, None),
            (1.33, inputs.Held(SOUTH, inputs.Press, inputs.Hold)),
            (1.82, inputs.Held(SOUTH, inputs.Press, inputs.Hold)),
            (1.83, inputs.Held(SOUTH, inputs.Hold, inputs.LongHold)),
            (5.02, inputs.Held(SOUTH, inputs.Hold, inputs.LongHold)),
            (5.03, None),
        ):
            watched(gestures, now, since=before)
            before = now
            assert gestures.held == told, now

    def test_both_are_told_of_from_when_the_second_went_down(self) -> None:
        for second, before in ((1.1, inputs.BothPress), (1.5, None)):
            gestures = Gestures()
            gestures.step([Edge("south", True, 1.0)], 1.0)
            watched(gestures, second - 0.01, since=1.0)
            gestures.step([Edge("north", True, second)], second)
            since = second
            for later, told in (
                (0.3, None),
                (0.33, inputs.Held(None, before, inputs.BothHold)),
                (0.83, inputs.Held(None, inputs.BothHold, inputs.LongBothHold)),
                (4.03, None),
            ):
                watched(gestures, second + later, since)
                since = second + later
                assert gestures.held == told, (second, later)

    def test_one_of_both_is_still_held_when_the_other_has_been_let_go(self) -> None:
        gestures = Gestures()
        gestures.step([Edge("south", True, 1.0), Edge("north", True, 1.1)], 1.1)
        watched(gestures, 2.39, since=1.1)
        gestures.step([Edge("north", False, 2.4)], 2.5)
        assert gestures.held == inputs.Held(None, inputs.BothHold, inputs.LongBothHold)
        gestures.step([Edge("south", False, 2.6)], 2.7)
        assert gestures.held is None

    def test_a_hold_that_was_taken_back_is_told_of_no_more(self) -> None:
        gestures = Gestures()
        gestures.step([Edge("north", True, 1.0)], 1.0)
        watched(gestures, 1.99, since=1.0)
        gestures.step([Edge("south", True, 2.0)], 2.0)
        watched(gestures, 3.0, since=2.0)
        assert gestures.held is None


class TestNotices:
    def test_a_refusal_and_a_pass_are_shown_for_two_seconds(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.press(SOUTH)
        (shown,) = {evening.referee.notice}
        assert shown is not None
        assert (type(shown).__name__, evening.happened(events.NotNow)) == (
            "Refused",
            [events.NotNow(SOUTH, states.Refusal.NOTHING_MOVED)],
        )
        evening.wait(1.2)
        assert evening.referee.notice == shown
        evening.wait(0.8)
        assert evening.referee.notice is None

    def test_a_pass_is_shown_for_two_seconds(self) -> None:
        evening = from_position(ONLY_DROPS)
        evening.hold(SOUTH)
        evening.press(SOUTH)
        assert isinstance(evening.referee.notice, states.Passing)
        evening.wait(1.4)
        assert isinstance(evening.referee.notice, states.Passing)
        evening.wait(0.2)
        assert evening.referee.notice is None

    def test_the_score_is_shown_for_two_rounds_of_tens_and_ones(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.press(NORTH)
        evening.wait(12.2)
        assert isinstance(evening.referee.notice, states.ShowingScore)
        evening.wait(0.2)
        assert evening.referee.notice is None


class TestQuestions:
    def test_an_empty_stock_is_asked_for_ten_seconds(self) -> None:
        evening = from_position(ONLY_DROPS)
        evening.hold(SOUTH)
        evening.wait(8.9)
        assert isinstance(evening.referee.notice, states.AskingStock)
        evening.wait(0.2)
        assert evening.referee.notice is None
        assert evening.happened(events.StockCorrected) == []

    @pytest.mark.parametrize(("seconds", "is_counted"), [(0.9, False), (1.0, True)])
    @pytest.mark.parametrize(
        ("ask", "told"),
        [
            (lambda evening: inputs.Hold(SOUTH, evening.now), events.StockCorrected),
            (lambda evening: inputs.LongHold(SOUTH, evening.now), events.GameClosed),
        ],
    )
    def test_a_press_before_a_question_has_stood_for_a_second_is_no_answer(
        self, ask: Callable[[Evening], inputs.Gesture], told: type, seconds: float, is_counted: bool
    ) -> None:
        evening = from_position(ONLY_DROPS)
        evening.does(ask(evening))
        evening.wait(seconds)
        evening.press(SOUTH)
        assert len(evening.happened(told)) == is_counted

    def test_a_new_game_is_offered_for_ten_seconds(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.hold_long(SOUTH)
        evening.wait(8.9)
        assert isinstance(evening.referee.state, states.OfferingNewGame)
        evening.wait(0.2)
        assert evening.referee.state == states.Turn()
        assert len(evening.happened(events.NewGameOffered)) == 1
        assert evening.happened(events.GameClosed) == []

    def test_switching_off_is_asked_for_ten_seconds(self) -> None:
        evening = power_off_asked()
        evening.wait(8.8)
        assert isinstance(evening.referee.state, states.AskingPowerOff)
        evening.wait(0.3)
        assert evening.referee.state == states.Paused()
        assert evening.events[-1] == events.PlayPaused()

    def test_a_goodbye_lasts_three_seconds_and_a_board_that_stays_on_says_so_after_twenty(self) -> None:
        evening = goodbye()
        evening.wait(1.8)
        assert evening.happened(events.PowerOffWanted) == []
        evening.wait(0.3)
        assert evening.happened(events.PowerOffWanted) == [events.PowerOffWanted()]
        assert isinstance(evening.referee.state, states.Leaving)
        evening.wait(19.7)
        assert isinstance(evening.referee.state, states.Leaving)
        evening.wait(0.5)
        assert evening.referee.state == states.Paused()
        assert evening.events[-1] == events.NotNow(None, states.Refusal.CANNOT_POWER_OFF)

    def test_a_press_while_the_board_says_goodbye_changes_nothing_and_a_hold_stays(self) -> None:
        evening = goodbye()
        before = evening.referee.state
        evening.press(SOUTH)
        assert evening.referee.state == before
        evening.hold(SOUTH)
        assert evening.referee.state == states.Paused()

    def test_in_a_pause_other_gestures_are_not_now(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.hold_both_long()
        # No page is served that could become an owner's.
        assert evening.hold_long(SOUTH) == (events.NotNow(None, states.Refusal.PAUSED),)
        assert evening.hold_both() == (events.NotNow(None, states.Refusal.PAUSED),)
        assert evening.referee.state == states.Paused()


class TestTheTable:
    def test_a_press_is_judged_0_6_seconds_later(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press_unjudged(SOUTH)
        evening.wait(0.4)
        assert evening.happened(events.TurnEnded) == []
        evening.wait(0.2)
        assert evening.happened(events.TurnEnded) == [
            events.TurnEnded(SOUTH, "drop 1", events.Ending.PRESSED)
        ]

    def test_the_way_back_shows_after_five_seconds_on_the_same_wrong_table(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.lay(south_1=2)
        evening.wait(4)
        evening.lay(south_1=3)
        evening.wait(4.8)
        state = evening.referee.state
        assert isinstance(state, states.WrongTable)
        assert not state.is_stepwise
        evening.wait(0.4)
        state = evening.referee.state
        assert isinstance(state, states.WrongTable)
        assert state.is_stepwise
        assert len(evening.happened(events.WrongTableSeen)) == 1

    def test_stillness_ends_no_turn_unless_that_was_chosen(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.wait(60)
        assert evening.happened(events.TurnEnded) == []

    def test_a_complete_move_ends_by_stillness_as_soon_as_it_has_lain_so_long(self) -> None:
        evening = fresh(starter=SOUTH, stillness_seconds=3.0)
        evening.drop(SOUTH, 1)
        evening.wait(2.8)
        assert evening.happened(events.TurnEnded) == []
        evening.wait(0.3)
        assert evening.happened(events.TurnEnded) == [
            events.TurnEnded(SOUTH, "drop 1", events.Ending.STILLNESS)
        ]

    def test_a_move_that_lacks_something_is_not_ended_by_stillness(self) -> None:
        evening = fresh(starter=SOUTH, stillness_seconds=3.0)
        evening.drop(SOUTH, 2)
        evening.wait(6)
        assert evening.happened(events.TurnEnded) == []

    def test_a_forgotten_press_is_asked_for_after_12_seconds_and_until_it_comes(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.wait(11.8)
        assert Meaning.PRESS not in said(evening)
        evening.wait(0.3)
        assert evening.lights[pot(SOUTH)] == {Meaning.PRESS}
        evening.wait(600)
        assert Meaning.PRESS in said(evening)
        assert evening.press(SOUTH)[0] == events.TurnEnded(SOUTH, "drop 1", events.Ending.PRESSED)
        assert Meaning.PRESS not in said(evening)

    def test_a_bean_that_moves_begins_the_wait_for_the_press_anew(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.wait(20)
        evening.drop(SOUTH, 2)
        assert Meaning.PRESS not in said(evening)
        evening.wait(11.5)
        assert Meaning.PRESS not in said(evening)
        evening.wait(1)
        assert Meaning.PRESS in said(evening)

    def test_hands_at_the_board_are_not_asked_for_a_press(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        for _ in range(60):
            evening.wait(1)
            evening.settle()
            assert Meaning.PRESS not in said(evening)

    def test_who_thinks_before_their_move_or_in_the_middle_of_one_is_not_asked_for_a_press(self) -> None:
        evening = from_position("0 2 0 0 pot 0 stock 40 / 0 0 0 0 pot 0 stock 40 / south")
        evening.wait(60)
        assert Meaning.PRESS not in said(evening)
        evening.carry(cup(SOUTH, 2), cup(SOUTH, 3), 1)
        evening.wait(60)
        assert Meaning.PRESS not in said(evening)

    def test_no_press_is_asked_for_where_that_was_chosen(self) -> None:
        evening = fresh(starter=SOUTH, press_asked_after_seconds=None)
        evening.drop(SOUTH, 1)
        evening.wait(60)
        assert Meaning.PRESS not in said(evening)

    def test_a_press_for_a_move_that_lacks_a_bean_is_answered_again_by_each_press(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 2)
        evening.press(SOUTH)
        assert isinstance(evening.referee.state, states.Owed)
        evening.press(SOUTH)
        assert [event.side for event in evening.happened(events.StillOwed)] == [SOUTH, SOUTH]
        assert evening.press(NORTH) == (events.NotNow(NORTH, states.Refusal.NOT_YOUR_TURN),)


def test_the_usual_options_are_those_of_the_manual() -> None:
    assert Options().starter is None
    assert not Options().can_power_off
    assert Evening().options.stillness_seconds is None
