"""Printed parts are closed, right side out, and as large as they were asked to be."""

import math
import struct
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from any_measures import cups, measures, pots
from cupsboard.profile import load
from cupsboard.rules.places import board_places, is_cup
from hypothesis import assume, given
from hypothesis import strategies as st

from hardware.__main__ import main
from hardware.parts.cells import CELLS, USUAL_CELL, cell
from hardware.parts.deck import BETWEEN_TOPS, POT, Deck
from hardware.parts.electronics import Electronics
from hardware.parts.flat import area, circle, rectangle, triangles
from hardware.parts.mount import SCREWS, Cup, Measures, MountError, nut_screw_length, parts, screw_length
from hardware.parts.solid import Region, SurfaceError, enclosed, surface
from hardware.parts.table import Table

USUAL = cell(USUAL_CELL)
SHAPES = [each.measures for each in CELLS.values()]


Corner = tuple[float, float, float]


def triangles_in(stl: bytes) -> list[tuple[Corner, Corner, Corner]]:
    """What a slicer reads: single precision."""
    (count,) = struct.unpack_from("<I", stl, 80)
    assert len(stl) == 84 + 50 * count
    facets = [struct.unpack_from("<12fH", stl, 84 + 50 * number) for number in range(count)]
    return [(facet[3:6], facet[6:9], facet[9:12]) for facet in facets]


def size(corners: set[Corner]) -> tuple[float, ...]:
    return tuple(round(max(axis) - min(axis), 3) for axis in zip(*corners, strict=True))


@pytest.fixture(scope="module", params=CELLS)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("parts")
    assert main(["print", "--to", str(folder), "--cell", request.param]) == 0
    return folder, request.param


@pytest.mark.parametrize("name", ["foot", "spacer", "holder", "pot-holder"])
def test_a_written_part_is_one_closed_body_on_the_bed_with_every_edge_shared_by_two_triangles(
    written: tuple[Path, str], name: str
) -> None:
    facets = triangles_in((written[0] / f"{name}.stl").read_bytes())
    directed = Counter(edge for a, b, c in facets for edge in ((a, b), (b, c), (c, a)))
    assert set(directed.values()) == {1}
    assert all((end, start) in directed for start, end in directed)
    assert enclosed(facets) > 100
    assert min(z for facet in facets for *_, z in facet) == 0
    assert bodies(facets) == 1


def bodies(facets: list[tuple[Corner, Corner, Corner]]) -> int:
    """How many pieces share no corner."""
    piece_of: dict[Corner, Corner] = {}

    def root(corner: Corner) -> Corner:
        while piece_of.setdefault(corner, corner) != corner:
            piece_of[corner] = piece_of[piece_of[corner]]
            corner = piece_of[corner]
        return corner

    for first, *others in facets:
        for other in others:
            piece_of[root(other)] = root(first)
    return len({root(corner) for corner in list(piece_of)})


def test_written_parts_have_the_sizes_of_the_drawing(written: tuple[Path, str]) -> None:
    folder, name_of_cell = written
    usual = cell(name_of_cell)
    pot = Deck(4, usual, POT).pot_measures
    for name, expected in {
        "foot": (usual.cell_length + 16, usual.plate_width, usual.plate + usual.pad),
        "spacer": (usual.bearing, usual.cell_width, usual.spacer),
        "holder": (usual.holder_diameter, usual.holder_diameter, usual.holder_height),
        "pot-holder": (pot.holder_diameter, pot.holder_diameter, pot.holder_height),
    }.items():
        facets = triangles_in((folder / f"{name}.stl").read_bytes())
        assert size({corner for facet in facets for corner in facet}) == pytest.approx(expected, abs=2e-3)


@given(measures)
def test_parts_for_any_cup_and_cell_are_closed_and_hold_what_arithmetic_says(wanted: Measures) -> None:
    try:
        solids = parts(wanted)
    except MountError:
        assume(False)
    for solid in solids.values():
        assert enclosed(surface(solid)) == pytest.approx(solid.volume(), rel=1e-9)


@pytest.mark.parametrize("wanted", SHAPES)
def test_a_cup_fits_its_holder_and_the_holder_its_hole_in_the_deck(wanted: Measures) -> None:
    (ledge,) = parts(wanted)["holder"].inside
    (dish,) = ledge.inside
    seat, inner = (2 * max(x for x, _ in loop.outline) for loop in (ledge, dish))
    assert seat == pytest.approx(wanted.cup.foot + 2 * wanted.cup_play)
    assert (wanted.cup.stand - inner) / 2 == pytest.approx(wanted.ledge)
    assert wanted.deck_hole - wanted.holder_diameter == pytest.approx(2 * wanted.gap)


