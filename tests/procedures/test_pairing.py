"""A phone becomes an owner's by the presses that its own page asks for, and by no others."""

from collections.abc import Sequence

import pytest
from cupsboard import profile
from cupsboard.procedures.pairing import OPEN_SECONDS, PART_SECONDS, SHOWN_SECONDS, Pairing
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Side, pot, tray
from cupsboard.session.orders import Ask, OrderRefused
from cupsboard.signs.scene import Meaning, Scene, Tone
from cupsboard.signs.sentences import say
from hypothesis import given
from hypothesis import strategies as st

BOARD = profile.load("2x3")
POTS = [pot(side) for side in Side]
STEP_SECONDS = 0.05


class Opened:
    """A board that was opened for a phone, and fingers at its buttons."""

    def __init__(self, board: profile.Profile = BOARD) -> None:
        beside = [tray(name) for name in board.owners] if board.spots else POTS
        self.pairing = Pairing(board.places, beside)
        self.now = 100.0
        self.tones: list[Tone] = []
        self.wait(0.1)

    def wait(self, seconds: float, *edges: tuple[str, bool]) -> None:
        end = self.now + seconds
        left: Sequence[Edge] = [Edge(button, is_down, self.now) for button, is_down in edges]
        while self.now < end and not self.pairing.is_finished:
            self.now += STEP_SECONDS
            output = self.pairing.step(self.now, None, left)
            self.scene: Scene = output.scene
            self.tones += output.tones
            left = ()

    def press(self, button: str = "south", held: float = 0.15, let_go: float = 0.3) -> None:
        self.wait(held, (button, True))
        self.wait(let_go, (button, False))

    def repeat(self, number: Sequence[int], button: str = "south") -> None:
        for part in number:
            for _ in range(part):
                self.press(button)
            self.wait(PART_SECONDS + 0.2)

    @property
    def lit(self) -> list[str]:
        assert {sign.meaning for sign in self.scene.signs} <= {Meaning.OWNER}
        return [sign.place for sign in self.scene.signs]

    def asked(self, ask: Ask | None = None) -> Ask:
        ask = Ask() if ask is None else ask
        self.pairing.ask(ask)
        self.wait(0.1)
        return ask


def why(ask: Ask) -> str:
    fault = ask.pressed.exception(0)
    assert isinstance(fault, OrderRefused)
    return fault.message.key.removeprefix("refused.")


def test_the_number_on_the_asking_page_repeated_by_presses_makes_the_phone_an_owner_s() -> None:
    opened = Opened()
    assert opened.lit == POTS
    ask = opened.asked(Ask((3, 2, 5)))
    assert opened.lit == list(BOARD.places)
    assert "A phone asks" in say(opened.scene.message)
    assert opened.tones == [Tone.PASSED]
    for count in range(1, 4):
        opened.press("north" if count == 2 else "south")
        assert opened.lit == list(BOARD.places[:count])
        assert f"Pressed: {count}." in say(opened.scene.message)
    opened.wait(PART_SECONDS + 0.2)
    assert opened.lit == list(BOARD.places)
    assert "Right: 1 of 3 numbers" in say(opened.scene.message)
    opened.repeat((2, 5))
    assert ask.pressed.result(0) is None
    assert opened.lit == []
    assert not opened.pairing.is_open
    # Who presses on presses nothing of the game that follows.
    opened.press()
    assert not opened.pairing.is_finished
    opened.wait(SHOWN_SECONDS)
    assert opened.pairing.is_finished


@pytest.mark.parametrize("name", ["3x3-2", "3x3-4"])
def test_any_player_s_button_of_a_board_of_spots_counts(name: str) -> None:
    board = profile.load(name)
    opened = Opened(board)
    assert opened.lit == [tray(owner) for owner in board.owners]
    ask = opened.asked()
    opened.repeat(ask.number, board.owners[-1])
    assert ask.pressed.result(0) is None


@given(st.data())
def test_no_other_presses_make_a_phone_an_owner_s(data: st.DataObject) -> None:
    opened = Opened()
    ask = opened.asked()
    pressed: list[int] = []
    for _ in range(data.draw(st.integers(0, 4))):
        pressed.append(data.draw(st.integers(0, 6)))
        opened.repeat(pressed[-1:], data.draw(st.sampled_from(["south", "north"])))
    parts = tuple(part for part in pressed if part)
    assert (ask.pressed.done() and ask.pressed.exception(0) is None) == (
        parts[: len(ask.number)] == ask.number
    )


def test_one_press_says_no_before_and_after_a_phone_has_asked() -> None:
    opened = Opened()
    opened.press()
    with pytest.raises(OrderRefused, match="No phone may ask"):
        opened.pairing.ask(Ask())
    opened = Opened()
    ask = opened.asked()
    opened.press()
    opened.wait(PART_SECONDS + 0.2)
    assert why(ask) == "other-number"
    opened.wait(SHOWN_SECONDS)
    assert opened.pairing.is_finished


def test_two_phones_end_each_other_and_the_board_says_so() -> None:
    opened = Opened()
    first = opened.asked(Ask((2, 2, 2)))
    opened.repeat((2, 2))
    with pytest.raises(OrderRefused, match="Two phones asked at once"):
        opened.asked()
    opened.wait(0.1)
    assert why(first) == "two-ask"
    assert "Two phones asked at once" in say(opened.scene.message)
    assert Tone.WRONG in opened.tones
    with pytest.raises(OrderRefused, match="No phone may ask"):
        opened.pairing.ask(Ask())


def test_a_phone_that_goes_away_leaves_room_for_another_and_none_of_its_presses() -> None:
    opened = Opened()
    first = opened.asked(Ask((2, 2, 3)))
    opened.repeat((2, 2))
    first.pressed.cancel()
    opened.wait(0.1)
    assert opened.lit == POTS
    second = opened.asked(Ask((3, 2, 2)))
    opened.repeat((3,))
    assert not second.pressed.done()
    opened.repeat((2, 2))
    assert second.pressed.result(0) is None


def test_after_two_minutes_it_is_over_whoever_asks() -> None:
    opened = Opened()
    opened.wait(OPEN_SECONDS - 10.0)
    ask = opened.asked()
    opened.wait(10.0)
    assert why(ask) == "not-pressed"
    opened.wait(SHOWN_SECONDS + 0.1)
    assert opened.pairing.is_finished


def test_whatever_else_begins_refuses_the_phone() -> None:
    opened = Opened()
    ask = opened.asked()
    opened.pairing.end()
    assert why(ask) == "not-open"


def test_a_finger_that_rests_on_a_button_ends_no_number() -> None:
    opened = Opened()
    ask = opened.asked(Ask((2, 2, 2)))
    opened.press()
    opened.press(held=3.5)
    opened.wait(PART_SECONDS + 0.2)
    assert "1 of 3" in say(opened.scene.message)
    assert not ask.pressed.done()
