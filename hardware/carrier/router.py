"""A router for a small board of two layers: paths on a grid that give way to each other until none cross.

Each net is a tree of paths between its pads. Nets may share a point of the grid at first, and pay for that;
what they pay grows from round to round, until each point belongs to one net (negotiated congestion, as in L.
McMurchie and C. Ebeling, PathFinder, 1995).
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

GRID_MM = 0.635
TRACK_MM, CLEARANCE_MM, VIA_MM, DRILL_MM = 0.25, 0.2, 0.6, 0.3
"""Two parallel tracks, and a track beside a via, may lie on neighbouring points of the grid."""
_VIA_COST, _TURN_COST = 7.0, 0.4
_ROUNDS = 60
_LAYERS = (0, 1)

Point = tuple[int, int]
Node = tuple[int, int, int]
"""Column, row, layer."""


class RoutingError(RuntimeError):
    """A net that finds no way; the message names it."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad through the board: its net, where it is in millimetres, and the radius of the circle round it."""

    net: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Area:
    """Copper poured for a net on one layer, inside corners in millimetres: other nets' paths keep off it."""

    net: str
    layer: int
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Path:
    """The way of a net from point to point on one layer; the next path begins where a via is."""

    net: str
    nodes: tuple[Node, ...]


@dataclass(slots=True)
class _Board:
    columns: int
    rows: int
    owners: dict[Point, set[str]] = field(default_factory=dict)
    """Which nets' pads keep all others off a point; an empty name is the edge's, or that of a hole."""
    poured: dict[Node, str] = field(default_factory=dict)
    """The net whose poured copper keeps all others off a node."""

    def is_free(self, point: Point, net: str, layers: Sequence[int] = _LAYERS) -> bool:
        owners = self.owners.get(point)
        is_ours = owners is None or owners == {net}
        return is_ours and all(self.poured.get((*point, layer), net) == net for layer in layers)


def route(
    size: tuple[float, float], pads: Sequence[Pad], holes: Sequence[Pad], areas: Sequence[Area] = ()
) -> list[Path]:
    """Return the paths that join the pads of each net. Raises RoutingError if some net finds none."""
    board = _board(size, pads, holes)
    for area in areas:
        board.poured.update(dict.fromkeys(_nodes_within(area), area.net))
    goals: dict[str, list[Point]] = {}
    for pad in pads:
        if pad.net:
            goals.setdefault(pad.net, []).append(_nearest(pad))
    nets = sorted(
        (net for net, points in goals.items() if len(points) > 1), key=lambda net: _span(goals[net])
    )
    return _Negotiation(board, goals, nets).settled()


def _board(size: tuple[float, float], pads: Sequence[Pad], holes: Sequence[Pad]) -> _Board:
    board = _Board(int(size[0] / GRID_MM) + 1, int(size[1] / GRID_MM) + 1)
    for column in range(board.columns):
        for row in range(board.rows):
            x, y = column * GRID_MM, row * GRID_MM
            if min(x, y, size[0] - x, size[1] - y) < 1.0:
                board.owners.setdefault((column, row), set()).add("")
    keep_off = CLEARANCE_MM + TRACK_MM / 2
    for pad in (*pads, *holes):
        reach = pad.radius + keep_off
        for point in _points_within(pad.x, pad.y, reach):
            board.owners.setdefault(point, set()).add(pad.net)
    return board


def _nodes_within(area: Area) -> Iterator[Node]:
    """Yield the nodes on which a path would cut into an area: those within, and half a step round it."""
    xs, ys = [x for x, _ in area.corners], [y for _, y in area.corners]
    for column in range(int(min(xs) / GRID_MM), int(max(xs) / GRID_MM) + 2):
        for row in range(int(min(ys) / GRID_MM), int(max(ys) / GRID_MM) + 2):
            near = [(column * GRID_MM + a, row * GRID_MM + b) for a in _ROUND for b in _ROUND]
            if any(_is_within(point, area.corners) for point in near):
                yield (column, row, area.layer)


_ROUND = (-GRID_MM / 2, 0.0, GRID_MM / 2)


def _is_within(point: tuple[float, float], corners: Sequence[tuple[float, float]]) -> bool:
    """Return whether a point lies in a polygon: a ray from it crosses the border an odd number of times."""
    x, y = point
    is_within = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            is_within = not is_within
    return is_within


def _points_within(x: float, y: float, reach: float) -> Iterator[Point]:
    first_column, last_column = int((x - reach) / GRID_MM), int((x + reach) / GRID_MM) + 1
    first_row, last_row = int((y - reach) / GRID_MM), int((y + reach) / GRID_MM) + 1
    for column in range(first_column, last_column + 1):
        for row in range(first_row, last_row + 1):
            if (column * GRID_MM - x) ** 2 + (row * GRID_MM - y) ** 2 < reach**2:
                yield (column, row)


def _nearest(pad: Pad) -> Point:
    return (round(pad.x / GRID_MM), round(pad.y / GRID_MM))


def _span(points: Sequence[Point]) -> int:
    columns, rows = [column for column, _ in points], [row for _, row in points]
    return max(columns) - min(columns) + max(rows) - min(rows)


