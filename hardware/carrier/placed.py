"""What is on the 2x4 carrier and where: footprints of KiCad's libraries, positions, and the net of each pad.

Millimetres from the upper left corner, y downwards. Connectors of the places stand along both long edges, in
the order of the places on the board above; the ribbon is at the left, supply and lights at the right.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cupsboard.profile import Profile
from cupsboard.rules.places import Place

from hardware.circuit.netlist import CARRIER, FIVE, FIVE_IN, GROUND, THREE, Netlist, netlist

SIZE = (100.0, 70.0)
_HEADER = "Connector_PinHeader_2.54mm:PinHeader_{}_P2.54mm_Vertical"
_RESISTOR = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal"
_CAPACITOR = "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm"
_DIP = "Package_DIP:DIP-14_W7.62mm_Socket"
_SMALL_DIODE = "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal"
_LARGE_DIODE = "Diode_THT:D_DO-201AD_P12.70mm_Horizontal"
_FUSE = "Fuse:Fuseholder_Clip-5x20mm_Littelfuse_111_Inline_P20.00x5.00mm_D1.05mm_Horizontal"
_TRANSISTOR = "Package_TO_SOT_THT:TO-92_Inline_Wide"
_TEST_POINT = "TestPoint:TestPoint_THTPad_D1.5mm_Drill0.7mm"
_HOLE = "MountingHole:MountingHole_2.7mm_M2.5"
_TERMINAL = "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal"
_FIRST_CABLE, _CABLE_STEP = 17.78, 15.24
_TOP_EDGE, _LOW_EDGE = 5.08, 64.77
_IN_FROM_CORNER = 4.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A footprint on the board: its name, library and footprint, position, turn, and the net of each pad."""

    name: str
    footprint: str
    x: float
    y: float
    turn: float
    nets: Mapping[str, str] = field(default_factory=dict)
    words: tuple["Words", ...] = ()
    """What the board says beside it."""
    solid: tuple[str, ...] = ()
    """Pads that copper joins all round, without the thin bridges that make soldering easier."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words on the board: their middle, the height of a letter, and whether they run up the board."""

    text: str
    x: float
    y: float
    size: float = 0.8
    is_upright: bool = False


@dataclass(frozen=True, slots=True)
class Pour:
    """Copper for a current that is too much for a track: its net, layer (0 in front) and corners."""

    net: str
    layer: int
    corners: tuple[tuple[float, float], ...]


