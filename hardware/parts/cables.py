"""Where the wires of a board run: each cable from its plug on the carrier to its end.

Millimetres from the middle of the base's upper side, z upwards, as bodies have it. The carrier hangs under
the base: the plugs of the places stand along its long edges, each before its own row, those of jack, strip,
buzzer and buttons at the right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, repeat
from math import dist, hypot

from cupsboard.profile import Profile
from cupsboard.rules.places import Place

from hardware.circuit.netlist import JACK, STRIP, End, netlist
from hardware.circuit.plugs import plugs, pole_of
from hardware.circuit.wires import Joint, Wire, wires
from hardware.parts.deck import Deck
from hardware.parts.electronics import Electronics
from hardware.parts.table import Table
from hardware.plans import plates

Where = tuple[float, float, float]

_FIRST_PLUG, ROW_OF_PLUGS = 22.86, 60.96
"""From the left edge of the carrier to the middle of its first plug, and from there to that of the last."""
_FIRST_AT_RIGHT, _PLUGS_AT_RIGHT = 27.3, 39.5
_IN_FROM_EDGE, _FIRST_LANE, _LANE, _LANES = 4.4, 2.5, 4.5, 11.0
"""Lanes run along the carrier's edge, as far apart as their number lets them: the holes are 16 mm away."""
_BELOW_BASE, _ABOVE_BASE = 8.0, 6.0
_BOW = 12.0
"""From the fixed end of a cell to the bow of its wires."""


@dataclass(frozen=True, slots=True)
class Cable:
    """Wires that run together: the plug that they leave from, and the corners of their way.

    `lean` is 1.0 where a wire further right has to run further north on the way across, -1.0 where further
    south, and `turn` -1.0 where the wires change sides from the third corner on, because their way turns
    back: so no two wires of a cable cross.
    """

    plug: str
    wires: tuple[Wire, ...]
    corners: tuple[Where, ...]
    lean: float = 1.0
    turn: float = 1.0

    @property
    def length_mm(self) -> float:
        """Return how long the way is."""
        return sum(dist(here, there) for here, there in pairwise(self.corners))

    def ways(self, apart_x: float, apart_y: float) -> Iterator[tuple[Wire, tuple[Where, ...]]]:
        """Yield each wire with its own way, so far apart from its neighbours to the right and upwards."""
        for number, wire in enumerate(self.wires):
            aside = number - (len(self.wires) - 1) / 2
            turns = (1.0, 1.0, *repeat(self.turn, len(self.corners) - 2))
            yield (
                wire,
                tuple(
                    (x + aside * turn * apart_x, y + aside * self.lean * apart_y, z)
                    for (x, y, z), turn in zip(self.corners, turns, strict=True)
                ),
            )


def cables(profile: Profile, layout: Deck, *, one_supply: bool = False) -> tuple[Cable, ...]:
    """Return the cables that leave the carrier of a board of two rows, those of the places first."""
    return tuple(_Cables(profile, layout, one_supply).all())


def cell_cable(
    profile: Profile, layout: Deck | Table, place: Place, cell_lift: float = 0.0, module_lift: float = 0.0
) -> Cable:
    """Return the four wires of a place's cell, from its fixed end in a bow to its module.

    Cell and module may be drawn further up, in millimetres.
    """
    left, low, right, high = layout.foot(place)
    (x, y), measures = layout.middle(place), layout.measures
    out_x, out_y = (left + right) / 2 - x, (low + high) / 2 - y
    reach = hypot(out_x, out_y)
    out_x, out_y = out_x / reach, out_y / reach
    module = Electronics(profile, layout).module(place)
    (mx, my), width, depth = module.middle, module.right - module.left, module.high - module.low
    end = (mx + out_x * width / 2, my + out_y * depth / 2)
    start = (x + out_x * measures.load_x, y + out_y * measures.load_x)
    bow = (start[0] + out_x * _BOW, start[1] + out_y * _BOW)
    turn = (bow[0], end[1]) if abs(out_x) > abs(out_y) else (end[0], bow[1])
    level = measures.plate + measures.pad + measures.cell_height / 2 + cell_lift
    low_level = _ABOVE_BASE + module_lift
    whole, cell = netlist(profile), f"L-{place}"
    own = tuple(
        Wire(net, End(cell, pin.number), End(f"M-{place}", pin.number), place, place, pin.name, 0.0, 0)
        for pin in whole.parts[cell].pins
        if (net := whole.net_of(cell, pin.number))
    )
    return Cable(place, own, ((*start, level), (*bow, level), (*turn, low_level), (*end, low_level)))


