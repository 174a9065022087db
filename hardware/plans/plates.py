"""The two boards to cut and drill: base and deck, as outlines and circles in millimetres."""

from dataclasses import dataclass

from cupsboard.profile import Profile

from hardware.circuit.wiring import pieces_of_strip
from hardware.parts.deck import Deck
from hardware.parts.electronics import PI_HOLES, PI_SIZE, POST_SIZE, RISER, Box, Electronics
from hardware.parts.flat import Point
from hardware.parts.table import Table

PILOT, THIN_PILOT, BUTTON_HOLE, STRIP_WAY = 2.5, 1.5, 16.0, 8.0
"""Diameters: for wood screws of 4 mm and of 2.5 mm, for a panel button (measure yours), for wires."""
POST_SCREW, LATH_SCREW = 3.2, 4.5
"""Diameters of holes that a screw goes through, into a post and into a lath."""
_CORNER = 14.0
BASE_MM = 18.0
"""Thickness of the base."""
_FOOT_SCREWS = 6.0
"""From the edges of a foot to the middles of its four screws, as its drawing has it."""
_IN_FROM_CORNER = 4.0


@dataclass(frozen=True, slots=True)
class Hole:
    """A round hole: its use, its middle, its diameter, and whether it is only a mark for a screw."""

    use: str
    middle: Point
    diameter: float
    is_pilot: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A rectangle that is drawn and not cut: what stands or hangs there."""

    use: str
    box: Box


@dataclass(frozen=True, slots=True)
class Plate:
    """A board to cut: its size, the radius of its corners, and what is in it; the origin is its middle."""

    name: str
    kind: str
    thickness: float
    size: Point
    corner: float
    holes: tuple[Hole, ...]
    marks: tuple[Mark, ...]


def base(profile: Profile, layout: Deck | Table) -> Plate:
    """Return the base board, seen from above: stops, cables, screws of feet, laths, Pi and carrier."""
    electronics = Electronics(profile, layout)
    holes = [Hole(use, middle, diameter) for use, middle, diameter in electronics.through_base()]
    for place in profile.places:
        holes += _corner_screws(f"foot {place}", Box(*layout.foot(place)), _FOOT_SCREWS)
    computer, carrier = electronics.computer, electronics.carrier
    left, low = computer.left + 3.5, computer.low + (PI_SIZE[1] - PI_HOLES[1]) / 2
    pi_screws = Box(left, low, left + PI_HOLES[0], low + PI_HOLES[1])
    holes += _corner_screws("Raspberry Pi, from below", pi_screws, 0.0, THIN_PILOT)
    holes += _corner_screws("carrier, from below", carrier, _IN_FROM_CORNER, THIN_PILOT)
    holes += [Hole("screw of a lath", screw, LATH_SCREW) for screw in electronics.lath_screws()]
    holes.append(Hole("wires of strip and buttons", electronics.riser, RISER))
    holes += [Hole("screw of a post", post, POST_SCREW) for post in electronics.posts()]
    marks = (
        *(Mark(f"foot {place}", Box(*layout.foot(place))) for place in profile.places),
        *(Mark(f"HX711 {place}", electronics.module(place)) for place in profile.places),
        *(Mark("post", Box.round(post, (POST_SIZE, POST_SIZE))) for post in electronics.posts()),
        Mark("Raspberry Pi, below", computer),
        Mark("carrier, below", carrier),
        *(Mark("lath, below", batten) for batten in electronics.battens()),
    )
    return Plate(f"{profile.name} base", "base", BASE_MM, layout.size, _CORNER, tuple(holes), marks)


def deck(profile: Profile, layout: Deck | Table) -> Plate:
    """Return the deck, seen from above: holes of the places, of the buttons and for the strip's wires."""
    electronics = Electronics(profile, layout)
    holes = [Hole(place, layout.middle(place), layout.hole(place)) for place in profile.places]
    sites = electronics.sites()
    holes += [Hole(f"button {owner}", sites[f"button {owner}"], BUTTON_HOLE) for owner in profile.buttons]
    holes += [
        Hole(f"wires of the strip at {piece.place}", electronics.strip(piece.place), STRIP_WAY)
        for piece in pieces_of_strip(profile)
    ]
    holes += [Hole("screw of a post", post, POST_SCREW) for post in electronics.posts()]
    return Plate(f"{profile.name} deck", "deck", 6.0, layout.size, _CORNER, tuple(holes), ())


def _corner_screws(use: str, box: Box, inset: float, diameter: float = PILOT) -> list[Hole]:
    return [
        # What is screwed on from below finds its hole only where that goes right through.
        Hole(f"screw of {use}", (x, y), diameter, is_pilot=diameter == PILOT)
        for x in (box.left + inset, box.right - inset)
        for y in (box.low + inset, box.high - inset)
    ]
