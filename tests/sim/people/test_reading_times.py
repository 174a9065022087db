"""How long simulated people take: as their sources say, and never longer than their kind does."""

from random import Random
from statistics import median

import pytest
from cupsim.people import reading_times

KINDS = {
    "adults": reading_times.ADULTS,
    "slow readers": reading_times.SLOW_READERS,
    "quick repliers": reading_times.QUICK_REPLIERS,
}


def people(kind: reading_times.ReadingTimes, count: int = 2000) -> list[reading_times.ReadingTimes]:
    random = Random(1)
    return [kind.of_one(random) for _ in range(count)]


def test_half_the_draws_lie_below_the_median_and_none_beyond_the_longest() -> None:
    random, spread = Random(2), reading_times.Spread(2.0, 0.3, 0.4)
    drawn = [spread.of_one(random).draw(random) for _ in range(20_000)]
    assert median(drawn) == pytest.approx(2.0, rel=0.03)
    assert max(drawn) <= spread.longest
    assert min(drawn) > 0.0


def test_most_adults_read_175_to_300_words_a_minute() -> None:
    speeds = [each.words_a_minute.median for each in people(reading_times.ADULTS)]
    assert median(speeds) == pytest.approx(238, rel=0.02)
    assert sum(175 <= speed <= 300 for speed in speeds) > 0.9 * len(speeds)


def test_a_slow_reader_takes_about_eight_seconds_for_a_sentence_and_others_go_by_the_lights() -> None:
    random = Random(3)
    seconds = [each.reads(random) for each in people(reading_times.SLOW_READERS)]
    assert median(seconds) == pytest.approx(60 * reading_times.SENTENCE_WORDS / 100, rel=0.05)
    assert {each.reads(random) for each in people(reading_times.ADULTS, 10)} == {0.0}


def test_slow_readers_rest_a_minute_and_more_between_beans_now_and_then() -> None:
    random = Random(4)
    rests = [each.rests(random) for each in people(reading_times.SLOW_READERS)]
    assert 0.005 < sum(rest > 60.0 for rest in rests) / len(rests) < 0.2
    assert {each.rests(random) for each in people(reading_times.QUICK_REPLIERS, 10)} == {0.0}


def test_quick_repliers_begin_a_fifth_of_a_second_to_two_seconds_after_the_light() -> None:
    random = Random(5)
    seconds = [each.begins(random) for each in people(reading_times.QUICK_REPLIERS)]
    assert 0.2 < min(seconds) < 0.4
    assert 1.0 < max(seconds) < 2.0


def test_an_adult_who_may_begin_does_so_within_six_seconds() -> None:
    random = Random(6)
    assert max(each.begins(random) for each in people(reading_times.ADULTS)) < 6.0


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_one_person_stays_who_they_are(kind: reading_times.ReadingTimes) -> None:
    one = kind.of_one(Random(7))
    assert one.of_one(Random(8)).deciding.median == one.deciding.median
    assert one != kind.of_one(Random(8))
