"""Names of places and of pieces.

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
"""In an act whose rules don't depend on kinds: any of the pieces that lie there, as the player chooses."""

_KIND_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")
_MOST_KIND_CHARACTERS = 30


def is_kind_name(name: str) -> bool:
    """Return whether `name` is a valid name of a kind of piece.

    Valid are small letters in groups joined by hyphens, at most 30 characters, and not the word "any".
    """
    fits = len(name) <= _MOST_KIND_CHARACTERS and name != ANY_KIND
    return fits and _KIND_NAME.fullmatch(name) is not None


OFF_BOARD = Place("off-board")
"""Every place without a scale taken together: a hand, a stock in a bowl, the floor."""
HAND = Place("hand")
"""Both hands of the player of the turn: the pieces taken up and not put down yet."""


class Player(Hashable, Protocol):
    """A player: a value that compares and hashes as such. A game has players of its own; see `Side`."""

    @property
    def value(self) -> str:
        """Return the name in records, in small letters a to z: "south", "red"."""


class Side(Enum):
    """One of the two players of a board with two sides, by where they sit."""

    SOUTH = "south"
    NORTH = "north"

    # The default Enum hash goes through Python code; sides key many small dictionaries.
    __hash__ = object.__hash__

    @property
    def other(self) -> "Side":
        """Return the player on the other side of the board."""
        return Side.NORTH if self is Side.SOUTH else Side.SOUTH


def cup(side: Side, number: int) -> Place:
    """Return the `number`-th cup of a player, counted from 1 at the player's left."""
    return Place(f"{side.value}-{number}")


def pot(side: Side) -> Place:
    """Return the pot at a player's right."""
    return Place(f"{side.value}-pot")


def stock(side: Side) -> Place:
    """Return a player's stock; only boards with stock trays weigh it."""
    return Place(f"{side.value}-stock")


SEAT_NAMES = ("one", "two", "three", "four", "five", "six")
"""The players round a table without sides, in order."""


def spot(number: int) -> Place:
    """Return the `number`-th common place in the middle of a table; row by row, from 1."""
    return Place(f"spot-{number}")


def tray(owner: str) -> Place:
    """Return the place before a player round the table for what they have won."""
    return Place(f"{owner}-tray")


def side_of(place: Place) -> Side | None:
    """Return the player a place belongs to; None for a common place."""
    return _OWNERS.get(place.partition("-")[0])


_OWNERS = {side.value: side for side in Side}


def is_cup(place: Place) -> bool:
    """Return whether the place is a cup (not a pot, a stock or off the board)."""
    return place.rpartition("-")[2].isdigit()


def board_places(cups: int) -> tuple[Place, ...]:
    """Return all cups and pots of a board with `cups` cups a side, in sowing order from south's cup 1."""
    return tuple(
        place
        for side in (Side.SOUTH, Side.NORTH)
        for place in (*(cup(side, number) for number in range(1, cups + 1)), pot(side))
    )


def table_places(spots: int, owners: Iterable[str]) -> tuple[Place, ...]:
    """Return all spots in the middle of a table, and then a tray for each of the players round it."""
    return (*(spot(number) for number in range(1, spots + 1)), *map(tray, owners))
