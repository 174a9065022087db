"""Every part of a board with all its pins, and the nets that join them, from the profile alone.

Table, wire list, shopping list, rule check and the files for KiCad are made from this.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from cupsboard.profile import Profile
from cupsboard.rules.places import Place

from hardware.circuit.chips import (
    BYPASS,
    CLOCK_RESISTOR,
    DATA_RESISTOR,
    PULL_DOWN,
    REGULATOR_CAPACITOR,
    STRIP_CAPACITOR,
    STRIP_RESISTOR,
    Net,
    chips,
)
from hardware.circuit.wiring import (
    BRIDGE_VOLTS,
    Kind,
    clock_branches,
    currents,
    fuse_amperes,
    header,
    pieces_of_strip,
)

CARRIER, PI, JACK, DECK = "carrier", "Pi", "jack", "deck"
"""Where parts are; the other parts are at the place whose name they carry, at a button, or at the strip."""
STRIP = "strip "
"""Before the name of a place: where the piece of strip of that place is."""


class Role(Enum):
    """What a pin does electrically."""

    GIVES = "gives a supply"
    TAKES = "takes a supply"
    DRIVES = "drives a signal"
    HEARS = "hears a signal"
    PULLED_UP = "hears a signal, and is high by itself while nothing drives it"
    PASSIVE = "only conducts"
    UNUSED = "is left open"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of a part; volts against ground."""

    number: str
    name: str
    role: Role = Role.PASSIVE
    gives_volts: float = 0.0
    """The highest that it drives its net to."""
    bears_volts: float = 100.0
    """The highest that it may see."""
    high_from_volts: float = 0.0
    """What it takes for high for certain."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part: its short name on drawings, what it is, where it sits, and its pins."""

    name: str
    value: str
    at: str
    pins: tuple[Pin, ...]
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """A pin of a named part."""

    part: str
    pin: str


@dataclass(frozen=True)
class Netlist:
    """All parts by name, and the ends that each net joins."""

    parts: Mapping[str, Part]
    nets: Mapping[str, tuple[End, ...]]

    def pin(self, end: End) -> Pin:
        """Return the pin at an end."""
        return self._pin_by_end[end]

    @cached_property
    def _pin_by_end(self) -> Mapping[End, Pin]:
        return {End(part.name, pin.number): pin for part in self.parts.values() for pin in part.pins}

    def net_of(self, part: str, pin: str) -> str | None:
        """Return the net that a pin is on; None if the pin is open."""
        return self._net_by_end.get(End(part, pin))

    @cached_property
    def _net_by_end(self) -> Mapping[End, str]:
        return {end: name for name, ends in self.nets.items() for end in ends}


def netlist(profile: Profile, *, one_supply: bool = False) -> Netlist:
    """Return the netlist of a board; `one_supply` for HX711 modules that have one supply pin."""
    return _Builder(profile, one_supply).build()


GROUND, THREE, FIVE, FIVE_IN, THREE_OF_CELLS = "GND", "+3V3", "+5V", "+5V in", "+3V3 of the cells"
PI_PIN_VOLTS = 3.3
_LIMIT_OF_FIVE, _LIMIT_OF_LOGIC = 5.5, 5.5
_PIXEL_HIGH = 3.5
"""0.7 of 5 V (WS2812B data sheet)."""
_CLOCK_HIGH = 0.7 * PI_PIN_VOLTS
"""Of a 74AHC125 at 3.3 V, and taken for an HX711 whose digital supply is 3.3 V too."""
_TTL_HIGH = 2.0
"""Of a 74AHCT125."""
POLARITY_DIODE, TRANSISTOR = "Schottky diode 1N5822", "NPN transistor 2N3904"
REGULATOR = "3.3 V regulator LD1117V33"


