"""KiCad's rule check of the carrier's board, placed and routed anew."""

import re
from collections.abc import Iterator
from pathlib import Path

from hardware.carrier.__main__ import check, made
from hardware.checks.finding import Finding, ran


def carrier_findings(folder: Path) -> Iterator[Finding]:
    """Yield what KiCad finds of the board, and that a board without one of its tracks is found wanting."""
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
    signal = re.search(r"\t\(segment\n(?:\t\t.*\n)*?\t\t\(net \d+\)\n(?:\t\t.*\n)*?\t\)\n", text)
    board.write_text(text if signal is None else text.replace(signal[0], "", 1))
    missed = check(board, folder / "work" / "cut.json")
    yield Finding(
        "2x4 carrier: a track less is found", program, bool(missed), "; ".join(missed[:1]) or "not found"
    )