@pytest.mark.parametrize("wanted", SHAPES)
def test_screw_holes_of_foot_spacer_and_holder_lie_over_those_of_the_cell(wanted: Measures) -> None:
    made = parts(wanted)
    pad = made["foot"].inside[0]
    middles = [_middle(hole) for pocket in pad.inside for hole in pocket.inside]
    assert middles == [pytest.approx(hole) for hole in wanted.fixed_holes]
    assert [_middle(hole) for hole in made["spacer"].inside] == middles
    (dish,) = made["holder"].inside[0].inside
    assert [_middle(hole) for hole in dish.inside] == [pytest.approx(hole) for hole in wanted.end_holes(0)]


def test_a_tal221_is_held_by_two_holes_across_it() -> None:
    wanted = cell("TAL221")
    assert wanted.fixed_holes == ((3.5, -3.0), (3.5, 3.0))
    assert wanted.end_holes(wanted.load_x) == ((43.5, -3.0), (43.5, 3.0))
    size_of_bar = (wanted.cell_length, wanted.cell_width, wanted.cell_height)
    assert size_of_bar == (47.0, 12.0, 6.0)


@pytest.mark.parametrize("wanted", SHAPES)
def test_screws_hold_in_the_cell_and_do_not_come_out_of_it(wanted: Measures) -> None:
    for name, grip in ((wanted.fixed_screw, wanted.fixed_grip), (wanted.free_screw, wanted.free_grip)):
        screw = SCREWS[name]
        in_the_cell = screw_length(screw, grip, wanted.cell_height) - grip
        assert screw.thread <= in_the_cell <= wanted.cell_height


@given(measures)
def test_the_stop_meets_the_bar_and_neither_a_nut_nor_the_fixed_end(wanted: Measures) -> None:
    try:
        foot = parts(wanted)["foot"]
    except MountError:
        assume(False)
    (stop,) = (hole for hole in foot.inside if len(hole.outline) == 6)
    x, y = _middle(stop)
    assert (x, y) == pytest.approx((wanted.stop_x, 0.0))
    for hole in wanted.end_holes(wanted.load_x):
        assert math.dist(hole, (x, y)) >= 2.0 + SCREWS[wanted.free_screw].nut_corners / 2
    assert abs(x - wanted.load_x) <= wanted.cell_length / 3
    assert wanted.bearing + 2 <= x - 3.6 * 2 / math.sqrt(3)
    assert wanted.cell_width >= 4.0


def test_only_where_two_nuts_leave_no_room_between_them_is_the_stop_beside_them() -> None:
    assert cell("tal221").stop_in == 6.0
    assert cell("tal220").stop_in == 0.0
    assert replace(cell("tal220"), hole_spacing=10.0, free_screw="M3").stop_in > 5.0


def test_a_nut_fits_over_the_fixed_end_and_under_the_free_end_of_a_tal221() -> None:
    wanted = cell("tal221")
    screw = SCREWS["M3"]
    for grip, room in ((wanted.fixed_grip, wanted.spacer), (wanted.free_grip, wanted.pad)):
        out = nut_screw_length(screw, grip, wanted.cell_height) - grip - wanted.cell_height
        assert out >= screw.nut_height - 0.5
        assert room - max(out, screw.nut_height) >= 1.0


@pytest.mark.parametrize("screw", SCREWS)
def test_a_cup_stands_above_the_screw_heads_in_its_holder(screw: str) -> None:
    wanted = replace(Measures(), free_screw=screw)
    room = wanted.ledge_top - wanted.floor
    assert room >= SCREWS[screw].head_height + SCREWS[screw].washer_height
    (ledge,) = parts(wanted)["holder"].inside
    assert ledge.heights == ((0.0, wanted.ledge_top),)


def test_two_heads_that_would_cut_into_each_other_share_a_pocket() -> None:
    (pad, *_) = parts(replace(Measures(), hole_spacing=10))["foot"].inside
    assert [len(pocket.inside) for pocket in pad.inside] == [2]


def _middle(region: Region) -> tuple[float, float]:
    xs, ys = zip(*region.outline, strict=True)
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


