"""Printed parts through a slicer and a mesh reader, plates through readers of DXF and PDF."""

import re
from collections.abc import Iterator
from pathlib import Path

from hardware.checks.finding import Finding, ran

BED_MM = 180
"""Of the smallest usual printers, such as a Prusa MINI+ (180 × 180 mm)."""
_SLICED_AS = (
    *("--nozzle-diameter", "0.4", "--layer-height", "0.2", "--perimeters", "4", "--fill-density", "40%"),
    *("--filament-diameter", "1.75", "--filament-density", "1.24"),
    *(
        "--bed-shape",
        f"0x0,{BED_MM}x0,{BED_MM}x{BED_MM},0x{BED_MM}",
        "--center",
        f"{BED_MM / 2:g},{BED_MM / 2:g}",
    ),
)
_READ_DXF = (
    "import sys, ezdxf; document = ezdxf.readfile(sys.argv[1]); "
    "print(len(document.audit().errors), len(document.modelspace().query('CIRCLE')))"
)


def part_findings(folder: Path, amounts: dict[str, int]) -> Iterator[Finding]:
    """Yield what slicer and mesh reader say of each STL file, and grams and hours of `amounts` of them."""
    grams, minutes = 0.0, 0.0
    program = re.findall(r"PrusaSlicer-[\d.]+", ran("prusa-slicer", "--help"))[0]
    for part in sorted(folder.glob("*.stl")):
        code = part.with_suffix(".gcode")
        said = ran("prusa-slicer", "--export-gcode", *_SLICED_AS, "-o", str(code), str(part))
        text = code.read_text()
        (own,) = re.findall(r"; total filament used \[g\] = ([\d.]+)", text)
        (time,) = re.findall(r"; estimated printing time \(normal mode\) = (.+)", text)
        own_minutes = _minutes(time)
        wanted = amounts.get(part.stem, 0)
        grams, minutes = grams + wanted * float(own), minutes + wanted * own_minutes
        warned = re.findall(r"(?i)^.*(?:warning|unprintable|outside).*$", said, re.MULTILINE)
        mesh = ran("admesh", str(part))
        open_edges = re.findall(r"Total disconnected facets\s*:\s*(\d+)", mesh)[0]
        yield Finding(
            f"{part.name} on a bed of {BED_MM} mm",
            f"{program}, admesh",
            not warned and open_edges == "0",
            f"{float(own):.0f} g, {own_minutes:.0f} min, {open_edges} open facets {' '.join(warned)}".strip(),
        )
    yield Finding(
        "all printed parts of a 2x4 board", program, True, f"{grams:.0f} g, {minutes / 60:.0f} hours"
    )


def _minutes(words: str) -> float:
    units = {"d": 1440.0, "h": 60.0, "m": 1.0, "s": 1 / 60}
    return sum(float(number) * units[unit] for number, unit in re.findall(r"(\d+)([dhms])", words))


def plate_findings(folder: Path, circles: dict[str, int]) -> Iterator[Finding]:
    """Yield what other programs read in the plates' files; `circles` has how many each DXF must have."""
    for name, wanted in circles.items():
        errors, found = map(
            int, ran("/usr/bin/python3", "-c", _READ_DXF, str(folder / f"{name}.dxf")).split()
        )
        yield Finding(
            f"{name}.dxf", "ezdxf", (errors, found) == (0, wanted), f"{errors} errors, {found} circles"
        )
        pages = int(re.findall(r"Pages:\s+(\d+)", ran("pdfinfo", str(folder / f"{name}.pdf")))[0])
        words = ran("pdftotext", str(folder / f"{name}.pdf"), "-")
        yield Finding(
            f"{name}.pdf",
            "poppler",
            pages > 0 and "Print at 100 %" in words,
            f"{pages} sheets of A4 or Letter",
        )
