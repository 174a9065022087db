"""A heap of beans is sorted on a simulated board by somebody who does only what the lights ask for."""

import re
from functools import partial

import pytest
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.report import check_said, sorting_said
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.procedures.beans.statistics import change_grams
from cupsboard.rules.places import is_cup
from cupsboard.signs.scene import Phrases
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
