"""What is cut and drilled is what the board needs, and the files say the same as the plates."""

import math
import re

from hardware.parts.electronics import Electronics
from hardware.plans.dxf import CUT, DRILL, dxf
from hardware.plans.pdf import pdf
from hardware.plans.plates import Plate, base, deck

A4, LETTER = (210.0, 297.0), (215.9, 279.4)
"""Width and height of a sheet of paper, standing; millimetres."""


def plates(built: Electronics) -> tuple[Plate, Plate]:
    return base(built.profile, built.layout), deck(built.profile, built.layout)


def test_base_and_deck_have_a_hole_for_each_place_and_lie_on_each_other(electronics: Electronics) -> None:
    below, above = plates(electronics)
    assert below.size == above.size == electronics.layout.size
    stops = {hole.use.removeprefix("stop ") for hole in below.holes if hole.use.startswith("stop ")}
    cups = {hole.use for hole in above.holes if hole.use in electronics.profile.places}
    assert stops == cups == set(electronics.profile.places)
    posts = [
        {hole.middle for hole in plate.holes if hole.use == "screw of a post"} for plate in (below, above)
    ]
    assert posts[0] == posts[1]


def test_a_stop_comes_up_where_the_foot_has_its_nut(electronics: Electronics) -> None:
    measures = electronics.layout.measures
    below, _ = plates(electronics)
    stops = {hole.use.removeprefix("stop "): hole.middle for hole in below.holes if hole.use[:5] == "stop "}
    for place, (x, y) in stops.items():
        left, low, right, high = electronics.foot(place)
        # A foot begins 8 mm before its cell, and its own x runs from there to the cup.
        ends = (left, right, y) if right - left > high - low else (low, high, x)
        along = x if right - left > high - low else y
        from_an_end = {round(abs(along - end) - 8.0, 6) for end in ends[:2]}
        assert round(measures.stop_x, 6) in from_an_end
        assert round(math.dist((x, y), electronics.layout.middle(place)), 6) == measures.stop_in
        assert ends[2] == electronics.layout.middle(place)[1 if right - left > high - low else 0]


def test_no_two_holes_of_a_plate_meet_and_all_are_within_it(electronics: Electronics) -> None:
    for plate in plates(electronics):
        for number, hole in enumerate(plate.holes):
            (x, y), radius = hole.middle, hole.diameter / 2
            assert abs(x) + radius < plate.size[0] / 2, hole.use
            assert abs(y) + radius < plate.size[1] / 2, hole.use
            for other in plate.holes[number + 1 :]:
                apart = ((x - other.middle[0]) ** 2 + (y - other.middle[1]) ** 2) ** 0.5
                assert apart > radius + other.diameter / 2, (plate.name, hole.use, other.use)


def test_a_dxf_has_the_circles_of_the_plate_on_their_layers(electronics: Electronics) -> None:
    for plate in plates(electronics):
        pairs = dxf(plate).splitlines()
        assert pairs[:4] == ["0", "SECTION", "2", "TABLES"]
        assert pairs[-2:] == ["0", "EOF"]
        found = re.findall(
            r"^0\nCIRCLE\n8\n(\w+)\n10\n(\S+)\n20\n(\S+)\n30\n0\n40\n(\S+)$", dxf(plate), re.MULTILINE
        )
        read = sorted((layer, float(x), float(y), 2 * float(r)) for layer, x, y, r in found)
        wanted = [(DRILL if hole.is_pilot else CUT, *hole.middle, hole.diameter) for hole in plate.holes]
        assert [(a, round(x, 2), round(y, 2), d) for a, x, y, d in read] == [
            (a, round(x, 2), round(y, 2), d) for a, x, y, d in sorted(wanted)
        ]


def test_a_pdf_s_table_of_objects_points_at_its_objects_and_its_sheets_cover_the_plate(
    electronics: Electronics,
) -> None:
    for plate in plates(electronics):
        data = pdf(plate)
        start = int(re.findall(rb"startxref\n(\d+)", data)[0])
        offsets = [int(each) for each in re.findall(rb"^(\d{10}) 00000 n ", data[start:], re.MULTILINE)]
        assert all(data[at:].startswith(b"%d 0 obj" % number) for number, at in enumerate(offsets, start=1))
        placed = re.findall(rb"1 0 0 1 (\S+) (\S+) cm /Plate Do", data)
        shown = [(-float(x), -float(y)) for x, y in placed]
        (box,) = re.findall(rb"/MediaBox \[0 0 (\S+) (\S+)\]", data)
        page, high = (float(points) * 25.4 / 72 for points in box)
        assert page <= min(A4[1], LETTER[1]) + 0.1
        assert high <= min(A4[0], LETTER[0]) + 0.1
        (width, depth), (sheet, height) = plate.size, (page - 20, high - 20)
        assert min(x for x, _ in shown) == -width / 2
        assert min(y for _, y in shown) == -depth / 2
        assert max(x for x, _ in shown) + sheet >= width / 2
        assert max(y for _, y in shown) + height >= depth / 2
