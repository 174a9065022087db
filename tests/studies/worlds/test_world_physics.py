"""The judge's beans and cells have the moments that their worlds state."""

import math
from dataclasses import replace
from random import Random
from statistics import fmean, pstdev, pvariance

import pytest
from cupsboard.rules.places import Side, board_places, cup
from cupsboard.scales.readings import Weight
from studies.worlds.beans import Bean, drawn, spread_of_the_lot, told, true_mean_grams
from studies.worlds.cells import Cell, noise_grams, student
from studies.worlds.table import Table
from studies.worlds.world import Beans, Cells, Hands, Shape, World

S1, S2 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
DRAWS = 20_000
STILL = Cells(degrees_a_look=0.0, gain_share=0.0)


@pytest.mark.parametrize(
    "beans",
    [
        Beans(),
        Beans(shape=Shape.LOGNORMAL),
        Beans(light_share=0.1),
        Beans(odd_share=0.05),
        Beans(heavier_share=-0.25),
    ],
)
def test_beans_weigh_what_their_world_says(beans: Beans) -> None:
    random = Random(1)
    masses = [drawn(beans, random).grams for _ in range(DRAWS)]
    assert fmean(masses) == pytest.approx(true_mean_grams(beans), rel=0.01)
    if not beans.odd_share:
        assert pstdev(masses) / fmean(masses) == pytest.approx(spread_of_the_lot(beans), rel=0.03)


def test_a_board_is_told_of_the_sample_and_not_of_the_game() -> None:
    random = Random(2)
    beans = Beans(heavier_share=-0.25, told_spread_share=0.08, sample=2000)
    calibration = told(beans, random)
    assert calibration.mean_grams == pytest.approx(0.55, rel=0.01)
    assert calibration.spread_grams == pytest.approx(0.08 * calibration.mean_grams)


def test_students_distribution_is_scaled_to_a_variance_of_one_and_has_its_tails() -> None:
    random = Random(3)
    assert pvariance([student(8.0, random) for _ in range(5 * DRAWS)]) == pytest.approx(1.0, rel=0.05)
    far = sum(abs(student(3.0, random)) > 4.0 for _ in range(DRAWS)) / DRAWS
    # The probability of |t| > 4 sqrt(3) at three degrees of freedom is 0.0062; a normal one has 6e-5.
    assert far == pytest.approx(0.0062, rel=0.3)


def test_a_kidney_bean_is_eighteen_times_the_noise_of_a_sample_on_a_common_cell() -> None:
    assert noise_grams(Cells()) == pytest.approx(0.030, abs=0.001)
    assert noise_grams(Cells(sps=10.0)) == pytest.approx(0.0166, abs=0.001)
    assert noise_grams(Cells(rating_grams=1000.0)) == pytest.approx(0.042, abs=0.001)


def test_the_mean_of_samples_is_as_good_as_there_are_many() -> None:
    cell = Cell(Cells(noise_times=2.0), Random(4))
    errors = [cell.noise(16) for _ in range(DRAWS)]
    assert pstdev(errors) == pytest.approx(2.0 * 0.030 / 4.0, rel=0.03)


def test_hum_averages_out_at_80_samples_a_second_and_not_at_10() -> None:
    def hum(sps: float, samples: int) -> float:
        random = Random(5)
        quiet = Cells(sps=sps, hum_grams=0.1, noise_times=0.0)
        return pstdev([Cell(quiet, random).noise(samples) for _ in range(2000)])

    assert hum(80.0, 16) < 0.01
    assert hum(10.0, 4) > 0.03


def test_a_cell_creeps_to_its_share_of_a_change_and_stays_there() -> None:
    cell = Cell(replace(STILL, creep_share=0.01), Random(6))
    cell.wait(0.0, 25.0, 0.0)
    before = cell.shown_grams(25.0)
    at_once = cell.shown_grams(35.0)
    cell.wait(120.0, 35.0, 0.0)
    after_a_while = cell.shown_grams(35.0)
    for _ in range(20):
        cell.wait(120.0, 35.0, 0.0)
    assert at_once - before == pytest.approx(10.0)
    assert after_a_while - at_once == pytest.approx(0.1 * (1.0 - math.exp(-1.0)))
    assert cell.shown_grams(35.0) - at_once == pytest.approx(0.1, rel=1e-6)


def test_a_zero_creeps_no_faster_than_its_slope_and_to_a_bean_in_an_evening() -> None:
    steps = []
    for seed in range(50):
        cell = Cell(replace(STILL, slope_grams=0.005), Random(seed))
        for _ in range(120):
            cell.wait(1.0, 25.0, 0.0)
        steps.append(abs(cell.zero_grams) / 120)
    assert max(steps) <= 0.005
    assert max(steps) * 120 > 0.55


def a_table(hands: Hands | None = None, cells: Cells = STILL) -> Table:
    world = World("some", "", cells=cells, hands=hands or Hands())
    return Table(world, board_places(4), Random(7))


def test_a_cup_comes_back_off_its_load_by_a_share_of_it() -> None:
    errors = []
    table = a_table(Hands(placement_share=0.02))
    for _ in range(500):
        before = table.cells[S1].zero_grams
        table.lift(S1)
        table.put_back(S1)
        errors.append(table.cells[S1].zero_grams - before)
    assert pstdev(errors) == pytest.approx(0.02 * table.cup_grams[S1], rel=0.1)


def test_beans_are_carried_and_none_is_lost() -> None:
    table = a_table()
    beans = [Bean(0.5), Bean(0.6)]
    table.put(S1, beans)
    table.carry(S1, S2, beans[:1])
    assert table.lying()[S2] == {beans[0]}
    assert table.contents()[S1] == 1


def test_scales_say_what_stands_on_them_and_how_sure_the_board_may_be() -> None:
    table = a_table(cells=replace(STILL, noise_times=0.0))
    empty = table.weigh(16).weights[S1]
    table.put(S1, [Bean(0.5)])
    table.lay(S1, 2.0)
    filled = table.weigh(16, {S1: 1.0}).weights[S1]
    assert isinstance(empty, Weight)
    assert isinstance(filled, Weight)
    assert filled.grams - empty.grams == pytest.approx(3.5, abs=0.02)
    # 1.7 times 30 mg, averaged, and a hundredth of a bean that may still settle.
    assert math.sqrt(filled.variance) == pytest.approx(math.hypot(1.7 * 0.030 / 4.0, 0.007 * 0.55), rel=0.02)


def test_exchanged_cups_take_their_beans_with_them() -> None:
    table = a_table()
    table.put(S1, [Bean(0.5)])
    one, other = table.cup_grams[S1], table.cup_grams[S2]
    table.exchange_cups(S1, S2)
    assert (table.cup_grams[S1], table.cup_grams[S2]) == (other, one)
    assert table.contents()[S2] == 1
    assert table.exchanged == {S1, S2}
    table.exchange_cups(S1, S2)
    assert not table.exchanged
