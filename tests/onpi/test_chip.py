"""The emulated HX711 against its data sheet, in time of its own: nothing of the board takes part."""

import ctypes
from dataclasses import dataclass

import pytest

from onpi.electronics import NOMINAL_HZ, ChipState, library

US, MS = 1_000, 1_000_000
PERIOD = 100 * MS
RELOADS, MERGES, HOLDS = range(3)


@dataclass
class Chip:
    """One chip and the time."""

    library: ctypes.CDLL
    state: ChipState
    now: int = 0

    def dout(self) -> int:
        level: int = self.library.hx711_dout(ctypes.byref(self.state), self.now)
        return level

    def clock(self, level: int) -> None:
        self.library.hx711_set_clock(ctypes.byref(self.state), level, self.now)

    def pulse(self, high: int = 1 * US) -> int:
        """A pulse; the level after it."""
        self.clock(1)
        self.now += high
        self.clock(0)
        self.now += 1 * US
        return self.dout()

    def read(self, pulses: int = 25) -> int:
        """The next result, clocked out as the data sheet's own program does."""
        self.wait_until_ready()
        bits = [self.pulse() for _ in range(pulses)]
        assert bits[24:] == [1] * (pulses - 24)
        word = int("".join(map(str, bits[:24])), 2)
        return word - (1 << 24) if word >> 23 else word

    def wait_until_ready(self, step: int = 100 * US) -> None:
        until = self.now + 20 * PERIOD
        while self.dout():
            self.now += step
            assert self.now < until, "never ready"


@pytest.fixture
def chip() -> Chip:
    state = ChipState(counts_per_gram=1000.0, oscillator_hz=NOMINAL_HZ)
    library().hx711_power_on(ctypes.byref(state), 1, 0)
    return Chip(library(), state)


def test_the_first_result_after_power_on_comes_after_four_conversions(chip: Chip) -> None:
    chip.wait_until_ready()
    assert chip.now == pytest.approx(4 * PERIOD, abs=1 * MS)


@pytest.mark.parametrize("counts", [0, 1, -1, 0x2A5A5A, -0x2A5A5A, 0x7FFFFF, -0x800000])
def test_a_word_comes_most_significant_bit_first_in_twos_complement(chip: Chip, counts: int) -> None:
    chip.state.empty_counts = counts
    assert chip.read() == counts


@pytest.mark.parametrize(("counts", "end"), [(9e6, 0x7FFFFF), (-9e6, -0x800000)])
def test_beyond_its_range_it_saturates(chip: Chip, counts: float, end: int) -> None:
    chip.state.empty_counts = counts
    assert chip.read() == end


def test_the_25th_pulse_makes_dout_high_until_the_next_result(chip: Chip) -> None:
    chip.wait_until_ready()
    ready_at = chip.now
    chip.read()
    assert chip.dout() == 1
    chip.wait_until_ready()
    assert chip.now - ready_at == pytest.approx(PERIOD, abs=1 * MS)


def test_a_bit_stays_until_the_next_rise(chip: Chip) -> None:
    chip.state.empty_counts = 0x400000
    chip.wait_until_ready()
    assert [chip.pulse(), chip.pulse()] == [0, 1]
    chip.now += 40 * MS
    assert chip.dout() == 1
    assert chip.pulse() == 0


def test_an_unread_result_is_replaced_under_a_high_pulse_of_960_clocks(chip: Chip) -> None:
    chip.wait_until_ready()
    chip.state.empty_counts = 5000
    chip.now = chip.state.done_at + 10 * US
    assert chip.dout() == 1
    high_from = chip.state.done_at - PERIOD
    chip.wait_until_ready(5 * US)
    assert chip.now - high_from == pytest.approx(960 / NOMINAL_HZ * 1e9, abs=20 * US)
    assert chip.read() == 5000


@pytest.mark.parametrize(("high", "is_down"), [(49 * US, False), (60 * US, False), (61 * US, True)])
def test_more_than_60_us_of_high_clock_powers_it_down(chip: Chip, high: int, is_down: bool) -> None:
    chip.state.empty_counts = 0
    chip.wait_until_ready()
    chip.pulse(high)
    assert chip.state.power_downs == is_down
    assert chip.dout() == is_down


