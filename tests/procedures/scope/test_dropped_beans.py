"""Beans that are dropped onto one cell: counted as they come and go, and weighed one by one."""

from random import Random

from cupsboard.procedures.calibration.raw_stillness import RawCounts
from cupsboard.procedures.scope.verdict import Arrivals
from hypothesis import given
from hypothesis import strategies as st

NOISE = 50.0
VARIANCE = NOISE**2 / 15
BEAN, SPREAD = 1650.0, 0.15


def reading(counts: float) -> RawCounts:
    return RawCounts(counts, VARIANCE, NOISE)


@given(seed=st.integers(0, 10_000), moves=st.lists(st.booleans(), max_size=30))
def test_whatever_comes_and_goes_one_by_one_what_lies_there_is_counted(seed: int, moves: list[bool]) -> None:
    rng = Random(seed)
    lying, arrivals = list[float](), Arrivals(reading(0.0))
    for is_coming in (True, True, True, *moves):
        if is_coming:
            lying.append(BEAN * min(max(rng.gauss(1.0, SPREAD), 0.7), 1.3))
        elif lying:
            lying.pop()
        arrivals.take(reading(sum(lying) + rng.gauss(0.0, VARIANCE**0.5)))
    assert arrivals.lying == len(lying)


def test_two_at_once_are_counted_and_teach_nothing_of_one_bean() -> None:
    arrivals = Arrivals(reading(0.0))
    for total in (1, 2, 3, 5, 6):
        arrivals.take(reading(total * BEAN))
    assert arrivals.lying == 6
    assert len(arrivals.singles) == 4


def test_a_crumb_and_a_cup_are_no_beans() -> None:
    arrivals = Arrivals(reading(0.0))
    for total in (BEAN, 2 * BEAN, 2.3 * BEAN, 100 * BEAN, 2.3 * BEAN):
        arrivals.take(reading(total))
    assert arrivals.lying == 2
    assert len(arrivals.singles) == 2


def test_a_slow_drift_is_followed_and_counts_nothing() -> None:
    arrivals = Arrivals(reading(0.0))
    for step in range(200):
        arrivals.take(reading(step * 0.5 * VARIANCE**0.5))
    assert (arrivals.lying, arrivals.singles) == (0, ())
