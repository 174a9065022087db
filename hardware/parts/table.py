"""Where the spots and trays of a board without sides go: 3 by 3 in the middle, the trays round them."""

import math
from dataclasses import dataclass

from cupsboard.profile import Profile
from cupsboard.rules.places import Place, is_cup, tray

from hardware.parts.deck import POT, Deck
from hardware.parts.flat import Point
from hardware.parts.mount import Measures

TRAY_MM = 170.0
"""Diameter of a tray: five cups of 46 mm stand on it with a finger's room between them."""
_COLUMNS = 3
_BETWEEN, _BORDER = 20.0, 14.0
_PLATE_BEFORE, _PLATE_BEYOND = 8.0, 8.0
_BETWEEN_FEET = 2.0
_STRIP_OFF, _STRIP_HALF, _CUP_OFF_STRIP = 8.0, 5.0, 3.0


@dataclass(frozen=True, slots=True)
class Table:
    """Middles of places in millimetres from the middle of the board, x to the right, y away from seat one.

    Seat one sits at the near edge; the others follow round the table against the clock.
    """

    spots: int
    owners: tuple[str, ...]
    measures: Measures

    @classmethod
    def of(cls, board: Profile, measures: Measures) -> "Table":
        """The table of a board without sides."""
        return cls(board.spots, board.owners, measures)

    @property
    def pitch(self) -> float:
        """From one spot to the next: as from cup to cup, and so that feet and strips fit between two rows."""
        cup_edge = self.measures.cup.top / 2
        rows_apart = self._strip_beside_spot + _STRIP_HALF + _CUP_OFF_STRIP + cup_edge
        feet_apart = _PLATE_BEFORE + self.measures.cell_length + _PLATE_BEYOND + _BETWEEN_FEET
        return max(Deck(_COLUMNS, self.measures, POT).pitch, rows_apart, feet_apart)

    @property
    def trays_out(self) -> float:
        """From the middle of the board to that of a tray: off the corner spots, and off the next tray."""
        corner = self.pitch * math.sqrt(2) + self.measures.deck_hole / 2
        apart = (TRAY_MM + _BETWEEN) / (2 * math.sin(math.pi / len(self.owners)))
        return float(math.ceil(max(corner + _BETWEEN + TRAY_MM / 2, apart)))

    def middle(self, place: Place) -> Point:
        """Where a spot or a tray is."""
        if is_cup(place):
            row, column = divmod(int(place.rpartition("-")[2]) - 1, _COLUMNS)
            return ((column - 1) * self.pitch, (1 - row) * self.pitch)
        angle = 2 * math.pi * self.owners.index(place.partition("-")[0]) / len(self.owners) - math.pi / 2
        return (round(self.trays_out * math.cos(angle), 1), round(self.trays_out * math.sin(angle), 1))

    @property
    def size(self) -> Point:
        """Width and depth of the base board, rounded up to 10."""
        reaches = [self.middle(tray(owner)) for owner in self.owners]
        half = TRAY_MM / 2 + _BORDER
        spots = self.pitch + self.measures.load_x + _BORDER
        width, depth = (2 * max(spots, *(abs(reach[axis]) + half for reach in reaches)) for axis in (0, 1))
        return (-(-width // 10) * 10, -(-depth // 10) * 10)

    def hole(self, place: Place) -> float:  # noqa: ARG002 - as of a deck, whose pots have larger ones
        """Return the diameter of a place's hole in the deck: a tray lies above it, on a holder."""
        return self.measures.deck_hole

    def foot(self, place: Place) -> tuple[float, float, float, float]:
        """Return left, low, right and high border of a place's foot: the cell's fixed end points outwards."""
        x, y = self.middle(place)
        long, half = self.measures.load_x + _PLATE_BEFORE, self.measures.plate_width / 2
        inner = self.measures.cell_length - self.measures.load_x + _PLATE_BEYOND
        if is_cup(place) or abs(y) >= abs(x):
            outward = 1 if y >= 0 else -1
            low, high = sorted((y + outward * long, y - outward * inner))
            return (x - half, low, x + half, high)
        outward = 1 if x > 0 else -1
        left, right = sorted((x + outward * long, x - outward * inner))
        return (left, y - half, right, y + half)

    def strip_beside(self, place: Place) -> float:
        """Return how far out from a place's middle its piece of strip lies: beside the cup, or the tray."""
        return self._strip_beside_spot if is_cup(place) else TRAY_MM / 2 + _STRIP_OFF

    @property
    def _strip_beside_spot(self) -> float:
        """From a spot's middle out to its strip: off the hole, and not below the cup's edge."""
        return max(self.measures.deck_hole, self.measures.cup.top) / 2 + _STRIP_OFF
