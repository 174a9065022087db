"""The players' buttons and the buzzer, on the pins that gpiozero pretends."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from cupsboard.drivers.buttons import ButtonPins, BuzzerPin
from cupsboard.drivers.errors import DriverError
from cupsboard.referee.edges import Edge
from cupsboard.signs.light_patterns import TONES
from cupsboard.signs.scene import Tone
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


LINE = 13
STEP_SECONDS = 0.01


def heard(pins: SimulatedPins, buzzer: BuzzerPin, start: float, seconds: float) -> list[float]:
    """The times at which the line changed, with steps of a hundredth of a second."""
    now = start
    changes: list[float] = []
    pins.watch(LINE, lambda level: changes.append(now))
    for step in range(1, round(seconds / STEP_SECONDS)):
        now = start + step * STEP_SECONDS
        buzzer.step(now)
    return changes


def test_the_buzzer_is_silent_until_it_is_told_something(pins: SimulatedPins) -> None:
    buzzer = BuzzerPin(LINE, pins)
    assert heard(pins, buzzer, start=0.0, seconds=1.0) == []
    assert not pins.is_high(LINE)


@pytest.mark.parametrize("tone", Tone)
def test_a_tone_sounds_as_written_and_ends(pins: SimulatedPins, tone: Tone) -> None:
    buzzer = BuzzerPin(LINE, pins)
    buzzer.show(tone, 5.0)
    assert pins.is_high(LINE)
    changes = heard(pins, buzzer, start=5.0, seconds=3.0)
    durations = [later - earlier for earlier, later in pairwise([5.0, *changes])]
    assert durations == pytest.approx(TONES[tone], abs=1.5 * STEP_SECONDS)
    assert not pins.is_high(LINE)


def test_a_new_tone_takes_the_place_of_the_old(pins: SimulatedPins) -> None:
    buzzer = BuzzerPin(LINE, pins)
    buzzer.show(Tone.OVER, 1.0)
    buzzer.show(Tone.AGREED, 1.15)
    changes = heard(pins, buzzer, start=1.15, seconds=2.0)
    assert changes == pytest.approx([1.15 + 0.06], abs=1.5 * STEP_SECONDS)


def test_after_a_long_pause_the_buzzer_does_not_stay_on(pins: SimulatedPins) -> None:
    buzzer = BuzzerPin(LINE, pins)
    buzzer.show(Tone.WRONG, 1.0)
    buzzer.step(100.0)
    assert not pins.is_high(LINE)


def test_closing_silences_the_buzzer_and_frees_the_line(pins: SimulatedPins) -> None:
    buzzer = BuzzerPin(LINE, pins)
    buzzer.show(Tone.WRONG, 1.0)
    buzzer.close()
    assert not pins.is_high(LINE)
    BuzzerPin(LINE, pins)


def test_a_line_that_is_taken_is_named(pins: SimulatedPins) -> None:
    buzzer = BuzzerPin(LINE, pins)
    with pytest.raises(DriverError, match=r"buzzer: line 13 can't be used \(.*\); end what else uses it"):
        BuzzerPin(LINE, pins)
    buzzer.close()
