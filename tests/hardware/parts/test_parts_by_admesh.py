"""Printed parts as admesh finds them, which mends the files that slicers are given."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from any_measures import measures
from hypothesis import assume, given

from hardware.parts.cells import CELLS, cell
from hardware.parts.mount import Measures, MountError, parts
from hardware.parts.solid import binary_stl, surface

ADMESH = shutil.which("admesh")
MENDED = (
    *("Total disconnected facets", "Degenerate facets", "Edges fixed", "Facets removed", "Facets added"),
    *("Facets reversed", "Backwards edges", "Normals fixed"),
)
pytestmark = pytest.mark.skipif(ADMESH is None, reason="no admesh here (Debian package admesh)")


def report_on(stl: bytes) -> dict[str, float]:
    """The numbers of admesh's report by their names; where it has two of a kind, the one before mending.

    It prints what lies in memory behind the 80 bytes of the file's header, so not all of it is text.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.stl"
        path.write_bytes(stl)
        done = subprocess.run([str(ADMESH), path], capture_output=True, check=True)
    found = re.findall(r"([A-Z][a-z]+(?: \w+)*) +: +(\d+(?:\.\d+)?)", done.stdout.decode(errors="replace"))
    return {name: float(number) for name, number in found}


def mended(stl: bytes) -> dict[str, float]:
    report = report_on(stl)
    return {name: report[name] for name in MENDED if report[name]}


@pytest.mark.parametrize("wanted", [each.measures for each in CELLS.values()], ids=list(CELLS))
def test_a_part_needs_no_mending_and_is_one_body_of_the_volume_that_arithmetic_says(wanted: Measures) -> None:
    for name, solid in parts(wanted).items():
        stl = binary_stl(name, surface(solid))
        report = report_on(stl)
        assert mended(stl) == {}, name
        assert report["Number of parts"] == 1, name
        assert report["Volume"] == pytest.approx(solid.volume(), rel=1e-4), name


@pytest.mark.long("many parts")
@given(measures)
def test_parts_for_any_cup_and_cell_need_no_mending(wanted: Measures) -> None:
    try:
        solids = parts(wanted)
    except MountError:
        assume(False)
    for name, solid in solids.items():
        assert mended(binary_stl(name, surface(solid))) == {}, name


def test_admesh_does_find_a_missing_and_a_turned_triangle_and_a_normal_that_is_none() -> None:
    facets = surface(parts(cell("tal221"))["spacer"])
    *others, (a, b, c) = facets
    assert mended(binary_stl("open", others))["Total disconnected facets"] == 3
    assert mended(binary_stl("turned", [*others, (a, c, b)]))["Facets reversed"] == 1
    stl = binary_stl("spacer", facets)
    assert mended(stl[:84] + bytes(12) + stl[96:])["Normals fixed"] == 1
