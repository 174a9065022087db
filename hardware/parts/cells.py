"""Load cells that the printed parts fit, by name, and the refusal of one that they don't."""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.parts.mount import Measures, MountError


@dataclass(frozen=True, slots=True)
class LoadCell:
    """A bar cell: its measures with the parts' own for it, what it is, and where the measures are from."""

    measures: Measures
    what: str
    source: str


CELLS: Mapping[str, LoadCell] = {
    "tal221": LoadCell(
        # A thicker floor, because the holder is held on 7 mm of the bar only; spacer and pad leave room for a
        # nut over the fixed end or under the free one, where this cell's holes have no thread.
        Measures(
            cell_length=47.0,
            cell_width=12.0,
            cell_height=6.0,
            hole_edge=3.5,
            hole_spacing=6.0,
            are_holes_across=True,
            fixed_screw="M3",
            free_screw="M3",
            floor=4.0,
            spacer=4.0,
            pad=4.0,
        ),
        "TAL221, 47 × 12 × 6 mm, two M3 holes across each end; 500 g: SparkFun SEN-14728",
        "TAMS-Group/tams_openscad, libs/load_cells.scad; B. Hubbard, TAL220 Load Cell Rx (2019)",
    ),
    "tal220": LoadCell(
        Measures(),
        "TAL220 and its like, 80 × 12.7 × 12.7 mm, two holes along each end, M5 and M4, 15 mm apart",
        "B. Hubbard, TAL220 Load Cell Rx (2019); 10 mm apart in TAMS-Group/tams_openscad: measure yours",
    ),
}
USUAL_CELL = "tal221"
"""The one that comes as 500 g."""
UNFIT: Mapping[str, str] = {"tal220b": "one hole at each end lets the bar turn on its screw"}


def cell(name: str) -> Measures:
    """The measures of a cell and of the parts for it. Raises MountError for one that the parts don't fit."""
    known = CELLS.get(name.lower())
    if known is None:
        reason = UNFIT.get(name.lower(), "not known here")
        fitting = "; ".join(f"{each} ({load_cell.what})" for each, load_cell in CELLS.items())
        raise MountError(
            f"cell: {name!r}: {reason}; these fit: {fitting}. Another bar with two holes at each end: give "
            "the nearest of them and its measures (--cell-length and so on)"
        )
    return known.measures
