"""A turn from set-up to result, as the people at the table live it."""

from dataclasses import replace

from cupsboard.recognition import outcome as seen
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.recognition.outcome import Alternative, Complete, Undecided
from cupsboard.referee.events import (
    Ending,
    GameClosed,
    GameOver,
    GameStarted,
    LookedInVain,
    NewGameOffered,
    NotNow,
    Passed,
    QuestionAnswered,
    QuestionAsked,
    Redone,
    Restored,
    StillOwed,
    TakingBack,
    TurnEnded,
    Undone,
    WrongTableSeen,
)
from cupsboard.referee.inputs import BothPress
from cupsboard.referee.instructions import LiesThere
from cupsboard.referee.states import (
    Asking,
    Blind,
    Goal,
    Lifting,
    Over,
    Owed,
    Refusal,
    Restoring,
    Turn,
    WrongTable,
)
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import History
from cupsboard.rules.places import cup, pot
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.phrases import account_phrases
from cupsboard.signs.scene import Meaning, Message
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, fresh, from_position
from situations import choosing, undoing

DROP_1, DROP_2 = (Account(AccountKind.DONE, (label,)) for label in ("drop 1", "drop 2"))

# South's drop 3 captures five of north's cup 2; dropping on to cup 4 would not.
CAPTURE_DUE = "1 1 0 1 pot 0 stock 20 / 4 5 6 7 pot 0 stock 15 / south"
# South can sow cup 1 (a bean into each cup and the pot).
CAN_SOW = "4 0 0 0 pot 0 stock 5 / 0 0 0 0 pot 0 stock 5 / south"
# After south's last bean north is stuck for good; south still has cups to sow.
NORTH_STUCK_NEXT = "4 0 0 0 pot 0 stock 1 / 9 9 9 9 pot 0 stock 0 / south"
# South's last move of the game: one bean to sow from cup 4, after which nobody can move.
LAST_MOVE = "0 0 0 1 pot 5 stock 0 / 9 9 9 9 pot 3 stock 0 / south"


class TestSettingUp:
    def test_beans_left_over_from_before_are_marked_and_an_empty_board_starts_the_game(self) -> None:
        evening = Evening()
        evening.lay(south_2=3, north_pot=8)
        assert evening.referee.state == Restoring(Goal.SET_UP)
        assert evening.lights == {cup(SOUTH, 2): {Meaning.TOO_MANY}, pot(NORTH): {Meaning.TOO_MANY}}
        evening.clear()
        assert evening.happened(GameStarted) == [GameStarted(None)]
        assert evening.referee.state == Turn()

    def test_both_rows_glow_until_somebody_drops_and_then_only_that_row(self) -> None:
        evening = fresh()
        glowing = {sign.place for sign in evening.scene.signs}
        assert {cup(SOUTH, 1), cup(NORTH, 1)} <= glowing
        assert evening.scene.turn is None
        evening.drop(NORTH, 1)
        assert evening.scene.turn is NORTH
        assert not any(sign.place == cup(SOUTH, 1) for sign in evening.scene.signs)

    def test_whoever_drops_first_starts(self) -> None:
        evening = fresh()
        evening.drop(NORTH, 1, 2)
        evening.press(NORTH)
        assert evening.happened(TurnEnded) == [TurnEnded(NORTH, "drop 2", Ending.PRESSED)]
        assert evening.scene.turn is SOUTH

    def test_taking_the_first_bean_back_opens_the_start_again(self) -> None:
        evening = fresh()
        evening.drop(NORTH, 1)
        evening.lay(north_1=0)
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]

    def test_a_table_that_may_be_the_wanted_one_is_asked_about_after_a_rest(self) -> None:
        evening = undoing()
        wanted = evening.referee.history.game.contents(evening.referee.position)
        evening.numbers = {place: frozenset({count, wanted[place]}) for place, count in evening.table.items()}
        evening.settle()
        evening.wait(4.0)
        assert evening.referee.state == Restoring(Goal.UNDO)
        evening.wait(2.0)
        assert isinstance(evening.referee.state, Asking)
        assert say(evening.scene.message).startswith("Look at North's cup 1: all as it should be?")
        evening.press(SOUTH)
        assert evening.happened(Restored) == [Restored(Goal.UNDO)]
        assert LiesThere(wanted) in evening.instructions

    def test_undoing_the_first_move_opens_the_start_again(self) -> None:
        evening = fresh()
        evening.drop(NORTH, 1)
        evening.press(NORTH)
        evening.hold_both()
        evening.clear()
        assert evening.scene.turn is None
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        assert evening.referee.history.entries == History(Cups(4), None).play(SOUTH, "drop 1").entries

    def test_a_starter_may_be_fixed(self) -> None:
        evening = fresh(starter=SOUTH)
        assert evening.scene.turn is SOUTH
        evening.drop(NORTH, 1)
        assert isinstance(evening.referee.state, WrongTable)

    def test_when_both_have_dropped_the_one_seen_first_has_moved_first(self) -> None:
        evening = fresh()
        evening.drop(NORTH, 1)
        evening.drop(SOUTH, 1)
        assert evening.happened(TurnEnded) == [TurnEnded(NORTH, "drop 1", Ending.OPPONENT_BEGAN)]
        evening.press(SOUTH)
        assert evening.happened(TurnEnded)[1] == TurnEnded(SOUTH, "drop 1", Ending.PRESSED)


