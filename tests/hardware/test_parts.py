"""Printed parts are closed, right side out, and as large as they were asked to be."""

import struct
from collections import Counter
from pathlib import Path

import pytest
from cupsboard.rules.places import board_places
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hardware.__main__ import main
from hardware.deck import POT_BOTTOM, Deck
from hardware.flat import area, circle, rectangle, triangles
from hardware.mount import Measures, MountError, parts
from hardware.solid import Region, SurfaceError, enclosed, surface

SMALL = Measures(
    cup_bottom=50,
    cell_length=47,
    cell_width=12,
    cell_height=6,
    hole_edge=4,
    hole_spacing=8,
    fixed_screw="M3",
    free_screw="M3",
)

measures = st.builds(
    Measures,
    cup_bottom=st.floats(40, 120),
    cell_length=st.floats(45, 130),
    cell_width=st.floats(8, 20),
    cell_height=st.floats(5, 20),
    hole_edge=st.floats(3, 8),
    hole_spacing=st.floats(6, 20),
    fixed_screw=st.sampled_from(("M3", "M4", "M5")),
    free_screw=st.sampled_from(("M3", "M4", "M5")),
)

Corner = tuple[float, float, float]


def triangles_in(stl: bytes) -> list[tuple[Corner, Corner, Corner]]:
    """What a slicer reads: single precision."""
    (count,) = struct.unpack_from("<I", stl, 80)
    assert len(stl) == 84 + 50 * count
    facets = [struct.unpack_from("<12fH", stl, 84 + 50 * number) for number in range(count)]
    return [(facet[3:6], facet[6:9], facet[9:12]) for facet in facets]


def size(corners: set[Corner]) -> tuple[float, ...]:
    return tuple(round(max(axis) - min(axis), 3) for axis in zip(*corners, strict=True))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parts")
    assert main(["print", "--to", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("name", ["foot", "spacer", "holder", "pot-holder"])
def test_in_a_written_file_two_triangles_meet_at_every_edge_in_opposite_directions(
    written: Path, name: str
) -> None:
    facets = triangles_in((written / f"{name}.stl").read_bytes())
    directed = Counter(edge for a, b, c in facets for edge in ((a, b), (b, c), (c, a)))
    assert set(directed.values()) == {1}
    assert all((end, start) in directed for start, end in directed)
    assert enclosed(facets) > 100


def test_written_parts_have_the_sizes_of_the_drawing(written: Path) -> None:
    usual = Measures()
    pot = Deck(4, usual, POT_BOTTOM).pot_measures
    for name, expected in {
        "foot": (usual.cell_length + 16, usual.plate_width, usual.plate + usual.pad),
        "spacer": (usual.bearing, usual.cell_width, usual.spacer),
        "holder": (usual.holder_diameter, usual.holder_diameter, usual.holder_height),
        "pot-holder": (pot.holder_diameter, pot.holder_diameter, pot.holder_height),
    }.items():
        facets = triangles_in((written / f"{name}.stl").read_bytes())
        assert size({corner for facet in facets for corner in facet}) == pytest.approx(expected, abs=2e-3)


@settings(max_examples=12, deadline=None)
@given(measures)
def test_parts_for_any_cup_and_cell_are_closed_and_hold_what_arithmetic_says(wanted: Measures) -> None:
    try:
        solids = parts(wanted)
    except MountError:
        assume(False)
    for solid in solids.values():
        assert enclosed(surface(solid)) == pytest.approx(solid.volume(), rel=1e-9)


def test_a_cup_fits_its_holder_and_the_holder_its_hole_in_the_deck() -> None:
    for wanted in (Measures(), SMALL):
        holder = parts(wanted)["holder"]
        (ledge,) = holder.inside
        seat = max(x for x, _ in ledge.outline)
        assert 2 * seat == pytest.approx(wanted.cup_bottom + 2 * wanted.cup_play)
        assert wanted.deck_hole - wanted.holder_diameter == pytest.approx(2 * wanted.gap)


def test_screw_holes_of_foot_and_spacer_lie_over_those_of_the_cell() -> None:
    for wanted in (Measures(), SMALL):
        (pad, *_), (first, second) = parts(wanted)["foot"].inside, wanted.fixed_holes
        middles = [_middle(pocket.inside[0]) for pocket in pad.inside]
        assert middles == [pytest.approx(first), pytest.approx(second)]
        assert [_middle(hole) for hole in parts(wanted)["spacer"].inside] == middles


def _middle(region: Region) -> tuple[float, float]:
    xs, ys = zip(*region.outline, strict=True)
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (Measures(cup_bottom=20), "cup_bottom"),
        (Measures(cell_length=40), "cell_length"),
        (Measures(hole_spacing=6), "hole_spacing"),
        (Measures(cell_width=5), "cell_width"),
        (Measures(plate=3), "plate"),
        (Measures(free_screw="M6"), "free_screw"),
        (Measures(cup_bottom=float("nan")), "cup_bottom"),
        (Measures(gap=-1), "gap"),
    ],
)
def test_measures_that_make_no_part_are_refused_by_name(wrong: Measures, name: str) -> None:
    with pytest.raises(MountError, match=rf"^{name}: "):
        parts(wrong)


def test_the_command_refuses_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["print", "--to", str(tmp_path), "--cup", "20"]) == 2
    assert capsys.readouterr().err.startswith("hardware: cup_bottom: 20 mm")
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=0, max_size=8, unique=True))
def test_triangles_cover_a_plate_but_for_its_holes(places: list[tuple[int, int]]) -> None:
    plate = rectangle(-5, -5, 45, 45, corner_radius=3)
    holes = [circle((10.0 * x, 10.0 * y), 7, 16) for x, y in places]
    found = triangles(plate, holes)
    assert all(area(triangle) > 0 for triangle in found)
    assert sum(map(area, found)) == pytest.approx(area(plate) - sum(map(area, holes)))


def test_solids_that_touch_along_an_edge_only_are_refused() -> None:
    inner = Region(rectangle(1, 1, 2, 2), ((1.0, 2.0),))
    with pytest.raises(SurfaceError, match="isn't shared by two triangles"):
        surface(Region(rectangle(0, 0, 3, 3), ((0.0, 1.0),), (inner,)))


def test_places_on_the_deck_keep_clear_of_each_other() -> None:
    for cups in (2, 3, 4, 10, 12):
        for wanted in (Measures(), SMALL, Measures(cup_bottom=95)):
            deck = Deck(cups, wanted, POT_BOTTOM)
            places = board_places(cups)
            for first in places:
                for second in places:
                    if first < second:
                        (x1, y1), (x2, y2) = deck.middle(first), deck.middle(second)
                        apart = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
                        assert apart >= (deck.hole(first) + deck.hole(second)) / 2 + 8, (first, second)
                        assert not _overlap(deck.foot(first), deck.foot(second)), (first, second)


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
