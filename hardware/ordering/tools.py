"""The tools that building a board takes, which are borrowed sooner than ordered."""

from collections.abc import Iterator
from dataclasses import dataclass

from cupsboard.profile import Profile

from hardware.parts.deck import Deck
from hardware.parts.table import Table
from hardware.plans import plates

_POST_DRILL = 2.0
"""Into both ends of a post."""
_LARGEST_DRILL = 20.0
"""Above it a hole is sawn."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool and what it is for."""

    name: str
    purpose: str


def tools(profile: Profile, layout: Deck | Table) -> tuple[Tool, ...]:
    """Return the tools for a board, with the drills that its base, deck and posts ask for."""
    return tuple(_tools(profile, layout))


def _tools(profile: Profile, layout: Deck | Table) -> Iterator[Tool]:
    yield Tool("computer with a card reader, and Wi-Fi", "writes the card, talks to the Pi")
    yield Tool("3D printer with a bed of 180 mm, or a print shop", "feet, spacers, holders")
    yield Tool("calliper", "cells and cups, before anything is printed")
    yield Tool("paper printer, ruler, glue stick, awl", "the drawings at full size, stuck on the boards")
    yield Tool("meter for volts and ohms", "every step of the bring-up")
    yield Tool("soldering iron of 300 to 350 °C with a fine tip, stand", "all joints")
    yield Tool("side cutter, wire stripper, tweezers", "wires, legs of parts")
    yield Tool("screwdrivers PH1 and PH2, small flat one", "screws M3, wood screws, terminals")
    yield Tool("hex key 2 mm", "the stops, from below")
    yield Tool(
        f"drills of {', '.join(f'{each:g}' for each in _drills(profile, layout))} mm", "base, deck, posts"
    )
    yield Tool("drill, countersink, two clamps", "holes at right angles, sunk heads")
    holes = sorted({layout.hole(place) for place in profile.places})
    widths = " and ".join(f"{each:g}" for each in holes)
    yield Tool(
        "jig saw or fret saw", f"the holes of {widths} mm in the deck; hole saws 1 mm wider do as well"
    )
    yield Tool("saw, wood glue, sandpaper", "posts, laths, edges")
    yield Tool(
        "phone, bottle of water of a litre", "the load that a stop is set with, and the weight while it is"
    )
    yield Tool("safety glasses", "drilling, and cutting the legs of parts: the ends fly")


def _drills(profile: Profile, layout: Deck | Table) -> list[float]:
    bored = {
        hole.diameter
        for plate in (plates.base(profile, layout), plates.deck(profile, layout))
        for hole in plate.holes
    }
    return sorted({_POST_DRILL} | {each for each in bored if each < _LARGEST_DRILL})
