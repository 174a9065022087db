import threading

from cupsboard.drivers.buttons import ButtonPins, BuzzerPin
from cupsim.electronics.pins import SimulatedPins, SimulatedStrip
from gpiozero import Device


def test_two_boards_share_no_pin_and_leave_gpiozero_s_default_alone() -> None:
    one, other = SimulatedPins(), SimulatedPins()
    buttons = [ButtonPins({"south": 20}, pins) for pins in (one, other)]
    one.press(20)
    assert len(buttons[0].edges(1.0)) == 1
    assert len(buttons[1].edges(1.0)) == 0
    assert Device.pin_factory is None


def test_the_drivers_start_no_thread() -> None:
    before = threading.active_count()
    pins = SimulatedPins()
    ButtonPins({"south": 20, "north": 26}, pins)
    BuzzerPin(13, pins)
    assert threading.active_count() == before


def test_the_strip_decodes_what_went_over_the_wire() -> None:
    strip = SimulatedStrip(3, "GRB")
    strip[0] = (1, 2, 3)
    strip[2] = (200, 100, 50)
    assert strip.colours == [(0, 0, 0)] * 3
    strip.show()
    assert strip.wire == bytes([2, 1, 3, 0, 0, 0, 100, 200, 50])
    assert strip.colours == [(1, 2, 3), (0, 0, 0), (200, 100, 50)]


def test_what_was_on_the_wire_stays_lit_until_the_next_transmission() -> None:
    strip = SimulatedStrip(1, "RGB")
    strip[0] = (9, 9, 9)
    strip.show()
    strip[0] = (0, 0, 0)
    assert strip.colours == [(9, 9, 9)]
