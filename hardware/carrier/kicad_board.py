"""Places and draws a board with KiCad's own Python; run by that Python, it imports nothing of ours.

`kicad_board.py place SPEC BOARD PADS` puts the footprints of SPEC on a new board and writes where their pads
are; `kicad_board.py draw BOARD TRACKS` adds tracks, vias, copper and words. All files but the board are JSON.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pcbnew  # type: ignore[import-not-found, unused-ignore]

_LIBRARIES = Path("/usr/share/kicad/footprints")
_GROUND = "GND"


def at(x: float, y: float) -> Any:
    """Return a point of the board."""
    return pcbnew.VECTOR2I(pcbnew.FromMM(x), pcbnew.FromMM(y))


def place(spec_path: str, board_path: str, pads_path: str) -> None:
    """Write a board with an outline and all footprints, and where their pads are."""
    spec = json.loads(Path(spec_path).read_text())
    board = pcbnew.BOARD()
    nets: dict[str, Any] = {}
    for name in sorted({net for each in spec["placed"] for net in each["nets"].values() if net}):
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    pads = []
    for each in spec["placed"]:
        library, _, name = each["footprint"].partition(":")
        footprint = pcbnew.FootprintLoad(str(_LIBRARIES / f"{library}.pretty"), name)
        if footprint is None:
            raise SystemExit(f"{each['name']}: KiCad has no footprint {each['footprint']}")
        footprint.SetReference(each["name"])
        footprint.Reference().SetVisible(False)
        footprint.Value().SetVisible(False)
        for drawing in footprint.GraphicalItems():
            if drawing.IsOnLayer(pcbnew.F_SilkS) and isinstance(drawing, pcbnew.PCB_SHAPE):
                drawing.SetWidth(max(drawing.GetWidth(), pcbnew.FromMM(spec["stroke"])))
        footprint.SetPosition(at(each["x"], each["y"]))
        footprint.SetOrientationDegrees(each["turn"])
        board.Add(footprint)
        for pad in footprint.Pads():
            net = each["nets"].get(pad.GetNumber(), "")
            if net:
                pad.SetNet(nets[net])
            if pad.GetNumber() in each["solid"]:
                pad.SetLocalZoneConnection(pcbnew.ZONE_CONNECTION_FULL)
            where, size = pad.GetPosition(), pad.GetBoundingRadius()
            pads.append([net, pcbnew.ToMM(where.x), pcbnew.ToMM(where.y), pcbnew.ToMM(size)])
    _outline(board, spec["size"])
    pcbnew.SaveBoard(board_path, board)
    Path(pads_path).write_text(json.dumps(pads))


def _outline(board: Any, size: list[float]) -> None:
    width, height = size
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        edge = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
        edge.SetStart(at(*start))
        edge.SetEnd(at(*end))
        edge.SetLayer(pcbnew.Edge_Cuts)
        edge.SetWidth(pcbnew.FromMM(0.1))
        board.Add(edge)


def draw(board_path: str, tracks_path: str) -> None:
    """Add tracks, vias, grounds and words to a board."""
    drawn = json.loads(Path(tracks_path).read_text())
    board = pcbnew.LoadBoard(board_path)
    nets = board.GetNetsByName()
    layers = (pcbnew.F_Cu, pcbnew.B_Cu)
    for net, layer, x1, y1, x2, y2, width in drawn["tracks"]:
        track = pcbnew.PCB_TRACK(board)
        track.SetStart(at(x1, y1))
        track.SetEnd(at(x2, y2))
        track.SetWidth(pcbnew.FromMM(width))
        track.SetLayer(layers[layer])
        track.SetNet(nets[net])
        board.Add(track)
    for net, x, y in drawn["vias"]:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(at(x, y))
        via.SetWidth(pcbnew.FromMM(drawn["via"][0]))
        via.SetDrill(pcbnew.FromMM(drawn["via"][1]))
        via.SetNet(nets[net])
        board.Add(via)
    for words, x, y, size, is_upright in drawn["words"]:
        text = pcbnew.PCB_TEXT(board)
        text.SetText(words)
        text.SetPosition(at(x, y))
        text.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(size * 0.75), pcbnew.FromMM(size)))
        text.SetTextThickness(pcbnew.FromMM(max(size * 0.15, drawn["stroke"])))
        text.SetTextAngleDegrees(90.0 if is_upright else 0.0)
        text.SetLayer(pcbnew.F_SilkS)
        board.Add(text)
    for net, layer, corners in drawn["pours"]:
        _pour(board, nets[net], corners, layers[layer], is_strong=True)
    width, height = drawn["size"]
    # In front the rows of connectors would cut ground into islands.
    for layer, inset in zip(layers, (8.6, 0.6), strict=True):
        edge = [(0.6, inset), (width - 0.6, inset), (width - 0.6, height - inset), (0.6, height - inset)]
        _pour(board, nets[_GROUND], edge, layer, is_strong=False)
    pcbnew.SaveBoard(board_path, board)
    # Zones are filled in a board that was read anew: KiCad 9 ends in the middle of a fresh one.
    board = pcbnew.LoadBoard(board_path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(board_path, board)


def _pour(board: Any, net: Any, corners: list[Any], layer: Any, *, is_strong: bool) -> None:
    """Add a zone; a strong one goes before ground and joins its pads without thermal relief."""
    zone = pcbnew.ZONE(board)
    outline = zone.Outline()
    outline.NewOutline()
    for x, y in corners:
        outline.Append(at(x, y))
    zone.SetLayer(layer)
    zone.SetNet(net)
    zone.SetAssignedPriority(int(is_strong))
    zone.SetLocalClearance(pcbnew.FromMM(0.25))
    zone.SetMinThickness(pcbnew.FromMM(0.25))
    zone.SetThermalReliefGap(pcbnew.FromMM(0.3))
    zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.4))
    if is_strong:
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_FULL)
    board.Add(zone)


if __name__ == "__main__":
    if sys.argv[1] == "place":
        place(*sys.argv[2:5])
    else:
        draw(*sys.argv[2:4])
