"""Samples become settled weights, and only when they lie still."""

from random import Random

import pytest
from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.rules.places import Side, cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Weight
from cupsboard.scales.settling import Weighing, samples_of_rest
from hypothesis import given
from hypothesis import strategies as st

NOISE_GRAMS = 0.017
COUNTS_PER_GRAM = 2000.0
ONE, TWO = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)


class Scale:
    """Feeds a Weighing of two places with samples around given weights."""

    def __init__(
        self, sps: float = 10.0, seed: int = 1, *, bean_grams: float = 0.55, is_hurried: bool = False
    ) -> None:
        place = PlaceCalibration(50_000.0, COUNTS_PER_GRAM, 0.003, 25.0, 0.02, NOISE_GRAMS)
        calibration = Calibration(
            "2026-01-01T00:00:00",
            sps,
            PieceCalibration(bean_grams, 0.02, 0.15 * bean_grams, 10),
            {ONE: place, TWO: place},
        )
        self.weighing = Weighing(calibration, (ONE, TWO), is_hurried=is_hurried)
        self.period = 1.0 / sps
        self.now = 0.0
        self.random = Random(seed)

    def give(self, first: float | CellFault, second: float | CellFault = 25.0, frames: int = 1) -> None:
        for _ in range(frames):
            self.now += self.period
            readings = tuple(
                each
                if isinstance(each, CellFault)
                else round(50_000 + COUNTS_PER_GRAM * (each + self.random.gauss(0, NOISE_GRAMS)))
                for each in (first, second)
            )
            self.weighing.step(Frame(self.now, readings))


def test_nothing_is_still_before_enough_samples_agree() -> None:
    scale = Scale()
    assert scale.weighing.moving == {ONE, TWO}
    scale.give(25.0, frames=samples_of_rest(10.0) - 1)
    assert scale.weighing.moving == {ONE, TWO}
    scale.give(25.0)
    assert scale.weighing.moving == frozenset()


def test_a_settled_weight_is_right_within_its_own_doubt() -> None:
    misses = 0
    for seed in range(60):
        scale = Scale(seed=seed)
        scale.give(27.3, frames=8)
        weight = scale.weighing.settled.weights[ONE]
        assert isinstance(weight, Weight)
        misses += abs(weight.grams - 27.3) > 2 * weight.variance**0.5
    assert misses <= 3


def test_one_spike_is_set_aside_and_forgotten() -> None:
    scale = Scale()
    scale.give(25.0, frames=6)
    before = scale.weighing.stretches
    scale.give(4000.0)
    assert scale.weighing.moving == {ONE}
    scale.give(25.0, frames=PHYSICS.settling_conversions)
    assert scale.weighing.moving == frozenset()
    assert scale.weighing.stretches == before
    weight = scale.weighing.settled.weights[ONE]
    assert isinstance(weight, Weight)
    assert weight.grams == pytest.approx(25.0, abs=0.05)


@pytest.mark.parametrize("sps", [10.0, 80.0])
@pytest.mark.parametrize("is_hurried", [False, True])
def test_a_sample_that_passes_by_the_old_weight_is_not_the_old_weight(sps: float, is_hurried: bool) -> None:
    """A bean has come, and its bar swings: the old number would be read in that frame."""
    scale = Scale(sps, is_hurried=is_hurried)
    scale.give(25.0, frames=16)
    for grams in (26.2, 25.0, 26.0, 25.0, 25.0, 25.9):
        scale.give(grams)
        assert ONE in scale.weighing.moving
    scale.give(25.55, frames=samples_of_rest(sps))
    weight = scale.weighing.settled.weights[ONE]
    assert isinstance(weight, Weight)
    assert weight.grams == pytest.approx(25.55, abs=0.05)


@given(grams=st.floats(0.2, 400.0))
def test_a_bean_begins_a_new_stretch(grams: float) -> None:
    scale = Scale()
    scale.give(25.0, frames=8)
    before = scale.weighing.stretches
    scale.give(25.0 + grams, frames=samples_of_rest(10.0))
    assert scale.weighing.moving == frozenset()
    assert scale.weighing.stretches[0] != before[0]
    assert scale.weighing.stretches[1] == before[1]
    weight = scale.weighing.settled.weights[ONE]
    assert isinstance(weight, Weight)
    assert weight.grams == pytest.approx(25.0 + grams, abs=0.1)


def test_a_hand_that_rests_unsteadily_is_not_still() -> None:
    scale = Scale()
    scale.give(25.0, frames=8)
    for step in range(20):
        scale.give(26.0 + 3.0 * (step % 2) + 0.7 * step)
        assert ONE in scale.weighing.moving


def test_what_is_still_settling_leaves_the_mean() -> None:
    scale = Scale()
    scale.give(25.0, frames=8)
    for grams in (25.9, 25.62, 25.56):
        scale.give(grams)
    scale.give(25.55, frames=10)
    weight = scale.weighing.settled.weights[ONE]
    assert isinstance(weight, Weight)
    assert weight.grams == pytest.approx(25.55, abs=3 * NOISE_GRAMS * COSTS.settling.noise_believed_times / 3)


def test_a_missed_reading_changes_nothing() -> None:
    scale = Scale()
    scale.give(25.0, frames=6)
    scale.give(CellFault.MISSED)
    assert scale.weighing.moving == frozenset()
    assert isinstance(scale.weighing.settled.weights[ONE], Weight)


