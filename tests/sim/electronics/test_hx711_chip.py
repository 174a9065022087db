"""The simulated HX711 behaves as the datasheet and its users say the real one does."""

from random import Random

import pytest
from cupsim.electronics.chip_bank import ChipBank
from cupsim.electronics.host_timing import Host, HostSpeed
from cupsim.electronics.hx711_chip import HIGHEST, LOWEST, Chip, Gain, MidFrame

FAST = HostSpeed(call_seconds=1e-6, call_jitter=0.0, preemptions_per_second=0.0, wake_seconds=0.0)


class Counter:
    """A signal that counts conversions: 1000, 1001, ..."""

    def __init__(self, start: int = 1000) -> None:
        self.next = start
        self.times: list[float] = []

    def __call__(self, time: float, period: float) -> int:
        self.times.append(time)
        self.next += 1
        return self.next - 1


def bank_of(*chips: Chip) -> ChipBank:
    return ChipBank(chips, Host(Random(1), FAST), Random(2))


def chip(signal=None, **kwargs) -> Chip:
    return Chip(signal or Counter(), Random(3), oscillator_error=0.0, **kwargs)


def pulse(bank: ChipBank) -> int:
    bank.set_clock(True)
    bank.set_clock(False)
    return bank.read_lines()


def clock_out(bank: ChipBank, pulses: int = 25) -> list[int]:
    return [pulse(bank) for _ in range(pulses)]


def word(levels: list[int], line: int = 0) -> int:
    return int("".join(str(level >> line & 1) for level in levels[:24]), 2)


def wait_ready(bank: ChipBank, step: float = 1e-3) -> None:
    while bank.read_lines():
        bank.advance_to(bank.now() + step)


def reset(bank: ChipBank) -> None:
    bank.set_clock(True)
    bank.advance_to(bank.now() + 0.012)
    bank.set_clock(False)


def test_a_word_comes_most_significant_bit_first_and_pulse_25_pulls_the_line_high():
    bank = bank_of(chip(lambda time, period: 0x123456))
    bank.read_lines()
    levels = clock_out(bank)
    assert word(levels) == 0x123456
    assert levels[24] == 1


def test_lines_are_read_together_and_the_first_chip_is_bit_0():
    bank = bank_of(chip(lambda time, period: 5), chip(lambda time, period: -2))
    bank.read_lines()
    levels = clock_out(bank)
    assert [word(levels, line) for line in (0, 1)] == [5, 0xFFFFFE]


@pytest.mark.parametrize(("load", "seen"), [(1 << 25, HIGHEST), (-(1 << 25), LOWEST & 0xFFFFFF)])
def test_an_overload_saturates(load, seen):
    bank = bank_of(chip(lambda time, period: load))
    bank.read_lines()
    assert word(clock_out(bank)) == seen


@pytest.mark.parametrize(("sps", "expected"), [(10, 100), (80, 800)])
def test_conversions_go_on_whether_read_or_not(sps, expected):
    signal = Counter()
    bank = bank_of(chip(signal, sps=sps))
    bank.read_lines()
    bank.advance_to(10.0)
    assert len(signal.times) == pytest.approx(expected, abs=2)


def test_an_unread_line_pulses_high_for_75_us_at_each_update():
    bank = bank_of(chip())
    high = 0.0
    bank.read_lines()
    while bank.now() < 0.25:
        before = bank.now()
        bank.advance_to(before + 10e-6)
        if bank.read_lines():
            high += bank.now() - before
    assert high == pytest.approx(2 * 75e-6, rel=0.6)


def test_after_a_power_cycle_the_line_stays_high_for_four_conversions():
    bank = bank_of(chip())
    reset(bank)
    start = bank.now()
    wait_ready(bank)
    assert bank.now() - start == pytest.approx(0.4, abs=2e-3)


def test_a_clock_high_for_60_us_does_nothing_and_for_longer_powers_down():
    for high_seconds, is_settling in ((55e-6, False), (70e-6, True)):
        bank = bank_of(chip())
        bank.read_lines()
        bank.set_clock(True)
        bank.advance_to(bank.now() + high_seconds)
        bank.set_clock(False)
        bank.advance_to(bank.now() + 0.3)
        assert bool(bank.read_lines()) is is_settling


