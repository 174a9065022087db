"""What is ordered for the carrier fits it: leads, pads, holes and the list agree about each footprint."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import drawn_board
import pytest
from cupsboard import profile

from hardware.carrier.leads import LEADS, Leads
from hardware.carrier.placed import LEAST_STROKE_MM, LEAST_WORDS_MM, Placed, carrier
from hardware.circuit.netlist import netlist
from hardware.circuit.plugs import plugs, pole_of
from hardware.circuit.wires import SQUARE_MM, joints
from hardware.drawings.pages import lists_of
from hardware.ordering.offers import OFFERS
from hardware.ordering.parts_list import LIST_CELLS, offer_name

BOARD = profile.load("2x4")
PLACED = carrier(BOARD)
DRAWN = drawn_board.footprints()
STANDING = [each for each in PLACED if each.offer]
_OFF_MM = 0.1
"""How far stiff leads may be from the middle of their holes."""


def misfits(placed: Placed, leads: Leads) -> Iterator[str]:
    """Yield what of a drawn footprint doesn't fit the leads of a part."""
    drawn = DRAWN[placed.name]
    least, most = leads.pitch
    for pad in drawn.pads:
        others = [math.dist(pad.at, other.at) for other in drawn.plated if other.number and other != pad]
        if pad.number and not least - _OFF_MM <= min(others) <= most + _OFF_MM:
            yield f"{placed.name} {pad.number}: {min(others):.2f} mm from the next pad, not {leads.pitch}"
        if (pad.number or not drawn.plated) and not leads.hole[0] <= pad.drill <= leads.hole[1]:
            yield f"{placed.name} {pad.number}: hole of {pad.drill} mm, not {leads.hole}"
    part = netlist(BOARD).parts.get(placed.name)
    for pad in drawn.plated if part is not None else ():
        name = leads.order[int(pad.number) - 1] if leads.order else pad.number
        pin = next(each for each in part.pins if name in (each.name, each.number)) if part else None
        net = netlist(BOARD).net_of(placed.name, pin.number) if pin else None
        if pad.net != (net or ""):
            yield f"{placed.name}: pad {pad.number} is the {name}, but on {pad.net}, not {net}"


def offered(name: str) -> Placed:
    return next(each for each in PLACED if each.offer == name)


@pytest.mark.parametrize("placed", STANDING, ids=[each.name for each in STANDING])
def test_the_leads_of_what_is_ordered_fit_the_pads_as_they_are_drawn(placed: Placed) -> None:
    assert list(misfits(placed, LEADS[placed.offer])) == []


def test_a_part_with_other_leads_is_found() -> None:
    bc547 = replace(LEADS["transistor"], order=("collector", "base", "emitter"))
    assert len(list(misfits(offered("transistor"), bc547))) == 2
    c320 = replace(LEADS["capacitor 100 nF"], pitch=(2.54, 2.54))
    assert list(misfits(offered("capacitor 100 nF"), c320))
    thick = replace(LEADS["terminal of 3"], hole=(1.3, 1.3))
    assert len(list(misfits(offered("terminal of 3"), thick))) == 3


def test_the_files_show_the_board_that_the_program_places() -> None:
    assert set(DRAWN) == {each.name for each in PLACED}
    for each in PLACED:
        drawn = DRAWN[each.name]
        assert drawn.kind == each.footprint.partition(":")[2]
        assert drawn.at == pytest.approx((each.x, each.y))
        assert {pad.number: pad.net for pad in drawn.plated if pad.net} == {
            number: net for number, net in each.nets.items() if net
        }


def test_every_pad_is_drilled_and_flashed_where_it_is_drawn_and_bare_holes_have_a_file_of_their_own() -> None:
    plated = {(pad.at, pad.drill) for each in DRAWN.values() for pad in each.plated}
    bare = {(pad.at, pad.drill) for each in DRAWN.values() for pad in each.pads if not pad.number}
    assert plated <= drawn_board.holes("PTH")
    assert bare == drawn_board.holes("NPTH")
    assert not bare & drawn_board.holes("PTH")
    for layer in ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "B_Mask.gbs"):
        assert {at for at, _ in plated} <= drawn_board.flashes(layer), layer


@pytest.mark.parametrize("which", LIST_CELLS)
def test_each_list_orders_what_stands_on_every_footprint_and_no_part_that_differs(which: str) -> None:
    wanted = Counter[str]()
    for each in STANDING:
        wanted[each.offer] += LEADS[each.offer].pieces
    assert set(wanted) == set(LEADS)
    rows = lists_of(BOARD)[which]
    for offer, count in wanted.items():
        own = offer_name(offer, which)
        # Wires may be soldered into the holes of a terminal.
        if OFFERS[own].number or not offer.startswith("terminal"):
            assert sum(row.amount for row in rows if row.offer == own) >= count, offer
            assert any(row.offer == own for row in rows), offer
            assert LEADS[offer].part in OFFERS[own].number, offer


def test_a_maker_prints_every_word_and_every_line_of_it() -> None:
    printed = list(drawn_board.words())
    assert len(printed) > 90
    for each in printed:
        assert each.height >= LEAST_WORDS_MM, each
        assert each.stroke >= LEAST_STROKE_MM, each


def test_every_wire_goes_to_a_pole_of_the_board_and_every_pole_has_a_wire() -> None:
    whole, poles = netlist(BOARD), set()
    for joint in joints(whole):
        if (at := pole_of(whole, joint)) is not None:
            plug, pole = at
            assert joint.net in {pad.net for pad in DRAWN[f"X-{plug}"].plated}
            poles.add((plug, pole))
    assert poles == {(plug.name, pole) for plug in plugs(whole).values() for pole in plug.poles}
    assert len(poles) == sum(len(DRAWN[f"X-{plug}"].plated) for plug in plugs(whole))


def test_a_wire_enters_the_holes_of_its_terminal() -> None:
    # Strands lie as seven in a round: its width is three of them.
    strand = math.sqrt(SQUARE_MM / 7 * 4 / math.pi)
    assert 3 * strand < min(pad.drill for pad in DRAWN["X-strip"].plated)
