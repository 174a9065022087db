"""What is known of places where something else than pieces has a part in the weights that are agreed."""

import math
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.agreement import Notes, agreed, perhaps_exchanged
from cupsboard.recognition.knowledge import Knowledge, check_knowledge, from_calibration, still
from cupsboard.recognition.outcome import Undecided
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules import games
from cupsboard.rules.game import Transfer, of_beans
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled, Weight
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from hypothesis import given
from hypothesis import strategies as st

GAME = games.of_board(4)
ONE, OTHER = cup(Side.SOUTH, 1), cup(Side.SOUTH, 3)
BOTH = frozenset((ONE, OTHER))
SIGMAS = 4.5


def a_table(seed: int) -> SettledTable:
    return SettledTable(GAME.places, bean_kind("kidney sorted"), cell_model("500g"), Random(seed))


def a_table_and_what_is_known(
    seed: int, count: int, apart_grams: float
) -> tuple[Knowledge, Mapping[Place, int], Settled]:
    """With so many beans in one cup and none in the other, which is so much heavier."""
    table = a_table(seed)
    table.carry_out([Transfer(OFF_BOARD, ONE, count)] if count else [])
    contents, settled = table.contents(), table.weigh()
    knowledge = agreed(from_calibration(table.calibration, of_beans(contents)), of_beans(contents), settled)
    known = knowledge.places[OTHER]
    heavier = replace(known, cup_grams=knowledge.places[ONE].cup_grams + apart_grams)
    return replace(knowledge, places={**knowledge.places, OTHER: heavier}), contents, settled


def deviation(weight: Weight) -> float:
    return math.sqrt(weight.variance)


@given(seed=st.integers(0, 99), count=st.integers(0, 8), apart=st.sampled_from([0.02, 0.2, 1.0, 3.0]))
def test_a_cup_that_came_back_to_its_place_is_believed_to_be_itself_or_another(
    seed: int, count: int, apart: float
) -> None:
    knowledge, contents, settled = a_table_and_what_is_known(seed, count, apart)
    then = perhaps_exchanged(knowledge, BOTH, of_beans(contents), settled)
    for place in BOTH:
        before, after = knowledge.places[place].tare, then.places[place].tare
        assert abs(after.grams - before.grams) < SIGMAS * deviation(after)
        assert deviation(before) <= deviation(after) <= deviation(before) + apart


@given(seed=st.integers(0, 99), count=st.integers(0, 8))
def test_cups_that_differ_by_more_than_their_beans_are_told_apart(seed: int, count: int) -> None:
    apart = 3.0
    knowledge, contents, settled = a_table_and_what_is_known(seed, count, apart)
    kept = perhaps_exchanged(knowledge, BOTH, of_beans(contents), settled)
    weights = dict(settled.weights)
    for place, grams in ((ONE, apart), (OTHER, -apart)):
        weight = weights[place]
        assert isinstance(weight, Weight)
        weights[place] = replace(weight, grams=weight.grams + grams)
    exchanged = perhaps_exchanged(knowledge, BOTH, of_beans(contents), replace(settled, weights=weights))
    for place, grams in ((ONE, apart), (OTHER, -apart)):
        before = knowledge.places[place].tare
        assert deviation(kept.places[place].tare) < 0.15 * apart
        after = exchanged.places[place].tare
        assert abs(after.grams - before.grams - grams) < SIGMAS * deviation(after)


def test_a_cup_with_an_odd_bean_that_came_back_is_known_by_weighing_what_it_did() -> None:
    apart, stone_grams = 0.4, 0.6
    knowledge, contents, settled = a_table_and_what_is_known(3, 2, apart)
    known, weight = knowledge.places[ONE], settled.weights[ONE]
    assert isinstance(weight, Weight)
    with_stone = replace(known, gross=replace(known.gross, grams=known.gross.grams + stone_grams))
    knowledge = replace(knowledge, places={**knowledge.places, ONE: with_stone})
    back = replace(settled, weights={**settled.weights, ONE: replace(weight, grams=with_stone.gross.grams)})
    then = perhaps_exchanged(knowledge, BOTH, of_beans(contents), back)
    assert deviation(then.places[ONE].tare) < 0.5 * apart


def test_a_weight_that_no_cup_explains_tells_no_cups_apart() -> None:
    knowledge, contents, settled = a_table_and_what_is_known(3, 2, 3.0)
    weight = settled.weights[ONE]
    assert isinstance(weight, Weight)
    pressed = replace(settled, weights={**settled.weights, ONE: replace(weight, grams=weight.grams + 30.0)})
    then = perhaps_exchanged(knowledge, BOTH, of_beans(contents), pressed)
    assert deviation(then.places[ONE].tare) > 1.0


