"""A printed cup that is itself a piece, with a pocket for the ballast that gives it a mass of its own.

It stands upside down on its mouth. It is printed on its roof, as the heights here run: the symbol is cut into
the roof, to be filled with paint. The pocket hangs under the roof; washers or coins go in, and the lid is
glued on them. Millimetres and grams.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum

from hardware.parts.flat import Loop, circle, rectangle
from hardware.parts.mount import MountError, grams
from hardware.parts.solid import Region

STEEL_GRAMS_PER_MM3 = 7.85e-3
PACKED_SHARE = 0.55
"""Of a pocket, what washers laid in it fill; poured shot fills 0.6."""


class Symbol(Enum):
    """The outline cut into a cup's roof; its colour is painted."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class BallastCup:
    """The measures of a cup; all nine of a set are alike but for their symbol and their ballast."""

    mouth: float = 46.0
    """Outer diameter."""
    height: float = 50.0
    wall: float = 1.6
    roof: float = 3.0
    pocket: float = 38.0
    """Inner diameter of the pocket."""
    pocket_depth: float = 22.0
    lid: float = 2.0
    lid_play: float = 0.3
    """Between the lid and the pocket, in diameter."""
    symbol: float = 24.0
    """Diameter of the circle round the symbol."""
    engraving: float = 0.8

    @property
    def most_ballast_grams(self) -> float:
        """What steel washers in the pocket weigh, under the lid."""
        volume = math.pi / 4 * self.pocket**2 * (self.pocket_depth - self.lid)
        return volume * PACKED_SHARE * STEEL_GRAMS_PER_MM3

    @property
    def printed_grams(self) -> float:
        """What the lightest printed cup weighs with its lid."""
        return min(grams(self.solid(symbol)) for symbol in Symbol) + grams(self.lid_solid())

    def check(self, ballast_grams: float = 0.0) -> None:
        """Refuse a cup that can't be printed or can't take so much ballast. Raises MountError."""
        for each in fields(self):
            value = getattr(self, each.name)
            if not (math.isfinite(value) and 0 < value < 500):
                raise MountError(f"{each.name}: {value:g} mm is not between 0 and 500; measure again")
        for name, value, most, why in (
            ("pocket", self.pocket, self.mouth - 4 * self.wall - 0.4, "no room is left between two walls"),
            (
                "pocket_depth",
                self.pocket_depth,
                self.height - self.roof - 8,
                "a finger finds no hold under it",
            ),
            ("lid", self.lid, self.pocket_depth - 4, "no room is left for ballast"),
            ("symbol", self.symbol, self.pocket - 4, "it reaches the pocket's wall"),
            ("engraving", self.engraving, self.roof - 1.2, "the roof breaks through"),
        ):
            if value > most:
                raise MountError(
                    f"{name}: {value:g} mm is more than {most:g}: {why}; give less, or a larger cup"
                )
        if ballast_grams > self.most_ballast_grams:
            raise MountError(
                f"ballast: {ballast_grams:g} g of steel don't go into the pocket, which takes "
                f"{self.most_ballast_grams:.0f} g; make the pocket wider or deeper"
            )

    def solid(self, symbol: Symbol) -> Region:
        """The cup, its roof on the print bed."""
        below = self.roof + self.pocket_depth
        cut = Region(_outline(symbol, self.symbol), ((self.engraving, self.roof),))
        pocket = Region(circle((0, 0), self.pocket), ((0, self.roof),), (cut,))
        sleeve = Region(circle((0, 0), self.pocket + 2 * self.wall), ((0, below),), (pocket,))
        hollow = Region(circle((0, 0), self.mouth - 2 * self.wall), ((0, self.roof),), (sleeve,))
        return Region(circle((0, 0), self.mouth), ((0, self.height),), (hollow,))

    def lid_solid(self) -> Region:
        """The disc that holds the ballast in the pocket."""
        return Region(circle((0, 0), self.pocket - self.lid_play), ((0, self.lid),))


def cups_to_print(cup: BallastCup, ballast_grams: float = 0.0) -> Mapping[str, Region]:
    """The parts by name: a cup for each symbol, and the lid. Raises MountError."""
    cup.check(ballast_grams)
    return {**{f"cup-{each.value}": cup.solid(each) for each in Symbol}, "cup-lid": cup.lid_solid()}


def _outline(symbol: Symbol, across: float) -> Loop:
    match symbol:
        case Symbol.CIRCLE:
            return circle((0, 0), across)
        case Symbol.SQUARE:
            half = across / 2 / math.sqrt(2)
            return rectangle(-half, -half, half, half)
        case Symbol.TRIANGLE:
            return circle((0, 0), across, 3)
