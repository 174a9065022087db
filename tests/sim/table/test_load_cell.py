"""A cell shows its load after four conversions, with the noise of its kind, ringing, creep and drift."""

from itertools import islice, pairwise
from math import pi, sin, sqrt
from random import Random
from statistics import fmean, pstdev

import pytest
from cupsim.errors import SimulatorError
from cupsim.table.filter_response import Ring, impacts, step_response
from cupsim.table.load_cell import BEYOND_STOP, MODELS, STOP_SHARE, LoadCell, Room, cell_model
from cupsim.table.noise import KINDS, DrawnNoise
from hypothesis import given
from hypothesis import strategies as st

TEN_SPS = 0.1
EIGHTY_SPS = 0.0125


def new_cell(name: str = "500g", seed: int = 1, warmth: float = 0.0) -> LoadCell:
    return LoadCell(cell_model(name), Room(Random(seed), warmth), Random(seed))


def grams(cell: LoadCell, end: float, period: float = TEN_SPS) -> float:
    return (cell.signal(end, period) - cell.zero_counts) / cell.counts_per_gram


def averaged(cell: LoadCell, start: float, samples: int = 400, period: float = TEN_SPS) -> float:
    return fmean(grams(cell, start + index * period, period) for index in range(samples))


@pytest.mark.parametrize(
    ("name", "period", "milligrams"),
    [
        ("100g", TEN_SPS, 3.9),
        ("500g", TEN_SPS, 17),
        ("500g", EIGHTY_SPS, 30),
        ("1kg", EIGHTY_SPS, 42),
        ("5kg", TEN_SPS, 116),
    ],
)
def test_a_sample_is_as_noisy_as_measured_boards(name: str, period: float, milligrams: float) -> None:
    model = cell_model(name)
    cell = new_cell(name)
    noise_counts = pstdev(cell.signal(index * period, period) for index in range(4000))
    assert 1000 * noise_counts / model.counts_per_gram == pytest.approx(milligrams, rel=0.06)


def test_a_load_shows_after_four_conversions_and_not_before() -> None:
    cell = new_cell()
    cell.change(1.0, 50.0)
    shown = [grams(cell, 1.0 + index * TEN_SPS) for index in range(1, 6)]
    assert shown[0] < 5.0
    assert shown[1] == pytest.approx(25.0, abs=0.3)
    assert shown[2] < 49.0
    assert shown[3] == pytest.approx(50.0, abs=0.2)


def test_a_settled_cell_keeps_its_load_over_many_changes() -> None:
    cell = new_cell()
    for index in range(200):
        cell.change(index * 0.25, 0.5)
        grams(cell, index * 0.25 + 0.2)
    assert averaged(cell, 60.0) == pytest.approx(100.0, rel=2e-3)


def test_the_filter_rejects_what_swings_at_a_multiple_of_the_rate() -> None:
    swinging = Ring(0.0, 1e9, 1.0, complex(0.0, 2 * pi * 50))
    assert abs(swinging.filtered(1.0, TEN_SPS)) < 1e-9


@given(
    decay=st.floats(0.5, 80.0),
    hertz=st.floats(5.0, 260.0),
    age_in_periods=st.floats(0.05, 8.0),
    period=st.sampled_from([TEN_SPS, EIGHTY_SPS]),
)
def test_ringing_through_the_filter_is_what_summing_it_up_gives(
    decay: float, hertz: float, age_in_periods: float, period: float
) -> None:
    ring = Ring(0.0, 1e9, 10.0, complex(-decay, 2 * pi * hertz))
    end, steps = age_in_periods * period, 20000
    width = 4 * period / steps
    summed = 0.0
    for index in range(steps):
        back = (index + 0.5) * width
        if (time := end - back) > 0:
            weight = step_response((back + width / 2) / period) - step_response((back - width / 2) / period)
            summed += weight * 10.0 * 2.718281828459045 ** (-decay * time) * sin(2 * pi * hertz * time)
    assert ring.filtered(end, period) == pytest.approx(summed, abs=2e-4)


@given(st.floats(0.1, 10.0), st.floats(0.01, 0.1), st.floats(0.0, 0.7))
def test_a_bounce_hands_over_exactly_the_momentum_of_the_fall(
    mass: float, fall: float, restitution: float
) -> None:
    touches = list(impacts(mass, fall, restitution))
    falling = mass * (2 * 9.81 * fall) ** 0.5 / 9.81
    weight_while_bouncing = mass * touches[-1][0]
    assert sum(impulse for _, impulse in touches) == pytest.approx(falling + weight_while_bouncing)


