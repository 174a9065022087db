"""What is on the 2x4 carrier and where: footprints of KiCad's libraries, positions, and the net of each pad.

Millimetres from the upper left corner, y downwards. The carrier hangs under the base, its parts downwards, so
its maker looks at it with the base turned over towards them: south is above there, and left stays left.
Terminals of the places stand along both long edges, each before its own row and in the order of its
places; the ribbon is at the left, where the Pi is, supply, lights and buttons at the right. All plugs are
those of the wire list, so that a wire says where it goes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cupsboard.profile import Profile
from cupsboard.rules.places import Place

from hardware.carrier.leads import LEADS, TEST_POINT
from hardware.circuit.netlist import CARRIER, FIVE, FIVE_IN, GROUND, THREE, Netlist, netlist
from hardware.circuit.plugs import Plug, plugs

SIZE = (100.0, 70.0)
_FIRST_CABLE, _CABLE_STEP = 17.78, 15.24
_TOP_EDGE, _LOW_EDGE = 4.445, 65.405
_RIGHT_EDGE = 95.25
LEAST_WORDS_MM, LEAST_STROKE_MM = 1.0, 0.15
"""What makers of boards still print: the height of a letter, and the width of a line."""
_IN_FROM_CORNER = 4.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A footprint on the board: its name, what stands on it, position, turn, and the net of each pad."""

    name: str
    offer: str
    """The part in the list of what to order that stands here; empty for a test point."""
    x: float
    y: float
    turn: float
    nets: Mapping[str, str] = field(default_factory=dict)
    words: tuple["Words", ...] = ()
    """What the board says beside it."""
    solid: tuple[str, ...] = ()
    """Pads that copper joins all round, without the thin bridges that make soldering easier."""

    @property
    def footprint(self) -> str:
        """Return KiCad's library and footprint."""
        return LEADS[self.offer].footprint if self.offer else TEST_POINT


@dataclass(frozen=True, slots=True)
class Words:
    """Words on the board: their middle, the height of a letter, and whether they run up the board."""

    text: str
    x: float
    y: float
    size: float = LEAST_WORDS_MM
    is_upright: bool = False


@dataclass(frozen=True, slots=True)
class Pour:
    """Copper for a current that is too much for a track: its net, layer (0 in front) and corners."""

    net: str
    layer: int
    corners: tuple[tuple[float, float], ...]


POURS = (
    Pour(FIVE_IN, 0, ((78.0, 21.5), (87.0, 21.5), (87.0, 26.5), (97.5, 26.5), (97.5, 31.2), (78.0, 31.2))),
    Pour(
        FIVE,
        0,
        (
            *((61.0, 21.5), (76.5, 21.5), (76.5, 31.7), (97.5, 31.7), (97.5, 36.2), (93.5, 36.2)),
            *((92.5, 37.2), (73.5, 37.2), (72.5, 36.2), (61.0, 36.2)),
        ),
    ),
    Pour(GROUND, 1, ((87.0, 22.0), (99.4, 22.0), (99.4, 41.5), (87.0, 41.5))),
)
"""From the jack to the fuse, past the diode to the strip, and on the back from the strip to the jack."""


def carrier(profile: Profile) -> tuple[Placed, ...]:
    """Return all footprints of the carrier of a board with five places a side."""
    return tuple(_Carrier(profile, netlist(profile)).placed())


