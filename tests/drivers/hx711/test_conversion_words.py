"""From bits to counts, and which words are believed."""

from random import Random

import pytest
from cupsboard.drivers.hx711.bank import HIGHEST, LOWEST, WordJudge, signed, unpack
from cupsboard.drivers.hx711.cell_health import doubted_by_chance
from cupsboard.scales.cell_faults import CellFault
from hypothesis import given
from hypothesis import strategies as st

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
