"""The carrier's board, placed and routed anew: KiCad's rule check, and what its copper carries."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cupsboard import profile

from hardware.carrier.__main__ import KICAD_PYTHON, check, made
from hardware.carrier.flows import Flow, strong_flows, weak_flows
from hardware.carrier.placed import carrier
from hardware.checks.finding import Finding, ran
from hardware.circuit.copper import RISE_KELVIN, amperes, width_mm

_MEASURE = Path(__file__).parents[1] / "carrier" / "kicad_widths.py"


def carrier_findings(folder: Path) -> Iterator[Finding]:
    """Yield what KiCad finds of the board and its copper, and that less copper is found wanting."""
    program = f"KiCad {ran('kicad-cli', 'version').strip()}"
    folder.mkdir(parents=True)
    board, faults = made(folder)
    text = board.read_text()
    tracks, vias = text.count("\t(segment"), text.count("\t(via")
    yield Finding(
        "2x4 carrier: design rules, all severities",
        program,
        not faults,
        "; ".join((f"{tracks} tracks, {vias} vias, {len(faults)} violations", *faults[:3])),
    )
    yield from _copper_findings(board, folder, program)
    signal = re.search(r"\t\(segment\n(?:\t\t.*\n)*?\t\t\(net \d+\)\n(?:\t\t.*\n)*?\t\)\n", text)
    board.write_text(text if signal is None else text.replace(signal[0], "", 1))
    missed = check(board, folder / "work" / "cut.json")
    yield Finding(
        "2x4 carrier: a track less is found", program, bool(missed), "; ".join(missed[:1]) or "not found"
    )


def _copper_findings(board: Path, folder: Path, program: str) -> Iterator[Finding]:
    """Yield net by net whether the narrowest copper between pads carries its current (IPC-2221)."""
    asked = profile.load("2x4")
    strong, weak = strong_flows(asked), tuple(weak_flows(asked, carrier(asked)))
    widths = _widths(board, folder, [(flow, True) for flow in (*strong, *weak)])
    for flow, width in zip(strong, widths, strict=False):
        needed = width_mm(flow.amperes)
        yield Finding(
            f"2x4 carrier: copper {flow.what}",
            program,
            width >= needed,
            f"{flow.amperes:g} A need {needed:.2f} mm for {RISE_KELVIN:g} K, the narrowest has {width:.2f}",
        )
    others = list(zip(weak, widths[len(strong) :], strict=True))
    thin = [f"{flow.net} has {width:.2f} mm" for flow, width in others if width < width_mm(flow.amperes)]
    least, most = min(width for _, width in others), max(flow.amperes for flow in weak)
    figures = (
        f"up to {most:.2f} A; the narrowest of {len(others)} has {least:.2f} mm, for {amperes(least):.2f} A"
    )
    yield Finding(
        "2x4 carrier: copper of every net, without the strip's current",
        program,
        not thin,
        "; ".join((figures, *thin[:3])),
    )
    (bare,) = _widths(board, folder, [(strong[1], False)])
    yield Finding(
        "2x4 carrier: without its poured copper the way to the strip is found too narrow",
        program,
        bare < width_mm(strong[1].amperes),
        f"{bare:.2f} mm",
    )


def _widths(board: Path, folder: Path, flows: Sequence[tuple[Flow, bool]]) -> list[float]:
    """Return the narrowest copper of each flow in millimetres, with or without what is poured."""
    asked, measured = folder / "work" / "flows.json", folder / "work" / "widths.json"
    asked.write_text(json.dumps([(flow.net, flow.pads, is_poured) for flow, is_poured in flows]))
    ran(KICAD_PYTHON, str(_MEASURE), str(board), str(asked), str(measured))
    return [float(width) for width in json.loads(measured.read_text())]
