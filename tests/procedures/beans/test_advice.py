"""The advice about beans: taken from the interval of their spread, and the same whoever gives it."""

import math
from collections import Counter
from dataclasses import replace
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
from cupsboard.procedures.beans.report import check_said, sorting_said
from cupsboard.procedures.beans.sorting import Judged, Sorted
from cupsboard.procedures.beans.statistics import Grade, Portion, Spread, interval, spread_of
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Weight
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import say
from cupsim.runs.game_world import Setting, World

CHANGE_GRAMS = 0.017
MEAN_GRAMS = 0.55
LIMIT = 0.126
"""The spread of such beans from which more than one double in a thousand passes on such scales."""

_ANSWERS = {Advice.PLAY: Answer.YES, Advice.SORT: Answer.SORTED, Advice.MUST_SORT: Answer.SORTED}


def told(said: Phrases) -> str:
    return "\n".join(map(say, said))


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
