"""A bean that comes right after one's own press: the shorter move stands, and the board says so."""

import pytest
from cupsboard.referee.events import Ending, TurnEnded, Undone
from cupsboard.referee.states import Turn, WrongTable
from cupsboard.referee.table_judge import AFTERTHOUGHT_SECONDS
from cupsboard.rules.history import Moved
from cupsboard.rules.places import cup
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, fresh, from_position

# South's third cup is empty, and North's beans lie opposite of it.
BEFORE_A_CAPTURE = "1 1 0 0 pot 0 stock 20 / 1 4 1 1 pot 0 stock 20 / south"


def ended(evening: Evening) -> Moved | None:
    state = evening.referee.state
    return state.ended if isinstance(state, WrongTable) else None


@pytest.fixture
def evening() -> Evening:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    return evening


def test_the_sentence_says_which_move_was_taken_how_to_leave_it_so_and_how_to_take_it_back(
    evening: Evening,
) -> None:
    evening.drop(SOUTH, 2)
    assert say(evening.scene.message) == (
        "South's press ended the turn with drop 1. Now take 1 bean out of South's cup 2, "
        "or hold both buttons to take drop 1 back."
    )
    assert evening.lights == {cup(SOUTH, 2): {Meaning.TOO_MANY}}
    assert evening.happened(TurnEnded) == [TurnEnded(SOUTH, "drop 1", Ending.PRESSED)]


def test_it_says_so_for_as_long_as_that_bean_lies_there(evening: Evening) -> None:
    evening.drop(SOUTH, 2)
    evening.wait(3 * AFTERTHOUGHT_SECONDS)
    assert evening.scene.message.key == "wrong-ended"
    evening.drop(SOUTH, 3)
    assert ended(evening) == Moved(SOUTH, "drop 1")
    evening.lay(south_2=0, south_3=0)
    assert evening.referee.state == Turn()


def test_both_of_its_ways_out_work(evening: Evening) -> None:
    evening.drop(SOUTH, 2)
    assert Undone() in evening.hold_both()
    evening.clear()
    evening.drop(SOUTH, 1, 2)
    evening.press(SOUTH)
    assert evening.happened(TurnEnded)[-1] == TurnEnded(SOUTH, "drop 2", Ending.PRESSED)


def test_a_longer_drop_that_is_not_finished_or_owes_a_capture_is_meant_too() -> None:
    evening = from_position(BEFORE_A_CAPTURE)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    evening.drop(SOUTH, 3)
    assert ended(evening) == Moved(SOUTH, "drop 1")
    evening.drop(SOUTH, 2)
    assert ended(evening) == Moved(SOUTH, "drop 1")


@pytest.mark.parametrize("side", [SOUTH, NORTH])
def test_beans_that_fit_no_longer_move_are_only_wrong(evening: Evening, side: object) -> None:
    evening.lay(**({"south_1": 3} if side is SOUTH else {"north_pot": 1}))
    assert isinstance(evening.referee.state, WrongTable)
    assert ended(evening) is None
    assert evening.scene.message.key != "wrong-ended"


def test_a_bean_that_comes_long_after_the_press_is_only_wrong(evening: Evening) -> None:
    evening.wait(AFTERTHOUGHT_SECONDS + 1.0)
    evening.drop(SOUTH, 2)
    assert isinstance(evening.referee.state, WrongTable)
    assert ended(evening) is None


def test_a_turn_that_nobody_pressed_for_is_no_matter_of_a_press() -> None:
    evening = fresh(starter=SOUTH, stillness_seconds=1.0, press_asked_after_seconds=None)
    evening.drop(SOUTH, 1)
    evening.wait(2)
    evening.drop(SOUTH, 2)
    assert isinstance(evening.referee.state, WrongTable)
    assert ended(evening) is None


def test_after_an_undo_nothing_is_ended_any_more(evening: Evening) -> None:
    evening.hold_both()
    evening.clear()
    assert evening.referee.state == Turn()
    evening.lay(south_1=2)
    assert ended(evening) is None
