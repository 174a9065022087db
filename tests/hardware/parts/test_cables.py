"""Wires run from the plugs of the carrier to their ends without crossing, and are cut long enough for it."""

from itertools import combinations, pairwise

import pytest
from boards_by_size import ALL, board_of, layout_of
from cupsboard.profile import Profile

from hardware.carrier.placed import SIZE, carrier
from hardware.circuit.netlist import CARRIER, PI, netlist
from hardware.circuit.wires import wires
from hardware.ordering.parts_list import CHEAP, LIST_CELLS, ONE_SUPPLY, USUAL
from hardware.parts.cables import Cable, cables, cell_cable
from hardware.parts.deck import Deck
from hardware.parts.electronics import Electronics

ENDS_MM = 20.0
"""What both ends of a wire need to be stripped, soldered and clamped."""
Leg = tuple[tuple[float, float], tuple[float, float]]


@pytest.fixture(params=[each for each in ALL if board_of(each).cups])
def two_rows(request: pytest.FixtureRequest) -> Profile:
    return board_of(request.param)


def cables_of(board: Profile, which: str = USUAL) -> tuple[Cable, ...]:
    layout = layout_of(board, LIST_CELLS[which])
    assert isinstance(layout, Deck)
    return cables(board, layout, one_supply=which in ONE_SUPPLY)


def legs(way: tuple[tuple[float, float, float], ...]) -> list[Leg]:
    """The straight pieces of a way below the base, seen from there."""
    flat = [(x, y) for x, y, z in way if z < 0]
    return [leg for leg in pairwise(flat) if leg[0] != leg[1]]


def do_cross(one: Leg, other: Leg) -> bool:
    """Whether two pieces along the axes share a point inside both of their ranges."""
    return all(
        max(min(a[axis] for a in one), min(b[axis] for b in other))
        < min(max(a[axis] for a in one), max(b[axis] for b in other)) + 1e-9
        for axis in (0, 1)
    )


def test_every_wire_that_leaves_the_carrier_runs_in_one_cable(two_rows: Profile) -> None:
    layout = layout_of(two_rows)
    leaving = [
        wire
        for wire in wires(netlist(two_rows), Electronics(two_rows, layout).sites())
        if wire.start_at == CARRIER and wire.end_at != PI
    ]
    running = [wire for cable in cables_of(two_rows) for wire in cable.wires]
    assert sorted(map(str, running)) == sorted(map(str, leaving))


def test_wires_to_the_modules_are_cut_longer_than_their_way(two_rows: Profile) -> None:
    for cable in cables_of(two_rows):
        assert all(wire.length_mm >= cable.length_mm + ENDS_MM for wire in cable.wires), cable.plug


@pytest.mark.parametrize("which", LIST_CELLS)
def test_no_wire_crosses_another_on_its_way_to_a_module(two_rows: Profile, which: str) -> None:
    ways = [
        (f"{cable.plug} {wire.net}", legs(way))
        for cable in cables_of(two_rows, which)
        if cable.plug in two_rows.places
        for wire, way in cable.ways(0.1, 0.1)
    ]
    crossing = [
        (name, other)
        for (name, own), (other, its) in combinations(ways, 2)
        for one in own
        for two in its
        if do_cross(one, two)
    ]
    assert crossing == []


def test_a_module_of_the_cheap_list_has_four_wires_and_its_supply_in_the_colour_of_three_volts() -> None:
    board = board_of("2x4")
    for cable in cables_of(board, CHEAP):
        if cable.plug in board.places:
            wired = {wire.end.pin: wire.colour for wire in cable.wires}
            assert wired == {"VCC": "orange", "GND": "black", "SCK": "violet", "DOUT": "blue"}


def test_plugs_of_the_printed_carrier_stand_where_the_cables_begin() -> None:
    board = board_of("2x4")
    box = Electronics(board, layout_of(board)).carrier
    printed = {each.name: each for each in carrier(board)}
    for cable in cables_of(board):
        if cable.plug in board.places:
            plug = printed[f"X-{cable.plug}"]
            # Its parts look down: from below, what is above on the print lies south, and left stays left.
            middle = plug.x + (-1 if plug.turn else 1) * 2 * 2.54
            assert cable.corners[0][0] == pytest.approx(box.left + middle)
            assert (cable.corners[0][1] < box.middle[1]) == (plug.y < SIZE[1] / 2)


def test_the_jack_s_plus_lies_on_the_same_side_as_on_the_printed_carrier() -> None:
    board = board_of("2x4")
    (jack,) = (cable for cable in cables_of(board) if cable.plug == "jack")
    (plug,) = (each for each in carrier(board) if each.name == "X-jack")
    plus, minus = (way[0][1] for _, way in jack.ways(1.0, 1.0))
    # Pad 1, plus, stands at the footprint's origin, below minus on the print: further north.
    assert plug.nets["1"] == jack.wires[0].net
    assert plus > minus


def test_a_cell_is_joined_to_its_module_by_four_wires_of_its_colours(board: Profile) -> None:
    for place in board.places:
        cable = cell_cable(board, layout_of(board), place)
        assert sorted(wire.colour for wire in cable.wires) == ["black", "green", "red", "white"]
        module = Electronics(board, layout_of(board)).module(place)
        x, y, _ = cable.corners[-1]
        assert module.left <= x <= module.right
        assert module.low <= y <= module.high
