"""The last word is the players': a table that differs from the record for good may be right."""

from dataclasses import replace

import pytest
from cupsboard.recognition.accounts import Account, AccountKind
from cupsboard.recognition.outcome import Alternative, Recognition
from cupsboard.referee import events
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.inputs import BothPress, Sight
from cupsboard.referee.options import Options
from cupsboard.referee.states import AskingTable, Goal, Refusal, Turn
from cupsboard.rules import games
from cupsboard.rules.game import Mark
from cupsboard.rules.history import Moved
from cupsboard.rules.history import TableCorrected as Corrected
from cupsboard.rules.places import Place, cup, is_cup, pot
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, from_position
from situations import REACH

MIDGAME = "1 2 3 1 pot 3 stock 20 / 0 4 1 2 pot 1 stock 22 / {}"
S1, S2, S3, N2 = cup(SOUTH, 1), cup(SOUTH, 2), cup(SOUTH, 3), cup(NORTH, 2)
ONE_GONE = (Mark(S3, -1),)


def one_gone(side: str = "north") -> Evening:
    """A bean of South's cup 3 has fallen off the board in the turn of a side."""
    evening = from_position(MIDGAME.format(side))
    evening.lay(south_3=2)
    return evening


def is_asking(evening: Evening) -> bool:
    return isinstance(evening.referee.notice, AskingTable)


def said(evening: Evening) -> str:
    return say(evening.scene.message)


