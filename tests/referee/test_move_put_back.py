"""A move put back after its press, when nothing else has happened, is taken back."""

import pytest
from cupsboard.recognition.outcome import Complete, Undecided
from cupsboard.referee.events import PutBack, Redone, Restored, TurnEnded, Undone, WrongTableSeen
from cupsboard.referee.states import Goal, Turn, WrongTable
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, fresh, from_position

TAKEN = (PutBack, Undone, Restored, WrongTableSeen)


def put_back(label: str) -> list[object]:
    return [PutBack(SOUTH, label), Undone(), Restored(Goal.UNDO)]


def two_dropped() -> Evening:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1, 2)
    evening.press(SOUTH)
    return evening


def test_a_drop_put_back_is_undone_and_that_is_said() -> None:
    evening = two_dropped()
    evening.lay(south_1=0, south_2=0)
    assert evening.happened(*TAKEN) == put_back("drop 2")
    assert say(evening.scene.message) == (
        "South has put drop 2 back: it is undone. Tap both buttons to redo it."
    )
    assert evening.scene.turn is SOUTH
    assert evening.referee.history.entries == ()
    evening.wait(10)
    assert say(evening.scene.message) == "South's turn; 40 in stock."


def test_it_can_be_redone() -> None:
    evening = two_dropped()
    evening.lay(south_1=0, south_2=0)
    evening.tap_both()
    evening.lay(south_1=1, south_2=1)
    assert evening.happened(Redone) == [Redone()]
    assert evening.referee.history.entries == (Moved(SOUTH, "drop 2"),)
    assert evening.scene.turn is NORTH


def test_the_words_are_gone_as_soon_as_another_move_begins() -> None:
    evening = two_dropped()
    evening.lay(south_1=0, south_2=0)
    evening.drop(SOUTH, 1)
    assert say(evening.scene.message).startswith("South: drop 1.")


def test_a_capture_and_its_drop_put_back_are_one_move() -> None:
    evening = from_position("1 0 0 0 pot 0 stock 9 / 1 0 5 1 pot 0 stock 9 / south")
    evening.drop(SOUTH, 1, 2)
    evening.capture(SOUTH, 3)
    evening.press(SOUTH)
    evening.carry(pot(SOUTH), cup(NORTH, 3))
    evening.lay(south_1=1, south_2=0)
    assert evening.happened(PutBack) == [PutBack(SOUTH, "drop 2")]
    assert evening.scene.turn is SOUTH


def test_a_sowing_put_back_is_undone() -> None:
    evening = from_position("0 0 2 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south")
    evening.sow(SOUTH, 3)
    evening.press(SOUTH)
    evening.lay(south_3=2, south_4=0, south_pot=0)
    assert evening.happened(*TAKEN) == put_back("sow 3")


def test_a_confirmed_bean_is_not_taken_for_put_back_though_the_scales_thought_it_likelier() -> None:
    evening = two_dropped()
    (plan,) = [plan for plan in evening.game.plans(evening.referee.position, NORTH) if plan.label == "drop 1"]
    evening.strange = Undecided(cup(NORTH, 1), (), Complete(plan, ()))
    evening.settle()
    evening.wait(6)
    evening.table[cup(NORTH, 1)] = 1
    evening.press(NORTH)
    assert evening.happened(TurnEnded)[-1].label == "drop 1"
    evening.wait(10)
    assert evening.happened(PutBack) == []


def test_a_single_bean_that_north_may_have_captured_is_taken_for_put_back_after_five_seconds() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    evening.lay(south_1=0)
    assert evening.happened(*TAKEN) == []
    evening.wait(5)
    evening.look_again()
    assert evening.happened(*TAKEN) == put_back("drop 1")
    assert evening.scene.turn is SOUTH


def test_a_capture_before_its_drop_stays_one_if_the_drop_follows() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    evening.lay(south_1=0)
    evening.wait(3)
    evening.drop(NORTH, 1, 2, 3, 4)
    evening.lay(north_pot=1)
    evening.press(NORTH)
    assert [event.label for event in evening.happened(TurnEnded)] == ["drop 1", "drop 4"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("also", ["north_1", "north_pot", "south_3"])
def test_anything_else_beside_is_a_wrong_table(also: str) -> None:
    evening = two_dropped()
    evening.lay(south_1=0, south_2=0, **{also: 1})
    assert evening.happened(PutBack) == []


def test_it_is_not_put_back_once_the_opponent_has_ended_a_move() -> None:
    evening = two_dropped()
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    evening.lay(south_1=0, south_2=0)
    assert evening.happened(PutBack) == []
    assert isinstance(evening.referee.state, WrongTable)


def test_a_correction_of_the_table_is_no_move_to_put_back() -> None:
    evening = from_position("1 2 3 1 pot 3 stock 20 / 0 4 1 2 pot 1 stock 22 / north")
    evening.lay(south_3=2)
    evening.tap_both()
    evening.tap_both()
    evening.lay(south_3=3)
    assert evening.happened(PutBack) == []
    assert evening.referee.state != Turn()


def test_a_pass_is_taken_back_with_its_move() -> None:
    evening = from_position("0 0 0 0 pot 0 stock 9 / 0 0 0 0 pot 0 stock 0 / south")
    evening.drop(SOUTH, 1, 2)
    evening.press(SOUTH)
    evening.lay(south_1=0, south_2=0)
    assert evening.happened(*TAKEN) == put_back("drop 2")
    assert evening.referee.history.entries == ()
    assert evening.scene.turn is Side.SOUTH
    assert NORTH not in evening.game.movers(evening.referee.position)
