"""Whether an edge of the clock rings, by ngspice, on a star of wires as long as the wire list has them.

The same question as `circuit.clock_star` answers by its own method, for gates of other strengths: a 74AHC125
is near 15 ohm, a 74HC125 at 3.3 V several times that.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cupsboard.profile import Profile

from hardware.checks.finding import Finding, ran
from hardware.circuit.clock_star import EACH_OHMS, HIGH, VOLTS
from hardware.circuit.netlist import netlist
from hardware.circuit.wires import wires
from hardware.circuit.wiring import clock_branches
from hardware.parts.electronics import Electronics

GATES_OHMS = (15.0, 35.0, 60.0, 105.0)
LINE_OHMS, NANOSECONDS_A_METRE, INPUT_PICOFARADS = 120.0, 5.0, 10.0
_MOST_VOLTS = VOLTS + 0.5
"""What an input bears above its supply (HX711 data sheet: 0.3 V for long, its diode begins at 0.5)."""
_END_NANOSECONDS = 400.0


def edge_findings(board: Profile, electronics: Electronics, folder: Path) -> Iterator[Finding]:
    """Yield the worst far end of a board, and that the same star without its resistors does ring."""
    program = re.findall(r"ngspice-\d+", ran("ngspice", "--version"))[0]
    metres = {
        wire.net.removeprefix("SCK "): wire.length_mm / 1000
        for wire in wires(netlist(board), electronics.sites())
        if wire.net.startswith("SCK ")
    }
    branches = [[metres[place] for place in branch] for branch in clock_branches(board)]
    ends = [
        end
        for gate in GATES_OHMS
        for number, branch in enumerate(branches)
        for end in _far_ends(branch, gate, EACH_OHMS, folder / f"{number}-{gate:g}")
    ]
    gates = ", ".join(f"{gate:g}" for gate in GATES_OHMS)
    yield Finding(
        f"{board.name}: no edge of the clock rings, gates of {gates} ohm",
        program,
        all(end.is_clean for end in ends),
        f"wires of {min(metres.values()):.2f} to {max(metres.values()):.2f} m: highest "
        f"{max(end.highest for end in ends):.2f} V of {VOLTS:g}, "
        f"{sum(end.falls for end in ends)} ends fall back",
    )
    bare = [
        end
        for number, branch in enumerate(branches)
        for end in _far_ends(branch, GATES_OHMS[0], 1.0, folder / f"{number}-bare")
    ]
    yield Finding(
        f"{board.name}: without the resistors it does",
        program,
        not all(end.is_clean for end in bare),
        f"highest {max(end.highest for end in bare):.2f} V, {sum(end.falls for end in bare)} ends fall back",
    )


@dataclass(frozen=True, slots=True)
class _FarEnd:
    highest: float
    falls: bool
    """Whether the end, once high, is no longer so."""

    @property
    def is_clean(self) -> bool:
        return not self.falls and self.highest <= _MOST_VOLTS


def _far_ends(metres: list[float], gate: float, each_ohms: float, folder: Path) -> Iterator[_FarEnd]:
    """Yield what each far end of a star sees."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["a clock edge", f"V1 in 0 PULSE(0 {VOLTS} 1n 3n 3n 1u 2u)", f"Rg in star {gate}"]
    for number, length in enumerate(metres):
        lines += [
            f"R{number} star a{number} {each_ohms:g}",
            f"T{number} a{number} 0 b{number} 0 Z0={LINE_OHMS:g} TD={length * NANOSECONDS_A_METRE:g}n",
            f"C{number} b{number} 0 {INPUT_PICOFARADS:g}p",
        ]
    ends = " ".join(f"v(b{number})" for number in range(len(metres)))
    lines += [
        f".tran 0.05n {_END_NANOSECONDS:g}n",
        *(".control", "set wr_singlescale", "run", f"wrdata seen.data {ends}", "quit", ".endc", ".end"),
    ]
    (folder / "star.cir").write_text("\n".join(lines) + "\n")
    ran("ngspice", "-b", "star.cir", cwd=folder)
    rows = [
        [float(each) for each in line.split()] for line in (folder / "seen.data").read_text().splitlines()
    ]
    for number in range(len(metres)):
        seen = [row[number + 1] for row in rows]
        first = next((index for index, volts in enumerate(seen) if volts >= HIGH), len(seen) - 1)
        yield _FarEnd(max(seen), min(seen[first:]) < HIGH)
