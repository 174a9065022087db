import pytest
from cupsboard.rules.places import Side, cup, pot, stock
from cupsim.page.pace import FACTORS, LONGEST_TICK_SECONDS, Pace
from cupsim.table.hand_actions import Drop, Lift, Pour, PressButton, PutBack, Take
from cupsim.terminal.keys import Acts, Button, Grip, Keyboard, Wish, keys_in
from hypothesis import given
from hypothesis import strategies as st

SOUTH_STOCK = stock(Side.SOUTH)
EMPTY_HAND = Grip()


def pressed(keyboard: Keyboard, *keys: str, grip: Grip = EMPTY_HAND) -> list[object]:
    """The acts that keys ask for, all pressed before the hand has moved."""
    commands = [keyboard.press(keys[0], grip, {})]
    busy = Grip(grip.beans, grip.lifted, is_busy=True)
    commands += [keyboard.press(key, busy, {}) for key in keys[1:]]
    return [act for command in commands if isinstance(command, Acts) for act in command.acts]


def test_a_number_puts_a_bean_from_the_stock_into_that_cup() -> None:
    assert pressed(Keyboard(4), "3") == [Take(SOUTH_STOCK), Drop(cup(Side.SOUTH, 3))]


def test_a_number_puts_a_bean_from_the_hand_if_there_is_one() -> None:
    assert pressed(Keyboard(4), "3", grip=Grip(beans=2)) == [Drop(cup(Side.SOUTH, 3))]


def test_beans_taken_a_moment_ago_are_used_though_the_hand_is_still_on_its_way() -> None:
    acts = pressed(Keyboard(4), "s", "s", "1", "2", "3")
    assert acts[:4] == [Take(SOUTH_STOCK)] * 2 + [Drop(cup(Side.SOUTH, 1)), Drop(cup(Side.SOUTH, 2))]
    assert acts[4:] == [Take(SOUTH_STOCK), Drop(cup(Side.SOUTH, 3))]


def test_zero_is_cup_ten_and_no_key_reaches_a_cup_the_board_lacks() -> None:
    assert pressed(Keyboard(10), "0")[-1] == Drop(cup(Side.SOUTH, 10))
    assert pressed(Keyboard(4), "5") == []
    assert pressed(Keyboard(4), "0") == []


def test_arrows_choose_any_place_of_the_board_and_stop_at_its_edges() -> None:
    keyboard = Keyboard(4)
    pressed(keyboard, "up")
    assert keyboard.chosen == cup(Side.NORTH, 4), "south's cup 1 is opposite north's cup 4"
    pressed(keyboard, "left")
    assert keyboard.chosen == pot(Side.NORTH)
    pressed(keyboard, "left", "down", "right")
    assert keyboard.chosen == cup(Side.SOUTH, 1)
    pressed(keyboard, *["right"] * 9)
    assert keyboard.chosen == pot(Side.SOUTH)


def test_a_capture_pours_the_chosen_cup_into_the_own_pot_and_puts_it_back() -> None:
    keyboard = Keyboard(4)
    pressed(keyboard, "up")
    captured = cup(Side.NORTH, 4)
    assert pressed(keyboard, "c") == [Lift(captured), Pour(pot(Side.SOUTH)), PutBack(captured)]


def test_a_lifted_cup_goes_back_where_it_came_from_whatever_is_chosen() -> None:
    keyboard = Keyboard(4)
    assert pressed(keyboard, "l", "right", "p", "l") == [
        Lift(cup(Side.SOUTH, 1)),
        Pour(cup(Side.SOUTH, 2)),
        PutBack(cup(Side.SOUTH, 1)),
    ]


def test_all_beans_of_a_place_are_taken_in_one_grasp_and_all_in_the_hand_go_back() -> None:
    keyboard = Keyboard(4)
    command = keyboard.press("X", Grip(), {cup(Side.SOUTH, 1): 5})
    assert command == Acts((Take(cup(Side.SOUTH, 1), 5),))
    assert keyboard.press("r", Grip(is_busy=True), {}) == Acts((Drop(SOUTH_STOCK, 5),))
    assert keyboard.press("r", Grip(is_busy=True), {}) is None


def test_the_keys_can_move_the_other_players_hand() -> None:
    keyboard = Keyboard(4)
    assert keyboard.press("tab", Grip(), {}) is Wish.OTHER_HAND
    keyboard.move_other_hand()
    assert pressed(keyboard, "2") == [Take(stock(Side.NORTH)), Drop(cup(Side.NORTH, 2))]
    assert keyboard.chosen == cup(Side.NORTH, 2)


def test_the_own_button_is_tapped_and_held_by_the_hand_and_both_by_fingers() -> None:
    (tap,), (hold,) = pressed(Keyboard(4), "enter"), pressed(Keyboard(4), "h")
    assert isinstance(tap, PressButton)
    assert isinstance(hold, PressButton)
    assert tap.held_seconds < 0.8 < hold.held_seconds < 4.0
    assert Keyboard(4).press("u", Grip(), {}) is Button.UNDO
    assert Keyboard(4).press("y", Grip(), {}) is Button.REDO


@given(st.text(max_size=20))
def test_no_key_upsets_the_keyboard(text: str) -> None:
    keyboard = Keyboard(4)
    for key in keys_in(text):
        keyboard.press(key, Grip(), {})


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("1b", ["1", "b"]),
        ("\x1b[A\x1b[B\x1bOC\x1b[D", ["up", "down", "right", "left"]),
        ("\r \t\x1b", ["enter", " ", "tab", "escape"]),
        ("\x1b[15~q", ["\x1b[15~", "q"]),
        ("\x01", []),
    ],
)
def test_what_a_terminal_sends_becomes_keys(sent: str, keys: list[str]) -> None:
    assert keys_in(sent) == keys


def test_the_pace_steps_up_and_down_within_its_factors() -> None:
    pace = Pace(8.0)
    pace.slower()
    assert pace.virtual_seconds(0.05) == pytest.approx(0.2)
    for _ in FACTORS:
        pace.faster()
    assert pace.factor == FACTORS[-1]
    for _ in FACTORS:
        pace.slower()
    assert pace.factor == FACTORS[0]


def test_a_program_that_was_stopped_does_not_make_up_for_it() -> None:
    assert Pace(2.0).virtual_seconds(3600.0) == 2.0 * LONGEST_TICK_SECONDS
    assert Pace(2.0).virtual_seconds(-1.0) == 0.0
