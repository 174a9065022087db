"""A cell of the bank looks like the HX711 of adafruit_hx711."""

from random import Random

import pytest
from adafruit_hx711.analog_in import AnalogIn
from adafruit_hx711.hx711 import HX711
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.hx711.adafruit_view import CellView, ReadTwice
from cupsboard.drivers.hx711.bank import PULSES
from cupsboard.scales.cell_faults import CellFault
from cupsim.electronics.hx711_chip import Gain
from hx711_rig import Quiet, Rig


def test_an_analog_in_gives_the_banks_latest_signed_counts():
    rig = Rig(cells=2, signal=Quiet(Random(1), -12_345))
    rig.run(2)
    view = CellView(lambda: rig.bank.latest("cell-1"))
    assert isinstance(view, HX711)
    assert not view.is_busy
    assert AnalogIn(view).value == rig.bank.latest("cell-1") < -12_000


def test_a_tare_is_subtracted():
    view = CellView(lambda: -12_345)
    view.tare_value_a = -12_345
    assert view.read() == 0


def test_a_view_never_touches_the_clock():
    with pytest.raises(DriverError, match="shared"):
        CellView(lambda: 1).power_down(True)


def test_a_fault_is_an_error_that_names_it_and_never_a_number():
    view = CellView(lambda: CellFault.SILENT)
    assert not view.is_busy
    with pytest.raises(DriverError, match="unplugged"):
        AnalogIn(view).value  # noqa: B018


def test_a_cell_without_a_result_yet_is_busy():
    assert CellView(lambda: CellFault.STARTING).is_busy


def test_another_gain_is_refused():
    with pytest.raises(DriverError, match="A at 128"):
        CellView(lambda: 1).read(HX711.CHAN_B_GAIN_32)


def test_our_pulse_counts_are_the_classes():
    assert HX711.CHAN_A_GAIN_128 == PULSES == Gain.A128.value
    assert Gain.B32.value == HX711.CHAN_B_GAIN_32
    assert Gain.A64.value == HX711.CHAN_A_GAIN_64


def read_twice(seconds):
    rig = Rig(cells=1, signal=Quiet(Random(1), -12_345))
    rig.bank = ReadTwice(rig.bank)
    return rig.bank, rig.run(seconds)


def test_every_reading_of_the_bus_is_the_same_through_the_class():
    twice, frames = read_twice(3)
    counts = [reading for frame in frames for reading in frame.readings if isinstance(reading, int)]
    assert (twice.count, twice.last_counts, twice.differing) == (len(counts), counts[-1], None)
    assert len(counts) > 20
    assert counts[-1] < -12_000


def test_a_class_that_gives_another_number_is_told(monkeypatch):
    monkeypatch.setattr(HX711, "read", lambda cell, gain: cell._read_channel(gain) & 0xFFFFFF)
    twice, _ = read_twice(3)
    counts, other = twice.differing
    assert other == counts + (1 << 24)


def test_before_the_first_reading_nothing_is_read():
    twice, _ = read_twice(0.01)
    assert (twice.count, twice.last_counts) == (0, None)
