"""What weights of beans say about playing with them, held against beans of which everything is known."""

import math
from itertools import combinations
from random import Random

import pytest
from cupsboard.procedures.beans.report import check_said, histogram
from cupsboard.procedures.beans.sorting import Judged
from cupsboard.procedures.beans.statistics import (
    Grade,
    Portion,
    doubles_passing,
    grade,
    mean_of_kept,
    pairs_passing,
    questions_expected,
    sorted_beans,
    spread_of,
)
from cupsboard.scales.readings import Weight
from cupsboard.signs.scene import Phrases
from cupsboard.signs.sentences import say
from hypothesis import given
from hypothesis import strategies as st

NOISE_VARIANCE = 1e-4


def told(said: Phrases) -> str:
    return "\n".join(map(say, said))


def portions(random: Random, count: int, beans: int, spread: float, mean: float = 0.55) -> list[Portion]:
    return [
        Portion(
            beans,
            Weight(
                sum(random.gauss(mean, spread * mean) for _ in range(beans)) + random.gauss(0.0, 0.01),
                NOISE_VARIANCE,
            ),
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("beans", [1, 5, 10])
@pytest.mark.parametrize("spread", [0.10, 0.15, 0.30])
def test_counted_portions_tell_mean_and_spread_with_the_certainty_they_claim(
    beans: int, spread: float
) -> None:
    random = Random(beans)
    found = [spread_of(portions(random, 20, beans, spread)) for _ in range(400)]
    shares = [each.share for each in found if each.share is not None]
    assert sum(shares) / len(shares) == pytest.approx(spread, rel=0.05)
    inside = sum(each.low <= spread <= each.high for each in found) / len(found)
    assert inside == pytest.approx(0.98, abs=0.03)
    off = [(each.mean_grams - 0.55) / each.mean_error_grams for each in found]
    assert math.sqrt(sum(each * each for each in off) / len(off)) == pytest.approx(1.0, abs=0.15)


def test_one_portion_tells_the_mean_alone() -> None:
    spread = spread_of([Portion(40, Weight(22.0, NOISE_VARIANCE))])
    assert spread.mean_grams == pytest.approx(0.55)
    assert spread.share is None
    assert "spread unknown" in told(check_said([Portion(40, Weight(22.0, NOISE_VARIANCE))], 0.01))


@pytest.mark.parametrize(("spread", "passing"), [(0.12, 2e-4), (0.15, 0.01), (0.20, 0.12), (0.30, 0.51)])
def test_doubles_pass_as_often_as_the_sensing_notes_say(spread: float, passing: float) -> None:
    assert doubles_passing(spread) == pytest.approx(passing, rel=0.35)


@pytest.mark.parametrize(("spread", "questions"), [(0.12, 4e-4), (0.15, 1.3e-3), (0.30, 5.7e-2)])
def test_questions_come_as_often_as_the_sensing_notes_say(spread: float, questions: float) -> None:
    assert questions_expected(spread) == pytest.approx(questions)


@given(st.floats(0.0, 0.6), st.floats(0.0, 0.6))
def test_more_uneven_beans_are_never_better(one: float, other: float) -> None:
    even, uneven = sorted((one, other))
    assert doubles_passing(even) <= doubles_passing(uneven)
    assert questions_expected(even) <= questions_expected(uneven)


@given(st.lists(st.floats(0.76, 1.24), min_size=4, max_size=40))
def test_of_sorted_beans_no_pair_passes_for_one(masses: list[float]) -> None:
    mean = mean_of_kept(masses)
    kept = [grams for grams in masses if grade(grams, mean) is Grade.KEEP]
    assert all(one + other > max(kept) for one, other in combinations(kept, 2))


@pytest.mark.parametrize("spread", [0.15, 0.30])
def test_sorting_makes_doubles_vanish_that_passed_before(spread: float) -> None:
    random = Random(6)
    bag = [max(0.1, random.gauss(0.55, spread * 0.55)) for _ in range(300)]
    kept = [grams for grams in bag if grade(grams, mean_of_kept(bag)) is Grade.KEEP]
    assert doubles_passing(spread) > 5e-3
    assert pairs_passing(kept, 0.01) < 1e-4
    calibrated = sorted_beans(kept)
    assert calibrated.sample == len(kept)
    assert calibrated.spread_grams < 0.11 * calibrated.mean_grams


def test_the_mean_is_that_of_the_beans_to_keep_whatever_else_lies_there() -> None:
    random = Random(3)
    good = [random.uniform(0.5, 0.6) for _ in range(12)]
    odd = [0.1, 1.1, 1.2, 1.15, 16.0]
    assert mean_of_kept(good + odd) == pytest.approx(sum(good) / len(good))


def test_the_histogram_shows_every_bean_once() -> None:
    random = Random(4)
    masses = [random.gauss(0.55, 0.08) for _ in range(50)]
    beans = [Judged(Weight(grams, 1e-4), grade(grams, 0.55)) for grams in masses]
    lines = histogram(beans, 0.55).splitlines()
    bars = [line.partition(" g ")[2] for line in lines]
    assert sum(bar.count("#") for bar in bars) == sum(bean.grade is Grade.KEEP for bean in beans)
    assert sum(bar.count("x") for bar in bars) == sum(bean.grade is not Grade.KEEP for bean in beans)
    assert lines[0].split()[0] == f"{math.floor(min(masses) / 0.55 / 0.05) * 0.05 * 0.55:.3f}"
