"""Whether a clock edge rings: a gate that drives a star of wires, each with a chip's input at its end.

Lossless lines by the method of characteristics (Bergeron): what arrives at an end left the other one a travel
time before; every junction is solved for its voltage from the waves that arrive.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hardware.circuit.chips import CLOCK_RESISTOR

EACH_OHMS = float(CLOCK_RESISTOR.removesuffix(" Ω"))
VOLTS = 3.3
HIGH = 0.7 * VOLTS
"""What counts as high for certain."""
_LINE_OHMS, _INPUT_FARADS, _METRES_PER_SECOND = 120.0, 10e-12, 2e8
_EDGE_SECONDS, _STEP_SECONDS, _WATCHED_SECONDS = 3e-9, 0.05e-9, 60e-9
_ALMOST_NONE = 1e-3


@dataclass(frozen=True, slots=True)
class FarEnd:
    """What a chip's input sees of one rising edge, in volts."""

    peak: float
    falls_back_to: float
    """The lowest after it was first high."""


@dataclass(slots=True)
class _Wire:
    """One wire: the waves on their way out and back, and the voltage of the input at its end."""

    steps: int
    volts: float = 0.0
    seen: list[float] = field(default_factory=list)
    out: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.out, self.back = [0.0] * self.steps, [0.0] * self.steps

    def move(self, instant: int, star: float, each_ohms: float) -> None:
        """One step: what arrives at both ends, and what leaves them."""
        now = instant % self.steps
        returned, arrived = self.back[now], self.out[now]
        drawn = (star - 2 * returned) / (each_ohms + _LINE_OHMS)
        charged = (2 * arrived - self.volts) / _LINE_OHMS
        self.volts += charged * _STEP_SECONDS / _INPUT_FARADS
        self.out[now] = returned + _LINE_OHMS * drawn
        self.back[now] = arrived - _LINE_OHMS * charged
        self.seen.append(self.volts)

    def far_end(self) -> FarEnd:
        """Of the edge that went by."""
        first = next(index for index, volts in enumerate(self.seen) if volts >= HIGH)
        return FarEnd(max(self.seen), min(self.seen[first:]))


def star(
    metres: Sequence[float],
    *,
    each_ohms: float = EACH_OHMS,
    common_ohms: float = 0.0,
    gate_ohms: float = 15.0,
) -> list[FarEnd]:
    """The ends of wires of these lengths, with a resistor in each of them, and one for all at the gate."""
    each, source = max(each_ohms, _ALMOST_NONE), gate_ohms + common_ohms
    wires = [_Wire(max(2, round(length / _METRES_PER_SECOND / _STEP_SECONDS))) for length in metres]
    for instant in range(round(_WATCHED_SECONDS / _STEP_SECONDS)):
        driven = VOLTS * min(1.0, instant * _STEP_SECONDS / _EDGE_SECONDS)
        returned = sum(2 * wire.back[instant % wire.steps] for wire in wires) / (each + _LINE_OHMS)
        conductance = 1 / source + len(wires) / (each + _LINE_OHMS)
        level = (driven / source + returned) / conductance
        for wire in wires:
            wire.move(instant, level, each)
    return [wire.far_end() for wire in wires]
