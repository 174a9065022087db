"""What is known of cups after they were in the air together, by the table that is agreed then."""

import math
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from cupsboard.recognition.knowledge import Knowledge, agreed, from_calibration, perhaps_exchanged
from cupsboard.rules import games
from cupsboard.rules.game import Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup
from cupsboard.scales.readings import Settled, Weight
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from hypothesis import given, settings
from hypothesis import strategies as st

GAME = games.of_board(4)
ONE, OTHER = cup(Side.SOUTH, 1), cup(Side.SOUTH, 3)
BOTH = frozenset((ONE, OTHER))
SIGMAS = 4.5


def a_table_and_what_is_known(
    seed: int, count: int, apart_grams: float
) -> tuple[Knowledge, Mapping[Place, int], Settled]:
    """With so many beans in one cup and none in the other, which is so much heavier."""
    table = SettledTable(GAME.places, bean_kind("kidney sorted"), cell_model("500g"), Random(seed))
    table.carry_out([Transfer(OFF_BOARD, ONE, count)] if count else [])
    contents, settled = table.contents(), table.weigh()
    knowledge = agreed(from_calibration(table.calibration, contents), contents, settled, {})
    known = knowledge.places[OTHER]
    heavier = replace(known, cup_grams=knowledge.places[ONE].cup_grams + apart_grams)
    return replace(knowledge, places={**knowledge.places, OTHER: heavier}), contents, settled


def deviation(weight: Weight) -> float:
    return math.sqrt(weight.variance)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 99), count=st.integers(0, 8), apart=st.sampled_from([0.02, 0.2, 1.0, 3.0]))
def test_a_cup_that_came_back_to_its_place_is_believed_to_be_itself_or_another(
    seed: int, count: int, apart: float
) -> None:
    knowledge, contents, settled = a_table_and_what_is_known(seed, count, apart)
    then = perhaps_exchanged(knowledge, BOTH, contents, settled)
    for place in BOTH:
        before, after = knowledge.places[place].tare, then.places[place].tare
        assert abs(after.grams - before.grams) < SIGMAS * deviation(after)
        assert deviation(before) <= deviation(after) <= deviation(before) + apart


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 99), count=st.integers(0, 8))
def test_cups_that_differ_by_more_than_their_beans_are_told_apart(seed: int, count: int) -> None:
    apart = 3.0
    knowledge, contents, settled = a_table_and_what_is_known(seed, count, apart)
    kept = perhaps_exchanged(knowledge, BOTH, contents, settled)
    weights = dict(settled.weights)
    for place, grams in ((ONE, apart), (OTHER, -apart)):
        weight = weights[place]
        assert isinstance(weight, Weight)
        weights[place] = replace(weight, grams=weight.grams + grams)
    exchanged = perhaps_exchanged(knowledge, BOTH, contents, replace(settled, weights=weights))
    for place, grams in ((ONE, apart), (OTHER, -apart)):
        before = knowledge.places[place].tare
        assert deviation(kept.places[place].tare) < deviation(before) + 0.1
        assert abs(kept.places[place].tare.grams - before.grams) < 0.05
        assert abs(exchanged.places[place].tare.grams - before.grams - grams) < 0.05


def test_a_weight_that_no_cup_explains_tells_no_cups_apart() -> None:
    knowledge, contents, settled = a_table_and_what_is_known(3, 2, 3.0)
    weight = settled.weights[ONE]
    assert isinstance(weight, Weight)
    pressed = replace(settled, weights={**settled.weights, ONE: replace(weight, grams=weight.grams + 30.0)})
    then = perhaps_exchanged(knowledge, BOTH, contents, pressed)
    assert deviation(then.places[ONE].tare) > 1.0
