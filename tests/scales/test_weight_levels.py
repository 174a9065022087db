"""A place that comes and goes among a few weights is told from one that hands change."""

from collections.abc import Iterable

from cupsboard.numbers import COSTS
from cupsboard.scales.weight_levels import Levels

LOW, MIDDLE, HIGH = 25.0, 25.55, 26.1
LEAPING = (LOW, HIGH, MIDDLE, LOW, MIDDLE, HIGH, LOW, HIGH)


def found(weights: Iterable[float], seconds: float = 1.0, pressed_grams: float = 0.0) -> list[float]:
    """What is said of each of these weights, so many seconds apart; so much presses before each."""
    levels = Levels(near_grams=0.14, least_grams=0.22)
    told = []
    for number, weight in enumerate(weights):
        for grams in (weight + pressed_grams, weight):
            levels.add(grams)
        told.append(levels.lie(seconds * number, weight))
    return told


def test_few_levels_in_a_row_are_said_with_how_far_they_are_apart() -> None:
    assert len(LEAPING) == COSTS.doubts.level_changes
    assert found(LEAPING) == [0.0] * 7 + [HIGH - LOW]


def test_a_weight_that_stays_is_no_change() -> None:
    assert not any(found([LOW, LOW + 0.1] * 10))


def test_a_fourth_level_is_a_hands() -> None:
    assert not any(found([*LEAPING[:4], 28.0, *LEAPING[5:]]))


def test_hands_are_slower() -> None:
    assert not any(found(LEAPING, seconds=1.5))


def test_levels_that_are_no_piece_apart_are_no_leap() -> None:
    assert not any(found([LOW, LOW + 0.18] * 8))


def test_what_presses_in_between_is_a_hand() -> None:
    assert not any(found(LEAPING, pressed_grams=5.0))


def test_a_leap_past_one_of_the_levels_is_none() -> None:
    far_apart = tuple(LOW + 5 * (weight - LOW) for weight in LEAPING)
    levels = Levels(near_grams=0.14, least_grams=0.22)
    told = []
    for number, weight in enumerate((*far_apart, *far_apart)):
        if number >= len(LEAPING):
            levels.add(max(far_apart))
        told.append(levels.lie(number / 2, weight))
    assert all(told[len(LEAPING) - 1 :])


def test_what_was_seen_before_all_places_changed_together_counts_no_more() -> None:
    levels = Levels(near_grams=0.14, least_grams=0.22)
    for number, weight in enumerate(LEAPING[:-1]):
        levels.lie(number, weight)
    levels.forget()
    assert levels.lie(8.0, LEAPING[-1]) == 0.0
