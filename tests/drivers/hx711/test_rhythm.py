"""From bits to counts, and what is said about a chip's next conversion, which always holds."""

from random import Random

import pytest
from cupsboard.drivers.hx711.bank import HIGHEST, LOWEST, WordJudge, signed, unpack
from cupsboard.drivers.hx711.cell_health import doubted_by_chance
from cupsboard.drivers.hx711.rhythm import Rhythm
from cupsboard.scales.cell_faults import CellFault
from cupsim.electronics.host_timing import HostSpeed
from hx711_rig import Rig
from hypothesis import given
from hypothesis import strategies as st


def watched(rhythm: Rhythm, period: float, width: float, rng: Random, edges: int) -> list[float]:
    """The times of a chip's conversions, after each was shown to the rhythm as seen between two looks."""
    times = []
    time = rng.uniform(0, 1)
    for _ in range(edges):
        edge = time + rng.uniform(-20e-6, 20e-6)
        after = edge - rng.uniform(0, width)
        rhythm.saw_completion(after, after + width)
        times.append(edge)
        time += period
    return [*times, time]


@given(
    sps=st.sampled_from([10, 80]),
    error=st.floats(-0.2, 0.2),
    seed=st.integers(0, 1000),
    edges=st.integers(2, 120),
)
def test_the_next_conversion_lies_within_the_bounds(sps, error, seed, edges):
    period = (1 + error) / sps
    rhythm = Rhythm(sps)
    times = watched(rhythm, period, period / 128, Random(seed), edges)
    early, late = rhythm.expected(times[-2] + period / 2)
    assert early <= times[-1] <= late
    assert rhythm.shortest <= period <= rhythm.longest


@given(error=st.floats(-0.2, 0.2), seed=st.integers(0, 1000))
def test_two_percent_are_known_after_four_edges(error, seed):
    period = (1 + error) / 10
    rhythm = Rhythm(10)
    watched(rhythm, period, 0.8e-3, Random(seed), 4)
    assert rhythm.is_known
    assert rhythm.longest - rhythm.shortest < 0.02 * period


def test_a_slowly_drifting_oscillator_is_followed():
    rhythm = Rhythm(10)
    rng, time, period = Random(3), 0.0, 0.1
    for _ in range(5000):
        early, late = rhythm.expected(time - 0.01) if rhythm.has_phase else (0.0, 1.0)
        if rhythm.is_known:
            assert early <= time <= late
        after = time - rng.uniform(0, 0.8e-3)
        assert rhythm.saw_completion(after, after + 0.8e-3)
        period *= 1 + 4e-6
        time += period


def test_an_edge_that_fits_nothing_makes_the_rhythm_unknown():
    rhythm = Rhythm(10)
    times = watched(rhythm, 0.1, 0.8e-3, Random(1), 10)
    assert not rhythm.saw_completion(times[-1] - 0.04, times[-1] - 0.0392)
    assert not rhythm.is_known


def test_a_stretch_touches_the_update_before_a_conversion_too():
    rhythm = Rhythm(10)
    times = watched(rhythm, 0.1, 1e-4, Random(1), 40)
    early, late = rhythm.expected(times[-1])
    assert rhythm.touches(early - 2e-3, early - 0.1e-3)
    assert rhythm.touches(late - 1e-6, late + 1e-3)
    assert not rhythm.touches(early - 2e-3, early - 1e-3)
    assert not rhythm.touches(late + 1e-3, late + 2e-3)


MASK = (1 << 24) - 1
counts_24 = st.integers(LOWEST, HIGHEST)


@given(counts_24)
def test_counts_survive_the_way_through_a_word(counts):
    assert signed(counts & MASK) == counts


@given(st.lists(counts_24, min_size=1, max_size=24))
def test_each_line_gets_its_own_word(words):
    samples = [
        sum(((word >> (23 - bit)) & 1) << line for line, word in enumerate(words)) for bit in range(24)
    ]
    assert [signed(word) for word in unpack(samples, len(words))] == words


def test_a_word_cut_short_is_held_until_the_next_one_agrees():
    judge = WordJudge()
    assert judge.judge(0x12_3456) == 0x12_3456
    assert judge.judge(0x12_3FFF) is CellFault.MISSED
    assert judge.judge(0x12_3456) == 0x12_3456
    assert judge.judge(0x12_3FFF) is CellFault.MISSED
    assert judge.judge(0x12_3BFF) is CellFault.MISSED
    assert judge.judge(0x12_3BFF) == 0x12_3BFF


def test_minus_one_stays_readable():
    judge = WordJudge()
    assert [judge.judge(MASK) for _ in range(3)] == [CellFault.MISSED, -1, -1]


def test_a_gap_takes_the_confirmation_away():
    judge = WordJudge()
    judge.judge(MASK)
    judge.interrupt()
    assert judge.judge(MASK) is CellFault.MISSED


def test_full_scale_is_named_on_both_sides():
    judge = WordJudge()
    assert [judge.judge(0x7F_FFFF) for _ in range(2)] == [CellFault.MISSED, CellFault.SATURATED_HIGH]
    assert judge.judge(0x80_0000) is CellFault.SATURATED_LOW


def test_thirty_two_equal_words_are_frozen_and_a_new_one_is_not():
    judge = WordJudge()
    readings = [judge.judge(500) for _ in range(32)]
    assert readings[:31] == [500] * 31
    assert readings[31] is CellFault.FROZEN
    assert judge.judge(501) == 501


RESTING = 0x12_3FFF
"""A value that ends in ones."""


def doubted(words: int, noise_counts: float, cut_short: float = 0.0) -> int:
    """How many words of a cell are doubted that rests on such a value, a share of them truly cut short."""
    judge, random, count = WordJudge(), Random(5), 0
    for _ in range(words):
        word = RESTING + round(random.gauss(0.0, noise_counts))
        if random.random() < cut_short:
            word |= 0xFFFF
        count += judge.judge(word) is CellFault.MISSED
    return count


@pytest.mark.parametrize("words", [300, 3000, 30_000])
@pytest.mark.parametrize("noise_counts", [21.0, 50.0, 90.0, 200.0])
def test_a_value_that_ends_in_ones_explains_each_doubt_of_a_sound_cell(words, noise_counts):
    assert 0 < doubted(words, noise_counts) <= doubted_by_chance(words, noise_counts)


@pytest.mark.parametrize("noise_counts", [21.0, 50.0, 90.0, 200.0])
def test_one_word_in_ten_cut_short_is_more_than_chance(noise_counts):
    assert doubted(3000, noise_counts, cut_short=0.1) > doubted_by_chance(3000, noise_counts)


@pytest.mark.parametrize(("sps", "most"), [(10, 6.0), (80, 6.5)])
def test_a_bank_of_eight_looks_a_few_times_for_each_frame(sps, most):
    rig = Rig(cells=8, sps=sps, speed=HostSpeed.ideal())
    rig.run(10)
    steps = rig.steps
    frames = rig.run(200 / sps)
    assert rig.wrong() == []
    assert (rig.steps - steps) / len(frames) < most
