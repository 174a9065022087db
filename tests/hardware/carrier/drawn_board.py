"""The carrier as its files have it: KiCad's footprints, pads and words, holes and flashes for a maker."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from zipfile import ZipFile

FOLDER = Path(__file__).parents[3] / "hardware" / "carrier" / "2x4"
Tree: TypeAlias = "str | list[Tree]"
Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnPad:
    """A pad or a bare hole of a footprint; a bare hole has no number."""

    number: str
    at: Spot
    drill: float
    net: str


@dataclass(frozen=True, slots=True)
class DrawnFootprint:
    """A footprint on the board."""

    kind: str
    at: Spot
    pads: tuple[DrawnPad, ...]

    @property
    def plated(self) -> tuple[DrawnPad, ...]:
        """Its pads, without bare holes."""
        return tuple(pad for pad in self.pads if pad.number)


@dataclass(frozen=True, slots=True)
class DrawnWords:
    """Words that the board shows: their height, and the width of their lines."""

    text: str
    height: float
    stroke: float


def footprints() -> dict[str, DrawnFootprint]:
    """Return all footprints by their names."""
    found = {}
    for tree in _all(_BOARD, "footprint"):
        name = next(str(each[2]) for each in _all(tree, "property") if each[1] == "Reference")
        found[name] = _footprint(tree)
    return found


def words() -> Iterator[DrawnWords]:
    """Yield what is printed on the front, without what is hidden."""
    texts = [*_all(_BOARD, "gr_text")]
    for tree in _all(_BOARD, "footprint"):
        texts += [*_all(tree, "fp_text"), *_all(tree, "property")]
    for tree in texts:
        if ["layer", "F.SilkS"] in tree and ["hide", "yes"] not in tree:
            font = _one(_one(tree, "effects"), "font")
            height, stroke = (float(str(_one(font, name)[1])) for name in ("size", "thickness"))
            yield DrawnWords(str(tree[1]), height, stroke)


def holes(kind: str) -> set[tuple[Spot, float]]:
    """Return the holes of a drill file, `PTH` or `NPTH`: each with its middle and its diameter."""
    tools, found, diameter = {}, set(), 0.0
    for line in _file(f"-{kind}.drl").splitlines():
        if tool := re.fullmatch(r"T(\d+)C([\d.]+)", line):
            tools[tool[1]] = float(tool[2])
        elif chosen := re.fullmatch(r"T(\d+)", line):
            diameter = tools.get(chosen[1], 0.0)
        elif hole := re.fullmatch(r"X(-?[\d.]+)Y(-?[\d.]+)", line):
            found.add(((round(float(hole[1]), 3), round(-float(hole[2]), 3)), diameter))
    return found


def flashes(layer: str) -> set[Spot]:
    """Return where a gerber file flashes an aperture, as it does for each pad."""
    spots = re.findall(r"X(-?\d+)Y(-?\d+)D03", _file(f"-{layer}"))
    return {(round(int(x) / 1e6, 3), round(-int(y) / 1e6, 3)) for x, y in spots}


def _file(ending: str) -> str:
    with ZipFile(FOLDER / "2x4-carrier-gerbers.zip") as archive:
        return archive.read(next(name for name in archive.namelist() if name.endswith(ending))).decode()


def _footprint(tree: list[Tree]) -> DrawnFootprint:
    x, y, turn = ([float(str(each)) for each in _one(tree, "at")[1:]] + [0.0])[:3]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    pads = []
    for pad in _all(tree, "pad"):
        across, down = (float(str(each)) for each in _one(pad, "at")[1:3])
        spot = (round(x + across * cos + down * sin, 3), round(y - across * sin + down * cos, 3))
        net = [str(each[2]) for each in _all(pad, "net")]
        pads.append(DrawnPad(str(pad[1]), spot, float(str(_one(pad, "drill")[1])), net[0] if net else ""))
    return DrawnFootprint(str(tree[1]), (x, y), tuple(pads))


def _all(tree: list[Tree], name: str) -> Iterator[list[Tree]]:
    yield from (each for each in tree if isinstance(each, list) and each[:1] == [name])


def _one(tree: list[Tree], name: str) -> list[Tree]:
    return next(_all(tree, name))


def _read(text: str) -> list[Tree]:
    stack: list[list[Tree]] = [[]]
    for word in re.finditer(r'\(|\)|"((?:[^"\\]|\\.)*)"|[^\s()]+', text):
        if word[0] == "(":
            stack.append([])
        elif word[0] == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word[0] if word[1] is None else word[1])
    (whole,) = stack[0]
    assert isinstance(whole, list)
    return whole


_BOARD = _read((FOLDER / "2x4-carrier.kicad_pcb").read_text(encoding="utf-8"))
