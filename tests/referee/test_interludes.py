"""Pause, score and switching off, as players live them."""

import pytest
from cupsboard.referee import events
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.states import Leaving, Over, Paused, Refusal, Restoring, Turn, WrongTable
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.interludes import DIGIT_SECONDS
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, fresh, from_position
from situations import REACH, situation

WELL_ON = "1 1 2 0 pot 24 stock 9 / 1 1 2 0 pot 7 stock 9 / south"


def counted(evening: Evening, meaning: Meaning, side: Side) -> int:
    """The lit pixels of a row that count."""
    rows = [sign for sign in evening.scene.signs if sign.meaning is meaning]
    return sum(sign.beans for sign in rows if sign.place.startswith(side.value))


class TestScore:
    def test_who_is_not_to_move_taps_and_the_rows_count_tens_and_then_ones(self) -> None:
        evening = from_position(WELL_ON)
        evening.press(NORTH)
        assert say(evening.scene.message) == "In the pots: South 24, North 7."
        assert [counted(evening, Meaning.TENS, side) for side in Side] == [2, 0]
        assert counted(evening, Meaning.ONES, SOUTH) == 0
        evening.wait(DIGIT_SECONDS)
        assert [counted(evening, Meaning.ONES, side) for side in Side] == [4, 7]
        evening.wait(DIGIT_SECONDS)
        assert counted(evening, Meaning.TENS, SOUTH) == 2
        evening.wait(2 * DIGIT_SECONDS)
        assert evening.lights == {}

    def test_while_nobody_has_ten_beans_there_are_only_ones(self) -> None:
        evening = from_position("1 1 2 0 pot 4 stock 9 / 1 1 2 0 pot 7 stock 9 / south")
        evening.press(NORTH)
        assert [counted(evening, Meaning.ONES, side) for side in Side] == [4, 7]

    def test_the_one_to_move_still_sees_that_it_is_his_turn(self) -> None:
        evening = from_position(WELL_ON)
        evening.press(NORTH)
        assert evening.scene.turn is SOUTH
        assert any(sign.meaning is Meaning.YOUR_TURN for sign in evening.scene.signs)

    def test_the_first_bean_that_moves_takes_the_score_away(self) -> None:
        evening = from_position(WELL_ON)
        evening.press(NORTH)
        evening.drop(SOUTH, 1)
        assert evening.lights == {cup(SOUTH, 2): {Meaning.MAY_NEXT}}

    def test_a_knock_that_moves_no_bean_does_not(self) -> None:
        evening = from_position(WELL_ON)
        evening.press(NORTH)
        evening.settle()
        assert counted(evening, Meaning.TENS, SOUTH) == 2

    def test_a_tap_while_the_other_has_begun_is_not_now(self) -> None:
        evening = from_position(WELL_ON)
        evening.drop(SOUTH, 1)
        assert evening.press(NORTH) == (events.NotNow(NORTH, Refusal.NOT_YOUR_TURN),)

    def test_a_second_tap_right_after_the_turn_means_the_same_and_the_lights_show_whose_turn_it_is(
        self,
    ) -> None:
        evening = from_position(WELL_ON)
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        assert evening.press(SOUTH) == ()
        assert evening.lights == {}
        evening.wait(2.0)
        evening.press(SOUTH)
        assert counted(evening, Meaning.TENS, SOUTH) == 2

    def test_after_the_end_anybody_may_ask_for_it(self) -> None:
        evening = REACH[Situation.OVER]()
        evening.press(NORTH)
        assert [counted(evening, Meaning.TENS, side) for side in Side] == [1, 0]
        evening.wait(DIGIT_SECONDS)
        assert [counted(evening, Meaning.ONES, side) for side in Side] == [6, 3]


