"""Computer, carrier, modules, posts and holes are where nothing else is, on every board."""

from itertools import combinations

import pytest
from boards_by_size import ALL, board_of, layout_of

from hardware.parts.cells import CELLS, USUAL_CELL
from hardware.parts.electronics import (
    BATTEN_HEIGHT,
    CARRIER_HEIGHT,
    MODULE_HEIGHT,
    PI_HEIGHT,
    POST_SIZE,
    Box,
    Electronics,
)

SHAPES = [(size, cell) for size in ALL for cell in CELLS if board_of(size).cups or cell == USUAL_CELL]
"""Boards of spots are laid out for the usual cell only."""


@pytest.fixture(params=SHAPES, ids=str)
def built(request: pytest.FixtureRequest) -> Electronics:
    size, cell = request.param
    board = board_of(size)
    return Electronics(board, layout_of(board, cell))


def above(built: Electronics) -> dict[str, Box]:
    feet = {f"foot {place}": Box(*built.foot(place)) for place in built.profile.places}
    modules = {f"module {place}": built.module(place) for place in built.profile.places}
    posts = {f"post {n}": Box.round(at, (POST_SIZE, POST_SIZE)) for n, at in enumerate(built.posts())}
    return feet | modules | posts


def below(built: Electronics) -> dict[str, Box]:
    first, second = built.battens()
    return {"Pi": built.computer, "carrier": built.carrier, "lath": first, "other lath": second}


def holes(built: Electronics) -> dict[str, Box]:
    through = {use: Box.round(middle, (size, size)) for use, middle, size in built.through_base()}
    return through | {"riser": Box.round(built.riser, (8.0, 8.0))}


def test_nothing_overlaps_on_either_side_of_the_base(built: Electronics) -> None:
    for boxes in (above(built), below(built)):
        touching = [(a, b) for a, b in combinations(boxes, 2) if boxes[a].overlaps(boxes[b])]
        assert not touching


def test_every_hole_through_the_base_is_free_on_both_sides(built: Electronics) -> None:
    bored = holes(built)
    met = [
        (hole, part)
        for hole, box in bored.items()
        for part, other in (above(built) | below(built)).items()
        # A stop comes up through the nut in its own foot.
        if box.overlaps(other) and (hole, part) != (hole, hole.replace("stop ", "foot "))
    ]
    assert not met
    assert not [(a, b) for a, b in combinations(bored, 2) if bored[a].overlaps(bored[b])]


def test_everything_is_on_the_base(built: Electronics) -> None:
    x, y = (side / 2 for side in built.layout.size)
    for name, box in (above(built) | below(built) | holes(built)).items():
        assert max(-box.left, box.right) <= x, name
        assert max(-box.low, box.high) <= y, name


def test_there_is_height_for_all_of_it(built: Electronics) -> None:
    assert max(PI_HEIGHT, CARRIER_HEIGHT) < BATTEN_HEIGHT
    assert built.layout.measures.deck_posts > MODULE_HEIGHT
