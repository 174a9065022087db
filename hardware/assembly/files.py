"""A board's bodies as files for other programs: an STL file for each form, and what stands where."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from hardware.assembly.bodies import Body
from hardware.parts.solid import Region, binary_stl, surface


def write(bodies: Sequence[Body], folder: Path) -> None:
    """Write the forms and `bodies.json` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    names: dict[Region, str] = {}
    rows = []
    for body in bodies:
        name = names.get(body.solid)
        if name is None:
            name = names[body.solid] = f"{len(names)}-{body.kind.replace(' ', '-')}.stl"
            (folder / name).write_bytes(binary_stl(body.kind, surface(body.solid)))
        rows.append(
            {
                "name": body.name,
                "kind": body.kind,
                "stl": name,
                "at": body.at,
                "turns": body.turns,
                "moves": body.moves,
            }
        )
    (folder / "bodies.json").write_text(json.dumps(rows))


def digest(bodies: Sequence[Body]) -> str:
    """Return a number for all bodies and their places: another one as soon as a micrometre differs."""
    written = json.dumps([asdict(body) for body in bodies])
    # Cosines differ between computers in their last digit.
    rounded = json.loads(written, parse_float=lambda number: round(float(number), 3) + 0.0)
    return sha256(json.dumps(rounded).encode()).hexdigest()


def write_regions(bodies: Sequence[Body], path: Path) -> None:
    """Write all bodies with their solids as nested regions into one file."""
    path.write_text(json.dumps([asdict(body) for body in bodies]))
