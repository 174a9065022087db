"""When a cup came, where the weight of its place tells that only in part."""

import math

import pytest
from cupsboard.recognition.individuals.lifts import Course, arrivals

PERIOD = 1 / 80
CUP_GRAMS = 95.0


def course(*stretches: tuple[float, float, float]) -> Course:
    """A place that lay at nothing; stretches of so many seconds at grams, shaken by so many more and less."""
    found = Course(PERIOD)
    found.begin(0.0, None)
    now = 0.0
    for seconds, grams, shaken_grams in stretches:
        for _ in range(round(seconds / PERIOD)):
            now += PERIOD
            found.add(now, grams + shaken_grams * math.cos(math.pi * now / PERIOD))
    return found


def came(shaken_seconds: float) -> tuple[float, float]:
    place = course((0.5, 0.0, 0.0), (shaken_seconds, CUP_GRAMS, 20.0), (0.5, CUP_GRAMS, 0.0))
    (found,) = arrivals(place, {"cup": CUP_GRAMS}, 0.0, 0.6, 0.2).values()
    return found


def test_a_place_that_soon_lies_quiet_with_a_cup_got_it_when_it_rose() -> None:
    first, last = came(0.2)
    assert first == last == pytest.approx(0.5, abs=3 * PERIOD)


def test_where_it_shook_for_long_the_cup_may_have_come_at_the_end_of_that() -> None:
    first, last = came(0.8)
    assert first == pytest.approx(0.5, abs=3 * PERIOD)
    assert last == pytest.approx(1.3, abs=3 * PERIOD)


def test_a_rise_shows_from_wherever_the_place_weighed_least_before() -> None:
    # Another cup left first, and what came lifts the place to less than it weighed with that.
    place = course((0.3, 0.0, 0.0), (0.3, -120.0, 0.0), (0.3, -120.0 + CUP_GRAMS, 0.0))
    assert place.first_rise_at(CUP_GRAMS) == pytest.approx(0.6, abs=3 * PERIOD)


def test_a_place_that_weighs_more_than_with_the_cup_may_have_it_under_a_hand() -> None:
    place = course((0.5, 0.0, 0.0), (0.4, CUP_GRAMS, 20.0), (0.6, 330.0, 0.0), (0.3, CUP_GRAMS, 0.0))
    ((first, last),) = arrivals(place, {"cup": CUP_GRAMS}, 0.0, 0.6, 0.2).values()
    assert first == pytest.approx(0.5, abs=3 * PERIOD)
    assert last == pytest.approx(1.5, abs=5 * PERIOD)


def test_a_place_that_lay_quiet_at_less_did_not_have_it_yet() -> None:
    place = course((0.5, 0.0, 0.0), (0.4, 60.0, 0.0), (0.3, CUP_GRAMS, 0.0))
    ((first, _),) = arrivals(place, {"cup": CUP_GRAMS}, 0.0, 0.6, 0.2).values()
    assert first == pytest.approx(0.9, abs=3 * PERIOD)