@pytest.mark.parametrize(
    "fault", [CellFault.SILENT, CellFault.SATURATED_HIGH, CellFault.STUCK_LOW, CellFault.SLOW_CLOCK]
)
def test_a_lasting_fault_is_named_and_the_others_go_on(fault: CellFault) -> None:
    scale = Scale()
    scale.give(25.0, frames=6)
    scale.give(fault)
    assert ONE in scale.weighing.moving
    scale.give(fault, frames=6)
    assert scale.weighing.moving == frozenset()
    assert scale.weighing.settled.weights[ONE] is fault
    assert isinstance(scale.weighing.settled.weights[TWO], Weight)


def test_a_cell_that_comes_back_must_settle_again() -> None:
    scale = Scale()
    scale.give(25.0, frames=6)
    scale.give(CellFault.SILENT, frames=8)
    scale.give(31.0)
    assert ONE in scale.weighing.moving
    scale.give(31.0, frames=3)
    weight = scale.weighing.settled.weights[ONE]
    assert isinstance(weight, Weight)
    assert weight.grams == pytest.approx(31.0, abs=0.05)


def test_a_cell_noisier_than_at_calibration_is_believed_to_be_so() -> None:
    scale = Scale()
    scale.give(25.0, frames=10)
    before = scale.weighing.settled.weights[ONE]
    for _ in range(300):
        scale.give(25.0 + scale.random.gauss(0, 2.0 * NOISE_GRAMS))
    weight = scale.weighing.settled.weights[ONE]
    assert isinstance(before, Weight)
    assert isinstance(weight, Weight)
    assert scale.weighing.noise_grams[ONE] > 1.6 * NOISE_GRAMS
    assert scale.weighing.noise_grams[TWO] == pytest.approx(NOISE_GRAMS, rel=0.2)
    assert weight.grams == pytest.approx(25.0, abs=0.1)


def test_a_table_that_shakes_five_times_as_much_still_comes_to_a_weight() -> None:
    scale = Scale()
    scale.give(25.0, frames=10)
    for _ in range(400):
        scale.give(25.0 + scale.random.gauss(0, 5.0 * NOISE_GRAMS))
    weight = scale.weighing.settled.weights[ONE]
    assert scale.weighing.moving == frozenset()
    assert isinstance(weight, Weight)
    assert weight.grams == pytest.approx(25.0, abs=0.2)
    assert weight.variance**0.5 > 1.5 * NOISE_GRAMS


def test_a_place_that_never_rests_is_named_and_left_out() -> None:
    scale = Scale()
    scale.give(25.0, frames=10)
    for step in range(60):
        scale.give(25.0 + 40.0 * (step % 2) + 3.0 * step)
    assert scale.weighing.moving == frozenset()
    assert scale.weighing.settled.weights[ONE] is CellFault.RESTLESS
    assert isinstance(scale.weighing.settled.weights[TWO], Weight)


def test_a_place_whose_readings_are_nearly_all_missed_is_not_called_restless() -> None:
    scale = Scale()
    for _ in range(20):
        scale.give(CellFault.MISSED, CellFault.MISSED, frames=18)
        scale.give(25.0)
        assert CellFault.RESTLESS not in scale.weighing.settled.weights.values()


def test_at_80_sps_a_tenth_of_a_second_must_agree() -> None:
    scale = Scale(sps=80.0)
    scale.give(25.0, frames=7)
    assert scale.weighing.moving == {ONE, TWO}
    scale.give(25.0)
    assert scale.weighing.moving == frozenset()


class TestInAHurry:
    """Glass gems of 4 g: a hundredth of one is more than the noise."""

    def scale(self) -> Scale:
        scale = Scale(bean_grams=4.0, is_hurried=True)
        scale.give(25.0, frames=8)
        return scale

    def test_a_heavy_bean_is_weighed_as_soon_as_it_can_be_told_from_none(self) -> None:
        patient, hurried = Scale(bean_grams=4.0), self.scale()
        patient.give(25.0, frames=8)
        for grams in (26.2, 29.7, 29.1):
            patient.give(grams)
            hurried.give(grams)
        assert ONE in patient.weighing.moving
        assert ONE not in hurried.weighing.moving
        weight = hurried.weighing.settled.weights[ONE]
        assert isinstance(weight, Weight)
        assert abs(weight.grams - 29.0) < 2 * weight.variance**0.5 < 0.25 * 4.0

    def test_the_next_bean_begins_another_stretch(self) -> None:
        scale = self.scale()
        for grams in (26.2, 29.7, 29.1):
            scale.give(grams)
        before = scale.weighing.stretches
        scale.give(31.0)
        assert ONE in scale.weighing.moving
        for grams in (33.5, 33.0):
            scale.give(grams)
        assert ONE not in scale.weighing.moving
        assert scale.weighing.stretches[0] != before[0]

    def test_a_finger_that_wobbles_by_parts_of_a_bean_is_one_stretch(self) -> None:
        scale = self.scale()
        for grams in (33.0, 33.4, 32.8):
            scale.give(grams)
        before = scale.weighing.stretches
        for step in range(20):
            scale.give(33.0 + 0.3 * (-1) ** step)
            assert ONE not in scale.weighing.moving
        assert scale.weighing.stretches == before

    def test_what_creeps_on_is_not(self) -> None:
        scale = self.scale()
        for grams in (33.0, 33.4, 32.8):
            scale.give(grams)
        before = scale.weighing.stretches
        for step in range(8):
            scale.give(33.0 + 0.5 * step)
        assert scale.weighing.stretches[0] >= before[0] + 3
