"""A heap is sorted, or some of a kind are weighed, by somebody who does only what the lights ask for."""

import math
import re
from functools import partial
from random import Random
from statistics import stdev

import pytest
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.report import check_said, sorting_said
from cupsboard.procedures.beans.sorting import FEWEST, Sorting, kind_from_sample
from cupsboard.procedures.beans.statistics import Portion, change_grams
from cupsboard.rules.places import Kind, is_cup
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Weight
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import say
from cupsim.people.bean_workers import HEAP, Portioner, Sorter
from cupsim.runs.rows_board import RowsBoard, RowsSetup

FEW_MINUTES = 240.0


def told(said: Phrases) -> str:
    return "\n".join(map(say, said))


def sort(heap: RowsSetup, clumsiness: float = 0.0) -> tuple[RowsBoard, Sorting]:
    world = RowsBoard(heap)
    sorting = Sorting(
        world.calibration, world.profile.places, [each for each in world.profile.places if is_cup(each)]
    )
    world.seat_weigher(partial(Sorter, clumsiness=clumsiness))
    assert world.run(sorting, 900.0), f"no end after {world.now:.0f} s: {world.contents()}"
    return world, sorting


@pytest.mark.long("whole sortings of forty beans")
@pytest.mark.parametrize(("beans", "seed"), [("kidney", 1), ("navy", 2), ("mixed", 3)])
def test_forty_beans_are_sorted_in_a_few_minutes(beans: str, seed: int) -> None:
    world, sorting = sort(RowsSetup(seed, heap_beans=40, beans=beans))
    assert world.now < FEW_MINUTES
    kept, thrown = world.collect()
    assert len(kept) + len(thrown) == 40
    assert not world.contents()[HEAP]
    assert len(kept) == len(sorting.result.kept)


@pytest.mark.long("a whole heap of beans")
@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_lies_within_a_quarter_of_the_mean(seed: int) -> None:
    world, sorting = sort(RowsSetup(seed, heap_beans=60, beans="kidney"))
    kept, thrown = world.collect()
    mean = sum(bean.mass_grams for bean in kept) / len(kept)
    assert sorting.result.mean_grams == pytest.approx(mean, rel=0.05)
    # Early beans are judged by a mean that is known to a few per cent only.
    assert all(0.68 * mean < bean.mass_grams < 1.30 * mean for bean in kept)
    assert all(not 0.85 * mean < bean.mass_grams < 1.15 * mean for bean in thrown)


@pytest.mark.long("a whole sorting")
@pytest.mark.parametrize("seed", range(3))
def test_two_of_the_sorted_beans_weigh_more_than_any_one(seed: int) -> None:
    world, _ = sort(RowsSetup(seed, heap_beans=40, beans="kidney"))
    kept, _ = world.collect()
    masses = sorted(bean.mass_grams for bean in kept)
    assert masses[-1] < masses[0] + masses[1]


@pytest.mark.long("whole sortings of forty beans")
@pytest.mark.parametrize("beans", ["kidney", "navy"])
def test_slipping_beans_and_resting_hands_delay_the_sorting_but_spoil_nothing(beans: str) -> None:
    world, sorting = sort(RowsSetup(6, heap_beans=40, beans=beans), clumsiness=0.1)
    assert sorting.result.several > 0
    assert len(sorting.result.kept) == len(world.collect()[0])
    assert not world.contents()[HEAP]


@pytest.mark.long("a heap bean by bean")
def test_a_cup_whose_cell_is_dead_is_left_out() -> None:
    world = RowsBoard(RowsSetup(4, heap_beans=20))
    dead = world.profile.places[1]
    world.bench.chips[dead].unplug()
    sorting = Sorting(
        world.calibration, world.profile.places, [each for each in world.profile.places if is_cup(each)]
    )
    world.seat_weigher(Sorter)
    assert world.run(sorting, 600.0)
    assert not world.contents()[HEAP]
    assert world.contents()[dead] == 0


def test_a_cup_that_is_off_its_platform_is_asked_for() -> None:
    world = RowsBoard(RowsSetup(4, heap_beans=20))
    place = world.profile.places[2]
    said: list[str] = []
    sorting = Sorting(world.calibration, world.profile.places, [place])
    cup = world.table.lift(place, 0.0)
    world.run(sorting, 5.0, lambda _, message: said.append(message.key))
    assert said[-1] == "lifted"
    world.table.put_back(place, cup, world.now)
    world.run(sorting, 5.0, lambda _, message: said.append(message.key))
    assert said[-1] == "beans-first"


@pytest.mark.long("a whole sorting")
def test_the_report_says_what_sorting_was_worth() -> None:
    world, sorting = sort(RowsSetup(7, heap_beans=40))
    report = told(sorting_said(sorting.result, change_grams(world.calibration, world.profile.places)))
    assert report.startswith(f"Beans kept: {len(sorting.result.kept)}; ")
    assert "two beans in one cup unnoticed: 1 in " in report
    assert "fewer than 1 in 1 000 000 after" in report
    bars = [line for line in report.splitlines() if " g " in line and "#" in line]
    assert sum(line.count("#") for line in bars) == len(sorting.result.kept)


@pytest.mark.long("heaps of several beans")
@pytest.mark.parametrize(
    ("beans", "advice"),
    [("kidney", "sort them to be on the safe side"), ("mixed", "sort"), ("penny", "play")],
)
def test_a_heap_is_checked_in_counted_portions(beans: str, advice: str) -> None:
    world = RowsBoard(RowsSetup(2, heap_beans=160, beans=beans))
    cups = [each for each in world.profile.places if is_cup(each)]
    checking = Checking(world.calibration, world.profile.places, cups, 5)
    world.seat_weigher(partial(Portioner, beans_each=5))
    assert world.run(checking, 900.0)
    report = told(check_said(checking.result, change_grams(world.calibration, cups)))
    assert report.startswith("Beans: 160, in portions: 32; mean ")
    assert f"Advice: {advice}" in report
    kept, _ = world.collect()
    mean = sum(bean.mass_grams for bean in kept) / len(kept)
    said, error = map(float, re.findall(r"mean ([\d.]+) g \+-([\d.]+)", report)[0])
    assert said == pytest.approx(mean, abs=3 * error)


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