@dataclass(slots=True)
class _Builder:
    profile: Profile
    one_supply: bool = False
    parts: dict[str, Part] = field(default_factory=dict)
    nets: dict[str, list[End]] = field(default_factory=dict)

    def build(self) -> Netlist:
        self._pi()
        self._supply()
        self._buffers()
        if self.one_supply:
            self._regulator()
        for number, branch in enumerate(clock_branches(self.profile), start=1):
            for place in branch:
                self._place(place, number)
        self._strip()
        for owner, line in self.profile.buttons.items():
            self._button(owner, line)
        if self.profile.buzzer is not None:
            self._buzzer(self.profile.buzzer)
        return Netlist(self.parts, {name: tuple(ends) for name, ends in self.nets.items()})

    def _add(
        self, name: str, value: str, at: str, pins: Sequence[tuple[Pin, str | None]], purpose: str = ""
    ) -> None:
        """Add a part, each of its pins with the name of its net; None leaves the pin open."""
        self.parts[name] = Part(name, value, at, tuple(pin for pin, _ in pins), purpose)
        for pin, net in pins:
            if net is not None:
                self.nets.setdefault(net, []).append(End(name, pin.number))

    def _two(self, name: str, value: str, at: str, first: str, second: str, purpose: str) -> None:
        """Add a part of two pins that only conduct."""
        self._add(name, value, at, ((Pin("1", "1"), first), (Pin("2", "2"), second)), purpose)

    def _header_net(self, line: int) -> str:
        return f"GPIO{line}"

    def _pi(self) -> None:
        roles = {
            Kind.GROUND: (Role.GIVES, 0.0, GROUND),
            Kind.THREE_VOLTS: (Role.GIVES, PI_PIN_VOLTS, THREE),
            Kind.CLOCK: (Role.DRIVES, PI_PIN_VOLTS, None),
            Kind.PIXELS: (Role.DRIVES, PI_PIN_VOLTS, None),
            Kind.BUZZER: (Role.DRIVES, PI_PIN_VOLTS, None),
            Kind.DATA: (Role.HEARS, 0.0, None),
            Kind.BUTTON: (Role.PULLED_UP, 0.0, None),
        }
        pins: list[tuple[Pin, str | None]] = []
        for each in header(self.profile):
            number, name = str(each.number), each.kind.value if each.gpio is None else f"GPIO{each.gpio}"
            if each.kind not in roles:
                pins.append((Pin(number, name, Role.UNUSED), None))
                continue
            role, gives, net = roles[each.kind]
            if net is None and each.gpio is not None:
                net = self._header_net(each.gpio)
            bears = PI_PIN_VOLTS if role is not Role.GIVES else gives
            high = 0.0 if role in (Role.GIVES, Role.DRIVES) else 2.0
            pins.append((Pin(number, name, role, gives, bears, high), net))
        self._add("J1", "Raspberry Pi, 40 pins", PI, pins)

    def _supply(self) -> None:
        needs = currents(self.profile)
        self._add(
            "J2",
            f"5 V supply, {needs.supply_amperes:g} A, and its jack",
            JACK,
            ((Pin("1", "+", Role.GIVES, 5.0), FIVE_IN), (Pin("2", "−", Role.GIVES), GROUND)),
            "pixels and bridges",
        )
        fuse = f"fuse {fuse_amperes(self.profile):g} A, slow, 5 × 20 mm"
        self._two("F1", fuse, CARRIER, FIVE_IN, FIVE, "in the plus wire, first after the jack")
        self._add(
            "D1",
            POLARITY_DIODE,
            CARRIER,
            ((Pin("1", "ring"), FIVE), (Pin("2", "anode"), GROUND)),
            "from ground to 5 V behind the fuse: a supply with plus and minus exchanged goes through it, "
            "and not through the chips",
        )
        start = STRIP + pieces_of_strip(self.profile)[0].place
        self._two("C1", STRIP_CAPACITOR, start, FIVE, GROUND, "at the strip's supply; its stripe is minus")

    def _buffers(self) -> None:
        clock, pixels = (
            self._header_net(line) for line in (self.profile.clock_line, self.profile.strip.line)
        )
        names = {
            Net.GROUND: GROUND,
            Net.THREE_VOLTS: THREE,
            Net.FIVE_VOLTS: FIVE,
            Net.CLOCK: clock,
            Net.PIXELS: "pixels at the shifter",
            Net.STRIP: "pixels, 5 V",
            Net.OPEN: None,
        }
        for number, chip in enumerate(chips(self.profile), start=1):
            supply, high = (PI_PIN_VOLTS, _CLOCK_HIGH) if number == 1 else (5.0, _TTL_HIGH)
            pins: list[tuple[Pin, str | None]] = []
            for each in chip.pins:
                net = each.end.label if each.end.net is Net.BRANCH else names[each.end.net]
                if each.name == "GND":
                    pin = Pin(str(each.number), each.name, Role.TAKES)
                elif each.name == "VCC":
                    pin = Pin(str(each.number), each.name, Role.TAKES, 0.0, _LIMIT_OF_LOGIC)
                elif each.name.endswith("Y"):
                    role = Role.UNUSED if net is None else Role.DRIVES
                    pin = Pin(str(each.number), each.name, role, supply)
                else:
                    heard = 0.0 if net == GROUND else high
                    pin = Pin(str(each.number), each.name, Role.HEARS, 0.0, _LIMIT_OF_LOGIC, heard)
                pins.append((pin, net))
            self._add(f"U{number}", chip.name, CARRIER, pins, chip.purpose)
            supply_net = THREE if number == 1 else FIVE
            self._two(f"C{number + 1}", BYPASS, CARRIER, supply_net, GROUND, f"right at the {chip.name}")
        self._two("R1", PULL_DOWN, CARRIER, clock, GROUND, "keeps the clock low while nothing drives it")
        self._two("R2", PULL_DOWN, CARRIER, "pixels at the shifter", GROUND, "keeps the strip dark likewise")
        self._two("R3", DATA_RESISTOR, CARRIER, pixels, "pixels at the shifter", "before the level shifter")

    def _regulator(self) -> None:
        """Add what feeds modules with one supply pin, whose data lines are as high as that."""
        self._add(
            "VR1",
            REGULATOR,
            CARRIER,
            (
                (Pin("1", "ground", Role.TAKES), GROUND),
                (Pin("2", "3.3 V out", Role.GIVES, PI_PIN_VOLTS), THREE_OF_CELLS),
                (Pin("3", "5 V in", Role.TAKES), FIVE),
            ),
            "feeds the modules from the 5 V; its words towards you, legs down, from the left: ground, "
            "3.3 V out (its metal too), 5 V in",
        )
        self._two("C4", BYPASS, CARRIER, FIVE, GROUND, "right at the regulator's input")
        says = "right at the regulator's output; its stripe is minus"
        self._two("C5", REGULATOR_CAPACITOR, CARRIER, THREE_OF_CELLS, GROUND, says)

    def _supplies(self) -> Iterator[tuple[Pin, str]]:
        """Yield the supply pins of a module, each with its net."""
        if not self.one_supply:
            yield Pin("VDD", "VDD", Role.TAKES, 0.0, _LIMIT_OF_LOGIC), THREE
        # Where one pin feeds both, 5 V there would come to the Pi through DOUT.
        bears, net = (PI_PIN_VOLTS, THREE_OF_CELLS) if self.one_supply else (_LIMIT_OF_FIVE, FIVE)
        yield Pin("VCC", "VCC", Role.TAKES, 0.0, bears), net

    def _place(self, place: Place, branch: int) -> None:
        line = next(cell.line for cell in self.profile.cells if cell.place == place)
        data, clock = f"DOUT {place}", f"SCK {place}"
        bridge = {name: f"{name} {place}" for name in ("E+", "E−", "A+", "A−")}
        gives = {"E+": (Role.GIVES, BRIDGE_VOLTS), "E−": (Role.GIVES, 0.0)}
        self._add(
            f"M-{place}",
            "HX711 module",
            place,
            (
                *self._supplies(),
                (Pin("GND", "GND", Role.TAKES), GROUND),
                (Pin("SCK", "SCK", Role.HEARS, 0.0, PI_PIN_VOLTS, _CLOCK_HIGH), clock),
                (Pin("DOUT", "DOUT", Role.DRIVES, PI_PIN_VOLTS), data),
                *(
                    (Pin(name, name, *gives.get(name, (Role.HEARS, 0.0))), net)
                    for name, net in bridge.items()
                ),
            ),
        )
        colours = zip(("red", "black", "green", "white"), bridge.items(), strict=True)
        roles = {"A+": (Role.DRIVES, BRIDGE_VOLTS / 2), "A−": (Role.DRIVES, BRIDGE_VOLTS / 2)}
        self._add(
            f"L-{place}",
            "load cell",
            place,
            tuple(
                (Pin(name, colour, *roles.get(name, (Role.PASSIVE, 0.0))), net)
                for colour, (name, net) in colours
            ),
        )
        self._two(f"Rc-{place}", CLOCK_RESISTOR, CARRIER, f"branch {branch}", clock, "at the clock buffer")
        self._two(f"Rd-{place}", DATA_RESISTOR, CARRIER, data, self._header_net(line), "in the data line")

    def _strip(self) -> None:
        pieces, signal = pieces_of_strip(self.profile), "DIN of pixel 0"
        start = STRIP + pieces[0].place
        self._two("R4", STRIP_RESISTOR, start, "pixels, 5 V", signal, "at the pixels' DIN")
        for number, piece in enumerate(pieces):
            is_last = number == len(pieces) - 1
            following = None if is_last else f"DIN of pixel {pieces[number + 1].pixels[0]}"
            self._add(
                f"P-{piece.place}",
                f"{len(piece.pixels)} pixels WS2812B",
                STRIP + piece.place,
                (
                    (Pin("5V", "5V", Role.TAKES, 0.0, _LIMIT_OF_FIVE), FIVE),
                    (Pin("GND", "GND", Role.TAKES), GROUND),
                    (Pin("DIN", "DIN", Role.HEARS, 0.0, _LIMIT_OF_FIVE, _PIXEL_HIGH), signal),
                    (Pin("DOUT", "DOUT", Role.UNUSED if is_last else Role.DRIVES, 5.0), following),
                ),
            )
            signal = following or ""

    def _button(self, owner: str, line: int) -> None:
        name, at = f"button {owner}", f"button {owner}"
        self._add(f"S-{owner}", "push button", at, ((Pin("1", "1"), name), (Pin("2", "2"), GROUND)))
        self._two(
            f"Rb-{owner}",
            DATA_RESISTOR,
            CARRIER,
            self._header_net(line),
            name,
            "in the button's line, should that line ever be set as an output",
        )

    def _buzzer(self, line: int) -> None:
        self._two("R5", DATA_RESISTOR, CARRIER, self._header_net(line), "base", "at the buzzer's transistor")
        self._add(
            "Q1",
            TRANSISTOR,
            CARRIER,
            ((Pin("C", "collector"), "buzzer"), (Pin("B", "base"), "base"), (Pin("E", "emitter"), GROUND)),
            "switches the buzzer; not a BC547, whose legs are in the other order",
        )
        self._add(
            "BZ1",
            "active buzzer 5 V",
            DECK,
            ((Pin("+", "plus, the longer leg"), FIVE), (Pin("−", "minus"), "buzzer")),
            "the board's voice",
        )
        self._add(
            "D2",
            "diode 1N4148",
            CARRIER,
            ((Pin("1", "ring"), FIVE), (Pin("2", "anode"), "buzzer")),
            "across the buzzer",
        )


def counted(board: Netlist) -> Iterator[tuple[str, int, str]]:
    """Yield the value of each small part, how many of it, and what for: all parts that have a purpose."""
    by_value: dict[str, list[Part]] = {}
    for part in board.parts.values():
        if part.purpose and part.at != JACK:
            by_value.setdefault(part.value, []).append(part)
    for value, parts in by_value.items():
        purposes = list(dict.fromkeys(part.purpose for part in parts))
        yield value, len(parts), "; ".join(purposes)
