"""Short visits of an individual to a place, read from the samples of the place."""

import pytest
from cupsboard.numbers import PHYSICS
from cupsboard.recognition.individuals.lifts import HALF_SETTLED_CONVERSIONS, Course
from cupsboard.recognition.individuals.trail import shown_at
from cupsboard.recognition.individuals.visits import Sought, Visit, visit
from cupsboard.rules.places import Place

PERIOD = 1 / 80
TRAY = Place("one-tray")
SOUGHT = Sought(20.0, within_grams=1.0, quiet_grams=0.2, period_seconds=PERIOD)
LATE = PHYSICS.settling_conversions / 2 * PERIOD


def found(weights: list[float], *, is_open: bool = False) -> Visit | None:
    samples = [(number * PERIOD, grams) for number, grams in enumerate(weights)]
    return visit(TRAY, samples, SOUGHT, PERIOD, is_open=is_open)


def test_a_cup_that_stood_between_two_levels_came_and_left_when_half_of_it_showed() -> None:
    seen = found([90.0] * 40 + [110.0] * 40 + [90.0] * 40)
    assert seen is not None
    assert (seen.is_sure, seen.is_open) == (True, False)
    assert seen.came == pytest.approx(39.5 * PERIOD - LATE)
    assert seen.left == pytest.approx(79.5 * PERIOD - LATE)


def test_under_a_restless_hand_a_rise_and_a_fall_by_most_of_the_cup_may_be_it() -> None:
    climb = [90.0 + step for step in range(31)]
    fall = [120.0 - step for step in range(21)]
    seen = found(
        [90.0 + 0.5 * (step % 2) for step in range(8)]
        + climb
        + fall
        + [100.0 + step % 2 for step in range(8)]
    )
    assert seen is not None
    assert (seen.is_sure, seen.is_open) == (False, False)
    assert seen.came < seen.left


def test_a_place_that_only_became_heavier_had_no_visit() -> None:
    assert found([90.0 + 0.1 * step for step in range(120)]) is None


def test_a_weight_shows_after_as_many_samples_in_a_row_as_a_jump_needs() -> None:
    needed = PHYSICS.settling_conversions
    assert shown_at([50.0] * needed, 50.0, 0.1) == needed - 1
    assert shown_at([50.0] * (needed - 1), 50.0, 0.1) is None
    assert shown_at([50.0] * (needed - 1) + [60.0] + [50.0] * needed, 50.0, 0.1) == 2 * needed - 1


def test_a_rise_counts_from_half_of_the_cup_on_and_is_dated_by_the_delay_of_the_reading() -> None:
    course = Course(PERIOD)
    assert course.first_rise_at(20.0) == 0.0
    for number, grams in enumerate([90.0, 99.9, 100.0, 110.0], start=1):
        course.add(number * PERIOD, grams)
    assert course.first_rise_at(20.0) == pytest.approx((3 - HALF_SETTLED_CONVERSIONS) * PERIOD)
    assert course.first_rise_at(100.0) == 4 * PERIOD
