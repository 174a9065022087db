"""The resistors that the guide puts into the clock's wires keep an edge from being two."""

import re
from pathlib import Path

import pytest
from cupsboard.profile import CHIPS_PER_BRANCH
from hypothesis import given
from hypothesis import strategies as st

from hardware.circuit.clock_star import HIGH, VOLTS, star

FIVE, SIX = (0.15, 0.30, 0.45, 0.60, 0.75), (0.15, 0.30, 0.50, 0.65, 0.80, 1.0)
GUIDE = " ".join((Path(__file__).parents[3] / "hardware" / "README.md").read_text(encoding="utf-8").split())


def test_a_single_wire_that_ends_in_its_own_resistance_passes_the_edge_as_it_is() -> None:
    (end,) = star([1.0], each_ohms=105.0, gate_ohms=15.0)
    assert end.peak == pytest.approx(VOLTS, rel=0.01)
    assert end.falls_back_to >= HIGH


def test_a_wire_without_any_resistor_rings_high_above_its_supply_and_falls_back() -> None:
    (end,) = star([1.0], each_ohms=0.0, gate_ohms=1.0)
    assert end.peak > 1.8 * VOLTS
    assert end.falls_back_to < 0.5 * VOLTS


@pytest.mark.parametrize("metres", [FIVE, SIX])
def test_one_resistor_for_all_lets_far_ends_fall_back_as_the_guide_says(metres: tuple[float, ...]) -> None:
    ends = star(metres, each_ohms=0.0, common_ohms=47.0)
    assert min(end.falls_back_to for end in ends) < 2.0
    assert max(end.peak for end in ends) == pytest.approx(4.1, abs=0.1)
    assert "with one common 47 Ω far ends go up to 4.1 V and fall back below 2 V" in GUIDE


@given(st.lists(st.floats(0.1, 1.0), min_size=1, max_size=CHIPS_PER_BRANCH), st.floats(10.0, 80.0))
def test_a_resistor_in_each_wire_lets_no_end_fall_back(metres: list[float], gate_ohms: float) -> None:
    for end in star(metres, gate_ohms=gate_ohms):
        assert end.falls_back_to >= HIGH - 0.05
        assert end.peak <= 1.15 * VOLTS


def test_the_guide_says_what_is_computed_for_a_resistor_in_each_wire() -> None:
    ends = [end for metres in (FIVE, SIX) for end in star(metres)]
    assert max(end.peak for end in ends) == pytest.approx(3.3, abs=0.05)
    assert min(end.falls_back_to for end in ends) >= HIGH
    assert re.search(r"with 100 Ω in each they go to 3\.3 V and nowhere back", GUIDE)
