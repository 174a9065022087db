"""Boards put together, judged by programs that share none of our arithmetic: manifold3d and OpenCASCADE."""

import json
import math
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from cupsboard import profile
from cupsboard.profile import Profile

from hardware.assembly.bodies import Body, bodies
from hardware.assembly.files import digest, write, write_regions
from hardware.checks.finding import Finding, ran
from hardware.parts.cells import CELLS, USUAL_CELL
from hardware.parts.deck import POT, Deck
from hardware.parts.mount import SKIN, Cup, Measures
from hardware.parts.overload import Overload
from hardware.parts.table import Table

CUPS = (Cup("cup", 60.0, 56.0, 72.0), Cup("cup", 48.0, 44.0, 56.0), Cup("cup", 80.0, 74.0, 104.0))
"""The usual one, a small and a large one."""
BOARDS = ("2x3", "2x4", "2x10", "3x3-4")
STEP_BOARD = "2x4"
TOUCH_MM3 = 0.05
"""What bodies that only touch may share."""
_SCRIPTS = Path(__file__).parents[1] / "assembly"
LEAST_AIR_MM = 0.5
"""Between what gives way with a cell and what stands, but for its stop."""
STOP_OFF_MM = 0.02
"""How far the gap under a bar may be off the reckoned one."""
_CUT = {
    frozenset(pair)
    for pair in (
        *(("base", "wood screw"), ("lath", "lath screw"), ("foot", "fixed screw"), ("foot", "stop")),
        *(("base", "post screw"), ("post", "post screw"), ("deck", "deck screw"), ("post", "deck screw")),
    )
}
"""A wood screw cuts its thread or lies sunk, a machine screw cuts the skin that closes its hole."""
_JOINED = {("cell", "foot"), ("cell", "fixed screw"), ("cell", "fixed nut")}
"""What holds the fixed end of a cell touches it."""


def assembly_findings(folder: Path, python: Path, kept: Path) -> Iterator[Finding]:
    """Yield what the meshes of each board say, and write the STEP file of the usual one into `kept`.

    `python` has manifold3d and build123d.
    """
    program = f"manifold3d {_version(python, 'manifold3d')}"
    for name in BOARDS:
        board = profile.load(name)
        for cell in CELLS:
            for cup in CUPS:
                measures = replace(CELLS[cell].measures, cup=cup)
                built = bodies(board, _layout(board, measures), with_nuts=True)
                found = _met(built, Overload(measures).gap_mm, folder, python)
                size = f"{name} on {cell.upper()}, cups of {cup.foot:g} and {cup.top:g} mm"
                yield Finding(f"{size}: nothing meets or rubs", program, *found)
    yield _raised_deck(folder, python, program)
    yield _step(folder, python, kept)


def _layout(board: Profile, measures: Measures) -> Deck | Table:
    return Deck(board.cups, measures, POT) if board.cups else Table.of(board, measures)


def _met(built: tuple[Body, ...], stop_mm: float, folder: Path, python: Path) -> tuple[bool, str]:
    """Return whether bodies meet only as they should, stops as near to bars as that, and the figures."""
    shutil.rmtree(folder, ignore_errors=True)
    write(built, folder)
    ran(str(python), str(_SCRIPTS / "mesh_overlaps.py"), str(folder))
    result = json.loads((folder / "overlaps.json").read_text())
    kind = {body.name: body.kind for body in built}
    wrong = [
        f"{one} meets {other}: {volume:.1f} mm³"
        for one, other, volume in result["overlaps"]
        if frozenset((kind[one], kind[other])) not in _CUT
        or (kind[one] == "foot" and volume > _most_skin_mm3())
    ]
    air = []
    for moving, still, gap, sunk in result["gaps"]:
        if (kind[moving], kind[still]) == ("cell", "stop"):
            if abs(gap - stop_mm) > STOP_OFF_MM:
                wrong.append(f"{moving} is {gap:.2f} mm from {still}, not {stop_mm:.2f}")
        elif (kind[moving], kind[still]) not in _JOINED:
            air.append(gap)
            if gap < LEAST_AIR_MM or sunk > TOUCH_MM3:
                wrong.append(f"{moving} is {gap:.2f} mm from {still}, and {sunk:.1f} mm³ in it under a load")
    wrong += [
        f"{stop} meets {', '.join(met) or 'nothing'}"
        for stop, met, kinds in result["stops"]
        if kinds != ["cell"]
    ]
    least = min(air)
    figures = (
        f"{result['bodies']} bodies, least air of what moves {least:.2f} mm, "
        f"{len(result['stops'])} stops meet the bar alone, {stop_mm:.2f} mm below it"
    )
    return not wrong, "; ".join((figures, *wrong[:3]))


def _most_skin_mm3() -> float:
    return 1.05 * SKIN * math.pi * 2.5**2


def _raised_deck(folder: Path, python: Path, program: str) -> Finding:
    """Show that a deck 3 mm to the side is found."""
    board = profile.load(STEP_BOARD)
    built = bodies(board, _layout(board, CELLS[USUAL_CELL].measures))
    shifted = tuple(
        replace(body, at=(body.at[0] + 3.0, *body.at[1:])) if body.kind == "deck" else body for body in built
    )
    gap_mm = Overload(CELLS[USUAL_CELL].measures).gap_mm
    is_right, figures = _met(shifted, gap_mm, folder, python)
    missed = figures.partition("; ")[2].partition("; ")[0]
    return Finding(
        f"{STEP_BOARD}: a deck 3 mm to the side is found", program, not is_right, missed or "not found"
    )


def _step(folder: Path, python: Path, kept: Path) -> Finding:
    """Write the STEP file, and compare what is read from it with the bodies."""
    board = profile.load(STEP_BOARD)
    built = bodies(board, _layout(board, CELLS[USUAL_CELL].measures))
    regions, step = folder / "regions.json", folder / f"{STEP_BOARD}.step"
    write_regions(built, regions)
    count, volume = json.loads(ran(str(python), str(_SCRIPTS / "step_file.py"), str(regions), str(step)))
    wanted = sum(body.solid.volume() for body in built)
    with ZipFile(kept / f"{STEP_BOARD}-step.zip", "w", ZIP_DEFLATED, compresslevel=9) as archive:
        archive.write(step, step.name)
    (kept / f"{STEP_BOARD}-step.txt").write_text(f"{digest(built)}\n")
    kinds = len(Counter(body.kind for body in built))
    return Finding(
        f"{STEP_BOARD}: STEP file, read again",
        f"build123d {_version(python, 'build123d')}",
        count == len(built) and abs(volume / wanted - 1.0) < 1e-3,
        f"{count} of {len(built)} bodies of {kinds} kinds, {volume / 1000:.1f} cm³ of {wanted / 1000:.1f}",
    )


def _version(python: Path, package: str) -> str:
    return ran(str(python), "-c", f"import importlib.metadata as m; print(m.version('{package}'))").strip()