POURS = (
    Pour(FIVE_IN, 0, ((78.0, 21.5), (87.0, 21.5), (87.0, 26.5), (97.5, 26.5), (97.5, 31.0), (78.0, 31.0))),
    Pour(
        FIVE,
        0,
        (
            *((61.0, 21.5), (76.5, 21.5), (76.5, 31.7), (97.5, 31.7), (97.5, 36.2), (93.5, 36.2)),
            *((92.5, 37.2), (73.5, 37.2), (72.5, 36.2), (61.0, 36.2)),
        ),
    ),
)
"""From the jack to the fuse, and from the fuse past the diode to the strip; the back is ground's there."""


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
                yield Placed(f"H{x:g}-{y:g}", _HOLE, x, y, 0.0)
        ribbon = (Words("ribbon to the Pi", 3.6, 35.0, 1.0, is_upright=True), Words("1", 4.6, 10.795, 1.0))
        yield self._part("J1", _HEADER.format("2x20"), 6.985, 10.795, 0.0, *ribbon)
        north = [place for place in self.profile.places if place.startswith("north")]
        south = [place for place in self.profile.places if place.startswith("south")]
        for number, place in enumerate(reversed(north)):
            yield from self._cable(place, _FIRST_CABLE + number * _CABLE_STEP, is_top=True)
        for number, place in enumerate(south):
            yield from self._cable(place, _FIRST_CABLE + number * _CABLE_STEP, is_top=False)
        yield from self._middle()
        yield from self._right_edge()

    def _part(
        self,
        name: str,
        footprint: str,
        x: float,
        y: float,
        turn: float,
        *words: Words,
        solid: tuple[str, ...] = (),
    ) -> Placed:
        """Place a part of the netlist; its pads have the numbers of its pins."""
        pins = {
            _PADS.get((name[0], pin.number), pin.number): self.board.net_of(name, pin.number) or ""
            for pin in self.board.parts[name].pins
        }
        return Placed(name, footprint, x, y, turn, pins, words, solid)

    def _lying(self, name: str, x: float, y: float) -> Placed:
        """Place a resistor along the board, its value in its middle and its name above."""
        value = self.board.parts[name].value.replace(" Ω", "").replace(" k", "k")
        middle = x + 3.81
        return self._part(
            name, _RESISTOR, x, y, 0.0, Words(value, middle, y), Words(name, middle, y - 2.2, 0.8)
        )

    def _cable(self, place: Place, x: float, *, is_top: bool) -> Iterator[Placed]:
        """The connector of a place and its two resistors: those lie on the side of the middle."""
        nets = (THREE, FIVE, GROUND, f"SCK {place}", f"DOUT {place}")
        pads = {str(number): net for number, net in enumerate(nets, start=1)}
        y, inward = (_TOP_EDGE, 1) if is_top else (_LOW_EDGE, -1)
        words = [Words(place, x + 5.08, y - 3.1 * inward, 1.2)]
        words += [
            Words(name, x + 2.54 * pin, y + 2.9 * inward, 0.8)
            for pin, name in enumerate(("VDD", "VCC", "GND", "SCK", "DOUT"))
        ]
        yield Placed(f"X-{place}", _HEADER.format("1x05"), x, y, 90.0, pads, tuple(words))
        low = 18.415 if is_top else 59.055
        for name, across, value in ((f"Rc-{place}", 5.08, "100"), (f"Rd-{place}", 10.16, "1k")):
            word = Words(value, x + across, low - 3.81, is_upright=True)
            yield self._part(name, _RESISTOR, x + across, low, 90.0, word)

    def _middle(self) -> Iterator[Placed]:
        for name, x in (("U1", 21.59), ("U2", 46.99)):
            value = self.board.parts[name].value
            yield self._part(name, _DIP, x, 40.64, 90.0, Words(value, x + 7.62, 36.83, 1.2))
        for name, x in (("C2", 21.59), ("C3", 46.99)):
            yield self._part(name, _CAPACITOR, x, 28.575, 0.0, Words("100n", x + 2.5, 30.9))
        yield self._lying("R1", 30.48, 28.575)
        yield self._lying("R2", 55.88, 28.575)
        yield self._lying("R3", 46.99, 46.99)
        for number, owner in enumerate(self.profile.buttons):
            yield self._lying(f"Rb-{owner}", 21.59 + 12.7 * number, 46.99)
        yield self._lying("R5", 59.69, 46.99)
        legs = (Words("C", 73.6, 43.18), Words("B", 73.6, 40.64), Words("E", 73.6, 38.1))
        yield self._part("Q1", _TRANSISTOR, 70.485, 43.18, 90.0, *legs)
        yield self._part("D2", _SMALL_DIODE, 73.66, 48.26, 0.0, Words("1N4148", 77.47, 50.6))

    def _right_edge(self) -> Iterator[Placed]:
        jack = {"1": FIVE_IN, "2": GROUND}
        poles = (Words("5 V in", 95.0, 18.8), Words("+", 86.9, 28.6, 1.4), Words("-", 86.9, 20.3, 1.4))
        yield Placed("X-jack", _TERMINAL, 93.98, 28.575, 90.0, jack, poles, solid=("2",))
        amperes = self.board.parts["F1"].value.split(",")[0]
        # Turned round, so that the pole of the jack's side is the near one.
        yield self._part("F1", _FUSE, 86.36, 24.765, 180.0, Words(amperes, 76.36, 24.765, 1.0))
        yield self._part(
            "D1", _LARGE_DIODE, 69.85, 33.655, 0.0, Words("1N5822", 76.9, 33.655, 1.0), solid=("2",)
        )
        strip = {"1": FIVE, "2": "pixels, 5 V", "3": GROUND}
        rows = enumerate(("5V", "DIN", "G"))
        names = tuple(Words(each, 92.4, 34.925 + 2.54 * row) for row, each in rows)
        strip_words = (*names, Words("strip", 88.9, 37.465))
        yield Placed("X-strip", _HEADER.format("1x03"), 95.25, 34.925, 0.0, strip, strip_words, solid=("3",))
        for number, owner in enumerate(self.profile.buttons):
            pads, y = {"1": f"button {owner}", "2": GROUND}, 46.355 + 7.62 * number
            words = (Words(f"button {owner}", 93.4, y - 2.9),)
            yield Placed(f"X-{owner}", _HEADER.format("1x02"), 95.25, y, 0.0, pads, words)
        buzzer = {"1": FIVE, "2": "buzzer"}
        poles = (Words("+", 84.0, 42.5, 1.0), Words("-", 84.0, 45.1, 1.0), Words("buzzer", 86.4, 39.9))
        yield Placed("X-buzzer", _HEADER.format("1x02"), 86.36, 42.545, 0.0, buzzer, poles)
        for name, net, x, volts in (
            ("TP5", FIVE, 57.15, "4.8 to 5.2 V"),
            ("TP3", THREE, 45.72, "3.2 to 3.4 V"),
            ("TP0", GROUND, 36.83, "0 V"),
        ):
            yield Placed(name, _TEST_POINT, x, 21.59, 0.0, {"1": net}, (Words(volts, x, 23.7),))


_PADS = {("Q", "C"): "1", ("Q", "B"): "2", ("Q", "E"): "3"}
"""Pads of a transistor in the order of a BC547; a 2N3904 has them the other way round."""


def missing(profile: Profile) -> set[str]:
    """Return the parts of the carrier that have no footprint; none if the board is whole."""
    on_board = {each.name for each in carrier(profile)}
    return {part.name for part in netlist(profile).parts.values() if part.at == CARRIER} - on_board
