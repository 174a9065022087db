"""A spot or a tray on its cell: what it weighs for cups that stand anywhere on it."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from random import Random

from cupsim.table.king_of_the_cups.cups import MOUTH_MM, Standing
from cupsim.table.load_cell import LoadCell

SPOT_PLAY_MM = 1.5
"""A cup fits the holder of a spot with so much play to each side."""
TRAY_RADIUS_MM = 85.0
LEAST_RIM_ERROR, MOST_RIM_ERROR = 5e-4, 2e-3
"""Share of its load by which a bar cell is wrong at the rim of its place, from cell to cell: makers of
single-point cells trim it to 0.02 %, and bar cells without trimming scatter by ten times that."""
_TRIES = 60


@dataclass(frozen=True, slots=True)
class Platform:
    """A place with its cell. `tilt` is what a gram weighs more for a millimetre to the right and away."""

    cell: LoadCell
    tilt: tuple[float, float]
    is_tray: bool

    @classmethod
    def on(cls, cell: LoadCell, random: Random, *, is_tray: bool) -> "Platform":
        """A place on a cell whose error at the rim lies in some direction of its own."""
        share = random.uniform(LEAST_RIM_ERROR, MOST_RIM_ERROR) / TRAY_RADIUS_MM
        direction = random.uniform(0.0, 2 * pi)
        return cls(cell, (share * cos(direction), share * sin(direction)), is_tray)

    def weighs(self, grams: float, standing: Standing) -> float:
        """What a cup of this mass presses with where it stands, as the cell shows it."""
        right, away = self.tilt
        return grams * standing.borne * (1 + right * standing.x_mm + away * standing.y_mm)

    def room_for_one(self, others: Iterable[Standing], random: Random) -> Standing:
        """Where a hand puts one more cup: anywhere free on a tray, in the middle of a spot but for its play.

        On a tray so full that no free place is found it stands where it touches the others least.
        """
        there = tuple(others)
        radius = TRAY_RADIUS_MM - MOUTH_MM / 2 if self.is_tray else SPOT_PLAY_MM
        best, clear = Standing(0.0, 0.0), -1.0
        for _ in range(_TRIES):
            x_mm, y_mm = (random.uniform(-radius, radius) for _ in range(2))
            if hypot(x_mm, y_mm) > radius:
                continue
            tried = Standing(x_mm, y_mm)
            free = min((tried.apart_mm(other) for other in there), default=MOUTH_MM)
            if free >= MOUTH_MM:
                return tried
            if free > clear:
                best, clear = tried, free
        return best