class TestPause:
    def test_the_lights_are_down_to_a_quiet_sign_at_both_pots(self) -> None:
        evening = REACH[Situation.TO_MOVE]()
        evening.hold_both_long()
        assert {sign.place: sign.meaning for sign in evening.scene.signs} == {
            pot(SOUTH): Meaning.PAUSED,
            pot(NORTH): Meaning.PAUSED,
        }
        assert evening.scene.turn is None

    def test_whatever_is_done_to_the_beans_nothing_is_said_of_it(self) -> None:
        evening = REACH[Situation.PAUSED]()
        evening.clear()
        evening.lay(south_2=7, north_pot=3)
        evening.wait(60)
        assert evening.referee.state == Paused()
        assert evening.happened(events.WrongTableSeen) == []

    def test_afterwards_what_differs_is_shown_as_a_repair_and_play_goes_on(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1, 2)
        evening.press(SOUTH)
        evening.hold_both_long()
        evening.clear()
        evening.lay(south_1=3)
        evening.press(NORTH)
        assert evening.happened(events.PlayResumed) == [events.PlayResumed()]
        assert isinstance(evening.referee.state, WrongTable)
        evening.hold(NORTH)
        assert evening.lights == {cup(SOUTH, 1): {Meaning.TOO_MANY}}
        evening.lay(south_1=1, south_2=1)
        assert evening.referee.state == Turn()
        assert evening.scene.turn is NORTH

    def test_a_move_that_was_begun_may_be_finished(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.hold_both_long()
        evening.press(SOUTH)
        evening.drop(SOUTH, 2)
        evening.press(SOUTH)
        assert [event.label for event in evening.happened(events.TurnEnded)] == ["drop 2"]

    def test_a_press_from_before_the_pause_ends_no_turn_after_it(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press_unjudged(SOUTH)
        evening.hold_both_long()
        evening.press(SOUTH)
        evening.wait(3)
        assert evening.happened(events.TurnEnded) == []

    @pytest.mark.parametrize("where", [Situation.SETTING_UP, Situation.OVER])
    def test_before_and_after_a_game_it_changes_nothing(self, where: Situation) -> None:
        evening = REACH[where]()
        state = evening.referee.state
        evening.hold_both_long()
        evening.press(SOUTH)
        assert evening.referee.state == state

    def test_an_undo_that_the_beans_have_not_followed_is_wanted_afterwards_too(self) -> None:
        evening = REACH[Situation.UNDOING]()
        evening.hold_both_long()
        evening.press(SOUTH)
        assert isinstance(evening.referee.state, Restoring)
        evening.lay(north_1=1)
        assert len(evening.happened(events.Restored)) == 1
        assert situation(evening) is Situation.TO_MOVE

    def test_a_new_game_is_not_had_from_a_pause_but_another_phone_may_ask_to_own_the_board(self) -> None:
        evening = REACH[Situation.PAUSED]()
        assert evening.hold_long(SOUTH) == (events.OwnershipOpened(),)
        assert evening.happened(events.GameClosed) == []


class TestSwitchingOff:
    def test_it_takes_a_pause_both_buttons_held_long_and_a_tap_and_comes_after_a_goodbye(self) -> None:
        evening = REACH[Situation.POWER_OFF_ASKED]()
        assert evening.lights == {pot(side): {Meaning.POWER_OFF} for side in Side}
        evening.press(SOUTH)
        assert evening.happened(events.GoodbyeSaid, events.PowerOffWanted) == [events.GoodbyeSaid()]
        assert set(evening.lights) == set(evening.game.places)
        evening.wait(2.5)
        assert evening.happened(events.PowerOffWanted) == [events.PowerOffWanted()]

    def test_ten_seconds_without_an_answer_are_a_no(self) -> None:
        evening = REACH[Situation.POWER_OFF_ASKED]()
        evening.wait(10)
        assert evening.referee.state == Paused()
        assert len(evening.happened(events.PlayPaused)) == 2

    def test_who_thinks_better_of_it_holds_a_button_while_the_board_says_goodbye(self) -> None:
        evening = REACH[Situation.GOODBYE]()
        evening.hold(NORTH)
        evening.wait(10)
        assert evening.referee.state == Paused()
        assert evening.happened(events.PowerOffWanted) == []

    def test_a_board_that_is_still_there_says_that_it_could_not(self) -> None:
        evening = REACH[Situation.GOODBYE]()
        evening.wait(3)
        assert isinstance(evening.referee.state, Leaving)
        assert say(evening.scene.message) == "The board is being switched off."
        evening.wait(20)
        assert evening.happened(events.NotNow) == [events.NotNow(None, Refusal.CANNOT_POWER_OFF)]
        assert evening.referee.state == Paused()

    def test_a_board_that_nobody_would_switch_off_says_so_at_once(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.hold_both_long()
        assert evening.hold_both_long() == (events.NotNow(None, Refusal.CANNOT_POWER_OFF),)
        assert "pull the plug" in say(evening.scene.message)


def test_two_presses_at_the_last_move_end_the_game_and_no_more() -> None:
    evening = from_position("0 0 0 1 pot 5 stock 0 / 9 9 9 9 pot 3 stock 0 / south")
    evening.sow(SOUTH, 4)
    evening.press_unjudged(SOUTH)
    evening.press_unjudged(NORTH)
    evening.wait(2)
    assert isinstance(evening.referee.state, Over)
    assert evening.happened(events.NotNow) == []


GAMES = ("cups 4", "coin-duel 4 stage 1", "coin-duel 4 stage 3")


def offered_several() -> Evening:
    evening = from_position(WELL_ON, games=GAMES)
    evening.hold_long(SOUTH)
    evening.wait(1.5)
    return evening


def test_a_hold_goes_through_the_games_that_the_board_plays_and_the_cups_count_their_numbers() -> None:
    evening = offered_several()
    seen = []
    for _ in range(4):
        seen.append((say(evening.scene.message).partition("?")[0], counted(evening, Meaning.ONES, NORTH)))
        assert evening.hold(SOUTH) == ()
    assert [name for name, _ in seen] == [
        "A new game: Cups",
        "A new game: Coin Duel, stage 1",
        "A new game: Coin Duel, stage 3",
        "A new game: Cups",
    ]
    assert [number for _, number in seen] == [1, 2, 4, 1]


def test_a_tap_chooses_another_game_and_this_one_stays_as_it_is() -> None:
    evening = offered_several()
    before = evening.referee.history
    evening.hold(NORTH)
    evening.wait(1.5)
    assert events.OtherGameWanted("coin-duel 4 stage 1") in evening.press(SOUTH)
    assert evening.referee.history == before
    assert situation(evening) is Situation.TO_MOVE


def test_whoever_wants_no_new_game_waits_or_says_no() -> None:
    for say_no in (Evening.tap_both, Evening.hold_both, lambda evening: evening.wait(11)):
        evening = offered_several()
        evening.hold(SOUTH)
        evening.wait(1.5)
        say_no(evening)
        assert situation(evening) is Situation.TO_MOVE
        assert evening.happened(events.OtherGameWanted) == []
