"""The game's words for where things are and what lies there.

A *place* is anything a piece can lie in: a cup, a pot, a stock. Places are plain names ("south-3",
"north-pot", "south-stock"), so a profile, a calibration, a trace and a web page all say the same thing.
"""

import re
from collections.abc import Hashable, Iterable
from enum import Enum
from typing import NewType, Protocol

Place = NewType("Place", str)
Kind = NewType("Kind", str)

BEAN = Kind("bean")
ANY_KIND = Kind("any")
"""In an act whose rules don't look at kinds: whichever piece the player chooses of those that lie there."""

_KIND_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")
_MOST_KIND_CHARACTERS = 30


def is_kind_name(name: str) -> bool:
    """Whether a kind of piece may be called so: as records write it, and as it fits a place on a page."""
    fits = len(name) <= _MOST_KIND_CHARACTERS and name != ANY_KIND
    return fits and _KIND_NAME.fullmatch(name) is not None


OFF_BOARD = Place("off-board")
"""Every place without a scale taken together: a hand, a stock in a bowl, the floor."""
HAND = Place("hand")
"""Both hands of whoever makes the turn: what was taken up and isn't put down yet."""


class Player(Hashable, Protocol):
    """Whoever plays: a value that compares and hashes as such. A game has players of its own; see `Side`."""

    @property
    def value(self) -> str:
        """The name in records and journals, in small letters a to z: "south", "red"."""


class Side(Enum):
    """One of the two players of a board with two sides, by where they sit."""

    SOUTH = "south"
    NORTH = "north"

    # The default Enum hash goes through Python code; sides key many small dictionaries.
    __hash__ = object.__hash__

    @property
    def other(self) -> "Side":
        """The player on the other side of the board."""
        return Side.NORTH if self is Side.SOUTH else Side.SOUTH


def cup(side: Side, number: int) -> Place:
    """The `number`-th cup of a player, counted from 1 at the player's left."""
    return Place(f"{side.value}-{number}")


def pot(side: Side) -> Place:
    """The pot at a player's right."""
    return Place(f"{side.value}-pot")


def stock(side: Side) -> Place:
    """A player's stock; it is on a scale only on boards with stock trays."""
    return Place(f"{side.value}-stock")


SEAT_NAMES = ("one", "two", "three", "four", "five", "six")
"""Who sits round a table that has no sides, counted round it."""


def spot(number: int) -> Place:
    """The `number`-th place in the middle of a table, which is nobody's; row by row, from 1."""
    return Place(f"spot-{number}")


def tray(owner: str) -> Place:
    """Where what a player round the table has won lies before them."""
    return Place(f"{owner}-tray")


def side_of(place: Place) -> Side | None:
    """The player a place belongs to, or None for a place of nobody's."""
    return _OWNERS.get(place.partition("-")[0])


_OWNERS = {side.value: side for side in Side}


def is_cup(place: Place) -> bool:
    """Whether the place is a cup (not a pot, a stock or off the board)."""
    return place.rpartition("-")[2].isdigit()


def board_places(cups: int) -> tuple[Place, ...]:
    """All cups and pots of a board with `cups` cups a side, in sowing order from south's cup 1."""
    return tuple(
        place
        for side in (Side.SOUTH, Side.NORTH)
        for place in (*(cup(side, number) for number in range(1, cups + 1)), pot(side))
    )


def table_places(spots: int, owners: Iterable[str]) -> tuple[Place, ...]:
    """All spots in the middle of a table, and then a tray for each of those who sit round it."""
    return (*(spot(number) for number in range(1, spots + 1)), *map(tray, owners))
