"""A cell at rest is off by noise of its kind, at any rate."""

from itertools import islice, pairwise
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import pytest
from cupsim.errors import SimulatorError
from cupsim.table.load_cell import LoadCell, Room, cell_model
from cupsim.table.noise import KINDS, DrawnNoise

MINUTE_SECONDS = 60


def samples(kind: str, seed: int, sps: int = 10, minutes: int = 20) -> list[float]:
    played = DrawnNoise(kind, Random(seed), sps).played()
    return list(islice(played, minutes * MINUTE_SECONDS * sps))


def from_sample_to_sample(noise: list[float]) -> float:
    """The standard deviation of one sample, by the differences of neighbours."""
    return sqrt(fmean((after - before) ** 2 for before, after in pairwise(noise)) / 2)


def second_steps(noise: list[float], sps: int = 10) -> float:
    """How far the mean of a second lies from that of the next, in noises from sample to sample."""
    means = [fmean(noise[start : start + sps]) for start in range(0, len(noise) - sps + 1, sps)]
    return pstdev(after - before for before, after in pairwise(means)) / from_sample_to_sample(noise)


def share_beyond(noise: list[float], limit: float) -> float:
    return sum(abs(each) > limit for each in noise) / len(noise)


def test_the_means_of_coloured_noise_step_as_those_of_recorded_cells() -> None:
    steps = [second_steps(samples("coloured", seed, minutes=10)) for seed in range(12)]
    assert min(steps) > 0.69
    assert max(steps) < 0.92
    assert max(steps) - min(steps) > 0.08
    assert second_steps(samples("white", 1)) == pytest.approx(0.447, abs=0.03)


@pytest.mark.parametrize("kind", ["white", "coloured", "two-levels"])
def test_from_sample_to_sample_each_is_as_large_as_white_noise(kind: str) -> None:
    assert from_sample_to_sample(samples(kind, 5)) == pytest.approx(1.0, abs=0.08)


def test_coloured_noise_is_gaussian_about_where_it_wanders() -> None:
    steps = [after - before for before, after in pairwise(samples("coloured", 3, minutes=60))]
    deviation = pstdev(steps)
    assert share_beyond(steps, 2 * deviation) == pytest.approx(0.0455, abs=0.006)
    assert share_beyond(steps, 4 * deviation) < 0.0005


def test_long_tails_are_far_beyond_those_of_white_noise() -> None:
    assert share_beyond(samples("long-tails", 2), 5.0) > 0.003
    assert share_beyond(samples("white", 2), 5.0) == 0.0


def test_two_levels_are_two_and_each_lasts_some_seconds() -> None:
    noise = samples("two-levels", 4)
    means = [fmean(noise[start : start + 20]) for start in range(0, 4000, 20)]
    is_high = [mean > 0 for mean in means]
    leaps = sum(before != after for before, after in pairwise(is_high))
    assert 0.2 < fmean(is_high) < 0.8
    assert 10 < leaps < 120


def test_slow_parts_weigh_the_same_at_any_rate() -> None:
    """In noises of that rate, which is larger, they are smaller by as much."""
    slow, fast = (
        pstdev(fmean(noise[start : start + sps]) for start in range(0, len(noise), sps)) * (sps / 10) ** 0.283
        for sps in (10, 80)
        for noise in [samples("coloured", 6, sps)]
    )
    assert fast == pytest.approx(slow, rel=0.3)


def test_a_kind_that_nobody_knows_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(SimulatorError, match=r"pink.*white, coloured"):
        DrawnNoise("pink", Random(1), 10)


@pytest.mark.parametrize("kind", KINDS)
def test_a_load_weighs_the_same_whatever_the_noise(kind: str) -> None:
    cell = LoadCell(cell_model("500g"), Room(Random(1), 0.0), Random(1))
    cell.follow(DrawnNoise(kind, Random(2), 10))
    before = fmean(cell.signal(index / 10, 0.1) for index in range(3000))
    cell.change(300.0, 10.0)
    after = fmean(cell.signal(index / 10, 0.1) for index in range(3010, 6000))
    assert (after - before) / cell.counts_per_gram == pytest.approx(10.0, abs=0.05)
