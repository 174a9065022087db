"""Measures how wide copper joins pads of a board; run by KiCad's own Python, it imports nothing of ours.

`kicad_widths.py BOARD FLOWS WIDTHS`: FLOWS is a JSON list of `[net, pads, with what is poured]`, where a pad
is `"part.number"`. For each of them WIDTHS gets the greatest width in millimetres at which copper joins all
these pads.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pcbnew  # type: ignore[import-not-found, unused-ignore]

_LEAST_MM, _MOST_MM, _STEP_MM = 0.02, 8.0, 0.02
_VIA_MM = 0.67
"""As much copper as the wall of a via has: 0.3 mm wide, 25 µm thick; beside it copper of 35 µm."""
_ERROR = 5000
"""How far a polygon may stray from a round, in nanometres."""


class _Net:
    """All copper of a net on both layers."""

    def __init__(self, board: Any, name: str, *, is_poured: bool) -> None:
        pads = [pad for pad in board.GetPads() if pad.GetNetname() == name]
        self.pads = [(f"{pad.GetParentFootprint().GetReference()}.{pad.GetNumber()}", pad) for pad in pads]
        tracks = [track for track in board.GetTracks() if track.GetNetname() == name]
        self.vias = [track for track in tracks if isinstance(track, pcbnew.PCB_VIA)]
        self.copper = []
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            shapes = pcbnew.SHAPE_POLY_SET()
            for item in (*tracks, *pads):
                if item.IsOnLayer(layer):
                    item.TransformShapeToPolygon(shapes, layer, 0, _ERROR, pcbnew.ERROR_INSIDE)
            for zone in board.Zones() if is_poured else ():
                if zone.GetNetname() == name and zone.IsOnLayer(layer):
                    shapes.Append(zone.GetFilledPolysList(layer))
            shapes.Simplify()
            self.copper.append((layer, shapes))

    def joins(self, wanted: list[str], width_mm: float) -> bool:
        """Whether copper of this width reaches all wanted pads, from layer to layer through pads and vias.

        Of pads that share a name, as those of a clip, one is enough.
        """
        crossings = [*(pad for _, pad in self.pads), *(self.vias if width_mm <= _VIA_MM else ())]
        groups: list[set[int]] = []
        for layer, shapes in self.copper:
            left = pcbnew.SHAPE_POLY_SET(shapes)
            half = pcbnew.FromMM(width_mm / 2)
            left.Deflate(half, pcbnew.CORNER_STRATEGY_ROUND_ALL_CORNERS, _ERROR)
            for number in range(left.OutlineCount()):
                piece = pcbnew.SHAPE_POLY_SET()
                piece.AddOutline(left.Outline(number))
                for hole in range(left.HoleCount(number)):
                    piece.AddHole(left.Hole(number, hole))
                piece.Inflate(half, pcbnew.CORNER_STRATEGY_ROUND_ALL_CORNERS, _ERROR)
                own = [index for index, item in enumerate(crossings) if _touches(item, piece, layer)]
                groups.append(set(own))
        indices = {name: {at for at, (own, _) in enumerate(self.pads) if own == name} for name in wanted}
        reached = indices[wanted[0]]
        while grown := [group for group in groups if group & reached and not group <= reached]:
            reached = reached.union(*grown)
        return all(each & reached for each in indices.values())


def _touches(item: Any, piece: Any, layer: Any) -> bool:
    own = pcbnew.SHAPE_POLY_SET()
    item.TransformShapeToPolygon(own, layer, 0, _ERROR, pcbnew.ERROR_INSIDE)
    own.BooleanIntersection(piece)
    return bool(own.OutlineCount())


def _widest(net: _Net, wanted: list[str]) -> float:
    """Return the greatest width that still joins these pads, to a step; 0 where none does."""
    if unknown := [name for name in wanted if name not in dict(net.pads)]:
        raise SystemExit(f"no such pad on its net: {', '.join(unknown)}")
    low, high = 0, round(_MOST_MM / _STEP_MM)
    if not net.joins(wanted, _LEAST_MM):
        return 0.0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if net.joins(wanted, middle * _STEP_MM) else (low, middle)
    return low * _STEP_MM


def main(board_path: str, flows_path: str, widths_path: str) -> None:
    """Measure every flow; see the module."""
    board = pcbnew.LoadBoard(board_path)
    flows = json.loads(Path(flows_path).read_text())
    wanted = {(net, is_poured) for net, _, is_poured in flows}
    nets = {(net, is_poured): _Net(board, net, is_poured=is_poured) for net, is_poured in wanted}
    widths = [_widest(nets[net, is_poured], pads) for net, pads, is_poured in flows]
    Path(widths_path).write_text(json.dumps(widths))


if __name__ == "__main__":
    main(*sys.argv[1:4])
