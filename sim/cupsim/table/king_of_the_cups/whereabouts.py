"""Where spots, trays and buttons lie, in millimetres from the middle, and how long a reach takes."""

from collections.abc import Mapping
from math import cos, hypot, log2, pi, sin

from cupsboard.rules.king_of_the_cups.cups_and_dice import SPOTS, Seat, seats, tray
from cupsboard.rules.places import Place

from cupsim.table.king_of_the_cups.cups import MOUTH_MM

Point = tuple[float, float]

SPOT_STEP_MM = 90.0
TRAY_MM = {2: 267.0, 3: 267.0, 4: 267.0, 5: 290.0, 6: 320.0}
"""How far the middle of a tray lies from that of the table, by the number of players."""
HOME_MM = 110.0
"""So much further out lies the player's button."""
FITTS_SECONDS, FITTS_SECONDS_A_BIT = 0.0128, 0.0947
"""P. Fitts's own data (Journal of Experimental Psychology 47, 1954) as fitted by S. MacKenzie, "Fitts' law as
a research and design tool in human-computer interaction" (1992)."""


def points(players: int) -> Mapping[Place, Point]:
    """The middle of every place of a table for so many."""
    spots = {
        place: (SPOT_STEP_MM * (number % 3 - 1), SPOT_STEP_MM * (1 - number // 3))
        for number, place in enumerate(SPOTS)
    }
    trays = {tray(seat): _round_the_table(seat, players, TRAY_MM[players]) for seat in seats(players)}
    return spots | trays


def home(seat: Seat, players: int) -> Point:
    """Where a player's button is."""
    return _round_the_table(seat, players, TRAY_MM[players] + HOME_MM)


def reach_seconds(start: Point, end: Point) -> float:
    """How long a hand takes from one point to a cup, a tray or a button at another: Fitts's law."""
    distance_mm = hypot(end[0] - start[0], end[1] - start[1])
    return FITTS_SECONDS + FITTS_SECONDS_A_BIT * log2(1 + 2 * distance_mm / MOUTH_MM)


def _round_the_table(seat: Seat, players: int, radius_mm: float) -> Point:
    """The first seat is at the bottom, the others follow counter-clockwise."""
    angle = 2 * pi * list(seats(players)).index(seat) / players - pi / 2
    return radius_mm * cos(angle), radius_mm * sin(angle)
