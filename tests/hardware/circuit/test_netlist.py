"""The netlist of every board keeps the electrical rules, and its copper is wide enough for every pad."""

from dataclasses import replace

import pytest
from cupsboard import profile
from cupsboard.profile import Profile
from hypothesis import given
from hypothesis import strategies as st

from hardware.carrier.flows import strong_flows, weak_flows
from hardware.carrier.placed import carrier
from hardware.circuit.copper import amperes, width_mm
from hardware.circuit.netlist import End, Netlist, Role, netlist
from hardware.circuit.rule_check import broken_rules
from hardware.circuit.wiring import Kind, currents, header

BOARD = profile.load("2x4")
WHOLE = netlist(BOARD)
ENDS = [(net, end) for net, ends in WHOLE.nets.items() for end in ends]


def test_every_board_keeps_the_rules(board: Profile) -> None:
    assert broken_rules(netlist(board), board) == []


def test_modules_with_one_supply_pin_get_volts_that_the_pi_bears_from_a_regulator(board: Profile) -> None:
    joined = netlist(board, one_supply=True)
    assert broken_rules(joined, board) == []
    for cell in board.cells:
        assert joined.net_of(f"M-{cell.place}", "VCC") == joined.net_of("VR1", "2")
        assert joined.net_of(f"M-{cell.place}", "VDD") is None
    regulated, fed = (joined.net_of("VR1", pin) for pin in ("2", "3"))
    assert regulated is not None
    assert fed == joined.net_of("F1", "2")
    assert joined.nets[regulated]
    assert "J1" not in {end.part for end in joined.nets[regulated]}
    nets = {**joined.nets, fed: (*joined.nets[fed], *joined.nets[regulated])}
    del nets[regulated]
    short = broken_rules(Netlist(joined.parts, nets), board)
    assert sum("bears 3.3 V and sees 5 V" in sentence for sentence in short) == len(board.cells)


def test_every_pin_of_the_header_is_on_the_net_of_its_use_or_open(board: Profile) -> None:
    joined = netlist(board)
    for pin in header(board):
        net = joined.net_of("J1", str(pin.number))
        expected = {
            Kind.GROUND: "GND",
            Kind.THREE_VOLTS: "+3V3",
            **dict.fromkeys((Kind.FREE, Kind.FIVE_VOLTS, Kind.HAT, Kind.RESERVED)),
        }
        assert net == expected.get(pin.kind, f"GPIO{pin.gpio}")


def test_each_cell_comes_to_its_own_line_through_its_own_resistor(board: Profile) -> None:
    joined = netlist(board)
    for cell in board.cells:
        data = joined.net_of(f"M-{cell.place}", "DOUT")
        resistor = f"Rd-{cell.place}"
        assert {joined.net_of(resistor, "1"), joined.net_of(resistor, "2")} == {data, f"GPIO{cell.line}"}
        assert joined.nets[f"GPIO{cell.line}"] == tuple(
            end for end in joined.nets[f"GPIO{cell.line}"] if end.part in ("J1", resistor)
        )
        for pin in ("E+", "E−", "A+", "A−"):
            assert joined.net_of(f"M-{cell.place}", pin) == joined.net_of(f"L-{cell.place}", pin)


@given(st.sampled_from(ENDS))
def test_an_end_that_is_taken_off_its_net_is_missed(taken: tuple[str, End]) -> None:
    net, end = taken
    left = tuple(each for each in WHOLE.nets[net] if each != end)
    assert broken_rules(Netlist(WHOLE.parts, {**WHOLE.nets, net: left}), BOARD)


@given(st.sampled_from(ENDS), st.sampled_from(["+5V", "+3V3", "GND", "GPIO27"]))
def test_an_end_that_is_on_a_second_net_too_is_found(first: tuple[str, End], second: str) -> None:
    net, end = first
    if net != second:
        nets = {**WHOLE.nets, second: (*WHOLE.nets[second], end)}
        assert broken_rules(Netlist(WHOLE.parts, nets), BOARD)


def moved(end: End, there: str) -> Netlist:
    """The netlist with an end on another net."""
    nets = {name: tuple(each for each in ends if each != end) for name, ends in WHOLE.nets.items()}
    return Netlist(WHOLE.parts, {**nets, there: (*nets[there], end)})


@pytest.mark.parametrize(
    ("end", "there", "says"),
    [
        (End("M-south-1", "VDD"), "GPIO4", "to supply"),
        (End("J1", "7"), "+5V", "bears 3.3 V and sees 5 V"),
        (End("M-south-1", "SCK"), "+5V", "bears 3.3 V and sees 5 V"),
        (End("M-south-1", "DOUT"), "DOUT south-2", "driven by two pins"),
        (End("P-south-1", "DIN"), "GPIO10", "needs 3.5 V for high"),
        (End("S-south", "1"), "GPIO20", "without a resistor"),
        (End("J2", "1"), "GND", "joins supplies"),
    ],
    ids=str,
)
def test_a_dangerous_wire_is_named(end: End, there: str, says: str) -> None:
    assert any(says in sentence for sentence in broken_rules(moved(end, there), BOARD))


def test_a_level_shifter_that_needs_four_volts_would_hear_nothing() -> None:
    chip = WHOLE.parts["U2"]
    pins = tuple(replace(pin, high_from_volts=4.0) if pin.number == "2" else pin for pin in chip.pins)
    broken = broken_rules(Netlist({**WHOLE.parts, "U2": replace(chip, pins=pins)}, WHOLE.nets), BOARD)
    assert broken == ["U2 pin 2 needs 4 V for high and sees 3.00 V on pixels at the shifter"]


def test_a_pin_to_be_left_open_is_found_on_a_net() -> None:
    unused = next(pin for pin in WHOLE.parts["U2"].pins if pin.role is Role.UNUSED)
    nets = {**WHOLE.nets, "GND": (*WHOLE.nets["GND"], End("U2", unused.number))}
    assert any("left open" in each for each in broken_rules(Netlist(WHOLE.parts, nets), BOARD))


def test_a_budget_of_light_that_is_too_large_for_every_fuse_is_refused() -> None:
    hungry = replace(BOARD, strip=replace(BOARD.strip, current_budget_ma=5900.0))
    assert broken_rules(netlist(hungry), hungry) == ["a fuse of 6.3 A lets a wire of 3 A burn"]


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