@pytest.mark.parametrize("pressed_grams", [0.25, 0.3, 0.35])
@pytest.mark.parametrize("seed", range(4))
def test_a_finger_on_the_last_bean_at_the_press_is_no_bean_that_is_captured_when_it_goes(
    seed: int, pressed_grams: float
) -> None:
    table, position = a_table(seed), GAME.start(Side.SOUTH)
    for _ in range(4):
        for side in Side:
            table.carry_out([Transfer(OFF_BOARD, cup(side, 1))])
            position = GAME.play(position, side, "drop 1")
    contents = table.contents()
    knowledge = agreed(
        from_calibration(table.calibration, of_beans(contents)), of_beans(contents), table.weigh()
    )
    tracker = Tracker(table.calibration, knowledge)
    expected = expected_plans(GAME, position)
    table.carry_out([Transfer(OFF_BOARD, ONE)])
    for settled in (table.weigh(), table.weigh({ONE: pressed_grams})):
        tracker.keep(tracker.look(expected, settled), settled)
    tracker.agree(table.contents())
    position = GAME.play(position, Side.SOUTH, "drop 1")
    seen = tracker.look(expected_plans(GAME, position), table.weigh())
    assert seen.found == table.contents() or isinstance(seen.outcome, Undecided)


def test_a_finger_taken_for_a_bean_leaves_no_doubt_of_the_bean_that_comes_after_it() -> None:
    table = a_table(0)
    empty = of_beans(table.contents())
    knowledge = agreed(from_calibration(table.calibration, empty), empty, table.weigh())
    tracker = Tracker(table.calibration, knowledge)
    expected = expected_plans(GAME, GAME.start(Side.SOUTH))

    def looked_at(settled: Settled) -> int:
        seen = tracker.look(expected, settled)
        tracker.keep(seen, settled)
        return seen.found[ONE]

    assert looked_at(table.weigh({ONE: 0.4})) == 1
    assert looked_at(table.weigh()) == 0
    table.carry_out([Transfer(OFF_BOARD, ONE)])
    assert looked_at(table.weigh()) == 1
    tracker.agree(table.contents())
    assert deviation(tracker.knowledge.places[ONE].gross) < 0.05


@pytest.mark.parametrize("off_grams", [0.2, 3.0])
def test_what_is_known_can_be_kept_after_a_first_table_that_is_off_where_nobody_was(off_grams: float) -> None:
    table = a_table(2)
    table.carry_out([Transfer(OFF_BOARD, ONE, 2)])
    lying = of_beans(table.contents())
    knowledge = from_calibration(table.calibration, lying)
    for _ in range(3):
        knowledge = agreed(
            knowledge, lying, table.weigh({ONE: off_grams}), Notes(unexplained=(ONE,), touched=())
        )
        check_knowledge(knowledge)


def test_a_first_look_at_empty_cups_shows_where_their_zeros_are() -> None:
    table = a_table(1)
    stored = from_calibration(table.calibration, of_beans(table.contents()))
    seen = still(stored, table.weigh(), stored.places)
    for place, known in seen.places.items():
        assert known.content_grams == pytest.approx(0.0, abs=1e-6)
        assert deviation(known.tare) < 0.5 * deviation(stored.places[place].tare)


def test_a_zero_that_jumped_makes_every_cup_doubtful_where_hands_have_been() -> None:
    table = a_table(1)
    table.carry_out([Transfer(OFF_BOARD, place, 2) for place in (ONE, OTHER)])
    knowledge = agreed(from_calibration(table.calibration, {}), of_beans(table.contents()), table.weigh())
    table.carry_out([Transfer(OTHER, OFF_BOARD, 2)])
    settled = table.weigh()
    before, jump = settled.weights[OTHER], 0.2
    assert isinstance(before, Weight)
    jumped = {**settled.weights, OTHER: Weight(before.grams + jump, before.variance)}
    after = agreed(knowledge, of_beans(table.contents()), Settled(1.0, jumped), Notes(touched=(OTHER,)))
    further = after.jump_variance - knowledge.jump_variance
    assert further > 0
    tares = [each.places[ONE].tare.variance for each in (knowledge, after)]
    assert tares[1] - tares[0] == pytest.approx(further * knowledge.places[ONE].touches)


def test_a_population_that_no_piece_was_weighed_for_is_refused_by_its_name() -> None:
    knowledge, _, _ = a_table_and_what_is_known(1, 2, 0.0)
    unweighed = {kind: replace(each, sample=0.0) for kind, each in knowledge.pieces.items()}
    with pytest.raises(SensingError, match=r"^pieces\.bean\.sample: 0\.0 is not between 1 and"):
        check_knowledge(replace(knowledge, pieces=unweighed))
