"""KiCad's own rule check of each board's schematic, and KiCad's netlist against ours."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cupsboard.profile import Profile

from hardware.checks.finding import Finding, ran
from hardware.circuit.kicad import project, reference
from hardware.circuit.netlist import Netlist, netlist


def kicad_findings(board: Profile, folder: Path) -> Iterator[Finding]:
    """Yield what KiCad finds of a board: its rules kept, our nets read as they are, a loose pin missed."""
    program = f"KiCad {ran('kicad-cli', 'version').strip()}"
    joined = netlist(board)
    faults = _faults(joined, board.name, folder / board.name)
    figures = f"{len(joined.parts)} parts, {len(joined.nets)} nets, {len(faults)} violations"
    yield Finding(f"{board.name}: electrical rules", program, not faults, "; ".join((figures, *faults[:3])))
    read = _read_nets(folder / board.name, board.name)
    own = {
        name: {(reference(joined.parts[end.part]), end.pin) for end in ends}
        for name, ends in joined.nets.items()
    }
    differing = [name for name in own.keys() | read if own.get(name) != read.get(name)]
    yield Finding(
        f"{board.name}: nets as KiCad reads them",
        program,
        not differing,
        f"{len(own)} nets, {len(differing)} differ {' '.join(differing[:3])}".strip(),
    )
    net, ends = next((name, ends) for name, ends in joined.nets.items() if len(ends) == 2)
    loose = replace(joined, nets={**joined.nets, net: ends[:1]})
    missed = _faults(loose, board.name, folder / f"{board.name}-loose")
    yield Finding(
        f"{board.name}: a pin that is taken off its net is found",
        program,
        bool(missed),
        "; ".join(missed[:1]) or "not found",
    )


def _faults(joined: Netlist, name: str, folder: Path) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in project(joined, name).items():
        (folder / file).write_text(text)
    report = folder / "erc.json"
    ran("kicad-cli", "sch", "erc", "--format", "json", "-o", str(report), str(folder / f"{name}.kicad_sch"))
    found = json.loads(report.read_text())
    return [fault["description"] for sheet in found["sheets"] for fault in sheet["violations"]]


def _read_nets(folder: Path, name: str) -> dict[str, set[tuple[str, str]]]:
    file = folder / "read.net"
    ran("kicad-cli", "sch", "export", "netlist", "-o", str(file), str(folder / f"{name}.kicad_sch"))
    nets: dict[str, set[tuple[str, str]]] = {}
    for part in file.read_text().split("(net (code")[1:]:
        found = re.search(r'\(name "([^"]+)"\)', part)
        nodes = set(re.findall(r'\(node \(ref "([^"]+)"\) \(pin "([^"]+)"\)', part))
        if found is not None and len(nodes) > 1:
            nets[found[1]] = nodes
    return nets
