"""The plugs of the carrier: a row of poles for each thing that its wires lead to, from the wires alone."""

from dataclasses import dataclass, field

from hardware.circuit.netlist import CARRIER, DECK, FIVE, GROUND, JACK, PI, STRIP, Netlist
from hardware.circuit.wires import Joint, joints

_STRIP, _STRIP_END = "strip", "strip-end"
_NAMES = {JACK: "jack", DECK: "buzzer"}
_STRIP_POLES = {FIVE: "5V", "pixels, 5 V": "DIN", GROUND: "G"}
_POLES = ("VDD", "VCC", "GND", "SCK", "DOUT", "5V", "DIN", "G", "+", "−", "1", "2")
"""The names of all poles, those of a plug in their order on the board."""


@dataclass(frozen=True, slots=True)
class Plug:
    """A plug: its name, and by the name of each pole, in their order, the net that it is on."""

    name: str
    poles: dict[str, str] = field(default_factory=dict)


def plugs(board: Netlist) -> dict[str, Plug]:
    """Return the plugs by their names."""
    found: dict[str, Plug] = {}
    for joint in joints(board):
        if (at := pole_of(board, joint)) is not None:
            name, pole = at
            found.setdefault(name, Plug(name)).poles[pole] = joint.net
    return {
        name: Plug(name, {pole: plug.poles[pole] for pole in _POLES if pole in plug.poles})
        for name, plug in found.items()
    }


def pole_of(board: Netlist, joint: Joint) -> tuple[str, str] | None:
    """Return the plug and the pole at which a joint leaves the carrier; None if by the ribbon, or not."""
    start, end = (board.parts[each.part].at for each in (joint.start, joint.end))
    if start != CARRIER or end == PI:
        return None
    if end.startswith(STRIP):
        first = next(part.at for part in board.parts.values() if part.at.startswith(STRIP))
        return _STRIP if end == first else _STRIP_END, _STRIP_POLES[joint.net]
    pin = board.pin(joint.end)
    return _NAMES.get(end, end.replace(" ", "-")), pin.name if end == JACK else pin.number