class TestTheTableIsRight:
    def test_both_tap_the_board_says_what_it_would_write_and_both_confirm(self) -> None:
        evening = one_gone()
        assert [type(event) for event in evening.tap_both()] == [events.TableQuestioned]
        assert said(evening) == (
            "South's cup 3 holds 2 beans, the record says 3: 1 bean off the board. Is the table right? "
            "Tap both buttons again to say yes. Does all of it lie there as recorded? Hold one. "
            "All else is no."
        )
        assert {place for place, lit in evening.lights.items() if Meaning.TABLE_RIGHT in lit} == {
            pot(SOUTH),
            pot(NORTH),
        }
        evening.tap_both()
        assert evening.happened(events.TableCorrected) == [events.TableCorrected(NORTH, ONE_GONE)]
        assert evening.referee.history.entries == (Corrected(NORTH, ONE_GONE),)
        assert evening.referee.state == Turn()
        assert evening.scene.turn is NORTH
        assert evening.lights == {}

    def test_the_game_goes_on_from_that_table(self) -> None:
        evening = one_gone()
        evening.tap_both()
        evening.tap_both()
        evening.drop(NORTH, 1, 2)
        evening.press(NORTH)
        assert evening.happened(events.TurnEnded) == [
            events.TurnEnded(NORTH, "drop 2", events.Ending.PRESSED)
        ]
        assert evening.game.contents(evening.referee.position)[S3] == 2

    def test_a_begun_move_stays_begun(self) -> None:
        evening = from_position(MIDGAME.format("south"))
        evening.drop(SOUTH, 1)
        evening.lay(north_2=3)
        evening.tap_both()
        assert "North's cup 2 holds 3 beans, the record says 4: 1 bean off the board." in said(evening)
        assert "South's" not in said(evening)
        evening.tap_both()
        evening.press(SOUTH)
        assert evening.referee.history.entries == (Corrected(SOUTH, (Mark(N2, -1),)), Moved(SOUTH, "drop 1"))

    def test_help_on_a_wrong_table_offers_both_ways(self) -> None:
        evening = one_gone()
        evening.hold(NORTH)
        assert said(evening) == (
            "Put 1 bean into South's cup 3. Or is the table right as it lies? Tap both buttons."
        )
        evening.tap_both()
        evening.tap_both()
        assert evening.referee.history.entries == (Corrected(NORTH, ONE_GONE),)

    def test_the_record_is_right_and_the_lights_lead_back(self) -> None:
        evening = one_gone()
        evening.hold(NORTH)
        evening.lay(south_3=3)
        assert evening.happened(events.Restored) == [events.Restored(Goal.TAKE_BACK)]
        assert evening.referee.history.entries == ()

    def test_a_bean_lost_where_the_opponent_may_capture_is_corrected_by_way_of_help(self) -> None:
        """It looks like a capture that has begun, and its bean like one in the hand."""
        evening = from_position("1 1 0 0 pot 0 stock 9 / 0 0 0 0 pot 0 stock 9 / north")
        evening.lay(south_2=0)
        assert said(evening).startswith("North: one bean into North's cup 1")
        evening.hold(NORTH)
        assert said(evening) == (
            "Put 1 bean into South's cup 2. Or is the table right as it lies? Tap both buttons."
        )
        evening.tap_both()
        evening.tap_both()
        assert evening.happened(events.TableCorrected) == [events.TableCorrected(NORTH, (Mark(S2, -1),))]
        assert evening.referee.state == Turn()

    def test_a_table_found_after_switching_on_may_be_right(self) -> None:
        evening = REACH[Situation.RESUMING]()
        evening.tap_both()
        evening.tap_both()
        assert evening.happened(events.TableCorrected) == [events.TableCorrected(SOUTH, (Mark(S2, -1),))]
        assert evening.scene.turn is SOUTH

    def test_a_correction_can_be_undone_and_redone_like_a_move(self) -> None:
        evening = one_gone()
        evening.tap_both()
        evening.tap_both()
        evening.hold_both()
        assert evening.lights == {S3: {Meaning.TOO_FEW}}
        evening.tap_both()
        assert evening.happened(events.Redone) == [events.Redone()]
        assert evening.referee.history.entries == (Corrected(NORTH, ONE_GONE),)
        assert evening.referee.state == Turn()

    def test_a_bean_lost_during_an_undo_leaves_a_way_out_too(self) -> None:
        evening = from_position(MIDGAME.format("south"))
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        evening.hold_both()
        evening.lay(south_1=1, south_3=2)
        evening.tap_both()
        evening.tap_both()
        evening.tap_both()
        assert evening.happened(events.TableCorrected) == [
            events.TableCorrected(NORTH, (Mark(S1, -1), Mark(S3, -1)))
        ]
        assert evening.scene.turn is NORTH

    def test_where_nobody_could_move_then_that_is_said_before(self) -> None:
        evening = from_position("0 0 0 1 pot 15 stock 0 / 9 9 9 9 pot 3 stock 0 / south")
        evening.clear()
        evening.tap_both()
        assert "Nobody can move then, so the game ends." in said(evening)
        evening.tap_both()
        assert evening.happened(events.GameOver) == [events.GameOver(None, {SOUTH: 0, NORTH: 0})]
        evening.hold_both()
        assert evening.referee.history.entries == ()

    def test_beans_that_changed_places_are_as_many_as_before(self) -> None:
        evening = from_position(MIDGAME.format("north"))
        evening.carry(S2, N2, 1)
        evening.tap_both()
        assert "as many beans on the board as before" in said(evening)


class TestAllElseIsNo:
    @pytest.mark.parametrize("gesture", ["press", "hold", "hold_both", "hold_long", "never_mind"])
    def test_any_other_gesture(self, gesture: str) -> None:
        evening = one_gone()
        evening.tap_both()
        does = getattr(evening, gesture)
        does(SOUTH) if gesture in ("press", "hold", "hold_long") else does()
        assert not is_asking(evening)
        assert evening.happened(events.TableCorrected) == []

    def test_another_table(self) -> None:
        evening = one_gone()
        evening.tap_both()
        evening.lay(south_3=1)
        assert not is_asking(evening)
        assert evening.happened(events.TableCorrected) == []

    def test_a_bean_moved_right_after_the_press(self) -> None:
        evening = one_gone()
        evening.tap_both()
        evening.does(BothPress(evening.now))
        evening.lay(south_3=3)
        evening.wait(2)
        assert evening.happened(events.TableCorrected) == []

    def test_time(self) -> None:
        evening = one_gone()
        evening.tap_both()
        evening.wait(10)
        assert not is_asking(evening)

    def test_a_press_before_anybody_can_have_read_it_is_no_answer(self) -> None:
        evening = one_gone()
        evening.does(BothPress(evening.now))
        evening.press_unjudged(SOUTH)
        evening.does(BothPress(evening.now))
        evening.wait(1)
        assert evening.happened(events.TableCorrected) == []
        assert is_asking(evening)
        evening.tap_both()
        assert evening.happened(events.TableCorrected) == [events.TableCorrected(NORTH, ONE_GONE)]

    def test_fingers_that_met_by_chance_and_then_press_again_one_at_a_time(self) -> None:
        """Nobody meant to correct anything: North's finger met South's while a move was put back."""
        evening = from_position(MIDGAME.format("south"))
        evening.drop(SOUTH, 1)
        evening.hold(SOUTH)
        evening.tap_both()
        assert is_asking(evening)
        evening.wait(4)
        evening.press(NORTH)
        evening.press(SOUTH)
        assert not is_asking(evening)
        assert evening.happened(events.TableCorrected) == []
        assert evening.referee.history.entries == ()


