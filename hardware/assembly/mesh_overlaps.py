"""Measures with meshes whether bodies meet; run by a Python that has manifold3d, it imports nothing of ours.

`mesh_overlaps.py FOLDER`: FOLDER holds STL files and `bodies.json`, a list of bodies with their file, place,
quarter turns, kind and whether they move. It writes `overlaps.json` there: each two bodies that share room,
with the cubic millimetres; how near moving bodies come to others; what the stops meet when they are raised.
"""

import json
import struct
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import manifold3d  # type: ignore[import-not-found, unused-ignore]
import numpy as np

TOUCH_MM3 = 0.05
"""Bodies that only touch share less: faces of polygons that are turned fit to some thousandths."""
NEAR_MM = 3.0
"""Further apart than this no distance is measured."""
_SAG_MM, _RAISED_MM = 0.5, 1.0


def mesh(path: Path) -> Any:
    """Return the solid in a binary STL file."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    facets = np.frombuffer(
        data, dtype=np.dtype([("n", "<3f4"), ("c", "<9f4"), ("a", "<u2")]), count=count, offset=84
    )
    corners = facets["c"].reshape(-1, 3)
    points, indices = np.unique(corners.round(4), axis=0, return_inverse=True)
    solid = manifold3d.Manifold(
        manifold3d.Mesh(
            vert_properties=points.astype(np.float32), tri_verts=indices.reshape(-1, 3).astype(np.uint32)
        )
    )
    if solid.status() != manifold3d.Error.NoError or solid.volume() <= 0:
        raise SystemExit(f"{path.name}: {solid.status()}, {solid.volume():.2f} mm³")
    return solid


def placed(folder: Path) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield each body with its solid where it stands."""
    meshes: dict[str, Any] = {}
    for body in json.loads((folder / "bodies.json").read_text()):
        name = body["stl"]
        if name not in meshes:
            meshes[name] = mesh(folder / name)
        yield body, meshes[name].rotate((0.0, 0.0, 90.0 * body["turns"])).translate(body["at"])


def _group(body: dict[str, Any]) -> str:
    """Return with what a body moves: with its place, or not at all."""
    return str(body["name"]).rpartition(" ")[2] if body["moves"] else ""


def _are_near(one: Any, other: Any, margin: float) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    return all(a[axis] - margin < b[axis + 3] and b[axis] - margin < a[axis + 3] for axis in range(3))


def main(folder: Path) -> None:
    """Measure all bodies of a folder; see the module."""
    found = list(placed(folder))
    overlaps, gaps = [], []
    for (body, solid), (other, its) in combinations(found, 2):
        if _are_near(solid, its, 0.0) and (volume := (solid ^ its).volume()) > TOUCH_MM3:
            overlaps.append([body["name"], other["name"], volume])
        if _group(body) != _group(other) and _are_near(solid, its, NEAR_MM):
            moving, still = (solid, its) if body["moves"] else (its, solid)
            names = (body["name"], other["name"]) if body["moves"] else (other["name"], body["name"])
            sunk = moving.translate((0.0, 0.0, -_SAG_MM))
            gaps.append([*names, moving.min_gap(still, NEAR_MM), (sunk ^ still).volume()])
    stops = []
    for body, solid in found:
        if body["kind"] == "stop":
            raised = solid.translate((0.0, 0.0, _RAISED_MM))
            met = [
                (other["name"], other["kind"])
                for other, its in found
                if other["moves"] and _are_near(raised, its, 0.0) and (raised ^ its).volume() > TOUCH_MM3
            ]
            stops.append([body["name"], [name for name, _ in met], [kind for _, kind in met]])
    result = {"bodies": len(found), "overlaps": overlaps, "gaps": gaps, "stops": stops}
    (folder / "overlaps.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
