"""Copper is as wide as the formula asks for, and the flows of the carrier reach every pad of every net."""

import pytest
from cupsboard import profile
from hypothesis import given
from hypothesis import strategies as st

from hardware.carrier.flows import strong_flows, weak_flows
from hardware.carrier.placed import carrier
from hardware.circuit.copper import amperes, width_mm
from hardware.circuit.wiring import currents

BOARD = profile.load("2x4")


def test_the_formula_gives_what_its_calculators_print() -> None:
    # 1 A, 10 K, one ounce: 11.8 mil by the calculators that the module names.
    assert width_mm(1.0) == pytest.approx(11.8 * 0.0254, rel=0.01)
    assert amperes(0.25) == pytest.approx(0.875, rel=0.01)


@given(st.floats(0.01, 10.0), st.floats(5.0, 40.0))
def test_the_width_for_a_current_carries_just_that(current: float, rise: float) -> None:
    assert amperes(width_mm(current, rise), rise) == pytest.approx(current)


def test_every_pad_of_every_net_of_the_carrier_is_in_a_flow() -> None:
    placed = carrier(BOARD)
    flows = [*strong_flows(BOARD), *weak_flows(BOARD, placed)]
    reached = {(flow.net, pad) for flow in flows for pad in flow.pads}
    pads = {(net, f"{part.name}.{number}") for part in placed for number, net in part.nets.items() if net}
    joined = {net for net, _ in pads if sum(net == other for other, _ in pads) > 1}
    assert reached == {(net, pad) for net, pad in pads if net in joined}


def test_the_way_to_the_strip_is_measured_with_all_that_the_supply_gives() -> None:
    assert {flow.amperes for flow in strong_flows(BOARD)} == {currents(BOARD).supply_amperes}
    assert max(flow.amperes for flow in weak_flows(BOARD, carrier(BOARD))) < 0.3