class TestWhereTheScalesAreNotSure:
    def doubtful(self) -> Evening:
        """South's cup 3 holds two beans, or one heavy one."""
        evening = one_gone()
        seen = evening._recognition
        assert seen is not None
        other = Alternative({**seen.found, S3: 1}, 0.3, Account(AccountKind.NOT_LEGAL), is_legal=False)
        self.show(evening, replace(seen, confidence=0.7, runner_up=other))
        return evening

    def show(self, evening: Evening, seen: Recognition) -> None:
        evening._recognition = seen
        evening.referee.step(evening.now, Sight(seen, True, frozenset()), ())

    def test_it_asks_for_a_look_at_the_place_in_doubt_first(self) -> None:
        evening = self.doubtful()
        evening.tap_both()
        assert said(evening).startswith("First look at South's cup 3: the board counts 2 beans")
        assert Meaning.LOOK in evening.lights[S3]
        evening.tap_both()
        assert evening.happened(events.TableCorrected) == []
        assert said(evening).startswith("South's cup 3 holds 2 beans, the record says 3")
        evening.wait(1)
        evening.tap_both()
        assert evening.happened(events.TableCorrected) == [events.TableCorrected(NORTH, ONE_GONE)]

    def test_a_place_that_its_pieces_do_not_explain_is_in_doubt(self) -> None:
        evening = one_gone()
        seen = evening._recognition
        assert seen is not None
        self.show(evening, replace(seen, unexplained=frozenset({Place("north-4")})))
        evening.tap_both()
        assert said(evening).startswith("First look at North's cup 4: the board counts 2 beans")

    def test_there_is_no_table_to_be_right_while_nothing_is_off(self) -> None:
        told = (events.NotNow(None, Refusal.NOTHING_TO_REDO),)
        assert REACH[Situation.OVER]().tap_both() == told


class TestBeforeTheFirstMove:
    """Who has laid all and is asked for one more has none to add."""

    @staticmethod
    def one_short() -> Evening:
        """All 48 beans of Kalah lie there, and the scales take one cup for short of one."""
        evening = Evening(games.named("kalah 6"), Options(starter=SOUTH))
        laid = {place: 4 for place in evening.table if is_cup(place)} | {S3: 3}
        evening.numbers = {place: frozenset({count}) for place, count in laid.items()}
        evening.lay(**{place.replace("-", "_"): count for place, count in laid.items()})
        return evening

    def test_the_board_tells_of_a_way_out_once_something_lies_in_each_cup_that_is_to_be_filled(self) -> None:
        evening = self.one_short()
        assert said(evening) == (
            "A new game: put the beans as shown. Or is the table right as it lies? Tap both buttons."
        )
        evening.lay(south_5=0)
        assert said(evening) == "A new game: put the beans as shown."

    def test_both_tap_count_by_hand_and_one_press_begins_the_game(self) -> None:
        evening = self.one_short()
        evening.tap_both()
        assert said(evening) == (
            "The scales can't tell, so count by hand: 4 beans in South's cup 3. "
            "Press your button once that is so."
        )
        assert not evening.happened(events.GameStarted)
        evening.wait(2)
        evening.press(SOUTH)
        assert evening.happened(events.GameStarted)
