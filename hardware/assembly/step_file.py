"""Writes a board's bodies as a STEP file; run by a Python that has build123d, it imports nothing of ours.

`step_file.py BODIES STEP`: BODIES is a JSON list of bodies with name, kind, place, quarter turns and their
solid as nested regions: an outline, the heights between which it is filled, and the regions inside. It prints
how many bodies the STEP file has when it is read again, and their volume in cubic millimetres.
"""

import copy
import json
import math
import sys
from pathlib import Path
from typing import Any

import build123d as cad  # type: ignore[import-not-found, unused-ignore]

_COLOURS = {
    "base": 0xD9B98A,
    "deck": 0xE6CDA3,
    "lath": 0xC9A36C,
    "post": 0xC9A36C,
    "foot": 0x8FC7D4,
    "spacer": 0x8FC7D4,
    "holder": 0x8FC7D4,
    "pot-holder": 0x8FC7D4,
    "cup": 0xF2F2EE,
    "pot": 0xF2F2EE,
    "tray": 0xF2F2EE,
    "Raspberry Pi": 0x4C9F5C,
    "carrier": 0x4C9F5C,
    "module": 0x4C9F5C,
    "strip": 0xF5F5F5,
    "button": 0x2F5FC4,
}
_METAL = 0xAAB3BA


def face(outline: list[list[float]]) -> Any:
    """Return the face within an outline; one of equal sides round a middle is a circle."""
    count = len(outline)
    x, y = (sum(point[axis] for point in outline) / count for axis in (0, 1))
    radii = [math.dist(point, (x, y)) for point in outline]
    if count >= 12 and max(radii) - min(radii) < 1e-6 * max(radii):
        return cad.Face(cad.Wire.make_circle(radii[0], cad.Plane((x, y, 0))))
    return cad.Face(cad.Wire.make_polygon([(*point, 0.0) for point in outline], close=True))


def solid(region: dict[str, Any]) -> Any:
    """Return the solid of a region and of all regions inside it."""
    pieces = list(_pieces(region))
    whole = pieces[0].fuse(*pieces[1:]) if len(pieces) > 1 else pieces[0]
    return whole.clean() if hasattr(whole, "clean") else whole


def _pieces(region: dict[str, Any]) -> Any:
    if region["heights"]:
        own = face(region["outline"])
        inner = [face(each["outline"]) for each in region["inside"]]
        flat = own.cut(*inner) if inner else own
        for part in flat.faces():
            for low, high in region["heights"]:
                yield cad.Solid.extrude(part, cad.Vector(0, 0, high - low)).moved(cad.Location((0, 0, low)))
    for each in region["inside"]:
        yield from _pieces(each)


def main(bodies: Path, step: Path) -> None:
    """Write the file and read it again; see the module."""
    made: dict[str, Any] = {}
    children = []
    for body in json.loads(bodies.read_text()):
        form = json.dumps(body["solid"])
        if form not in made:
            made[form] = solid(body["solid"])
        child = copy.copy(made[form])
        child.location = cad.Location(tuple(body["at"]), (0, 0, 90 * body["turns"]))
        child.label, child.color = body["name"], cad.Color(_COLOURS.get(body["kind"], _METAL))
        children.append(child)
    cad.export_step(cad.Compound(label=step.stem, children=children), str(step))
    read = cad.import_step(str(step))
    print(json.dumps([len(read.solids()), sum(each.volume for each in read.solids())]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