@dataclass(slots=True)
class _Negotiation:
    board: _Board
    goals: Mapping[str, Sequence[Point]]
    nets: Sequence[str]
    history: dict[Node, float] = field(default_factory=dict)
    users: dict[Node, set[str]] = field(default_factory=dict)
    via_users: dict[Point, set[str]] = field(default_factory=dict)
    paths: dict[str, list[Path]] = field(default_factory=dict)
    price: float = 0.5

    def settled(self) -> list[Path]:
        waiting = list(self.nets)
        for _ in range(_ROUNDS):
            for net in waiting:
                self._take_up(net)
                self._lay(net)
            waiting = self._quarrelling()
            if not waiting:
                return [path for paths in self.paths.values() for path in paths]
            self.price *= 1.4
        raise RoutingError(f"after {_ROUNDS} rounds these nets still cross: {', '.join(waiting)}")

    def _quarrelling(self) -> list[str]:
        crossed: set[str] = set()
        for node, users in self.users.items():
            if len(users) > 1:
                self.history[node] = self.history.get(node, 0.0) + 1.0
                crossed |= users
        for point, users in self.via_users.items():
            for near in _neighbours(point):
                others = self.via_users.get(near, set()) - users
                if users and others:
                    for layer in _LAYERS:
                        node = (*point, layer)
                        self.history[node] = self.history.get(node, 0.0) + 1.0
                    crossed |= users | others
        return [net for net in self.nets if net in crossed]

    def _take_up(self, net: str) -> None:
        for path in self.paths.pop(net, []):
            for node in path.nodes:
                self.users.get(node, set()).discard(net)
                self.via_users.get(node[:2], set()).discard(net)

    def _lay(self, net: str) -> None:
        first, *rest = self.goals[net]
        tree: set[Node] = {(*first, layer) for layer in _LAYERS}
        missing, laid = set(rest) - {first}, []
        while missing:
            nodes = self._way(net, tree, missing)
            tree.update(nodes)
            reached = nodes[-1][:2]
            missing.discard(reached)
            tree.update((*reached, layer) for layer in _LAYERS)
            laid.append(Path(net, tuple(nodes)))
            self._use(net, nodes)
        self.paths[net] = laid

    def _use(self, net: str, nodes: Sequence[Node]) -> None:
        for node, following in zip(nodes, [*nodes[1:], nodes[-1]], strict=True):
            self.users.setdefault(node, set()).add(net)
            if node[2] != following[2] and node[:2] not in self.goals[net]:
                self.via_users.setdefault(node[:2], set()).add(net)

    def _way(self, net: str, tree: set[Node], missing: set[Point]) -> list[Node]:
        """Return the cheapest way from the tree of a net to the nearest of its missing pads."""
        goals = list(missing)
        best: dict[Node, float] = dict.fromkeys(tree, 0.0)
        before: dict[Node, Node] = {}
        heap = [(_least(node, goals), 0.0, node) for node in tree]
        heapq.heapify(heap)
        while heap:
            _, cost, node = heapq.heappop(heap)
            if cost > best[node]:
                continue
            if node[:2] in missing:
                return _traced(node, before)
            came = before.get(node)
            for following, step in self._steps(net, node, came):
                total = cost + step
                if total < best.get(following, float("inf")):
                    best[following], before[following] = total, node
                    heapq.heappush(heap, (total + _least(following, goals), total, following))
        raise RoutingError(f"{net} finds no way to a pad at {goals[0]}")

    def _steps(self, net: str, node: Node, came: Node | None) -> Iterator[tuple[Node, float]]:
        column, row, layer = node
        for near in _neighbours((column, row)):
            if (
                0 <= near[0] < self.board.columns
                and 0 <= near[1] < self.board.rows
                and self.board.is_free(near, net, (layer,))
            ):
                following = (*near, layer)
                # One layer runs along the board, the other across: ways then meet at right angles.
                along = (near[1] == row) == (layer == 0)
                is_turn = came is not None and came[2] == layer and (came[0] == column) != (near[0] == column)
                yield following, (1.0 if along else 1.8) + is_turn * _TURN_COST + self._toll(net, following)
        if self._may_drill(net, (column, row)):
            other = (column, row, 1 - layer)
            yield other, _VIA_COST + self._toll(net, other)

    def _may_drill(self, net: str, point: Point) -> bool:
        """Return whether a via fits: its copper is wider than a track, so pads of others are further off."""
        return all(self.board.is_free(near, net) for near in (point, *_neighbours(point)))

    def _toll(self, net: str, node: Node) -> float:
        others = len(self.users.get(node, set()) - {net})
        return self.history.get(node, 0.0) + others * self.price * 4.0


def _neighbours(point: Point) -> tuple[Point, Point, Point, Point]:
    x, y = point
    return ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


def _least(node: Node, goals: Sequence[Point]) -> float:
    return min(abs(node[0] - x) + abs(node[1] - y) for x, y in goals)


def _traced(node: Node, before: Mapping[Node, Node]) -> list[Node]:
    nodes = [node]
    while (came := before.get(nodes[-1])) is not None:
        nodes.append(came)
    return nodes[::-1]
