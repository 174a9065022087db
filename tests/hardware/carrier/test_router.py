"""Paths join the pads of each net, and no two nets come too near to each other."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hardware.carrier.router import CLEARANCE_MM, GRID_MM, TRACK_MM, Node, Pad, Path, RoutingError, route

SIZE = (16.0, 12.0)
places = st.tuples(st.integers(2, 10), st.integers(2, 7)).map(lambda at: (at[0] * 1.27, at[1] * 1.27))
boards = st.lists(places, min_size=4, max_size=10, unique=True)


def pads_of(points: list[tuple[float, float]]) -> list[Pad]:
    return [Pad(f"net {number % 3}", x, y, 0.5) for number, (x, y) in enumerate(points)]


def routed(pads: list[Pad]) -> list[Path]:
    try:
        return route(SIZE, pads, [])
    except RoutingError:
        assume(False)
        raise


def joined(paths: list[Path], start: tuple[int, int]) -> set[tuple[int, int]]:
    """The points that the paths join with one, through pads and vias."""
    reached, grown = {start}, True
    while grown:
        near = {node[:2] for path in paths for node in path.nodes if {n[:2] for n in path.nodes} & reached}
        grown, reached = not near <= reached, reached | near
    return reached


@given(boards)
def test_every_pad_of_a_net_is_joined_with_the_others(points: list[tuple[float, float]]) -> None:
    pads = pads_of(points)
    paths = routed(pads)
    for net in {pad.net for pad in pads}:
        at = [(round(pad.x / GRID_MM), round(pad.y / GRID_MM)) for pad in pads if pad.net == net]
        own = [path for path in paths if path.net == net]
        assert set(at) <= joined(own, at[0])


@given(boards)
def test_no_point_belongs_to_two_nets_and_every_step_is_one_point_long(
    points: list[tuple[float, float]],
) -> None:
    owners: dict[Node, str] = {}
    for path in routed(pads_of(points)):
        for node in path.nodes:
            assert owners.setdefault(node, path.net) == path.net
        for before, after in pairwise(path.nodes):
            assert sum(abs(a - b) for a, b in zip(before, after, strict=True)) == 1


@given(boards)
def test_tracks_keep_off_the_pads_of_other_nets(points: list[tuple[float, float]]) -> None:
    pads = pads_of(points)
    for path in routed(pads):
        for pad in pads:
            if pad.net != path.net:
                for column, row, _ in path.nodes:
                    apart = ((column * GRID_MM - pad.x) ** 2 + (row * GRID_MM - pad.y) ** 2) ** 0.5
                    assert apart >= pad.radius + CLEARANCE_MM + TRACK_MM / 2 - 1e-9


def test_a_pad_behind_a_wall_of_others_is_named() -> None:
    wall = [Pad(f"wall {row}", 6.35, row * GRID_MM, 0.6) for row in range(20)]
    with pytest.raises(RoutingError, match="far"):
        route(SIZE, [Pad("far", 2.54, 5.08, 0.5), Pad("far", 11.43, 5.08, 0.5), *wall], [])