def test_a_landing_bean_kicks_many_times_its_weight_and_then_lies_still() -> None:
    cell = new_cell()
    cell.change(0.0, 40.0)
    before = averaged(cell, 5.0, period=EIGHTY_SPS)
    cell.land(20.0, 0.55, 0.04, 0.5)
    shown = [grams(cell, 20.0 + index * EIGHTY_SPS, EIGHTY_SPS) - before for index in range(1, 120)]
    assert max(map(abs, shown[:14])) > 1.5
    assert fmean(shown[80:]) == pytest.approx(0.55, abs=0.03)


def test_a_lined_cup_settles_sooner_than_a_hard_one() -> None:
    def settling(restitution: float) -> int:
        cell = new_cell()
        cell.change(0.0, 40.0)
        before = averaged(cell, 5.0, period=EIGHTY_SPS)
        cell.land(20.0, 4.0, 0.04, restitution)
        wrong = [
            index
            for index in range(1, 120)
            if abs(grams(cell, 20.0 + index * EIGHTY_SPS, EIGHTY_SPS) - before - 4.0) > 0.2 * 4.0
        ]
        return max(wrong)

    assert settling(0.1) < settling(0.6)


def test_the_ringing_frequencies_are_those_of_the_bars() -> None:
    assert [round(cell_model(name).natural_hertz(40.0)) for name in MODELS] == [35, 79, 125, 249]


def test_a_change_is_never_wrong_by_more_than_the_hysteresis_and_creep_of_a_bar() -> None:
    for seed in range(20):
        cell = new_cell(seed=seed)
        cell.change(0.0, 40.0)
        before = averaged(cell, 10.0)
        cell.change(60.0, 20.0)
        cell.change(70.0, -20.0)
        assert averaged(cell, 80.0) == pytest.approx(before, abs=0.07)


def test_a_load_creeps_on_over_minutes() -> None:
    cell = new_cell()
    cell.change(0.0, 400.0)
    early, late = averaged(cell, 1.0, samples=100), averaged(cell, 1500.0, samples=100)
    assert 0.1 < late - early < 0.25


def test_an_empty_cell_drifts_with_the_room_and_all_cells_feel_the_same_room() -> None:
    room = Room(Random(3), degrees_per_root_minute=0.1)
    walks = [room.warming(60.0 * minute) for minute in range(400)]
    steps = [later - sooner for sooner, later in pairwise(walks)]
    assert pstdev(steps) == pytest.approx(0.1, rel=0.15)
    assert room.warming(1234.5) == room.warming(1234.5)


def test_looking_more_often_does_not_change_the_weather() -> None:
    rarely, often = Room(Random(4)), Room(Random(4))
    for second in range(100):
        often.warming(second * 0.7)
    assert rarely.warming(99.3) == often.warming(99.3)


def test_cells_differ_in_gain_and_zero() -> None:
    cells = [new_cell(seed=seed) for seed in range(200)]
    gains = [cell.counts_per_gram / cell_model("500g").counts_per_gram for cell in cells]
    assert pstdev(gains) == pytest.approx(0.05, rel=0.2)
    assert pstdev(cell.zero_counts for cell in cells) > 10_000


def test_an_unknown_cell_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SimulatorError, match=r"'2kg'.*500g"):
        cell_model("2kg")


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


@given(st.floats(0.0, 1.3), st.floats(1.4, 20.0))
def test_beyond_its_stop_a_cell_feels_a_hand_less_and_upside_down_and_nothing_stays(
    within: float, beyond: float
) -> None:
    full = cell_model("500g").full_scale_grams
    cell = new_cell()
    cell.change(0.0, within * full)
    assert averaged(cell, 10.0, 20) == pytest.approx(within * full, rel=2e-3, abs=1.0)
    cell.change(20.0, (beyond - within) * full)
    meets = STOP_SHARE * full
    expected = meets - BEYOND_STOP * (beyond * full - meets)
    assert averaged(cell, 21.0, 20) == pytest.approx(expected, rel=2e-2, abs=5.0)
    cell.change(30.0, -beyond * full)
    assert averaged(cell, 31.0, 20) == pytest.approx(0.0, abs=3.0)
