"""`python -m hardware.checks [PART ...]`: run checks by other programs and write hardware/CHECKED.md.

Without a PART all run. What the page says of the other parts stays.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from cupsboard import profile
from cupsboard.profile import Profile
from cupsboard.station.files.new_profile import proposed

from hardware.__main__ import main as hardware
from hardware.checks.assembly import assembly_findings
from hardware.checks.carrier_rules import carrier_findings
from hardware.checks.clock_edges import edge_findings
from hardware.checks.files import part_findings, plate_findings
from hardware.checks.finding import Finding
from hardware.checks.kicad_rules import kicad_findings
from hardware.checks.page import Section, read, written
from hardware.drawings.pages import layout_of
from hardware.parts.electronics import Electronics
from hardware.plans import plates

HARDWARE = Path(__file__).parents[1]
PAGE = HARDWARE / "CHECKED.md"
CAD_PYTHON = HARDWARE.parent / ".cad" / "bin" / "python"
"""Has build123d and manifold3d; `hardware/check` makes it."""
_SIZES = range(2, 11)
WRONG, REFUSED = 1, 2


def main(asked: Sequence[str]) -> int:
    """Run the parts that are asked for, or all; the exit code is 1 if a check failed."""
    if unknown := [part for part in asked if part not in PARTS]:
        print(f"{', '.join(unknown)}: choose from {', '.join(PARTS)}", file=sys.stderr)
        return REFUSED
    sections = dict(read(PAGE.read_text())) if PAGE.exists() else {}
    wrong = 0
    for part in asked or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            found = list(PARTS[part](Path(folder)))
        sections[part] = Section.of(f"{datetime.now(UTC):%Y-%m-%d}", found)
        for finding in (each for each in found if not each.is_right):
            wrong += 1
            print(f"{finding.what}: {finding.figures}", file=sys.stderr)
        PAGE.write_text(written({part: sections[part] for part in PARTS if part in sections}))
    print(f"{PAGE}: {wrong} wrong")
    return WRONG if wrong else 0


def _circuit(folder: Path) -> Iterator[Finding]:
    for board in _boards():
        yield from kicad_findings(board, folder)


def _clock(folder: Path) -> Iterator[Finding]:
    for name in profile.built_in_names():
        board = profile.load(name)
        yield from edge_findings(board, Electronics(board, layout_of(board)), folder / name)


def _carrier(folder: Path) -> Iterator[Finding]:
    yield from carrier_findings(folder / "carrier")


def _files(folder: Path) -> Iterator[Finding]:
    hardware(["print", "--to", str(folder)])
    yield from part_findings(
        folder, {"foot": 10, "spacer": 10, "holder": 8, "pot-holder": 2, "cup": 8, "pot": 2}
    )
    board = profile.load("2x4")
    both = (plates.base(board, layout_of(board)), plates.deck(board, layout_of(board)))
    yield from plate_findings(folder, {plate.kind: len(plate.holes) for plate in both})


def _assembly(folder: Path) -> Iterator[Finding]:
    yield from assembly_findings(folder / "bodies", CAD_PYTHON, HARDWARE / "assembly")


PARTS: Mapping[str, Callable[[Path], Iterator[Finding]]] = {
    "circuit": _circuit,
    "clock": _clock,
    "carrier": _carrier,
    "files": _files,
    "assembly": _assembly,
}
"""What is checked, by the name of its part, in the order of the page."""


def _boards() -> Iterator[Profile]:
    yield from (profile.load(name) for name in profile.built_in_names())
    ready = {profile.load(name).cups for name in profile.built_in_names()}
    yield from (proposed(cups) for cups in _SIZES if cups not in ready)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