class TestEndingATurn:
    def test_a_complete_move_waits_for_its_button_however_long(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1, 2)
        evening.wait(60)
        assert evening.happened(TurnEnded) == []
        evening.press(SOUTH)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 2", Ending.PRESSED)]
        assert evening.scene.turn is NORTH

    def test_a_press_while_the_hand_is_still_over_the_board_is_judged_when_it_lies_still(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.press_unjudged(SOUTH)
        evening.drop(SOUTH, 1)
        evening.wait(1)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]
        assert evening.happened(NotNow) == []

    def test_a_bean_dropped_just_before_the_press_counts_though_the_scales_show_it_later(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press_unjudged(SOUTH)
        evening.drop(SOUTH, 2)
        evening.wait(1)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 2", Ending.PRESSED)]

    def test_a_press_with_nothing_moved_is_not_now_and_changes_nothing(self) -> None:
        evening = fresh(starter=SOUTH)
        assert evening.press(SOUTH) == (NotNow(SOUTH, Refusal.NOTHING_MOVED),)
        assert Meaning.NOT_NOW in evening.lights[pot(SOUTH)]
        evening.wait(3)
        assert evening.lights == {}
        evening.drop(SOUTH, 1)
        evening.wait(1)
        assert evening.happened(TurnEnded) == []

    def test_the_other_players_button_is_not_now(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        assert evening.press(NORTH) == (NotNow(NORTH, Refusal.NOT_YOUR_TURN),)
        assert evening.happened(TurnEnded) == []

    def test_the_opponents_first_bean_ends_a_turn_whose_press_was_forgotten(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.drop(NORTH, 1, 2)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.OPPONENT_BEGAN)]
        evening.press(NORTH)
        assert evening.happened(TurnEnded)[1] == TurnEnded(NORTH, "drop 2", Ending.PRESSED)

    def test_an_opponent_who_begins_with_the_capture_ends_the_turn_too(self) -> None:
        evening = from_position("2 9 4 0 pot 9 stock 9 / 1 7 7 0 pot 9 stock 9 / south")
        evening.drop(SOUTH, 1, 2, 3)
        evening.carry(cup(SOUTH, 1), pot(NORTH), 1)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 3", Ending.OPPONENT_BEGAN)]
        assert Meaning.INTO_POT in evening.lights[pot(NORTH)]
        evening.carry(cup(SOUTH, 1), pot(NORTH))
        evening.drop(NORTH, 1, 2, 3, 4)
        evening.press(NORTH)
        assert evening.happened(TurnEnded)[1] == TurnEnded(NORTH, "drop 4", Ending.PRESSED)
        assert evening.happened(WrongTableSeen) == []

    def test_beans_taken_away_by_nobody_knows_whom_do_not_end_a_turn(self) -> None:
        evening = from_position("2 9 4 0 pot 9 stock 9 / 1 7 7 0 pot 9 stock 9 / south")
        evening.drop(SOUTH, 1, 2, 3)
        evening.lay(south_1=1)
        assert evening.happened(TurnEnded) == []
        assert isinstance(evening.referee.state, WrongTable)

    def test_a_quick_opponent_who_drops_and_presses_before_the_board_lies_still_is_understood(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press_unjudged(NORTH)
        evening.drop(NORTH, 1)
        evening.wait(1)
        assert evening.happened(TurnEnded) == [
            TurnEnded(SOUTH, "drop 1", Ending.OPPONENT_BEGAN),
            TurnEnded(NORTH, "drop 1", Ending.PRESSED),
        ]

    def test_until_the_press_everything_may_be_taken_back(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1, 2, 3)
        evening.lay(south_3=0, south_2=0)
        evening.press(SOUTH)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]

    def test_stillness_ends_a_complete_move_only_where_that_was_chosen(self) -> None:
        evening = fresh(starter=SOUTH, stillness_seconds=3.0)
        evening.drop(SOUTH, 1)
        evening.wait(2.5)
        evening.drop(SOUTH, 2)
        evening.wait(2.5)
        assert evening.happened(TurnEnded) == []
        evening.wait(1)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 2", Ending.STILLNESS)]


class TestMayAndMust:
    def test_after_each_bean_of_a_drop_the_next_cup_is_offered_and_not_ordered(self) -> None:
        evening = fresh(starter=SOUTH)
        assert evening.lights == {}
        evening.drop(SOUTH, 1)
        assert evening.lights == {cup(SOUTH, 2): {Meaning.MAY_NEXT}}
        evening.drop(SOUTH, 2, 3, 4)
        assert evening.lights == {}

    def test_next_cup_and_capture_stand_side_by_side(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        assert evening.lights == {
            cup(SOUTH, 4): {Meaning.MAY_NEXT},
            cup(NORTH, 2): {Meaning.MAY_CAPTURE},
            pot(SOUTH): {Meaning.INTO_POT},
        }

    def test_the_words_name_the_captured_cup_until_its_beans_are_in_the_hand(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        assert "capture North's cup 2, or go on with South's cup 4" in say(evening.scene.message)
        evening.press(SOUTH)
        assert "5 beans of the capture still to move, see North's cup 2" in say(evening.scene.message)

    def test_the_words_order_capture_and_bean_alike_where_the_move_needs_both(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2)
        evening.carry(cup(NORTH, 2), pot(SOUTH), 2)
        assert evening.lights[cup(SOUTH, 3)] == {Meaning.MUST_NEXT}
        assert evening.lights[cup(NORTH, 2)] == {Meaning.MUST_CAPTURE}
        assert "capture North's cup 2, and put a bean into South's cup 3" in say(evening.scene.message)

    def test_the_words_send_captured_beans_in_the_hand_into_the_pot(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        evening.lay(north_2=0)
        assert say(evening.scene.message) == "South: the captured beans go into your pot."

    def test_the_press_makes_the_capture_a_must_and_taking_it_ends_the_turn_without_another(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        evening.press(SOUTH)
        assert isinstance(evening.referee.state, Owed)
        assert len(evening.happened(StillOwed)) == 1
        assert evening.lights == {cup(NORTH, 2): {Meaning.MUST_CAPTURE}, pot(SOUTH): {Meaning.INTO_POT}}
        evening.capture(SOUTH, 2)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 3", Ending.PRESSED)]

    def test_a_capture_begun_by_hand_is_a_must_and_still_needs_the_press(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        evening.carry(cup(NORTH, 2), pot(SOUTH), 2)
        assert evening.lights[cup(NORTH, 2)] == {Meaning.MUST_CAPTURE}
        evening.capture(SOUTH, 2)
        assert evening.happened(TurnEnded) == []
        evening.press(SOUTH)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 3", Ending.PRESSED)]

    def test_lifting_the_opposite_cup_makes_the_capture_a_must(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        evening.lift(cup(NORTH, 2))
        assert evening.lights == {pot(SOUTH): {Meaning.INTO_POT}}
        assert evening.scene.turn is SOUTH
        evening.wait(3)
        assert evening.lights[cup(NORTH, 2)] == {Meaning.LIFTED}

    def test_a_player_who_pressed_too_early_may_still_go_on_instead_and_presses_again(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        evening.press(SOUTH)
        evening.drop(SOUTH, 4)
        assert evening.happened(TurnEnded) == []
        evening.press(SOUTH)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 4", Ending.PRESSED)]

    def test_after_a_wrong_capture_and_a_press_both_ways_out_are_said_and_either_is_taken(self) -> None:
        for goes_on in (True, False):
            evening = from_position("0 0 0 0 pot 0 stock 9 / 2 5 0 1 pot 0 stock 9 / south")
            evening.drop(SOUTH, 1)
            evening.carry(cup(NORTH, 2), pot(SOUTH), 1)
            evening.press(SOUTH)
            assert say(evening.scene.message) == (
                "South, to finish drop 3: 1 bean into South's cup 2. "
                "Or put what was captured back into North's cup 2."
            )
            if goes_on:
                evening.drop(SOUTH, 2, 3)
                evening.carry(cup(NORTH, 2), pot(SOUTH))
                assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 3", Ending.PRESSED)]
            else:
                evening.carry(pot(SOUTH), cup(NORTH, 2), 1)
                assert say(evening.scene.message).startswith(
                    "South: capture North's cup 4, or go on with South's cup 2"
                )
                evening.capture(SOUTH, 4)
                evening.press(SOUTH)
                assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]

    def test_taking_everything_back_forgets_the_press(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        evening.press(SOUTH)
        evening.lay(south_1=1, south_2=1, south_3=0)
        assert evening.referee.state == Turn()
        evening.drop(SOUTH, 1)
        evening.wait(2)
        assert evening.happened(TurnEnded) == []

    def test_in_a_sowing_the_next_cup_is_a_must(self) -> None:
        evening = from_position(CAN_SOW)
        evening.carry(cup(SOUTH, 1), cup(SOUTH, 2), 1)
        assert evening.lights == {cup(SOUTH, 3): {Meaning.MUST_NEXT}}

    def test_a_cup_lifted_for_sowing_asks_for_its_first_bean(self) -> None:
        evening = from_position(CAN_SOW)
        evening.lift(cup(SOUTH, 1))
        assert evening.lights == {cup(SOUTH, 2): {Meaning.MUST_NEXT}}

    def test_a_press_in_the_middle_of_a_sowing_is_remembered(self) -> None:
        evening = from_position(CAN_SOW)
        evening.carry(cup(SOUTH, 1), cup(SOUTH, 2), 1)
        evening.press(SOUTH)
        assert evening.lights == {cup(SOUTH, 3): {Meaning.MUST_NEXT}}
        evening.carry(cup(SOUTH, 1), cup(SOUTH, 3), 1)
        evening.carry(cup(SOUTH, 1), cup(SOUTH, 4), 1)
        evening.carry(cup(SOUTH, 1), pot(SOUTH), 1)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "sow 1", Ending.PRESSED)]

    def test_the_cups_that_can_never_be_sown_are_shown_to_their_owner(self) -> None:
        evening = from_position("5 0 0 2 pot 0 stock 9 / 9 0 0 0 pot 0 stock 9 / south")
        blocked = {sign.place for sign in evening.scene.signs if sign.meaning is Meaning.BLOCKED}
        assert blocked == {cup(SOUTH, 1), cup(SOUTH, 4)}


class TestRepair:
    def test_what_is_wrong_is_marked_and_any_legal_table_ends_it(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.drop(SOUTH, 1)
        assert isinstance(evening.referee.state, WrongTable)
        assert evening.lights == {cup(SOUTH, 1): {Meaning.TOO_MANY}}
        evening.carry(cup(SOUTH, 1), cup(SOUTH, 2), 1)
        assert isinstance(evening.referee.state, Turn)
        assert len(evening.happened(WrongTableSeen)) == 1

    def test_a_press_on_a_wrong_table_is_not_now(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1, 1)
        assert evening.press(SOUTH) == (NotNow(SOUTH, Refusal.WRONG_TABLE),)

    def test_after_five_seconds_the_way_back_is_shown_one_sign_at_a_time(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.lay(south_1=3, north_pot=2, north_3=5)
        evening.wait(5)
        signs = list(evening.lights)
        assert signs == [cup(SOUTH, 1)]
        step = Message("take-out", {"place": cup(SOUTH, 1), "beans": 1})
        assert evening.scene.message.values == {"what": (step,)}
        evening.lay(south_1=2)
        assert evening.lights == {pot(NORTH): {Meaning.TOO_MANY}}
        evening.lay(north_pot=0)
        assert evening.lights == {cup(NORTH, 3): {Meaning.TOO_FEW}}
        evening.lay(north_3=6)
        assert isinstance(evening.referee.state, Turn)

    def test_a_hold_shows_the_way_back_at_once_and_another_hold_the_repairs_again(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.lay(south_1=2, south_4=3)
        evening.hold(SOUTH)
        assert len(evening.lights) == 1
        evening.hold(SOUTH)
        assert len(evening.lights) == 2

    def test_a_promise_survives_a_slip_while_it_is_kept(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        evening.press(SOUTH)
        evening.capture(SOUTH, 3)
        assert isinstance(evening.referee.state, WrongTable)
        evening.carry(pot(SOUTH), cup(NORTH, 3), 6)
        evening.capture(SOUTH, 2)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 3", Ending.PRESSED)]

    def test_a_forgotten_cup_is_asked_for_after_three_seconds(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.lift(cup(NORTH, 4))
        assert isinstance(evening.referee.state, Lifting)
        assert evening.lights == {}
        evening.wait(3)
        assert evening.lights == {cup(NORTH, 4): {Meaning.LIFTED}}
        evening.put_down(cup(NORTH, 4))
        assert evening.referee.state == Turn()


class TestStock:
    def test_the_believed_stock_counts_down_with_every_bean(self) -> None:
        evening = fresh(starter=SOUTH)
        assert evening.scene.message.values["stock"] == 40
        evening.drop(SOUTH, 1, 2)
        assert evening.scene.message.values["stock"] == 38


class TestPassesAndResult:
    def test_a_forced_pass_is_shown_for_two_seconds_and_needs_no_press(self) -> None:
        evening = from_position(NORTH_STUCK_NEXT)
        evening.sow(SOUTH, 1)
        evening.press_unjudged(SOUTH)
        evening.wait(0.5)
        assert evening.happened(Passed) == [Passed(NORTH)]
        assert evening.lights == {pot(NORTH): {Meaning.PASSED}}
        assert evening.scene.turn is SOUTH
        evening.wait(2.1)
        assert evening.lights == {}

    def test_nobody_has_to_wait_for_a_shown_pass(self) -> None:
        evening = from_position(NORTH_STUCK_NEXT)
        evening.sow(SOUTH, 1)
        evening.press_unjudged(SOUTH)
        evening.wait(0.5)
        evening.drop(SOUTH, 1)
        assert evening.lights[cup(NORTH, 4)] == {Meaning.MUST_CAPTURE}

    def test_when_both_are_stuck_the_result_is_there_at_once(self) -> None:
        evening = from_position(LAST_MOVE)
        evening.sow(SOUTH, 4)
        evening.press(SOUTH)
        assert evening.happened(GameOver) == [GameOver(SOUTH, {SOUTH: 6, NORTH: 3})]
        assert evening.happened(Passed) == []
        assert evening.lights[pot(SOUTH)] == {Meaning.WINNER}

    def test_a_finished_game_does_not_mind_the_table_being_cleared(self) -> None:
        evening = from_position(LAST_MOVE)
        evening.sow(SOUTH, 4)
        evening.press(SOUTH)
        evening.clear()
        assert isinstance(evening.referee.state, Over)
        assert evening.happened(WrongTableSeen) == []


class TestUndoAndRedo:
    def test_undo_waits_until_the_table_has_followed(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1, 2)
        evening.press(SOUTH)
        assert Undone() in evening.hold_both()
        assert evening.lights == {cup(SOUTH, 1): {Meaning.TOO_MANY}, cup(SOUTH, 2): {Meaning.TOO_MANY}}
        assert evening.press(SOUTH) == (NotNow(SOUTH, Refusal.RESTORE_FIRST),)
        evening.lay(south_1=0)
        evening.lay(south_2=0)
        assert evening.happened(Restored) == [Restored(Goal.UNDO)]
        assert evening.scene.turn is SOUTH

    def test_undo_goes_on_as_far_as_one_likes_and_redo_comes_back(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        evening.drop(NORTH, 1, 2)
        evening.press(NORTH)
        evening.hold_both()
        evening.hold_both()
        assert evening.hold_both() == (NotNow(None, Refusal.NOTHING_TO_UNDO),)
        evening.clear()
        assert evening.happened(Restored) == [Restored(Goal.UNDO)]
        evening.tap_both()
        evening.tap_both()
        assert len(evening.happened(Redone)) == 2
        evening.lay(south_1=1, north_1=1, north_2=1)
        assert evening.happened(Restored)[-1] == Restored(Goal.REDO)
        assert evening.scene.turn is SOUTH
        assert evening.tap_both() == (NotNow(None, Refusal.NOTHING_TO_REDO),)

    def test_both_who_press_at_once_over_a_finished_move_end_it_and_nothing_is_redone(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        evening.hold_both()
        evening.clear()
        evening.drop(SOUTH, 1, 2)
        evening.tap_both()
        assert evening.happened(TurnEnded)[-1] == TurnEnded(SOUTH, "drop 2", Ending.PRESSED)
        assert evening.happened(Redone, NotNow) == []

    def test_both_who_press_just_as_the_last_bean_falls_end_the_turn_too(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.does_in_passing(BothPress(evening.now))
        evening.drop(SOUTH, 1)
        evening.wait(1.0)
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]

    def test_undo_of_a_move_that_was_not_ended_only_asks_for_it_back(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        evening.drop(NORTH, 1)
        assert TakingBack() in evening.hold_both()
        assert evening.lights == {cup(NORTH, 1): {Meaning.TOO_MANY}}
        evening.lay(north_1=0)
        assert evening.scene.turn is NORTH
        assert len(evening.referee.history.entries) == 1

    def test_undo_takes_a_pass_back_together_with_the_move_before_it(self) -> None:
        evening = from_position(NORTH_STUCK_NEXT)
        evening.sow(SOUTH, 1)
        evening.press(SOUTH)
        evening.hold_both()
        assert evening.referee.history.entries == ()
        evening.lay(south_1=4, south_2=0, south_3=0, south_4=0, south_pot=0)
        assert evening.scene.turn is SOUTH

    def test_a_result_can_be_undone(self) -> None:
        evening = from_position(LAST_MOVE)
        evening.sow(SOUTH, 4)
        evening.press(SOUTH)
        evening.hold_both()
        evening.lay(south_4=1, south_pot=5)
        assert evening.referee.state == Turn()

    def test_a_new_game_needs_a_long_hold_and_a_press(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        assert NewGameOffered() in evening.hold_long(NORTH)
        assert evening.happened(GameClosed) == []
        evening.press(SOUTH)
        assert evening.happened(GameClosed) == [GameClosed()]
        evening.clear()
        assert len(evening.happened(GameStarted)) == 2
        assert evening.referee.history.entries == ()

    def test_a_new_game_that_nobody_confirms_is_forgotten(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.hold_long(SOUTH)
        evening.wait(10)
        assert isinstance(evening.referee.state, Turn)
        assert evening.referee.state.done is not None

    def test_a_game_goes_on_after_a_pause_once_its_table_lies_there_again(self) -> None:
        history = History(Cups(4), SOUTH).play(SOUTH, "drop 2").play(NORTH, "drop 1")
        evening = Evening(history=history)
        evening.lay(south_1=1, north_1=1)
        assert evening.lights == {cup(SOUTH, 2): {Meaning.TOO_FEW}}
        evening.lay(south_2=1)
        assert evening.happened(Restored) == [Restored(Goal.RESUME)]
        assert evening.scene.turn is SOUTH


class TestDoubt:
    def question(self, evening: Evening) -> Undecided:
        """Cup 2 may hold one heavy bean or two light ones."""
        evening.drop(SOUTH, 1, 2)
        (plan,) = [
            plan for plan in evening.game.plans(evening.referee.position, SOUTH) if plan.label == "drop 2"
        ]
        one = Alternative(dict(evening.table), 0.7, Account(AccountKind.DONE, ("drop 2",)), is_legal=True)
        too_many = Mishap(MishapKind.TOO_MANY, (cup(SOUTH, 2),), 1)
        two = Alternative(
            {**evening.table, cup(SOUTH, 2): 2},
            0.3,
            Account(AccountKind.NOT_LEGAL, mishaps=(too_many,)),
            is_legal=False,
        )
        return Undecided(cup(SOUTH, 2), (one, two), Complete(plan, ()))

    def doubtful(self) -> Evening:
        evening = fresh(starter=SOUTH)
        evening.strange = self.question(evening)
        evening.settle()
        evening.wait(1)
        return evening

    def test_a_question_lights_one_place(self) -> None:
        evening = self.doubtful()
        assert evening.happened(QuestionAsked) == [QuestionAsked(cup(SOUTH, 2), DROP_2)]
        assert evening.lights == {cup(SOUTH, 2): {Meaning.LOOK}}

    def test_a_press_after_the_question_answers_it_and_ends_the_turn(self) -> None:
        evening = self.doubtful()
        evening.press(SOUTH)
        assert evening.happened(QuestionAnswered) == [QuestionAnswered(SOUTH, DROP_2)]
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 2", Ending.PRESSED)]

    def test_a_press_from_before_the_question_does_not_answer_it(self) -> None:
        evening = fresh(starter=SOUTH)
        strange = self.question(evening)
        evening.press_unjudged(SOUTH)
        evening.strange = strange
        evening.settle()
        evening.wait(2)
        assert isinstance(evening.referee.state, Asking)
        assert evening.happened(NotNow) == [NotNow(SOUTH, Refusal.LOOK_FIRST)]
        assert evening.happened(TurnEnded) == []

    def pressed_before_the_question(self) -> Evening:
        evening = fresh(starter=SOUTH)
        strange = self.question(evening)
        evening.press_unjudged(SOUTH)
        evening.strange = strange
        evening.settle()
        evening.wait(2)
        return evening

    def test_a_press_from_before_the_question_counts_if_the_scales_decide_after_all(self) -> None:
        evening = self.pressed_before_the_question()
        evening.look_again()
        assert evening.happened(TurnEnded) == []
        evening.strange = None
        evening.look_again()
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 2", Ending.PRESSED)]

    def test_such_a_press_counts_no_more_once_anything_has_moved(self) -> None:
        evening = self.pressed_before_the_question()
        evening.strange = None
        evening.settle()
        assert isinstance(evening.referee.state, Turn)
        evening.wait(5)
        assert evening.happened(TurnEnded) == []

    def test_such_a_press_of_the_opponent_ends_nobodys_turn(self) -> None:
        evening = fresh(starter=SOUTH)
        strange = self.question(evening)
        evening.press_unjudged(NORTH)
        evening.strange = strange
        evening.settle()
        evening.wait(2)
        evening.strange = None
        evening.look_again()
        assert evening.happened(TurnEnded) == []

    def changed_question(self) -> Evening:
        """The board asks about drop 1 first, and then about drop 2."""
        evening = fresh(starter=SOUTH)
        asked = self.question(evening)
        plans = evening.game.plans(evening.referee.position, SOUTH)
        (other,) = [plan for plan in plans if plan.label == "drop 1"]
        evening.strange = replace(asked, confirmed=Complete(other, ()))
        evening.settle()
        evening.wait(2)
        evening.strange = asked
        evening.look_again()
        return evening

    def test_who_presses_just_as_the_question_changes_is_told_so_and_confirms_nothing(self) -> None:
        evening = self.changed_question()
        evening.wait(0.5)
        evening.press_unjudged(SOUTH)
        evening.wait(0.7)
        assert say(evening.scene.message).startswith("The question has changed")
        evening.wait(5)
        assert evening.happened(QuestionAnswered, TurnEnded) == []
        assert evening.happened(NotNow) == [NotNow(SOUTH, Refusal.QUESTION_CHANGED)]
        evening.press(SOUTH)
        assert evening.happened(QuestionAnswered) == [QuestionAnswered(SOUTH, DROP_2)]

    def test_a_press_for_the_question_before_ends_no_turn_even_if_the_scales_decide(self) -> None:
        evening = self.changed_question()
        evening.press_unjudged(SOUTH)
        evening.wait(1)
        evening.strange = None
        evening.look_again()
        assert evening.happened(TurnEnded) == []

    def test_the_opponent_does_not_answer_for_the_mover(self) -> None:
        evening = self.doubtful()
        assert evening.press(NORTH) == (NotNow(NORTH, Refusal.NOT_YOUR_TURN),)

    def test_a_hand_that_rests_on_a_cup_is_pointed_out_and_a_press_waits_for_it_to_go(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.strange = seen.Burdened({cup(SOUTH, 1): 30.0})
        evening.settle()
        assert evening.lights == {cup(SOUTH, 1): {Meaning.LOOK}}
        evening.press(SOUTH)
        evening.strange = None
        evening.settle()
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]

    def test_who_presses_again_over_a_burdened_table_that_lies_still_says_that_nothing_is_there(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.strange = seen.Burdened({cup(SOUTH, 1): 0.4})
        evening.settle()
        evening.press(SOUTH)
        evening.press(SOUTH)
        assert not evening.happened(LookedInVain)
        evening.wait(2)
        assert evening.press(NORTH) == ()
        evening.press(SOUTH)
        assert evening.happened(LookedInVain) == [LookedInVain(frozenset({cup(SOUTH, 1)}))]
        evening.strange = None
        evening.settle()
        assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]

    def test_a_hand_that_has_moved_since_the_first_press_has_not_looked(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.strange = seen.Burdened({cup(SOUTH, 1): 30.0})
        evening.settle()
        evening.press(SOUTH)
        evening.wait(2)
        evening.strange = seen.Burdened({cup(SOUTH, 1): 31.0})
        evening.settle()
        evening.press(SOUTH)
        assert not evening.happened(LookedInVain)

    def test_putting_it_right_answers_it_too(self) -> None:
        evening = self.doubtful()
        evening.strange = None
        evening.settle()
        assert isinstance(evening.referee.state, Turn)

    def test_which_move_a_dead_cup_hides_is_said_with_holds_and_a_press(self) -> None:
        evening = choosing()
        assert evening.press(NORTH) == (NotNow(NORTH, Refusal.CANNOT_SEE),)
        evening.wait(3)
        evening.hold(NORTH)
        assert evening.lights[cup(NORTH, 2)] == {Meaning.LOOK}
        assert evening.scene.message.values["move"] == account_phrases(DROP_2)
        evening.hold(NORTH)
        assert evening.scene.message.values["move"] == account_phrases(DROP_1)
        evening.wait(0.1)
        evening.press(NORTH)
        assert evening.happened(TurnEnded)[-1] == TurnEnded(NORTH, "drop 1", Ending.PRESSED)

    def test_after_the_last_move_a_dead_cup_may_hide_a_hold_leads_back(self) -> None:
        evening = choosing()
        for _ in range(3):
            evening.hold(NORTH)
        assert evening.happened(TakingBack)

    def test_a_dead_place_is_shown_and_play_goes_on_when_the_table_decides_again(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.strange = seen.Blind({cup(SOUTH, 3): CellFault.SILENT})
        evening.settle()
        assert isinstance(evening.referee.state, Blind)
        assert evening.lights == {cup(SOUTH, 3): {Meaning.DEAD}}
        assert evening.press(SOUTH) == (NotNow(SOUTH, Refusal.CANNOT_SEE),)
        evening.strange = None
        evening.drop(SOUTH, 1)
        assert isinstance(evening.referee.state, Turn)

    def test_a_press_for_what_cant_be_seen_makes_the_next_move_a_question_while_that_is_so(self) -> None:
        """What was dropped there lies there still, if another move is made after all."""
        evening, dark = fresh(starter=SOUTH), {cup(SOUTH, 3): CellFault.SILENT}
        evening.strange = seen.Blind(dark)
        evening.settle()
        evening.press(SOUTH)
        evening.strange, evening.unreadable = None, dark
        evening.drop(SOUTH, 1)
        assert isinstance(evening.referee.state, Asking)
        evening.wait(1)
        evening.press(SOUTH)
        assert evening.happened(TurnEnded)