def test_it_sleeps_while_the_clock_is_high_and_settles_after_it(chip: Chip) -> None:
    chip.clock(1)
    chip.now += 3000 * MS
    assert chip.dout() == 1
    chip.clock(0)
    woke_at = chip.now
    chip.wait_until_ready()
    assert chip.now - woke_at == pytest.approx(4 * PERIOD, abs=1 * MS)


@pytest.mark.parametrize(("asleep", "is_right"), [(3 * MS, False), (12 * MS, True)])
def test_a_reset_shorter_than_10_ms_spoils_the_first_result(chip: Chip, asleep: int, is_right: bool) -> None:
    chip.clock(1)
    chip.now += asleep
    chip.clock(0)
    assert (abs(chip.read()) < 10) == is_right
    assert abs(chip.read()) < 10


@pytest.mark.parametrize(("pulses", "gain"), [(25, 128), (26, 32), (27, 64)])
def test_the_number_of_pulses_chooses_the_next_gain_which_takes_four_conversions(
    chip: Chip, pulses: int, gain: int
) -> None:
    chip.state.empty_counts = 128_000
    chip.read(pulses)
    read_at = chip.now
    expected = {128: 128_000, 64: 64_000, 32: 0}[gain]
    assert chip.read() == expected
    conversions = 1 if gain == 128 else 4
    assert chip.now - read_at == pytest.approx(conversions * PERIOD, abs=2 * MS)


@pytest.mark.parametrize(("keeps_gain", "counts"), [(0, 128_000), (1, 64_000)])
def test_after_a_wake_the_gain_is_what_either_edition_of_the_sheet_says(
    chip: Chip, keeps_gain: int, counts: int
) -> None:
    chip.state.empty_counts = 128_000
    chip.state.keeps_gain = keeps_gain
    chip.read(27)
    chip.read(27)
    chip.clock(1)
    chip.now += 20 * MS
    chip.clock(0)
    assert chip.read() == counts


def test_a_step_of_weight_has_settled_after_four_conversions(chip: Chip) -> None:
    chip.read()
    chip.state.grams = 10.0
    words = [chip.read() for _ in range(5)]
    assert words == [2500, 5000, 7500, 10_000, 10_000]


@pytest.mark.parametrize(("is_fast", "hertz", "period"), [(0, 1.0, 100.0), (1, 1.0, 12.5), (0, 1.17, 85.5)])
def test_the_rate_pin_and_the_oscillator_make_the_period(
    chip: Chip, is_fast: int, hertz: float, period: float
) -> None:
    chip.state.is_fast, chip.state.oscillator_hz = is_fast, hertz * NOMINAL_HZ
    found = chip.library.hx711_period_ns(ctypes.byref(chip.state)) / MS
    assert found == pytest.approx(period, abs=0.1)


@pytest.mark.parametrize("when_hit", [RELOADS, MERGES, HOLDS])
def test_a_conversion_inside_a_frame_leaves_no_trace_once_the_chip_was_power_cycled(
    chip: Chip, when_hit: int
) -> None:
    chip.state.when_hit, chip.state.empty_counts = when_hit, 0x155555
    chip.wait_until_ready()
    for _ in range(7):
        chip.pulse()
    chip.state.empty_counts = -77
    chip.now += 3 * PERIOD
    chip.clock(1)
    chip.now += 20 * MS
    chip.clock(0)
    assert chip.read() == -77


def test_a_chip_that_holds_waits_in_mid_word_for_the_rest_of_its_pulses(chip: Chip) -> None:
    chip.state.when_hit, chip.state.empty_counts = HOLDS, -1
    chip.wait_until_ready()
    for _ in range(7):
        chip.pulse()
    chip.now += 20 * PERIOD
    assert chip.dout() == 1
    for _ in range(18):
        chip.pulse()
    chip.wait_until_ready()


def test_noise_has_the_size_that_was_asked_for_and_no_lean(chip: Chip) -> None:
    chip.state.noise_counts = 21.0
    words = [chip.read() for _ in range(400)]
    mean = sum(words) / len(words)
    deviation = (sum((word - mean) ** 2 for word in words) / len(words)) ** 0.5
    assert abs(mean) < 5.0
    assert 18.0 < deviation < 24.0
