"""`python -m hardware.carrier FOLDER`: the 2x4 carrier's board, placed, routed and checked."""

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from cupsboard import profile

from hardware.carrier.placed import LEAST_STROKE_MM, POURS, SIZE, Placed, carrier
from hardware.carrier.router import DRILL_MM, GRID_MM, TRACK_MM, VIA_MM, Area, Node, Pad, route
from hardware.carrier.router import Path as Way
from hardware.checks.finding import ran

KICAD_PYTHON = "/usr/bin/python3"
"""Debian's, which has KiCad's module."""
_SCRIPT = Path(__file__).with_name("kicad_board.py")


def main(arguments: Sequence[str]) -> int:
    """Write board, production files and pictures into a folder; the exit code is 1 if KiCad finds a fault."""
    folder = Path(arguments[0] if arguments else "carrier")
    folder.mkdir(parents=True, exist_ok=True)
    board, faults = made(folder)
    for fault in faults:
        print(fault, file=sys.stderr)
    _export(board, folder)
    shutil.rmtree(folder / "work")
    print(f"{board}: {len(faults)} faults")
    return int(bool(faults))


def made(folder: Path) -> tuple[Path, list[str]]:
    """Write the board into a folder; return the board's file and what KiCad's rule check finds wrong."""
    placed = carrier(profile.load("2x4"))
    board, work = folder / "2x4-carrier.kicad_pcb", folder / "work"
    work.mkdir(exist_ok=True)
    spec, seen, tracks, report = (work / f"{name}.json" for name in ("spec", "pads", "tracks", "drc"))
    footprints = [asdict(each) | {"footprint": each.footprint} for each in placed]
    spec.write_text(json.dumps({"size": SIZE, "stroke": LEAST_STROKE_MM, "placed": footprints}))
    ran(KICAD_PYTHON, str(_SCRIPT), "place", str(spec), str(board), str(seen))
    pads = [Pad(*each) for each in json.loads(seen.read_text())]
    areas = [Area(pour.net, pour.layer, pour.corners) for pour in POURS]
    ways = route(SIZE, [pad for pad in pads if pad.net], [pad for pad in pads if not pad.net], areas)
    tracks.write_text(json.dumps(_drawn(ways, pads, placed)))
    ran(KICAD_PYTHON, str(_SCRIPT), "draw", str(board), str(tracks))
    return board, check(board, report)


def check(board: Path, report: Path) -> list[str]:
    """Return what KiCad's rule check finds wrong with a board, warnings too."""
    ran("kicad-cli", "pcb", "drc", "--format", "json", "--severity-all", "-o", str(report), str(board))
    found = json.loads(report.read_text())
    return [_said(each) for kind in ("violations", "unconnected_items") for each in found[kind]]


def _export(board: Path, folder: Path) -> None:
    """Write what a maker of boards asks for, a model in three dimensions, and pictures of both sides."""
    production = folder / "work" / "gerbers"
    production.mkdir(exist_ok=True)
    layers = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts"
    ran("kicad-cli", "pcb", "export", "gerbers", "-l", layers, "-o", f"{production}/", str(board))
    ran("kicad-cli", "pcb", "export", "drill", "--excellon-separate-th", "-o", f"{production}/", str(board))
    shutil.make_archive(str(folder / "2x4-carrier-gerbers"), "zip", production)
    ran(
        "kicad-cli",
        "pcb",
        "export",
        "step",
        "--subst-models",
        "-f",
        "-o",
        str(folder / "2x4-carrier.step"),
        str(board),
    )
    for side in ("top", "bottom"):
        picture = folder / f"2x4-carrier-{side}.png"
        ran(
            "kicad-cli",
            "pcb",
            "render",
            "--side",
            side,
            "-w",
            "1200",
            "-h",
            "900",
            "-o",
            str(picture),
            str(board),
        )


def _corners(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes of a way at which it turns or changes its layer, and both its ends."""
    kept = [nodes[0]]
    for before, node, after in zip(nodes, nodes[1:], nodes[2:], strict=False):
        steps = [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in ((before, node), (node, after))]
        if steps[0] != steps[1]:
            kept.append(node)
    return [*kept, nodes[-1]] if len(nodes) > 1 else kept


def _said(fault: Any) -> str:
    items = "; ".join(str(item["description"]) for item in fault["items"])
    return f"{fault['severity']}: {fault['description']}: {items}"


def _drawn(ways: Sequence[Way], pads: Sequence[Pad], placed: Sequence[Placed]) -> dict[str, object]:
    """Return tracks and vias in millimetres; a pad off the grid is joined with its point by a short track."""
    tracks, vias = [], set()
    own = {(pad.net, round(pad.x / GRID_MM), round(pad.y / GRID_MM)): pad for pad in pads}
    for way in ways:
        for (x1, y1, layer), (x2, y2, other) in pairwise(_corners(way.nodes)):
            if layer == other:
                tracks.append((way.net, layer, *(GRID_MM * each for each in (x1, y1, x2, y2)), TRACK_MM))
            elif (way.net, x1, y1) not in own:
                vias.add((way.net, GRID_MM * x1, GRID_MM * y1))
        for x, y, layer in (way.nodes[0], way.nodes[-1]):
            pad = own.get((way.net, x, y))
            if pad is not None and (GRID_MM * x, GRID_MM * y) != (pad.x, pad.y):
                tracks.append((way.net, layer, GRID_MM * x, GRID_MM * y, pad.x, pad.y, TRACK_MM))
    return {
        "size": SIZE,
        "stroke": LEAST_STROKE_MM,
        "tracks": tracks,
        "vias": sorted(vias),
        "via": (VIA_MM, DRILL_MM),
        "pours": [(pour.net, pour.layer, pour.corners) for pour in POURS],
        "words": [
            (word.text, word.x, word.y, word.size, word.is_upright) for each in placed for word in each.words
        ],
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
