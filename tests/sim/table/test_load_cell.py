"""A cell shows its load after four conversions, with the noise, ringing, creep and drift of a real one."""

from itertools import pairwise
from math import pi, sin
from random import Random
from statistics import fmean, pstdev

import pytest
from cupsim.errors import SimulatorError
from cupsim.table.filter_response import Ring, impacts, step_response
from cupsim.table.load_cell import MODELS, LoadCell, Room, cell_model
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
