"""What the board says while it plays a side: bean by bean, capture and press."""

from collections.abc import Sequence

from cupsboard.referee.inputs import Sight
from cupsboard.rules.game import Plan
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.computer_player import Dictation
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, from_position


def choosing(label: str, side: Side = SOUTH) -> Dictation:
    def choose(plans: Sequence[Plan]) -> Plan:
        return next(plan for plan in plans if plan.label == label)

    return Dictation(side, choose)


def told(evening: Evening, dictation: Dictation) -> tuple[str, dict]:
    """The sentence, and the signs that are more than a glow."""
    scene = dictation.dictated(
        scene_of(evening.referee, Sight(None, False, frozenset()), evening.now), evening.referee
    )
    signs = {sign.place: sign.meaning for sign in scene.signs if sign.meaning is not Meaning.YOUR_TURN}
    return say(scene.message), signs


def test_a_drop_with_its_capture_is_ordered_to_the_press() -> None:
    evening = from_position("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south")
    dictation = choosing("drop 3")
    for number in (1, 2, 3):
        ordered = f"The board plays South, drop 3: now a bean into South's cup {number}."
        assert told(evening, dictation) == (ordered, {cup(SOUTH, number): Meaning.MUST_NEXT})
        evening.drop(SOUTH, number)
    assert told(evening, dictation) == (
        "The board plays South, drop 3: now move the beans of North's cup 2 to its pot.",
        {cup(NORTH, 2): Meaning.MUST_CAPTURE, pot(SOUTH): Meaning.INTO_POT},
    )
    evening.capture(SOUTH, 2)
    assert told(evening, dictation) == (
        "The board has played South, drop 3: press South's button for it.",
        {},
    )


def test_a_sowing_names_the_next_cup_and_lights_where_the_bean_lies() -> None:
    evening = from_position("4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south")
    dictation = choosing("sow 1")
    assert told(evening, dictation) == (
        "The board plays South, sow 1: now a bean into South's cup 2.",
        {cup(SOUTH, 1): Meaning.TOO_MANY, cup(SOUTH, 2): Meaning.MUST_NEXT},
    )
    evening.lay(south_1=0, south_2=1)
    assert told(evening, dictation) == (
        "The board plays South, sow 1: now a bean into South's cup 3.",
        {cup(SOUTH, 3): Meaning.MUST_NEXT},
    )


def test_a_press_that_came_too_early_leaves_the_order_as_it_is() -> None:
    evening = from_position("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south")
    dictation = choosing("drop 2")
    told(evening, dictation)
    evening.drop(SOUTH, 2)
    evening.press(SOUTH)
    assert told(evening, dictation)[0] == "The board plays South, drop 2: now a bean into South's cup 1."


def test_hands_that_make_another_move_are_left_to_it() -> None:
    evening = from_position("4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south")
    dictation = choosing("drop 2")
    told(evening, dictation)
    evening.carry(cup(SOUTH, 1), cup(SOUTH, 2), 1)
    assert told(evening, dictation)[0] == "South: one bean of South's cup 1 into South's cup 3."


def test_captured_beans_in_the_hand_go_into_the_pot_and_those_that_lie_there_still_are_named() -> None:
    evening = from_position("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south")
    dictation = choosing("drop 3")
    told(evening, dictation)
    evening.drop(SOUTH, 1, 2)
    evening.carry(cup(NORTH, 2), pot(SOUTH), 2)
    the_rest = "The board plays South, drop 3: now move the beans of North's cup 2 to its pot."
    assert told(evening, dictation) == (
        the_rest,
        {
            cup(SOUTH, 3): Meaning.MUST_NEXT,
            cup(NORTH, 2): Meaning.MUST_CAPTURE,
            pot(SOUTH): Meaning.INTO_POT,
        },
    )
    evening.drop(SOUTH, 3)
    evening.lay(north_2=1)
    assert told(evening, dictation)[0] == the_rest
    evening.lay(north_2=0)
    assert told(evening, dictation) == (
        "The board plays South, drop 3: now the captured beans go into its pot.",
        {pot(SOUTH): Meaning.INTO_POT},
    )
