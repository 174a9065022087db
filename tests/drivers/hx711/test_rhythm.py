"""What is said about a chip's next conversion always holds."""

from random import Random

from cupsboard.drivers.hx711.rhythm import Rhythm
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
