"""What may have been taken up and put back under a hand, by the weight of its place alone."""

from cupsboard.recognition.individuals.trail import taken_up_and_back
from hypothesis import given
from hypothesis import strategies as st

PERIOD = 1 / 80
CUP_GRAMS = 100.0
SAMPLES = st.integers(8, 60)
HANDS = st.floats(0.0, 400.0)


def samples(*stretches: tuple[int, float]) -> list[tuple[float, float]]:
    """So many samples of each weight, one after the other."""
    weights = [grams for count, grams in stretches for _ in range(count)]
    return [(number * PERIOD, grams) for number, grams in enumerate(weights)]


@given(before=SAMPLES, away=SAMPLES, after=SAMPLES, hand=HANDS)
def test_a_cup_that_goes_and_comes_back_under_a_hand_is_seen_at_both_times(
    before: int, away: int, after: int, hand: float
) -> None:
    weights = samples((before, hand), (away, hand - CUP_GRAMS), (after, hand))
    found = taken_up_and_back(weights, CUP_GRAMS)
    assert found is not None
    up, down = found
    assert abs(up - before * PERIOD) <= 5 * PERIOD
    assert abs(down - (before + away) * PERIOD) <= 5 * PERIOD


@given(st.lists(HANDS, max_size=80).map(sorted), st.booleans())
def test_a_weight_that_only_rises_or_only_falls_shows_nothing(weights: list[float], falls: bool) -> None:
    ordered = weights[::-1] if falls else weights
    assert taken_up_and_back([(n * PERIOD, grams) for n, grams in enumerate(ordered)], CUP_GRAMS) is None


@given(SAMPLES, SAMPLES, SAMPLES, HANDS)
def test_a_hand_that_rests_for_a_while_and_leaves_shows_nothing(a: int, b: int, c: int, hand: float) -> None:
    assert taken_up_and_back(samples((a, 0.0), (b, hand), (c, 0.0)), CUP_GRAMS) is None
