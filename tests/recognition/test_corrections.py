"""The board corrects itself in play: a little at a time, told, and reversible."""

from dataclasses import replace
from random import Random

import pytest
from cupsboard.numbers import PHYSICS
from cupsboard.recognition.agreement import Notes, agreed
from cupsboard.recognition.corrections import Healing, MassLearnt, ZeroMoved, reverted, zeroed_by_hand
from cupsboard.recognition.knowledge import Knowledge, from_calibration, still
from cupsboard.rules.game import of_beans
from cupsboard.rules.places import BEAN, Place, board_places
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled, Weight
from hypothesis import given
from hypothesis import strategies as st

PLACES = board_places(2)
CALIBRATION = Calibration(
    made="2026-11-21T18:30:00",
    rate_sps=10.0,
    beans=PieceCalibration(0.55, 0.02, 0.08, 10),
    places=dict.fromkeys(PLACES, PlaceCalibration(100.0, 1800.0, 2e-4, 25.0, 0.01, 0.012)),
)
LOOKS_A_MINUTE = 30
ONE = Place("south-1")


def fresh() -> Knowledge:
    knowledge = from_calibration(CALIBRATION, {})
    empty = dict.fromkeys(PLACES, 0)
    return agreed(knowledge, of_beans(empty), weighing(dict.fromkeys(PLACES, 25.0)))


def weighing(grams: dict[Place, float]) -> Settled:
    return Settled(0.0, {place: Weight(each, 1e-4) for place, each in grams.items()})


@given(st.lists(st.floats(-5.0, 5.0), min_size=LOOKS_A_MINUTE, max_size=LOOKS_A_MINUTE))
def test_beans_that_nobody_touches_weigh_what_they_weighed_whatever_the_scale_says(
    pushes: list[float],
) -> None:
    """All of a change that stays is the zero's: of a first one, at most what its own noise may be."""
    knowledge = fresh()
    three = {**dict.fromkeys(PLACES, 0), ONE: 3}
    knowledge = agreed(knowledge, of_beans(three), weighing({**dict.fromkeys(PLACES, 25.0), ONE: 26.65}))
    for push in pushes:
        grams = {**dict.fromkeys(PLACES, 25.0 + push), ONE: 26.65 + push}
        knowledge = still(knowledge, weighing(grams), PLACES)
    found = knowledge.places[ONE]
    assert abs(found.content_grams - 1.65) < 0.05
    most = 2 * 1e-4 + PHYSICS.drift_grams**2 + knowledge.jump_variance
    assert 0 < found.content_variance <= most + 1e-12


@given(push=st.floats(-0.005, 0.005), count=st.integers(1, 12))
def test_a_zero_that_creeps_for_minutes_takes_nothing_from_the_beans(push: float, count: int) -> None:
    knowledge = fresh()
    lying = {**dict.fromkeys(PLACES, 0), ONE: count}
    content = 0.55 * count
    knowledge = agreed(
        knowledge, of_beans(lying), weighing({**dict.fromkeys(PLACES, 25.0), ONE: 25 + content})
    )
    for look in range(200):
        crept = 25.0 + push * look
        knowledge = still(knowledge, weighing({**dict.fromkeys(PLACES, crept), ONE: crept + content}), PLACES)
    found = knowledge.places[ONE]
    assert found.content_grams == pytest.approx(content, abs=0.012)
    assert found.tare.grams == pytest.approx(25.0 + push * 199, abs=0.04)


def test_a_zero_that_moved_is_told_once_for_every_step_and_can_be_put_back() -> None:
    knowledge = fresh()
    healing = Healing(knowledge)
    told: list[ZeroMoved] = []
    before = knowledge
    for look in range(200):
        grams = {**dict.fromkeys(PLACES, 25.0), ONE: 25.0 + 0.002 * look}
        knowledge = still(knowledge, weighing(grams), PLACES)
        told += [each for each in healing.step(2.0 * look, knowledge) if isinstance(each, ZeroMoved)]
    assert told
    assert {each.place for each in told} == {ONE}
    assert all(abs(each.after_grams - each.before_grams) < 0.03 for each in told)
    for each in reversed(told):
        knowledge = reverted(knowledge, each)
    assert knowledge.places[ONE].tare.grams == pytest.approx(before.places[ONE].tare.grams, abs=0.021)


def test_the_bean_that_was_learnt_is_told_and_can_be_put_back() -> None:
    knowledge = fresh()
    healing = Healing(knowledge)
    random = Random(1)
    told = []
    for number in range(30):
        alone = {ONE: Weight(random.gauss(0.60, 0.05), 1e-4)}
        settled = weighing(dict.fromkeys(PLACES, 25.0))
        knowledge = agreed(knowledge, {place: {} for place in PLACES}, settled, Notes(alone))
        told += healing.step(float(number), knowledge)
    assert told
    assert all(isinstance(each, MassLearnt) for each in told)
    for each in reversed(told):
        knowledge = reverted(knowledge, each)
    assert knowledge.pieces[BEAN].mean_grams == pytest.approx(0.55, rel=0.006)


def test_an_empty_cup_is_zeroed_by_hand_on_purpose() -> None:
    knowledge = zeroed_by_hand(fresh(), weighing(dict.fromkeys(PLACES, 25.8)), ONE)
    assert knowledge.places[ONE].tare.grams == 25.8
    assert knowledge.places[ONE].content_grams == 0.0
    assert knowledge.places[PLACES[1]].tare.grams == 25.0


def test_a_cup_that_is_not_empty_or_not_readable_is_not_zeroed() -> None:
    knowledge = fresh()
    settled = weighing(dict.fromkeys(PLACES, 25.0))
    full = replace(
        knowledge, places={**knowledge.places, ONE: replace(knowledge.places[ONE], pieces={BEAN: 3})}
    )
    with pytest.raises(SensingError, match=r"south-1: is to hold beans .3. .*; empty it first"):
        zeroed_by_hand(full, settled, ONE)
    with pytest.raises(SensingError, match="south-1: no conversions"):
        zeroed_by_hand(knowledge, Settled(0.0, {**settled.weights, ONE: CellFault.SILENT}), ONE)
    with pytest.raises(SensingError, match=r"south-1: is \+9\.00 g from what its empty cup weighs"):
        zeroed_by_hand(knowledge, weighing(dict.fromkeys(PLACES, 34.0)), ONE)
    with pytest.raises(SensingError, match="hall: is not weighed"):
        zeroed_by_hand(knowledge, settled, Place("hall"))
