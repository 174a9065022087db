"""What an emptied place, a lifted cup and pieces weighed alone teach, and within which bounds."""

import math
from dataclasses import replace

import pytest
from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.agreement import placement_seen, unforeseen_jump
from cupsboard.recognition.knowledge import PlaceKnowledge, unseen
from cupsboard.recognition.population import Population
from cupsboard.rules.places import BEAN
from cupsboard.scales.calibration import PieceCalibration
from cupsboard.scales.readings import Weight

TARE, GROSS = Weight(25.0, 1e-4), Weight(30.0, 1e-4)
FILLED = PlaceKnowledge({BEAN: 2}, GROSS, TARE, 25.0, 0.0, 1e-5, touches=1)
BEANS = Population(4.0, 1e-4, 0.04, 30.0)


def emptied(off_grams: float) -> Weight:
    return Weight(TARE.grams + off_grams, TARE.variance)


def test_a_zero_that_is_off_by_what_was_expected_changes_no_jump() -> None:
    assert unforeseen_jump(FILLED, emptied(math.sqrt(2 * TARE.variance)), 1e-4, BEANS) == pytest.approx(0.0)
    assert unforeseen_jump(FILLED, emptied(0.0), 1e-4, BEANS) < 0.0
    assert unforeseen_jump(FILLED, emptied(0.05), 1e-4, BEANS) > 0.0


def test_a_zero_far_off_counts_as_just_that_far_off() -> None:
    furthest = COSTS.learning.outlier_sigmas * math.sqrt(2 * TARE.variance)
    most = unforeseen_jump(FILLED, emptied(furthest), 1e-4, BEANS)
    assert unforeseen_jump(FILLED, emptied(10 * furthest), 1e-4, BEANS) == pytest.approx(most)
    assert unforeseen_jump(FILLED, emptied(0.9 * furthest), 1e-4, BEANS) < most


def test_a_zero_touched_four_times_teaches_a_quarter_of_each_touch() -> None:
    heavy = replace(BEANS, mean_grams=400.0)
    once = unforeseen_jump(FILLED, emptied(0.03), 1e-4, heavy)
    assert unforeseen_jump(replace(FILLED, touches=4), emptied(0.03), 1e-4, heavy) == pytest.approx(once / 4)
    assert unforeseen_jump(replace(FILLED, touches=0), emptied(0.03), 1e-4, heavy) == pytest.approx(once)


def test_how_far_off_a_lifted_cup_comes_back_is_learnt_from_its_zero_alone() -> None:
    share = 2 * PHYSICS.placement_share
    assert placement_seen(FILLED, emptied(0.0), share) < share
    assert placement_seen(FILLED, emptied(1.0), share) > share


def test_pieces_all_alike_leave_a_spread_of_the_least_share_and_no_less() -> None:
    population = BEANS
    for _ in range(5000):
        population = population.with_sample(population.mean_grams, 0.01)
    assert math.sqrt(population.variance) == pytest.approx(
        PHYSICS.least_spread_share * population.mean_grams, rel=1e-6
    )


def test_a_spread_of_nothing_in_the_calibration_still_bounds_what_is_learnt() -> None:
    told = PieceCalibration(4.0, 0.0, 0.01, 30)
    spread = PHYSICS.least_spread_share * told.mean_grams
    most = COSTS.learning.most_spread_times * spread
    assert replace(BEANS, variance=1.0).within(told).variance == pytest.approx(most**2)
    least = spread / COSTS.learning.most_spread_times
    assert replace(BEANS, variance=0.0).within(told).variance == pytest.approx(least**2)


def test_a_zero_that_stays_where_it_was_is_believed_to_drift_less() -> None:
    restless = replace(FILLED, wander_variance=0.01)
    followed = restless.followed(GROSS, 1.0)
    assert PHYSICS.drift_grams**2 <= followed.wander_variance < restless.wander_variance


def test_pieces_counted_by_hand_move_a_zero_by_what_no_pieces_weigh_but_light_ones_hardly() -> None:
    beans = {BEAN: Population(0.57, 1e-4, 0.11**2, 30.0)}
    held = PlaceKnowledge({BEAN: 1}, Weight(25.3, 1e-4), TARE, 25.0, 0.0, touches=1)
    light = held.counted(unseen(held, {BEAN: 2}, beans), Weight(25.66, 1e-4))
    assert light.tare.grams == pytest.approx(25.0, abs=0.03)
    lost = held.counted(unseen(held, {BEAN: 1}, beans), Weight(24.73, 1e-4))
    assert lost.tare.grams == pytest.approx(24.43, abs=0.03)
    assert lost.gross == Weight(24.73, 1e-4)