class _Cables:
    def __init__(self, profile: Profile, layout: Deck, one_supply: bool) -> None:
        self.profile, self.layout = profile, layout
        self.electronics = Electronics(profile, layout)
        self.board = self.electronics.carrier
        self.low = -plates.base(profile, layout).thickness - _BELOW_BASE
        whole = netlist(profile, one_supply=one_supply)
        poles: dict[str, dict[str, Wire]] = {}
        for wire in wires(whole, self.electronics.sites()):
            at = pole_of(whole, Joint(wire.net, wire.start, wire.end))
            if at is not None:
                poles.setdefault(at[0], {})[at[1]] = wire
        self.plugged = {
            name: [poles[name][pole] for pole in plug.poles] for name, plug in plugs(whole).items()
        }

    def all(self) -> Iterator[Cable]:
        south = [place for place in self.profile.places if place.startswith("south")]
        north = [place for place in self.profile.places if place.startswith("north")]
        yield from self._row(south, -1)
        yield from self._row(north[::-1], 1)
        others = [plug for plug in self.plugged if plug not in self.profile.places]
        for number, plug in enumerate(sorted(others, key=self._rank)):
            below = _FIRST_AT_RIGHT + number * _PLUGS_AT_RIGHT / max(1, len(others) - 1)
            yield self._at_right(plug, self.board.low + below)

    def _row(self, row: Sequence[Place], outward: int) -> Iterator[Cable]:
        """Yield the cables of a row, whose places are given from the left.

        `outward` is 1 towards north. Of those to one side the furthest runs nearest to the carrier.
        """
        step = ROW_OF_PLUGS / max(1, len(row) - 1)
        starts = {place: self.board.left + _FIRST_PLUG + number * step for number, place in enumerate(row)}
        holes = {place: self.electronics.cable_hole(place) for place in row}
        to_left = [place for place in row if holes[place][0] < starts[place]]
        to_right = [place for place in reversed(row) if place not in to_left]
        edge = self.board.high if outward > 0 else self.board.low
        for side, lean in ((to_left, outward), (to_right, -outward)):
            apart = min(_LANE, _LANES / max(1, len(side) - 1))
            for number, place in enumerate(side):
                lane = edge + outward * (_FIRST_LANE + apart * number)
                x, (end, beside) = starts[place], holes[place]
                module = self.electronics.module(place).middle
                corners = (
                    (x, edge - outward * _IN_FROM_EDGE, self.low),
                    (x, lane, self.low),
                    (end, lane, self.low),
                    (end, beside, self.low),
                    (end, beside, _ABOVE_BASE),
                    (*module, _ABOVE_BASE),
                )
                turn = 1.0 if (beside - lane) * outward > 0 else -1.0
                yield Cable(place, tuple(self.plugged[place]), corners, lean, turn)

    def _at_right(self, plug: str, y: float) -> Cable:
        own = tuple(self.plugged[plug])
        start = (self.board.right - _IN_FROM_EDGE, y, self.low)
        if own[0].end_at == JACK:
            x, end = self.electronics.jack
            # Its plus lies further north, as it is printed.
            return Cable(plug, own, (start, (x, y, self.low), (x, end, self.low)), lean=-1.0)
        x, end = self.electronics.riser
        up = self.layout.measures.deck_posts
        return Cable(plug, own, (start, (x, y, self.low), (x, end, self.low), (x, end, up)))

    @staticmethod
    def _rank(plug: str) -> int:
        return next(
            rank for rank, name in enumerate((JACK, STRIP.strip(), "buzzer", "")) if plug.startswith(name)
        )
