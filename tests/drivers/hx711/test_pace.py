"""A chip's rate is what its edges prove, and nothing else."""

from random import Random

from cupsboard.drivers.hx711.pace import FAST_LATEST_SECONDS, FAST_SPS, SLOW_SPS, Pace
from hypothesis import given
from hypothesis import strategies as st

LOOK_SECONDS = 60e-6

errors = st.floats(-0.17, 0.17)
seeds = st.integers(0, 1000)


def read_at_once(pace: Pace, period: float, edges: int, rng: Random, start: float = 10.0) -> list[bool]:
    """Show the edges of a chip that is read soon after each; what the pace said to them."""
    said = []
    for number in range(edges):
        edge = start + number * period + rng.uniform(-10e-6, 10e-6)
        after = edge - rng.uniform(0, LOOK_SECONDS)
        quiet = 0.9 * period if number else 0.0
        said.append(pace.saw_completion(after, after + LOOK_SECONDS, quiet))
    return said


@given(sps=st.sampled_from([SLOW_SPS, FAST_SPS]), error=errors, seed=seeds)
def test_a_few_edges_prove_the_true_rate(sps, error, seed):
    pace = Pace()
    read_at_once(pace, (1 + error) / sps, 4, Random(seed))
    assert pace.is_known
    assert pace.rhythm.nominal_sps == sps


@given(error=errors, seed=seeds)
def test_an_80_sps_chip_read_ten_times_a_second_is_never_taken_for_a_slow_one(error, seed):
    rng, pace, period = Random(seed), Pace(), (1 + error) / FAST_SPS
    for read in range(40):
        # The first conversion after each read is seen; how long it took is less than a period.
        edge = 10.0 + 8 * read * period
        pace.saw_completion(edge - LOOK_SECONDS, edge, rng.uniform(0.0, period))
        assert not (pace.is_proven and pace.rhythm.nominal_sps == SLOW_SPS)


@given(first=st.sampled_from([SLOW_SPS, FAST_SPS]), error=errors, seed=seeds)
def test_a_proven_rate_is_given_up_when_the_chip_shows_the_other(first, error, seed):
    other = SLOW_SPS + FAST_SPS - first
    rng, pace = Random(seed), Pace()
    read_at_once(pace, (1 + error) / first, 6, rng)
    if first == SLOW_SPS:
        said = read_at_once(pace, 1 / other, 6, rng, start=10.0 + 6 * (1 + error) / first)
        assert not all(said)
    else:
        # It was awaited in vain first.
        pace.doubt()
        read_at_once(pace, 1 / other, 6, rng, start=20.0)
    assert pace.is_known
    assert pace.rhythm.nominal_sps == other


def test_a_lost_phase_leaves_the_rate_and_an_edge_brings_the_rhythm_back():
    pace = Pace()
    read_at_once(pace, 0.1, 6, Random(1))
    pace.lose_phase()
    assert pace.is_proven
    assert not pace.is_known
    assert pace.saw_completion(20.0, 20.0 + LOOK_SECONDS, 0.0)
    assert pace.is_known


def test_the_first_edge_decides_nothing():
    for quiet in (0.0, 0.05, 0.4):
        pace = Pace()
        assert pace.saw_completion(0.05, 0.051, quiet)
        assert not pace.is_proven
    assert quiet > FAST_LATEST_SECONDS
