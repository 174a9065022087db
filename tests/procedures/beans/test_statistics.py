"""What weights of beans say about playing with them, and the advice on them, held against known beans."""

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from cupsboard.procedures.beans.forecast import (
    MOST_MORE,
    Advice,
    Answer,
    Shopping,
    advise,
    budget,
    in_words,
    more_to_weigh,
    verdict_of,
)
from cupsboard.procedures.beans.report import check_said, histogram, sorting_said
from cupsboard.procedures.beans.sorting import Judged, Sorted
from cupsboard.procedures.beans.statistics import (
    Grade,
    Portion,
    Spread,
    doubles_passing,
    grade,
    interval,
    mean_of_kept,
    pairs_passing,
    questions_expected,
    sorted_beans,
    spread_of,
)
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Weight
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import say
from cupsim.runs.game_world import Setting, World
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


CHANGE_GRAMS = 0.017
MEAN_GRAMS = 0.55
LIMIT = 0.126
"""The spread of such beans from which more than one double in a thousand passes on such scales."""

_ANSWERS = {Advice.PLAY: Answer.YES, Advice.SORT: Answer.SORTED, Advice.MUST_SORT: Answer.SORTED}


def found(share: float, sample: int) -> Spread:
    return Spread(MEAN_GRAMS, 0.0, share, *interval(share, sample), sample)


def weighed(random: Random, count: int, spread: float) -> list[Portion]:
    masses = (random.gauss(MEAN_GRAMS, spread * MEAN_GRAMS) for _ in range(count))
    return [Portion(1, Weight(grams, CHANGE_GRAMS**2)) for grams in masses]


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return World(Setting(1, cups=4)).calibration


@pytest.mark.parametrize(
    ("share", "advice"),
    [(0.05, Advice.PLAY), (0.16, Advice.SORT), (0.21, Advice.SORT), (0.30, Advice.MUST_SORT)],
)
def test_many_beans_decide(share: float, advice: Advice) -> None:
    assert advise(found(share, 200), CHANGE_GRAMS) is advice
    assert in_words(found(share, 200), CHANGE_GRAMS) == say(Message(advice.value))


def test_an_interval_with_the_limit_in_it_decides_nothing_wherever_the_estimate_lies() -> None:
    for share in (0.9 * LIMIT, LIMIT, 1.2 * LIMIT):
        spread = found(share, 20)
        assert spread.low < LIMIT < spread.high
        assert advise(spread, CHANGE_GRAMS) is Advice.UNDECIDED


@pytest.mark.parametrize("share", [0.07, 0.08, 0.18, 0.19])
def test_so_many_more_as_it_asks_for_decide_it_and_fewer_do_not(share: float) -> None:
    spread = found(share, 8)
    more = more_to_weigh(spread, CHANGE_GRAMS)
    assert more is not None
    assert advise(found(share, 8 + more), CHANGE_GRAMS) is not Advice.UNDECIDED
    assert advise(found(share, 8 + more - 10), CHANGE_GRAMS) is Advice.UNDECIDED
    assert in_words(spread, CHANGE_GRAMS, "portions") == (
        f"sort them to be on the safe side, or weigh more portions, about {more}: "
        "whether sorting is worth it can't be said yet from 8"
    )


def test_nobody_is_sent_to_weigh_hundreds_of_beans_that_lie_at_the_limit() -> None:
    assert more_to_weigh(found(LIMIT, 100), CHANGE_GRAMS) is None
    assert advise(found(LIMIT, 100 + MOST_MORE), CHANGE_GRAMS) is Advice.UNDECIDED
    assert "sort them to be on the safe side" in in_words(found(LIMIT, 100), CHANGE_GRAMS)


def test_one_portion_advises_to_weigh_more() -> None:
    spread = spread_of([Portion(40, Weight(22.0, 1e-4))])
    assert advise(spread, 0.01) is Advice.COUNT_MORE
    assert more_to_weigh(spread, 0.01) is None


def test_beans_too_light_for_the_scales_are_refused_however_even_they_are() -> None:
    assert advise(found(0.03, 40), MEAN_GRAMS / 11) is Advice.OTHER_BEANS


@pytest.mark.parametrize(("spread", "wrong"), [(0.10, Advice.SORT), (0.15, Advice.PLAY)])
@pytest.mark.parametrize("count", [8, 40, 120])
def test_the_advice_is_hardly_ever_wrong_however_few_are_weighed(
    spread: float, wrong: Advice, count: int
) -> None:
    random = Random(count)
    given = Counter(advise(spread_of(weighed(random, count, spread)), CHANGE_GRAMS) for _ in range(300))
    assert given[wrong] + given[Advice.MUST_SORT] * (wrong is Advice.SORT) <= 0.02 * 300
    assert given[Advice.UNDECIDED] < 300 if count > 8 else given[Advice.UNDECIDED] > 100


@pytest.mark.parametrize("share", [0.05, 0.10, 0.12, 0.15, 0.18, 0.30])
@pytest.mark.parametrize("sample", [12, 24, 100])
def test_a_check_and_a_calibration_of_the_same_beans_say_the_same(
    calibration: Calibration, share: float, sample: int
) -> None:
    beans = replace(
        calibration.beans,
        mean_grams=MEAN_GRAMS,
        mean_error_grams=share * MEAN_GRAMS / math.sqrt(sample),
        spread_grams=share * MEAN_GRAMS,
        sample=sample,
    )
    advice = advise(found(share, sample), CHANGE_GRAMS)
    verdict = verdict_of(replace(calibration, beans=beans), 4)
    assert verdict.answer is _ANSWERS.get(advice, Answer.UNDECIDED)
    if advice is Advice.UNDECIDED:
        more = more_to_weigh(found(share, sample), CHANGE_GRAMS)
        assert more is None or say(verdict.advice[0]).startswith("weigh more beans, ")
        assert "sort them to be on the safe side" in in_words(found(share, sample), CHANGE_GRAMS)
        assert "Yes, once they have been sorted" in str(verdict)


def test_a_check_and_a_sorting_of_the_same_beans_say_the_same() -> None:
    for seed, count in enumerate((12, 40, 150)):
        portions = weighed(Random(seed), count, 0.15)
        check = told(check_said(portions, CHANGE_GRAMS))
        beans = tuple(Judged(portion.weight, Grade.KEEP) for portion in portions)
        sorting = told(sorting_said(Sorted(beans, MEAN_GRAMS, 0), CHANGE_GRAMS))
        (said,) = (
            line.partition("came: ")[2] for line in sorting.splitlines() if line.startswith("advice for such")
        )
        assert f"Advice: {said}." in check


@pytest.mark.parametrize(("share", "answer"), [(0.10, Answer.YES), (0.15, Answer.SORTED)])
def test_a_forecast_of_a_spread_that_is_simply_said_decides_at_the_same_limit(
    share: float, answer: Answer
) -> None:
    assert budget(Shopping("500g", MEAN_GRAMS, share, 4, 10)).answer is answer
    assert budget(Shopping("500g", MEAN_GRAMS, 0.97 * LIMIT, 4, 10)).answer is Answer.YES
    assert budget(Shopping("500g", MEAN_GRAMS, 1.05 * LIMIT, 4, 10)).answer is Answer.SORTED