@dataclass(frozen=True, slots=True)
class _Carrier:
    profile: Profile
    board: Netlist

    def placed(self) -> Iterator[Placed]:
        for x in (_IN_FROM_CORNER, SIZE[0] - _IN_FROM_CORNER):
            for y in (_IN_FROM_CORNER, SIZE[1] - _IN_FROM_CORNER):
                yield Placed(f"H{x:g}-{y:g}", "wood screws", x, y, 0.0)
        ribbon = (Words("ribbon to the Pi", 3.6, 35.0, 1.0, is_upright=True), Words("1", 4.6, 10.795, 1.0))
        yield self._part("J1", "header", 6.985, 10.795, 0.0, *ribbon)
        north = [place for place in self.profile.places if place.startswith("north")]
        south = [place for place in self.profile.places if place.startswith("south")]
        for number, place in enumerate(south):
            yield from self._cable(place, _FIRST_CABLE + number * _CABLE_STEP, is_top=True)
        for number, place in enumerate(reversed(north)):
            yield from self._cable(place, _FIRST_CABLE + number * _CABLE_STEP, is_top=False)
        yield from self._middle()
        yield from self._right_edge()

    def _part(
        self,
        name: str,
        offer: str,
        x: float,
        y: float,
        turn: float,
        *words: Words,
        solid: tuple[str, ...] = (),
    ) -> Placed:
        """Place a part of the netlist; its pads are in the order of its leads."""
        order = LEADS[offer].order
        pins = {
            str(order.index(pin.name) + 1) if order else pin.number: self.board.net_of(name, pin.number) or ""
            for pin in self.board.parts[name].pins
        }
        return Placed(name, offer, x, y, turn, pins, words, solid)

    def _plug(
        self, plug: Plug, x: float, y: float, turn: float, *words: Words, solid: tuple[str, ...] = ()
    ) -> Placed:
        """Place a plug whose wires come in at the edge: once turned its last pole is pad 1."""
        poles = list(plug.poles.values())
        nets = {str(pad): net for pad, net in enumerate(poles[::-1] if turn else poles, start=1)}
        return Placed(f"X-{plug.name}", f"terminal of {len(poles)}", x, y, turn, nets, words, solid)

    def _lying(self, name: str, x: float, y: float) -> Placed:
        """Place a resistor along the board, its value in its middle and its name above."""
        value = self.board.parts[name].value.replace(" Ω", "").replace(" k", "k")
        middle = x + 3.81
        return self._part(
            name, self._resistor(name), x, y, 0.0, Words(value, middle, y), Words(name, middle, y - 2.2)
        )

    def _resistor(self, name: str) -> str:
        return f"resistor {self.board.parts[name].value}"

    def _cable(self, place: Place, x: float, *, is_top: bool) -> Iterator[Placed]:
        """The plug of a place and its two resistors: those lie on the side of the middle."""
        y, inward = (_TOP_EDGE, 1) if is_top else (_LOW_EDGE, -1)
        low = 20.32 if is_top else 57.785
        plug = plugs(self.board)[place]
        words = [Words(place, x + 1.0, low - 3.81, 1.2, is_upright=True)]
        words += [
            Words(pole, x + 2.54 * pin, y + 5.0 * inward, is_upright=True)
            for pin, pole in enumerate(plug.poles)
        ]
        yield self._plug(plug, x + is_top * 10.16, y, is_top * 180.0, *words)
        for name, across, value in ((f"Rc-{place}", 3.81, "100"), (f"Rd-{place}", 8.89, "1k")):
            word = Words(value, x + across, low - 3.81, is_upright=True)
            yield self._part(name, self._resistor(name), x + across, low, 90.0, word)

    def _middle(self) -> Iterator[Placed]:
        for name, x in (("U1", 21.59), ("U2", 46.99)):
            value = self.board.parts[name].value
            yield self._part(name, "socket", x, 40.64, 90.0, Words(value, x + 7.62, 36.83, 1.2))
        for name, x in (("C2", 21.59), ("C3", 46.99)):
            yield self._part(name, "capacitor 100 nF", x, 28.575, 0.0, Words("100n", x + 2.5, 30.9))
        yield self._lying("R1", 30.48, 28.575)
        yield self._lying("R2", 55.88, 28.575)
        yield self._lying("R3", 46.99, 46.99)
        for number, owner in enumerate(self.profile.buttons):
            yield self._lying(f"Rb-{owner}", 21.59 + 12.7 * number, 46.99)
        yield self._lying("R5", 59.69, 46.99)
        legs = (Words("E", 73.6, 43.18), Words("B", 73.6, 40.64), Words("C", 73.6, 38.1))
        yield self._part("Q1", "transistor", 70.485, 43.18, 90.0, *legs)
        yield self._part("D2", "signal diode", 73.66, 46.99, 0.0, Words("1N4148", 77.47, 49.4))

    def _right_edge(self) -> Iterator[Placed]:
        jack = {"1": FIVE_IN, "2": GROUND}
        known = plugs(self.board)
        poles = (Words("5 V in", 95.0, 20.6), Words("+", 88.0, 29.845), Words("-", 88.0, 24.765))
        yield Placed("X-jack", "terminal of the jack", 93.98, 29.845, 90.0, jack, poles, solid=("2",))
        amperes = self.board.parts["F1"].value.split(",")[0]
        # Turned round, so that the pole of the jack's side is the near one.
        yield self._part("F1", "fuse clip", 86.36, 24.765, 180.0, Words(amperes, 76.36, 24.765, 1.0))
        yield self._part(
            "D1", "polarity diode", 69.85, 33.655, 0.0, Words("1N5822", 76.9, 33.655, 1.0), solid=("2",)
        )
        names = [Words(pole, 90.5, 34.925 + 2.54 * row) for row, pole in enumerate(known["strip"].poles)]
        names.append(Words("strip", 87.6, 37.465))
        yield self._plug(known["strip"], _RIGHT_EDGE, 40.005, 90.0, *names, solid=("1",))
        names = [Words("+", 91.2, 44.45), Words("-", 91.2, 46.99)]
        names.append(Words("buzzer", 89.9, 45.72, is_upright=True))
        yield self._plug(known["buzzer"], _RIGHT_EDGE, 46.99, 90.0, *names)
        for number, owner in enumerate(self.profile.buttons):
            y = 53.975 + 6.985 * number
            words = enumerate(("button", owner))
            names = [Words(each, 90.15 + 1.25 * at, y - 1.27, is_upright=True) for at, each in words]
            yield self._plug(known[f"button-{owner}"], _RIGHT_EDGE, y, 90.0, *names)
        for name, net, x, volts in (
            ("TP5", FIVE, 57.15, "4.8 to 5.2 V"),
            ("TP3", THREE, 45.72, "3.2 to 3.4 V"),
            ("TP0", GROUND, 36.83, "0 V"),
        ):
            yield Placed(name, "", x, 22.86, 0.0, {"1": net}, (Words(volts, x, 24.77),))


def missing(profile: Profile) -> set[str]:
    """Return the parts of the carrier that have no footprint; none if the board is whole."""
    on_board = {each.name for each in carrier(profile)}
    return {part.name for part in netlist(profile).parts.values() if part.at == CARRIER} - on_board
