"""The wires of a board, one a row: net, both ends, colour, cross section and length.

Parts that sit together are joined there; a wire leads from one site to another. Supplies of the modules and
all signals go out from the carrier as a star; the strip's pieces are joined one to the next.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from hardware.circuit.netlist import (
    CARRIER,
    DECK,
    FIVE,
    FIVE_IN,
    GROUND,
    PI,
    STRIP,
    THREE,
    THREE_OF_CELLS,
    End,
    Netlist,
)

Point = tuple[float, float]
THROUGH = "riser"
"""The site through which wires from the carrier come up to the deck."""
FED_AT_BOTH_ENDS = 40
"""More pixels than these get 5 V and ground at both ends of the strip."""
SQUARE_MM = 0.34
"""Of every wire, AWG 22: enough for the strip, and it enters a hole of 1.1 mm and a clamp for 0.5 mm²."""
_SLACK = 80.0
"""Down through the base and up again, a bow, and both ends; millimetres."""
_RIBBON = 150.0
_COLOURS = {GROUND: "black", FIVE: "red", FIVE_IN: "red", THREE: "orange", THREE_OF_CELLS: "orange"}
_SIGNALS = {"SCK": "violet", "DOUT": "blue", "button": "yellow", "buzzer": "brown"}
"""By the first word of a net; the pictures draw each kind of line in the colour of its wire."""
_LIGHTS = "green"


@dataclass(frozen=True, slots=True)
class Joint:
    """A net and two of its pins, at different sites, which a wire or the ribbon joins."""

    net: str
    start: End
    end: End


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire: its net, the two pins that it joins, what to take, and how long; millimetres."""

    net: str
    start: End
    end: End
    start_at: str
    end_at: str
    colour: str
    square_mm: float
    length_mm: int


def wires(board: Netlist, sites: Mapping[str, Point]) -> tuple[Wire, ...]:
    """Return all wires between sites, in the order of the nets, with those of the ribbon to the Pi."""
    return tuple(_wire(board, joint, sites) for joint in joints(board))


def joints(board: Netlist) -> Iterator[Joint]:
    """Yield what is to be joined between sites, net by net."""
    for net in board.nets:
        yield from _of_net(board, net)


def _of_net(board: Netlist, net: str) -> Iterator[Joint]:
    by_site: dict[str, list[End]] = {}
    for end in board.nets[net]:
        by_site.setdefault(board.parts[end.part].at, []).append(end)
    hub = by_site[CARRIER if CARRIER in by_site else next(iter(by_site))][0]
    # Of what sits at a piece, the piece itself comes last.
    strip = [ends[-1] for at, ends in by_site.items() if at.startswith(STRIP)]
    for at, ends in by_site.items():
        if hub in ends or (at.startswith(STRIP) and len(strip) > 1):
            continue
        # The ribbon takes every pin of the Pi along, grounds too.
        for end in ends if at == PI else ends[:1]:
            yield Joint(net, hub, end)
    if net in (FIVE, GROUND):
        yield from _along_the_strip(board, net, [hub, *strip])
    elif len(strip) > 1:
        yield Joint(net, strip[0], strip[1])


def _along_the_strip(board: Netlist, net: str, stops: list[End]) -> Iterator[Joint]:
    """Yield the joints from the carrier along the pieces; a long strip is fed at its last piece too."""
    for start, end in pairwise(stops):
        yield Joint(net, start, end)
    pixels = sum(int(board.parts[piece.part].value.split()[0]) for piece in stops[1:])
    if pixels > FED_AT_BOTH_ENDS:
        yield Joint(net, stops[0], stops[-1])


def _wire(board: Netlist, joint: Joint, sites: Mapping[str, Point]) -> Wire:
    net, start, end = joint.net, joint.start, joint.end
    here, there = (board.parts[each.part].at for each in (start, end))
    if {here, there} == {PI, CARRIER}:
        return Wire(net, start, end, here, there, "ribbon", 0.09, round(_RIBBON))
    is_to_deck = here == CARRIER and (there == DECK or there.startswith((STRIP, "button")))
    stops = (here, THROUGH, there) if is_to_deck else (here, there)
    way = sum(abs(x1 - x2) + abs(y1 - y2) for (x1, y1), (x2, y2) in pairwise(sites[stop] for stop in stops))
    length = math.ceil((way + _SLACK) / 10) * 10
    colour = _COLOURS.get(net) or _SIGNALS.get(net.split()[0], _LIGHTS)
    return Wire(net, start, end, here, there, colour, SQUARE_MM, length)
