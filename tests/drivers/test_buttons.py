from collections.abc import Iterator

import pytest
from cupsboard.drivers.buttons import ButtonPins
from cupsboard.drivers.errors import DriverError
from cupsboard.referee.edges import Edge
from cupsim.electronics.pins import SimulatedPins

LINES = {"south": 20, "north": 26}


@pytest.fixture
def pins() -> SimulatedPins:
    return SimulatedPins()


@pytest.fixture
def buttons(pins: SimulatedPins) -> Iterator[ButtonPins]:
    buttons = ButtonPins(LINES, pins)
    yield buttons
    buttons.close()


def test_untouched_buttons_say_nothing(buttons: ButtonPins) -> None:
    assert buttons.edges(1.0) == []
    assert buttons.edges(2.0) == []


def test_a_press_and_its_release_are_two_edges_at_the_times_they_were_seen(
    pins: SimulatedPins, buttons: ButtonPins
) -> None:
    pins.press(20)
    assert buttons.edges(1.25) == [Edge("south", True, 1.25)]
    assert buttons.edges(1.5) == []
    pins.release(20)
    assert buttons.edges(1.75) == [Edge("south", False, 1.75)]


def test_both_buttons_can_be_down_together(pins: SimulatedPins, buttons: ButtonPins) -> None:
    pins.press(26)
    pins.press(20)
    assert buttons.edges(3.0) == [Edge("south", True, 3.0), Edge("north", True, 3.0)]


def test_bounces_are_passed_on_as_they_are_seen(pins: SimulatedPins, buttons: ButtonPins) -> None:
    seen: list[Edge] = []
    for step, act in enumerate((pins.press, pins.release, pins.press)):
        act(26)
        seen += buttons.edges(step / 1000)
    assert [edge.is_down for edge in seen] == [True, False, True]


def test_a_button_already_down_at_the_start_is_seen_at_once(pins: SimulatedPins) -> None:
    buttons = ButtonPins(LINES, pins)
    pins.press(20)
    assert buttons.edges(0.0) == [Edge("south", True, 0.0)]


def test_a_line_that_is_taken_is_named_and_the_others_are_given_back(pins: SimulatedPins) -> None:
    taken = ButtonPins({"north": 26}, pins)
    with pytest.raises(
        DriverError, match=r"button north: line 26 can't be used \(.*\); end what else uses it"
    ):
        ButtonPins(LINES, pins)
    taken.close()
    ButtonPins(LINES, pins).close()


def test_a_line_no_board_has_is_named(pins: SimulatedPins) -> None:
    with pytest.raises(DriverError, match="button south: line 99"):
        ButtonPins({"south": 99}, pins)