CUP = Measures().cup


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Measures(cup=Cup("cup", 20, 20, 20)), "cup_stand: 12 mm is less than 26"),
        (Measures(cell_length=40), "cell_length: 40 mm"),
        (Measures(hole_spacing=6), "hole_spacing: 6 mm is less than 9.7: screw heads touch"),
        (Measures(cell_width=5), "cell_width: 5 mm"),
        (Measures(cell_width=12, are_holes_across=True), "cell_width: 12 mm"),
        (Measures(plate=3), "plate: 3 mm"),
        (Measures(free_screw="M6"), "free_screw: 'M6'"),
        (Measures(cup=replace(CUP, foot=float("nan"))), "cup_foot: nan mm"),
        (Measures(gap=-1), "gap: -1 mm"),
        (Measures(cell_height=2), "no M5 screw of a usual length"),
        (Measures(cup=replace(CUP, top=50)), "cup_top: 50 mm is less than cup_foot: 60 mm"),
        (Measures(cup=replace(CUP, stand=49)), "cup_foot: 60 mm .* cup_stand: 49 mm: .* hangs on the rim"),
        (Measures(cup=replace(CUP, top=120)), "cup_top: 120 mm on cup_stand: 56 mm: it tips"),
    ],
)
def test_measures_that_make_no_part_are_refused_by_name(wrong: Measures, message: str) -> None:
    with pytest.raises(MountError, match=f"^{message}"):
        parts(wrong)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--cup", "20", "--cup-top", "25"], "hardware: --cup-stand: "),
        (["--cup", "60"], "hardware: cup: give both --cup (5 mm above its bottom) and --cup-top"),
        (["--pot-top", "100"], "hardware: pot: give both --pot (5 mm above its bottom) and --pot-top"),
        (["--pot", "90", "--pot-top", "200"], "hardware: --pot-top: 200 mm on --pot-stand: 86 mm: it tips"),
        (["--pitch", "80"], "hardware: pitch: 80 mm is not between 89 and 400"),
        (["--cell", "tal220b"], "hardware: cell: 'tal220b': one hole at each end lets the bar turn"),
        (["--cell", "mine"], "hardware: cell: 'mine': not known here; these fit: tal221 (TAL221, 47 × 12"),
        (["--hole-spacing", "5"], "hardware: --hole-spacing: 5 mm is less than 5.8: screw heads touch"),
    ],
)
def test_the_command_refuses_in_one_line(
    asked: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["print", "--to", str(tmp_path), *asked]) == 2
    said = capsys.readouterr().err
    assert said.startswith(message)
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_refused_cell_is_answered_with_those_that_fit(capsys: pytest.CaptureFixture[str]) -> None:
    main(["print", "--cell", "tal220b"])
    said = capsys.readouterr().err
    assert all(each.what in said for each in CELLS.values())


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


@given(cups, pots, st.integers(2, 12), st.sampled_from(SHAPES))
def test_places_on_the_deck_keep_clear_of_each_other(cup: Cup, pot: Cup, count: int, shape: Measures) -> None:
    deck = Deck(count, replace(shape, cup=cup), pot)
    tops = {place: cup.top if is_cup(place) else pot.top for place in board_places(count)}
    for first, second in combinations(tops, 2):
        apart = math.dist(deck.middle(first), deck.middle(second))
        assert apart >= (deck.hole(first) + deck.hole(second)) / 2 + 8, (first, second)
        assert apart >= (tops[first] + tops[second]) / 2 + BETWEEN_TOPS - 1e-9, (first, second)
        assert not _overlap(deck.foot(first), deck.foot(second)), (first, second)


@given(cups, pots, st.sampled_from(SHAPES))
def test_no_cup_hides_a_strip_and_every_strip_is_on_the_deck(cup: Cup, pot: Cup, shape: Measures) -> None:
    deck = Deck(4, replace(shape, cup=cup), pot)
    width, depth = deck.size
    for place in board_places(4):
        x, y = deck.middle(place)
        top = cup.top if is_cup(place) else pot.top
        beside = deck.strip_beside(place)
        assert beside - 5 >= top / 2
        assert beside - 5 >= deck.hole(place) / 2
        outer = abs(y) + beside + 5 if is_cup(place) else abs(x) + beside + 5
        assert outer <= (depth if is_cup(place) else width) / 2


@given(cups, st.sampled_from(SHAPES), st.sampled_from(("3x3-2", "3x3-4")))
def test_spots_have_their_strip_in_sight_and_room_for_their_feet(
    cup: Cup, shape: Measures, name: str
) -> None:
    board = load(name)
    table = Table.of(board, replace(shape, cup=cup))
    electronics = Electronics(board, table)
    for lit, place in product(board.places, (place for place in board.places if is_cup(place))):
        (x, y), (strip_x, strip_y) = table.middle(place), electronics.strip(lit)
        if abs(x - strip_x) < 1:
            assert abs(y - strip_y) - 5 >= cup.top / 2, (lit, place)
    assert electronics.conflicts() == []


def test_cups_can_stand_further_apart_than_they_need() -> None:
    assert Deck(4, USUAL, POT, asked_pitch=100).pitch == 100
    assert Deck(4, USUAL, POT).pitch == 90
    assert Deck(4, replace(USUAL, cup=Cup("cup", 60, 56, 95)), POT).pitch == 105


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
