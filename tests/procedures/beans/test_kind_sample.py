"""A kind of pieces is learnt from some of them, and odd ones are refused."""

import math
from functools import partial
from random import Random
from statistics import stdev

import pytest
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.sorting import FEWEST, kind_from_sample
from cupsboard.procedures.beans.statistics import Portion
from cupsboard.rules.places import Kind, is_cup
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Weight
from cupsboard.signs.scene import Message
from cupsim.people.bean_workers import Portioner
from cupsim.runs.rows_board import RowsBoard, RowsSetup

CENT = Kind("cent")


def weighed(*masses_grams: float) -> list[Portion]:
    return [Portion(1, Weight(grams, 0.01**2)) for grams in masses_grams]


def worn_cents(random: Random, count: int) -> list[float]:
    return [2.51 - random.expovariate(1 / 0.02) + random.gauss(0, 0.01) for _ in range(count)]


def test_mean_and_spread_are_those_of_the_sample_and_the_noise_of_the_scales_is_not_taken_off() -> None:
    random = Random(1)
    masses = [random.gauss(2.495, 0.02) for _ in range(400)]
    found = kind_from_sample(CENT, weighed(*(grams + random.gauss(0, 0.01) for grams in masses)))
    assert found.mean_grams == pytest.approx(2.495, abs=4 * 0.02 / math.sqrt(400))
    assert found.spread_grams == pytest.approx(math.hypot(0.02, 0.01), rel=0.15)
    assert found.mean_error_grams == pytest.approx(math.hypot(0.02, 0.01) / math.sqrt(400), rel=0.15)
    assert found.sample == 400


def test_too_few_are_refused() -> None:
    with pytest.raises(SensingError, match="cent: 7 weighed, and 8 are needed at least; weigh more"):
        kind_from_sample(CENT, weighed(*[2.5] * (FEWEST - 1)))


@pytest.mark.parametrize("odd", [3.11, 5.0, 1.2], ids=["of copper", "two at once", "another kind"])
def test_what_is_of_another_kind_is_refused_with_its_weight(odd: float) -> None:
    with pytest.raises(
        SensingError, match=rf"cent: 1 of 13 weighed {odd:.2f} g, where the middle one is 2.49 g"
    ):
        kind_from_sample(CENT, weighed(*worn_cents(Random(2), 12), odd))


def test_worn_coins_are_not_taken_for_another_kind() -> None:
    for seed in range(300):
        kind_from_sample(CENT, weighed(*worn_cents(Random(seed), 16)))


def test_a_press_before_enough_are_weighed_loses_none_of_them() -> None:
    world = RowsBoard(RowsSetup(3, heap_beans=5, beans="penny"))
    cups = [place for place in world.profile.places if is_cup(place)]
    checking = Checking(world.calibration, world.profile.places, cups, 1, CENT, FEWEST)
    said: list[Message] = []
    world.seat_weigher(partial(Portioner, beans_each=1))
    assert not world.run(checking, 120.0, lambda _now, message: said.append(message))
    assert said[-1] == Message("kinds-few", {"kind": "cent", "weighed": 5, "wanted": FEWEST})
    assert len(checking.result) == 5


@pytest.mark.long("a whole weighing")
def test_simulated_hands_teach_a_board_what_a_cent_weighs() -> None:
    world = RowsBoard(RowsSetup(3, heap_beans=24, beans="penny"))
    cups = [place for place in world.profile.places if is_cup(place)]
    checking = Checking(world.calibration, world.profile.places, cups, 1, CENT)
    said: list[Message] = []
    world.seat_weigher(partial(Portioner, beans_each=1))
    assert world.run(checking, 900.0, lambda _now, message: said.append(message))
    assert Message("kinds-each", {"kind": "cent", "weighed": 8, "wanted": 0}) in said
    found = kind_from_sample(CENT, checking.result)
    done, _ = world.collect()
    true_grams = [coin.mass_grams for coin in done]
    assert found.sample == len(true_grams) == 24
    assert found.mean_grams == pytest.approx(sum(true_grams) / 24, rel=3 * 0.003)
    assert 0.8 * stdev(true_grams) < found.spread_grams < 2 * stdev(true_grams)