def test_a_word_cut_off_by_a_power_down_ends_in_ones():
    bank = bank_of(chip(lambda time, period: 0))
    bank.read_lines()
    levels = clock_out(bank, 10)
    reset(bank)
    levels += clock_out(bank, 15)
    assert word(levels) == (1 << 14) - 1


@pytest.mark.parametrize(("pulses", "gain"), [(25, Gain.A128), (26, Gain.B32), (27, Gain.A64)])
def test_the_number_of_pulses_chooses_the_next_gain(pulses, gain):
    one = chip(lambda time, period: 8000)
    bank = bank_of(one)
    bank.read_lines()
    clock_out(bank, pulses)
    start = bank.now()
    wait_ready(bank)
    assert one.gain is gain
    settling = 4 if gain is not Gain.A128 else 1
    assert bank.now() - start < settling * 0.1 + 0.001
    assert bank.now() - start > (settling - 1) * 0.1
    if gain is Gain.A64:
        assert word(clock_out(bank)) == 4000


def caught_in_mid_frame(mid_frame: MidFrame) -> tuple[ChipBank, list[int]]:
    """A frame during which the conversion after 0x555555 completes with 0x2AAAAA, after ten bits."""
    values = iter([0x555555, 0x2AAAAA, *[0x123456] * 50])
    bank = bank_of(chip(lambda time, period: next(values), mid_frame=mid_frame))
    bank.read_lines()
    levels = clock_out(bank, 10)
    seen = bank.chips[0].conversions
    while bank.chips[0].conversions == seen:
        bank.advance_to(bank.now() + 1e-3)
    return bank, levels + clock_out(bank, 15)


def test_a_conversion_in_mid_frame_may_restart_the_word():
    bank, levels = caught_in_mid_frame(MidFrame.RELOAD)
    assert word(levels[10:] + [0] * 9) >> 9 == 0x2AAAAA >> 9
    bank.advance_to(bank.now() + 0.11)
    assert word(clock_out(bank)) == 0x123456


def test_a_conversion_in_mid_frame_may_mix_two_words():
    _, levels = caught_in_mid_frame(MidFrame.MERGE)
    assert word(levels) == 0x555555 >> 14 << 14 | 0x2AAAAA & (1 << 14) - 1


def test_a_conversion_in_mid_frame_may_hang_the_chip_until_a_power_cycle():
    bank, levels = caught_in_mid_frame(MidFrame.HANG)
    assert len(set(levels[9:])) == 1
    bank.advance_to(bank.now() + 1.0)
    assert set(clock_out(bank)) == {levels[-1]}
    reset(bank)
    wait_ready(bank)
    assert word(clock_out(bank)) == 0x123456


def test_wiring_faults_are_seen_at_the_line_at_once():
    one = chip()
    bank = bank_of(one)
    bank.read_lines()
    one.stick_high()
    assert clock_out(bank, 30) == [1] * 30
    one.stick_low()
    assert clock_out(bank, 30) == [0] * 30
    one.float_line()
    assert len({bank.read_lines() for _ in range(50)}) == 2
    one.unplug()
    assert bank.read_lines() == 1


def test_a_chip_that_is_plugged_in_settles_first():
    one = chip()
    bank = bank_of(one)
    one.unplug()
    bank.advance_to(1.0)
    one.plug()
    bank.read_lines()
    start = bank.now()
    wait_ready(bank)
    assert bank.now() - start == pytest.approx(0.4, abs=2e-3)


def test_oscillators_differ_by_several_per_cent():
    rng = Random(1)
    periods = [Chip(Counter(), rng).period for _ in range(50)]
    assert max(periods) > 0.103
    assert min(periods) < 0.097


def test_a_preempted_host_holds_the_clock_for_as_long_as_it_was_away():
    host = Host(Random(4), HostSpeed(preemptions_per_second=200.0, preemption_seconds=1e-3))
    costs = []
    for _ in range(20_000):
        before = host.time
        effect = host.call()
        assert before <= effect <= host.time
        costs.append(host.time - before)
    assert host.preemptions > 10
    assert max(costs) > 1e-3
    assert sorted(costs)[len(costs) // 2] == pytest.approx(5e-6, rel=0.2)
