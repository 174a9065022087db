"""The weights that a place showed, from its samples."""

from cupsboard.recognition.individuals.trail import levels
from hypothesis import given
from hypothesis import strategies as st

PERIOD = 1 / 80
QUIET_GRAMS = 0.2


@given(st.integers(8, 40), st.integers(1, 3), st.integers(8, 40), st.floats(-5.0, 5.0))
def test_a_few_samples_further_off_end_no_level(before: int, off: int, after: int, off_grams: float) -> None:
    weights = [90.0] * before + [90.0 + off_grams] * off + [90.0] * after
    (level,) = levels([(number * PERIOD, grams) for number, grams in enumerate(weights)], QUIET_GRAMS)
    assert (level.began, level.grams) == (0.0, 90.0)
    assert level.ended == (len(weights) - 1) * PERIOD


@given(st.lists(st.integers(8, 30), min_size=1, max_size=4))
def test_each_weight_that_lasts_is_a_level_of_its_own(counts: list[int]) -> None:
    weights = [50.0 * number for number, count in enumerate(counts) for _ in range(count)]
    found = levels([(number * PERIOD, grams) for number, grams in enumerate(weights)], QUIET_GRAMS)
    assert [level.grams for level in found] == [50.0 * number for number in range(len(counts))]
