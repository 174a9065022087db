"""`python -m hardware.checks`: run every check by other programs and write hardware/CHECKED.md."""

import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from cupsboard import profile
from cupsboard.commands.profile_new import proposed
from cupsboard.profile import Profile

from hardware.__main__ import main as hardware
from hardware.checks.carrier_rules import carrier_findings
from hardware.checks.clock_edges import edge_findings
from hardware.checks.files import part_findings, plate_findings
from hardware.checks.finding import Finding
from hardware.checks.kicad_rules import kicad_findings
from hardware.drawings.pages import layout_of
from hardware.parts.electronics import Electronics
from hardware.plans import plates

PAGE = Path(__file__).parents[1] / "CHECKED.md"
_SIZES = range(2, 11)


def main() -> int:
    """Run the checks; the exit code is 1 if one of them failed."""
    with tempfile.TemporaryDirectory() as folder:
        found = list(_findings(Path(folder)))
    PAGE.write_text(_page(found))
    for finding in found:
        if not finding.is_right:
            print(f"{finding.what}: {finding.figures}", file=sys.stderr)
    print(f"{PAGE}: {len(found)} checks, {sum(not finding.is_right for finding in found)} wrong")
    return int(not all(finding.is_right for finding in found))


def _findings(folder: Path) -> Iterator[Finding]:
    for board in _boards():
        yield from kicad_findings(board, folder / "kicad")
    for name in profile.built_in_names():
        board = profile.load(name)
        yield from edge_findings(board, Electronics(board, layout_of(board)), folder / "edges" / name)
    yield from carrier_findings(folder / "carrier")
    printed = folder / "parts"
    hardware(["print", "--to", str(printed)])
    yield from part_findings(printed, {"foot": 10, "spacer": 10, "holder": 8, "pot-holder": 2})
    board = profile.load("2x4")
    both = (plates.base(board, layout_of(board)), plates.deck(board, layout_of(board)))
    yield from plate_findings(printed, {plate.kind: len(plate.holes) for plate in both})


def _boards() -> Iterator[Profile]:
    yield from (profile.load(name) for name in profile.built_in_names())
    ready = {profile.load(name).cups for name in profile.built_in_names()}
    yield from (proposed(cups) for cups in _SIZES if cups not in ready)


def _page(found: list[Finding]) -> str:
    rows = [
        f"| {finding.what} | {finding.by} | {verdict} | {finding.figures} |"
        for finding in found
        for verdict in ("right" if finding.is_right else "**wrong**",)
    ]
    lines = [
        "# The hardware's files in other programs",
        "",
        "Made by `hardware/check`, which installs the programs (as root, on Debian) and runs them.",
        f"{datetime.now(UTC):%Y-%m-%d}: {len(found)} checks, "
        f"{sum(not finding.is_right for finding in found)} wrong.",
        "",
        "| what | program | | figures |",
        "| --- | --- | --- | --- |",
        *rows,
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
