"""What the board says while it plays a side: bean by bean, capture and press."""

from answered import Answered, at
from cupsboard.rules.places import cup, pot
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH


def choosing(line: str, label: str) -> Answered:
    """The board plays South there, and has chosen this move."""
    table = at(line, SOUTH)
    table.answer(label)
    return table


def told(table: Answered) -> tuple[str, dict]:
    """The sentence, and the signs that are more than a glow."""
    scene = table.look()
    signs = {sign.place: sign.meaning for sign in scene.signs if sign.meaning is not Meaning.YOUR_TURN}
    return say(scene.message), signs


def test_a_drop_with_its_capture_is_ordered_to_the_press() -> None:
    table = choosing("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", "drop 3")
    evening = table.evening
    for number in (1, 2, 3):
        ordered = f"The board plays South, drop 3: now a bean into South's cup {number}."
        assert told(table) == (ordered, {cup(SOUTH, number): Meaning.MUST_NEXT})
        evening.drop(SOUTH, number)
    assert told(table) == (
        "The board plays South, drop 3: now move the beans of North's cup 2 to its pot.",
        {cup(NORTH, 2): Meaning.MUST_CAPTURE, pot(SOUTH): Meaning.INTO_POT},
    )
    evening.capture(SOUTH, 2)
    assert told(table) == (
        "The board has played South, drop 3: press South's button for it.",
        {pot(SOUTH): Meaning.PRESS},
    )


def test_a_sowing_names_the_next_cup_and_lights_where_the_bean_lies() -> None:
    table = choosing("4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south", "sow 1")
    evening = table.evening
    assert told(table) == (
        "The board plays South, sow 1: now a bean into South's cup 2.",
        {cup(SOUTH, 1): Meaning.TOO_MANY, cup(SOUTH, 2): Meaning.MUST_NEXT},
    )
    evening.lay(south_1=0, south_2=1)
    assert told(table) == (
        "The board plays South, sow 1: now a bean into South's cup 3.",
        {cup(SOUTH, 3): Meaning.MUST_NEXT},
    )


def test_a_press_that_came_too_early_leaves_the_order_as_it_is() -> None:
    table = choosing("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", "drop 2")
    evening = table.evening
    told(table)
    evening.drop(SOUTH, 2)
    evening.press(SOUTH)
    assert told(table)[0] == "The board plays South, drop 2: now a bean into South's cup 1."


def test_hands_that_make_another_move_are_left_to_it() -> None:
    table = choosing("4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south", "drop 2")
    evening = table.evening
    told(table)
    evening.carry(cup(SOUTH, 1), cup(SOUTH, 2), 1)
    assert told(table)[0] == "South: one bean of South's cup 1 into South's cup 3."


def test_captured_beans_in_the_hand_go_into_the_pot_and_those_that_lie_there_still_are_named() -> None:
    table = choosing("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", "drop 3")
    evening = table.evening
    told(table)
    evening.drop(SOUTH, 1, 2)
    evening.carry(cup(NORTH, 2), pot(SOUTH), 2)
    the_rest = "The board plays South, drop 3: now move the beans of North's cup 2 to its pot."
    assert told(table) == (
        the_rest,
        {cup(SOUTH, 3): Meaning.MUST_NEXT, cup(NORTH, 2): Meaning.MUST_CAPTURE, pot(SOUTH): Meaning.INTO_POT},
    )
    evening.drop(SOUTH, 3)
    evening.lay(north_2=1)
    assert told(table)[0] == the_rest
    evening.lay(north_2=0)
    assert told(table) == (
        "The board plays South, drop 3: now the captured beans go into its pot.",
        {pot(SOUTH): Meaning.INTO_POT},
    )
