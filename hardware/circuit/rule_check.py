"""Whether a netlist keeps the electrical rules: each pin joined, volts borne, levels heard, currents carried.

The levels are those of direct current through the resistors of the netlist; ringing is `clock_star`'s matter.
"""

from collections.abc import Iterator

from cupsboard.profile import Profile

from hardware.circuit.netlist import FIVE, FIVE_IN, GROUND, PI_PIN_VOLTS, THREE, End, Netlist, Role
from hardware.circuit.wiring import currents, fuse_amperes

LINE_MILLIAMPERES = 16.0
"""What a line of the Pi may give at most."""
WIRE_AMPERES = 3.0
"""What 0.34 mm² of copper carries in free air without growing warm; the fuse must blow before."""
_SUPPLIES = {GROUND: 0.0, THREE: PI_PIN_VOLTS, FIVE: 5.0, FIVE_IN: 5.0}


def broken_rules(board: Netlist, profile: Profile) -> list[str]:
    """Return a sentence for each broken rule; none if the netlist keeps all of them."""
    check = _Check(board)
    return [*check.pins(), *check.nets(), *check.levels(), *check.lines(), *_currents(profile)]


class _Check:
    def __init__(self, board: Netlist) -> None:
        self.board = board
        self.resistors = [part for part in board.parts.values() if part.value.endswith("Ω")]

    def pins(self) -> Iterator[str]:
        """Each pin is on one net, but the ones that are to be left open, which are on none."""
        joined: dict[End, list[str]] = {}
        for net, ends in self.board.nets.items():
            for end in ends:
                joined.setdefault(end, []).append(net)
        for part in self.board.parts.values():
            for pin in part.pins:
                nets, name = joined.pop(End(part.name, pin.number), []), f"{part.name} pin {pin.number}"
                if pin.role is Role.UNUSED and nets:
                    yield f"{name} ({pin.name}) is to be left open and is on {nets[0]}"
                if pin.role is not Role.UNUSED and len(nets) != 1:
                    yield f"{name} ({pin.name}) is on {len(nets)} nets: {', '.join(nets)}"
        yield from (f"{end.part} has no pin {end.pin}" for end in joined)

    def nets(self) -> Iterator[str]:
        """Each net joins two pins or more, and is driven by one pin or one supply."""
        for net, ends in self.board.nets.items():
            pins = [self.board.pin(end) for end in ends]
            if len(ends) < 2:
                yield f"{net} has one end only: {ends[0].part} pin {ends[0].pin}"
            if sum(pin.role is Role.DRIVES for pin in pins) > 1:
                yield f"{net} is driven by two pins"
            given = {pin.gives_volts for pin in pins if pin.role is Role.GIVES}
            if len(given) > 1:
                yield f"{net} joins supplies of {' and '.join(f'{volts:g} V' for volts in sorted(given))}"
            if any(pin.role is Role.TAKES for pin in pins) and not given and net not in _SUPPLIES:
                yield f"{net} is to supply something and has no supply"

    def levels(self) -> Iterator[str]:
        """Each pin bears what its net is driven to; each that hears is driven, high enough."""
        for net, ends in self.board.nets.items():
            volts, is_driven = self.high_volts(net)
            for end in ends:
                pin, name = self.board.pin(end), f"{end.part} pin {end.pin}"
                if volts > pin.bears_volts:
                    yield f"{name} bears {pin.bears_volts:g} V and sees {volts:g} V on {net}"
                if pin.role is Role.HEARS and not is_driven:
                    yield f"{name} hears {net}, which nothing drives"
                if pin.role is Role.HEARS and volts < pin.high_from_volts:
                    yield f"{name} needs {pin.high_from_volts:g} V for high and sees {volts:.2f} V on {net}"

    def high_volts(self, net: str) -> tuple[float, bool]:
        """Return the highest volts of a net, and whether anything drives the net."""
        if net in _SUPPLIES:
            return _SUPPLIES[net], True
        if (own := self._driven(net)) is not None:
            return own, True
        # Through one resistor from the net that drives, against those that pull down.
        down = sum(1.0 / resistance for other, resistance in self.across(net) if other == GROUND)
        for other, resistance in self.across(net):
            volts = None if other == GROUND else self._driven(other)
            if volts is not None:
                return volts / (1.0 + resistance * down), True
        return 0.0, False

    def _driven(self, net: str) -> float | None:
        pins = [self.board.pin(end) for end in self.board.nets[net]]
        return next((pin.gives_volts for pin in pins if pin.role in (Role.DRIVES, Role.GIVES)), None)

    def across(self, net: str) -> Iterator[tuple[str, float]]:
        """Yield each net that one resistor joins with this one, and the ohms of that resistor."""
        for part in self.resistors:
            nets = [self.board.net_of(part.name, pin.number) for pin in part.pins]
            for here, there in (nets, nets[::-1]):
                if here == net and there is not None:
                    yield there, ohms(part.value)

    def lines(self) -> Iterator[str]:
        """A line of the Pi that drives, or may by mistake, gives no more than it may into any short."""
        for pin in self.board.parts["J1"].pins:
            net = self.board.net_of("J1", pin.number)
            if net is None or pin.role not in (Role.DRIVES, Role.PULLED_UP):
                continue
            milliamperes = sum(1000.0 * PI_PIN_VOLTS / resistance for _, resistance in self.across(net))
            if milliamperes > LINE_MILLIAMPERES:
                yield f"{net} could give {milliamperes:.0f} mA; a line may give {LINE_MILLIAMPERES:g}"
            for end in self.board.nets[net]:
                is_bare = self.board.pin(end).role is Role.PASSIVE
                if is_bare and self.board.parts[end.part] not in self.resistors:
                    yield f"{net} goes to {end.part} pin {end.pin} without a resistor"


def ohms(value: str) -> float:
    """Return the ohms of a resistor's value, such as 1 kΩ."""
    number, unit = value.split()
    return float(number) * (1000.0 if unit.startswith("k") else 1.0)


def _currents(profile: Profile) -> Iterator[str]:
    needs, fuse = currents(profile), fuse_amperes(profile)
    if needs.total > 1000 * fuse:
        yield f"the fuse of {fuse:g} A carries less than the {needs.total:.0f} mA of everything at once"
    if fuse > needs.supply_amperes:
        yield f"the supply of {needs.supply_amperes:g} A can't blow a fuse of {fuse:g} A"
    if fuse > WIRE_AMPERES:
        yield f"a fuse of {fuse:g} A lets a wire of {WIRE_AMPERES:g} A burn"
